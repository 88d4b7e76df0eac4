// Taps on what pages bring and take away again: one listener hears them all, and most taps, on cards, are none of these.

const behaviours = []; // [selector, what a tap does]
let any = "";

/** From now on a tap on an element that matches, or inside it, runs `follow(element, event)`. */
export function onTap(selector, follow) {
  behaviours.push([selector, follow]);
  any = behaviours.map(([one]) => one).join();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest(any)) return;
  for (const [selector, follow] of behaviours) {
    const tapped = event.target.closest(selector);
    if (tapped) follow(tapped, event);
  }
});
