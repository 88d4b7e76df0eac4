// The screen stays on while a round is entered, where the browser can do that and the switch allows it.
import { isOn } from "./switches.js";

let lock = null;

/** Keeps the screen awake; asks again whenever the page comes back. */
export function stayAwake() {
  const renew = () => (document.visibilityState === "visible" && isOn("awake") ? take() : release());
  document.addEventListener("visibilitychange", renew);
  document.addEventListener("switched", renew);
  document.addEventListener("pointerdown", renew, { once: true }); // Safari wants a tap first
  renew();
}

async function take() {
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null; // a low battery, or not allowed: the screen may go dark
  }
}

function release() {
  lock?.release();
  lock = null;
}
