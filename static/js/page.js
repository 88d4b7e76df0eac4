// On every page: what waits in the outbox is sent, what came in elsewhere is shown, and what the reader
// switched is put back.
import { startNews } from "./news.js";
import { startOutbox } from "./outbox.js";
import { applySwitches } from "./switches.js";

const switches = () => applySwitches(document.documentElement);
switches();
document.addEventListener("page-replaced", switches);
startOutbox();
startNews();
