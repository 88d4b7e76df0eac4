// A button with data-begun says “Continue” where this browser keeps a draft of that round, and leads to a later round
// where that round waits to be sent.
import { hasDraft } from "./draft.js";
import { waiting } from "./outbox_store.js";

function follow() {
  for (const button of document.querySelectorAll("[data-begun]")) {
    const { begun } = button.dataset;
    const says = waiting(begun.split(".")[0]).some(({ number }) => number) ? 2 : Number(hasDraft(begun));
    [...button.children].forEach((words, index) => (words.hidden = index !== says));
  }
}

follow();
for (const event of ["page-replaced", "outbox"]) document.addEventListener(event, follow);
addEventListener("pageshow", follow); // also when the back gesture shows the page as it was
