// What runs on every page but the board and what else is only filled in: as reading.css, it is no part of those.

import { ownName } from "./addresses.js";

sayZone();
printPage();
reloadChosen();
openReceived();
document.addEventListener("page-replaced", openReceived);

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
  document.addEventListener("click", ({ target }) => target.closest("[data-print]") && window.print());
  const asked = location.hash === "#print" && document.querySelector("[data-print]");
  if (asked) addEventListener("load", () => window.print());
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
