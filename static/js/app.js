// What runs on every page; each behaviour finds its elements by a data- attribute. The server sends this file joined with
// everything that it imports.

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
import { startSteppers } from "./steppers.js";
import { applySwitches, keepSwitch } from "./switches.js";
import { onTap } from "./taps.js";

onEveryPage(() => applySwitches(document.documentElement));
startOutbox();
startLeaveGuard();
startNews();
closeMenus();
startPageCache();
onEveryPage(startBoard);
startReferee();
startSteppers();
startSteady();
putNewsAway();
startForms();
dropSavedDraft();
onEveryPage(labelBegun);
document.addEventListener("outbox", labelBegun);
addEventListener("pageshow", labelBegun); // also when the back gesture shows the page as it was

/** Runs now, and again whenever a script has put another page in place of this one. */
function onEveryPage(run) {
  run();
  document.addEventListener("page-replaced", run);
}

/** The menu and the drawer of the board cover a part of the page: they are closed by Esc and by a tap elsewhere. */
function closeMenus() {
  let last = document.querySelector(":is(.menu, .more)[open]"); // that was tapped, or opened with the keyboard
  onTap(":is(.menu, .more) > summary", ({ parentElement: menu }) => {
    if (last && last !== menu) last.open = false;
    last = menu;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (last?.open) last.open = last.contains(target);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !last?.open) return;
    last.open = false;
    last.firstElementChild.focus();
  });
}

/** What came in covers the bar of a board until it is tapped; a first tap shows what is cut off of a long text. */
function putNewsAway() {
  onTap("[data-news] > p", (words) => {
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
