// The screen stays on while a round is entered, where the browser can do that and the switch allows it. Over plain
// HTTP it cannot; switches.js says so in place of the switch.
import { isOn } from "./switches.js";

let lock = null;

/** Keeps the screen on; asks the browser again whenever the page is visible again. */
export function stayAwake() {
  const renew = () => (document.visibilityState === "visible" && isOn("awake") ? take() : release());
  document.addEventListener("visibilitychange", renew);
  document.addEventListener("switched", renew);
  document.addEventListener("pointerdown", renew, { once: true }); // Safari allows it only after a tap
  renew();
}

async function take() {
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null; // not allowed, or the battery is low
  }
}

function release() {
  lock?.release();
  lock = null;
}
