// What runs on every page; each behaviour finds its elements by a data- attribute. The server sends this file joined with
// everything that it imports.

import { ownName } from "./addresses.js";
import { startBoard } from "./board.js";
import { dropDraft, hasDraft, wayHere } from "./draft.js";
import { startForms } from "./forms.js";
import { startLeaveGuard } from "./leave_guard.js";
import { startNews } from "./news.js";
import { startOutbox } from "./outbox.js";
import { waiting } from "./outbox_store.js";
import { startPageCache } from "./page_cache.js";
import { startReferee } from "./referee.js";
import { startSteady } from "./steady.js";
import { applySwitches, keepSwitch } from "./switches.js";

onEveryPage(() => applySwitches(document.documentElement));
startOutbox();
startLeaveGuard();
startNews();
closeMenus();
startPageCache();
onEveryPage(startBoard);
startReferee();
startSteady();
putNewsAway();
startForms();
dropSavedDraft();
onEveryPage(labelBegun);
document.addEventListener("outbox", labelBegun);
addEventListener("pageshow", labelBegun); // also when the back gesture shows the page as it was
sayZone();
printPage();
reloadChosen();
openReceived();

/** Runs now, and again whenever a script has put another page in place of this one. */
function onEveryPage(run) {
  run();
  document.addEventListener("page-replaced", run);
}

/** The menu and the drawer of the board cover a part of the page: they are closed by Esc and by a tap elsewhere. */
function closeMenus() {
  document.addEventListener("pointerdown", ({ target }) => {
    for (const menu of opened()) menu.open = menu.contains(target);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of opened()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

const opened = () => document.querySelectorAll("details[open]:is(.menu, .more)");

/** What came in covers the bar of a board until it is tapped; a first tap shows what is cut off of a long text. */
function putNewsAway() {
  document.addEventListener("click", ({ target }) => {
    const words = target.closest("[data-news] > p");
    if (!words) return;
    const isCut = words.scrollHeight > words.clientHeight + 1;
    words.parentElement.classList.toggle("open", isCut);
    words.parentElement.hidden = !isCut;
  });
}

/** Deletes the draft of a round that was saved; from then on the board explains itself no more. That it is saved is said
 *  once: not again when the page is reloaded, or opened by the way back. */
function dropSavedDraft() {
  const notice = document.querySelector("[data-saved]");
  if (!notice) return;
  dropDraft(notice.dataset.saved);
  keepSwitch("scored", true);
  if (wayHere() !== "navigate") notice.remove();
}

/** A button with data-begun says “Continue” where this browser keeps a draft of that round, and leads to a later round
 *  where that round waits to be sent. */
function labelBegun() {
  for (const button of document.querySelectorAll("[data-begun]")) {
    const { begun } = button.dataset;
    const says = waiting(begun.split(".")[0]).some(({ number }) => number) ? 2 : Number(hasDraft(begun));
    [...button.children].forEach((words, index) => (words.hidden = index !== says));
  }
}

/** A form that begins a match says in which time zone: its field with data-zone is filled in when it is sent, before
 *  anything else looks at it. */
function sayZone() {
  const fill = ({ target }) => {
    const field = target.querySelector("[data-zone]");
    if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  };
  document.addEventListener("submit", fill, true);
}

/** A button with data-print opens the browser's print dialogue; the address of its page with #print, too. */
function printPage() {
  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
    if (location.hash === "#print") addEventListener("load", () => window.print());
  }
}

/** Another choice in a field with data-reload sends its form, by the button with that id where it has one. */
function reloadChosen() {
  document.addEventListener("change", ({ target }) => {
    const { reload } = target.dataset;
    if (reload !== undefined) target.form.requestSubmit(document.getElementById(reload));
  });
}

/** A link with rules that somebody sent, alone or with the cards of a pile, carries them after its "#", which browsers
 *  send to no server. They are put into the form of its page and sent in its body. A phone that is asked for the key of
 *  the table first opens the link after that. */
function openReceived() {
  const link = ownName("received-link");
  if (document.querySelector("form[data-received]")) {
    addEventListener("hashchange", sendReceived);
    sendReceived();
  } else if (document.querySelector("form[data-key]")) {
    if (location.hash) inTab((kept) => kept.setItem(link, location.href));
  } else {
    const address = inTab((kept) => kept.getItem(link));
    inTab((kept) => kept.removeItem(link));
    if (address) location.replace(address);
  }
}

/** What this tab keeps; null where the browser keeps nothing. */
function inTab(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

function sendReceived() {
  const form = document.querySelector("form[data-received]");
  const code = location.hash.slice(1);
  if (!code || document.getElementById(code)) return; // a place on the page, such as its content
  form.elements[form.dataset.received].value = code;
  history.replaceState(null, "", location.pathname + location.search); // the answer is shown at this address
  form.requestSubmit();
}
