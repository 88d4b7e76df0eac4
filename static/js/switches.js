// Switches of this browser: check boxes with data-switch, kept here and put back on every page; and what it has seen.

import { ownName } from "./addresses.js";

const PREFIX = `${ownName("switch")} `;

/** Whether a switch is on; `otherwise` if it was never changed. */
export function isOn(name, otherwise = true) {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? otherwise : kept === "on";
  } catch {
    return otherwise;
  }
}

/** Shows every switch as kept, keeps changes, and sets data-no-<name> on `root` for each switch that is off. */
export function applySwitches(root) {
  for (const name of ["marks", "awake"]) root.toggleAttribute(`data-no-${name}`, !isOn(name));
  const able = "wakeLock" in navigator; // over HTTPS and on this machine
  for (const part of document.querySelectorAll("[data-able], [data-unable]")) part.hidden = able !== "able" in part.dataset;
  for (const box of document.querySelectorAll("[data-switch]")) {
    box.checked = isOn(box.dataset.switch);
    box.addEventListener("change", () => {
      keepSwitch(box.dataset.switch, box.checked);
      root.toggleAttribute(`data-no-${box.dataset.switch}`, !box.checked);
      document.dispatchEvent(new Event("switched"));
    });
  }
}

/** Keeps in this browser whether something is on. */
export function keepSwitch(name, on) {
  try {
    localStorage.setItem(PREFIX + name, on ? "on" : "off");
  } catch {
    // the browser keeps nothing for this page
  }
}
