// What was touched last stays where it is on the screen while the page changes around it: what stands above may grow,
// and Safari scrolls nothing then, other browsers as far as another element has moved; what stands below may be folded,
// and the page must not end on the screen. Safari also scrolls to the field to which a label gives the focus, where that
// stands near an edge of the screen. What is in the dock stays by itself, and a tap on the cards of a board changes
// nothing above them.

const STILL = ".dock, .board";
const TOUCHED = "summary, label, button, input, select, textarea";
const CHANGES = /^(.|Enter|Backspace|Delete)$/; // other keys may scroll

let held = null; // what was touched last: { control, top }
const watch = new ResizeObserver(steady);

/** Call once on every page. */
export function startSteady() {
  watch.observe(document.body);
  document.addEventListener("pointerdown", hold, true);
  document.addEventListener("keydown", (event) => (CHANGES.test(event.key) ? hold(event) : release()), true);
  for (const event of ["wheel", "touchmove", "resize"]) addEventListener(event, release, { passive: true });
  document.addEventListener("click", ({ target }) => {
    if (held?.control.localName === "label" && target.localName !== "input") requestAnimationFrame(steady);
  });
  document.addEventListener("redrawn", steady);
  document.addEventListener("page-replaced", () => {
    watch.observe(document.body); // which is another one
    steady();
  });
}

function hold({ target }) {
  const control = target.closest?.(STILL) ? null : target.closest?.(TOUCHED);
  if (!control) return release();
  document.body.style.minHeight = scrollY > 0 ? `${scrollY + innerHeight}px` : ""; // the page is as high already
  held = { control, top: control.getBoundingClientRect().top };
}

/** From now on the page may move, as by scrolling. */
export function release() {
  held = null;
}

/** Scrolls as far as what was touched has moved on the screen. */
function steady() {
  if (!held) return;
  const { control, top } = held;
  const name = control.isConnected ? null : nameOf(control); // it was drawn anew
  const now = name ? document.querySelector(name) : control;
  if (!now?.getClientRects().length) return release();
  held.control = now;
  const way = now.getBoundingClientRect().top - top;
  if (Math.abs(way) >= 1) scrollBy({ top: way, behavior: "instant" });
}

/** A selector by which a control is found again after it was drawn anew; null where it has none. */
export function nameOf(element) {
  const control = element?.control ?? element; // of a label
  if (!control || control === document.body) return null;
  const fold = control.localName === "summary" ? control.parentElement.id : "";
  if (control.id || fold) return `#${CSS.escape(control.id || fold)}${control.id ? "" : " > summary"}`;
  for (const attribute of ["href", "name"]) {
    if (!control.hasAttribute(attribute)) continue;
    const told = control.matches("button, [type=radio], [type=checkbox]") ? [attribute, "value"] : [attribute];
    return control.localName + told.map((one) => `[${one}="${CSS.escape(control.getAttribute(one))}"]`).join("");
  }
  return null;
}
