// Runs on every page: applies the switches, sends the saves that wait, asks for news, and keeps pages.
import { startLeaveGuard } from "./leave_guard.js";
import { startMenus } from "./menus.js";
import { startNews } from "./news.js";
import { startOutbox } from "./outbox.js";
import { startPageCache } from "./page_cache.js";
import { applySwitches } from "./switches.js";

const switches = () => applySwitches(document.documentElement);
switches();
document.addEventListener("page-replaced", switches);
startOutbox();
startLeaveGuard();
startNews();
startMenus();
startPageCache();
