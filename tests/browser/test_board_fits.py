"""The board on a small phone, upright and on its side, under every rule set: nothing covered, no jumps."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import MatchStarted, plain
from scorekeeper.koikoi.rules.loading import names, rules

from .phones import Phone, Served, phone, running

pytestmark = pytest.mark.browser

UPRIGHT: ViewportSize = {"width": 360, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 640, "height": 360}
NAMES = ("Anna", "Maksymilian", "Cleo")
PILE = "01B 03B 08B 11B 12B 09A 06A 07A 10A 02A 01R 02R 03R 06R 09R 10R"

IN_BROWSER = """
const CONTROLS = '.bar :is(a, summary), .entry :is(input:not([hidden]), button, summary)';
window.controls = () => [...document.querySelectorAll(CONTROLS)].filter((one) => one.checkVisibility());

/** A name that stays the same. */
const nameOf = (one) => [
  one.tagName, one.name, one.type === "number" ? "" : one.value, ...Object.values(one.dataset), one.className,
  one.closest("[data-stepper]")?.querySelector("input").name,
].join(" ");

/** Where every control is: [left, top, width, height] in px. */
window.places = () => Object.fromEntries(controls().map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [nameOf(one), [left, top, width, height].map(Math.round)];
}));

/** Controls that cannot be tapped in their middle and near each corner, and those too low for a thumb. */
window.troubles = () => controls().flatMap((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const mine = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (one.contains(hit) || hit.closest("label")?.control === one);
  };
  const inset = 5;
  const corners = [left + inset, right - inset].flatMap((x) => [[x, top + inset], [x, bottom - inset]]);
  const points = [[(left + right) / 2, (top + bottom) / 2], ...corners];
  const covered = points.filter(([x, y]) => !mine(x, y));
  const name = `${nameOf(one)} ${one.textContent.trim()}`;
  const low = one.closest(".segments, .stepper") ? 41 : 43.5; // these have a frame around them
  return [covered.length && `${name} is covered`, bottom - top < low && `${name} is too low`].filter(Boolean);
});

window.look = async () => {
  await new Promise(requestAnimationFrame);
  for (const one of document.getAnimations()) one.finish(); // an answer takes no tap at once
  const { scrollHeight, scrollWidth } = document.documentElement;
  return [troubles(), [scrollHeight <= innerHeight, scrollWidth <= innerWidth], places()];
};
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with running(tmp_path_factory.mktemp("instance")) as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Phone]:
    opened = phone(browser, served)
    opened.context.add_init_script(IN_BROWSER)
    yield opened
    opened.context.close()
    assert opened.complaints == []


def begin(installation: Installation, name: str, players: int) -> str:
    """A match with little left in the purses, so that the line is at its longest."""
    match_id = uuid.uuid4().hex
    start = MatchStarted(
        players=NAMES[:players], ruleset=msgspec.to_builtins(rules(name)), dealer=0, rounds=12, purse=30
    )
    store = installation.open_store()
    store.create(match_id, [plain(msgspec.structs.replace(start, id="00000000.0"))])
    store.close()
    return match_id


def look(page: Page, size: ViewportSize) -> dict[str, list[int]]:
    """Turns the phone; nothing is covered, too low, or beyond the edge of the screen."""
    page.set_viewport_size(size)
    found, fits, places = page.evaluate("look()")
    assert (found, fits) == ([], [True, True])
    return dict(places)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", names())
def test_the_board_fits_and_nothing_moves_while_the_line_grows(
    page: Page, served: Served, name: str, players: int
) -> None:
    page.set_viewport_size(UPRIGHT)
    page.goto(f"/matches/{begin(served[1], name, players)}/rounds/new")
    page.evaluate("document.querySelector('[name=result][value=\"0\"]').click()")
    upright, on_its_side = look(page, UPRIGHT), look(page, ON_ITS_SIDE)
    page.evaluate(
        """(ids) => {
          for (const id of ids) document.querySelector(`[name="cards-0"][value="${id}"]`).click();
          document.querySelector('[data-quick="chaff-0"] [data-set="11"]').click();
          for (const one of document.querySelectorAll('.calls [data-step="1"]')) one.click();
        }""",
        PILE.split(),
    )
    asked = 0
    while page.evaluate("Boolean(document.querySelector('.asks button'))"):
        for size, before in ((ON_ITS_SIDE, on_its_side), (UPRIGHT, upright)):
            now = look(page, size)
            assert {one: place for one, place in now.items() if before.get(one, place) != place} == {}
        page.evaluate("[...document.querySelectorAll('.asks button')].at(-1).click()")
        asked += 1
    assert bool(asked) == (name in ASKING), "the pile asks what the rules need to know"
    for size, before in ((ON_ITS_SIDE, on_its_side), (UPRIGHT, upright)):
        assert look(page, size) == before
    assert len(page.locator("[data-live]").inner_text()) > 60


ASKING = {"bga", "russian_all", "cwz", "cwz_local", "gamedesign", "mongolopedia", "polish_all", "rulebook"}
