// Where the address is secure, a service worker (sw.js) keeps the pages that were opened for times without a connection.
// Over plain HTTP browsers have none, and nothing here happens.

import { askApp, inApp, ROOT } from "./addresses.js";

const IDLE = 2000; // milliseconds: a page that is never idle fetches it then
const SOONEST = 2000; // milliseconds, then it is asked for again
const LATEST = 30000;

// without a server there is another worker, which keeps the whole app
export const workers = "pocket" in document.documentElement.dataset ? undefined : navigator.serviceWorker;

/** Asks for the service worker, and keeps with a match the board of its next round. */
export function startPageCache() {
  if (!workers) return;
  addEventListener("load", () => begin().catch(() => {})); // not behind an unknown certificate
  workers.addEventListener("controllerchange", () => {
    cachePage(location.href); // it was opened before there was a worker
    keepBoard();
  });
  document.addEventListener("page-replaced", keepBoard);
  keepBoard();
}

async function begin() {
  const { active } = await workers.register(inApp("sw.js"));
  if (!isCaching()) active?.postMessage("claim"); // it began while this page was on its way
}

/** Whether pages are kept, so that links can be followed without a connection; not where it is the worker of an app around this one. */
export function isCaching() {
  return workers?.controller?.scriptURL === inApp("sw.js");
}

/** Fetches a page while nothing else is to be done, again where nothing answers; the worker keeps it. */
export function cachePage(address, pause = SOONEST) {
  if (!isCaching()) return;
  const again = () => setTimeout(cachePage, pause, address, Math.min(pause * 2, LATEST));
  const fetchIt = () => askApp(address, { headers: { Accept: "text/html" } }).catch(again);
  if ("requestIdleCallback" in window) requestIdleCallback(fetchIt, { timeout: IDLE });
  else setTimeout(fetchIt);
}

function keepBoard() {
  const board = document.querySelector("a[data-begun]");
  if (board) cachePage(board.href);
  const start = document.querySelector(`a.button[href="${ROOT}matches/new"]`); // no way back to it, which has what was typed
  if (start && isCaching()) caches.match(start.href).then((kept) => kept || cachePage(start.href));
}
