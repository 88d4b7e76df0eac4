// A button with data-begun says “Continue” where this browser keeps a draft of that round.
import { hasDraft } from "./draft.js";

function follow() {
  for (const button of document.querySelectorAll("[data-begun]")) {
    const begun = hasDraft(button.dataset.begun);
    button.firstElementChild.hidden = begun;
    button.lastElementChild.hidden = !begun;
  }
}

follow();
document.addEventListener("page-replaced", follow);
addEventListener("pageshow", follow); // also when the back gesture shows the page as it was
