// Without a connection a link would lead to the browser's own error page, away from what was entered here. So where the
// app may be out of reach it is asked first, and only then the page is left.

import { askApp, inApp } from "./addresses.js";
import { showState, shownState } from "./outbox_notice.js";
import { isCaching } from "./page_cache.js";
import { onTap } from "./taps.js";

const SOON = 3000; // milliseconds

let lost = false; // nobody answered the last question for news

/** Notes whether the app answered. */
export function noteReached(answered) {
  lost = !answered;
  if (answered && shownState() === "away") showState(null, []);
}

/** Call once on every page. */
export function startLeaveGuard() {
  onTap('a[href]:not([target], [href^="#"])', askFirst);
  addEventListener("online", () => noteReached(true));
}

async function askFirst(link, event) {
  if (!(lost || !navigator.onLine || shownState() === "offline") || isAnswered(event)) return;
  event.preventDefault();
  if (!(await isReached())) return stay();
  noteReached(true);
  location.href = link.href;
}

/** Whether a tap on a link leads elsewhere than away, or a service worker has an answer for it. */
function isAnswered({ defaultPrevented, ctrlKey, metaKey, shiftKey }) {
  return defaultPrevented || ctrlKey || metaKey || shiftKey || isCaching();
}

async function isReached() {
  try {
    return (await askApp(inApp("health/live"), { cache: "no-store", signal: AbortSignal.timeout(SOON) })).ok;
  } catch {
    return false;
  }
}

/** Says that this page cannot be left now. */
export function stay() {
  if (shownState() !== "offline") showState("away", []);
  document.querySelector("[data-outbox]:not([hidden])")?.scrollIntoView({ block: "nearest" });
}
