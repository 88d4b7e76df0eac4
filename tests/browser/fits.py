"""Whether a board fits on a small phone, upright and on its side: nothing is covered or beyond the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from extent import EVERY_LOOK

from scorekeeper.languages import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

UPRIGHT: ViewportSize = {"width": 360, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
LONG_WORDS = [*LANGUAGES] if EVERY_LOOK else ["ru"]

IN_BROWSER = """
const CONTROLS = '.bar :is(a, summary), .entry :is(input:not([hidden]), button, summary)';
window.controls = () =>
  [...document.querySelectorAll(CONTROLS)].filter((control) => control.checkVisibility());

/** A name that stays the same. */
const nameOf = (control) => [
  control.tagName, control.name, control.type === "number" ? "" : control.value,
  ...Object.values(control.dataset), control.className,
  control.closest("[data-stepper]")?.querySelector("input").name,
].join(" ");

/** Where every control is: [left, top, width, height] in px. */
window.places = () => Object.fromEntries(controls().map((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  return [nameOf(control), [left, top, width, height].map(Math.round)];
}));

/** Controls that cannot be tapped in their middle and near each corner, and those too low for a thumb. */
window.troubles = () => controls().flatMap((control) => {
  const { left, top, right, bottom } = control.getBoundingClientRect();
  const mine = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (control.contains(hit) || hit.closest("label")?.control === control);
  };
  const inset = 5;
  const corners = [left + inset, right - inset].flatMap((x) => [[x, top + inset], [x, bottom - inset]]);
  const points = [[(left + right) / 2, (top + bottom) / 2], ...corners];
  const covered = points.filter(([x, y]) => !mine(x, y));
  const name = `${nameOf(control)} ${control.textContent.trim()}`;
  const low = bottom - top < 43.5;
  return [covered.length && `${name} is covered`, low && `${name} is too low`].filter(Boolean);
});

window.look = async () => {
  await new Promise(requestAnimationFrame);
  for (const animation of document.getAnimations()) animation.finish(); // an answer takes no tap at once
  const { scrollHeight, scrollWidth } = document.documentElement;
  return [troubles(), [scrollHeight <= innerHeight, scrollWidth <= innerWidth], places()];
};
"""


def look(page: Page, size: ViewportSize) -> dict[str, list[int]]:
    """Turns the phone; nothing is covered, too low, or beyond the edge of the screen."""
    page.set_viewport_size(size)
    hidden, fits, places = page.evaluate("look()")
    assert (hidden, fits) == ([], [True, True])
    return dict(places)
