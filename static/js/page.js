// On every page: what waits in the outbox is sent, and what the reader switched is put back.
import { flushOutbox } from "./outbox.js";
import { applySwitches } from "./switches.js";

applySwitches(document.documentElement);
flushOutbox((state) => {
  const note = document.querySelector("[data-outbox]");
  if (note) note.hidden = state !== "waiting";
});
