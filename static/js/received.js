// The form for rules that somebody sent, alone or with the cards of a pile: a link carries them after its "#", which browsers send to no server. They
// are put into the form and sent in its body; the address is cleared first, so that the way back stays open. A
// phone that is asked for the key of the table first opens the link after that.
import { ownName } from "./addresses.js";

const form = document.querySelector("form[data-received]");
const KEPT = ownName("received-link");

if (form) {
  addEventListener("hashchange", open);
  open();
} else if (document.querySelector("form[data-key]")) {
  if (location.hash) sessionStorage.setItem(KEPT, location.href);
} else if (sessionStorage.getItem(KEPT)) {
  const link = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  location.replace(link);
}

function open() {
  const code = location.hash.slice(1);
  if (!code || document.getElementById(code)) return; // a place on the page, such as its content
  history.replaceState(null, "", location.pathname);
  form.elements[form.dataset.received].value = code;
  form.requestSubmit();
}
