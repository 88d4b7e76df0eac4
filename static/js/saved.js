// A round that was saved needs no draft any more.
import { dropDraft } from "./draft.js";

const page = document.querySelector("[data-saved]");
if (page) dropDraft(page.dataset.saved);
