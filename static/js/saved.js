// Deletes the draft of a round that was saved.
import { dropDraft } from "./draft.js";

const page = document.querySelector("[data-saved]");
if (page) dropDraft(page.dataset.saved);
