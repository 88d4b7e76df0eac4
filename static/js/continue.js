// A button with data-begun says that it goes on with what was begun, where this browser keeps a draft of it.
import { hasDraft } from "./draft.js";

function follow() {
  for (const button of document.querySelectorAll("[data-begun]")) {
    const begun = hasDraft(button.dataset.begun);
    button.firstElementChild.hidden = begun;
    button.lastElementChild.hidden = !begun;
  }
}

follow();
addEventListener("pageshow", follow); // also when the back gesture shows the page as it was
