// Without a connection a link would lead to the browser's own error page, away from what was entered here. So where the
// app may be out of reach it is asked first, and only then the page is left.

import { askApp, inApp } from "./addresses.js";
import { showState, shownState } from "./outbox_notice.js";
import { isCaching } from "./page_cache.js";

const SOON = 3000; // milliseconds

let lost = false; // nobody answered the last question for news

/** Notes whether the app answered. */
export function noteReached(answered) {
  lost = !answered;
  if (answered && shownState() === "away") showState(null, []);
}

/** Call once on every page. */
export function startLeaveGuard() {
  document.addEventListener("click", onClick);
  addEventListener("online", () => noteReached(true));
}

async function onClick(event) {
  const link = (lost || !navigator.onLine || shownState() === "offline") && wayOut(event);
  if (!link) return;
  event.preventDefault();
  if (!(await isReached())) return stay();
  noteReached(true);
  location.href = link.href;
}

/** The link that was tapped; a service worker has an answer for it. */
function wayOut({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }) {
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || isCaching()) return null;
  return target.closest('a[href]:not([target], [href^="#"])');
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
