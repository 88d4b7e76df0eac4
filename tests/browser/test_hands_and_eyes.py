"""Every hand and every eye: large letters, other screens, the keyboard, forced colours, no motion, no script.

The ten pages of the table every day, all pages with ``EVERY_LOOK``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from chromium import FLAGS, executable
from looks import EVERY_LOOK

from .pages import PAGES, furnished
from .phones import Phone, Served, opened, phone
from .playing import begun, choose, tap

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

AT_THE_TABLE: Final = (
    *("home", "new match", "notepad", "board", "round", "sheet", "rules", "chart of a match", "hand"),
    "how to play",
)
LOOKED_AT: Final = [*PAGES] if EVERY_LOOK else AT_THE_TABLE
SCREENS: Final[dict[str, dict[str, Any]]] = {  # how a page is shown, and what it must not do there
    "320 wide": {"width": 320},
    "on its side": {"width": 640, "height": 360},
    "twice as large on a desktop": {"width": 640, "height": 400, "device_scale_factor": 2},
    "without a script": {"javascript": False},
    "in forced colours": {"forced_colors": "active"},
    "without motion": {"reduced_motion": "reduce"},
}
# What a finger or a key can act on, in sight.
ACTIVE: Final = """[...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.disabled)
  .filter((part) => part.tabIndex >= 0 && !part.matches(".visually-hidden, .skip"))"""
# Words in the colour of what is behind them.
UNSEEN: Final = """() => [...document.querySelectorAll("body *")]
  .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((part) => part.checkVisibility({ visibilityProperty: true }))
  .filter((part) => !part.closest("svg, .visually-hidden"))
  .filter((part) => {
    const behind = (one) => getComputedStyle(one).backgroundColor;
    let under = part;
    while (under && /, 0\\)$|transparent/.test(behind(under))) under = under.parentElement;
    return under && behind(under) === getComputedStyle(part).color;
  })
  .map((part) => part.outerHTML.slice(0, 90))"""
MOVING: Final = """() => document.getAnimations().filter(({ playState, effect }) =>
  playState === "running" && effect.getComputedTiming().duration > 1).length"""
# … and what of it is smaller than a thumb; a number has − and + beside it.
SMALL: Final = f"""() => {ACTIVE}
  .filter((part) => !part.closest("[data-stepper]") || part.matches("button"))
  .map((part) => [part, part.closest("label") ?? part])
  .map(([part, target]) => [part.outerHTML.slice(0, 70), target.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < 43.5)
  .map(([words, box]) => `${{Math.round(box.width)}} x ${{Math.round(box.height)}}: ${{words}}`)"""
# Links that are a paragraph by themselves, not words of a sentence, and are lower than a thumb.
LOW: Final = """() => [...document.querySelectorAll("p > a[href]:not(.what-is)")]
  .filter((link) => link.checkVisibility())
  .filter((link) => link.textContent.trim() === link.parentElement.textContent.trim())
  .filter((link) => link.getBoundingClientRect().height < 43.5)
  .map((link) => link.textContent.trim())"""
TWICE = "--blink-settings=defaultFontSize=32"
CUT = """() => [...document.querySelectorAll(".bar h1, .ending > .segments .name")]
  .filter((text) => text.scrollWidth > text.clientWidth || (text.matches("h1") && text.clientWidth < 240))
  .map((text) => text.textContent.trim())"""
COVERED = """() => [...document.querySelectorAll(".card .mark")]
  .filter((mark) => mark.getClientRects().length)
  .filter((mark) => mark.clientHeight > mark.parentElement.clientHeight / 2)
  .map((mark) => mark.textContent)"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    large = browser.browser_type.launch(executable_path=executable(), args=[*FLAGS, TWICE])
    yield large
    large.close()


@pytest.fixture(scope="module")
def ids(served: Served) -> dict[str, str]:
    return furnished(served[1])


@pytest.mark.parametrize("shown", SCREENS)
def test_no_page_is_lost(browser: Browser, served: Served, ids: dict[str, str], shown: str) -> None:
    found = {}
    with opened(browser, served, expected=["status of 4"], **SCREENS[shown]) as page:
        for name in LOOKED_AT:
            page.goto(PAGES[name].format(**ids))
            if not fits(page):
                found[name] = "it scrolls sideways"
            elif shown == "in forced colours" and (unseen := page.evaluate(UNSEEN)):
                found[name] = unseen
            elif shown == "without motion" and page.evaluate(MOVING):
                found[name] = "something moves"
    assert found == {}


def test_a_link_by_itself_is_as_high_as_a_thumb(
    browser: Browser, served: Served, ids: dict[str, str]
) -> None:
    assert seen_on_pages(browser, served, ids, lambda page: page.evaluate(LOW)) == {}


def test_no_page_is_lost_with_twice_as_large_letters(
    large: Browser, served: Served, ids: dict[str, str]
) -> None:
    with opened(large, served, expected=["status of 4"]) as page:
        found = []
        for name in LOOKED_AT:
            page.goto(PAGES[name].format(**ids))
            found += [] if fits(page) else [name]
    assert found == []


def test_every_control_is_reached_by_the_keyboard_and_seen_there(
    browser: Browser, served: Served, ids: dict[str, str]
) -> None:
    assert seen_on_pages(browser, served, ids, _lost_by_keyboard) == {}


def seen_on_pages(
    browser: Browser, served: Served, ids: dict[str, str], look: Callable[[Phone], list[str]]
) -> dict[str, list[str]]:
    """What is wrong with each page, by its name, without those of which nothing is."""
    found = {}
    with opened(browser, served, expected=["status of 4"]) as page:
        for name in LOOKED_AT:
            page.goto(PAGES[name].format(**ids))
            if wrong := look(page):
                found[name] = wrong
    return found


def _lost_by_keyboard(page: Phone) -> list[str]:
    """The controls that Tab does not reach, and those without a frame while they are focused."""
    page.evaluate(f"window.controls = new Set({ACTIVE}); window.unframed = []")
    dates = page.locator('[type="date"]').count()  # Tab stops at the day, the month, the year, the calendar
    for _key in range(page.evaluate("controls.size") + 3 * dates + 5):
        page.keyboard.press("Tab")
        page.evaluate(
            """() => {
              const part = document.activeElement;
              const insideDate = part.type === "date" && !controls.has(part); // framed by the browser
              controls.delete(part);
              const group = part.type === "radio" ? document.getElementsByName(part.name) : [];
              for (const same of group) controls.delete(same);
              const around = part.closest("label, fieldset");
              const framed = [part, around, part.parentElement, part.nextElementSibling];
              const outlined = (one, pseudo) => getComputedStyle(one, pseudo).outlineStyle !== "none";
              const shown = framed.some((one) => one && (outlined(one) || outlined(one, "::after")));
              if (!shown && !insideDate && part !== document.body) unframed.push(part);
            }"""
        )
    return page.evaluate("[...controls, ...unframed].map((part) => part.outerHTML.slice(0, 90))")  # type: ignore[no-any-return]


def test_every_target_of_the_board_is_as_large_as_a_thumb(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto(f"/matches/{begun(served[1])}/rounds/new")
        choose(page, "0")
        assert page.evaluate(SMALL) == []


def test_a_screen_reader_reads_the_board_in_the_order_in_which_it_is_filled(
    browser: Browser, served: Served
) -> None:
    with opened(browser, served) as page:
        page.goto(f"/matches/{begun(served[1])}/rounds/new")
        choose(page, "0")
        tap(page, 0, ("01B", "03B", "08B"))
        read = re.sub(r"\n *- /url:.*", "", page.locator("body").aria_snapshot())
    kept = Path(__file__).with_name("board_read_aloud.yaml")
    assert read == kept.read_text("utf-8").rstrip("\n"), read


@pytest.mark.parametrize(
    ("language", "names"), [("en", ("Kazimierz", "Żaneta")), ("ru", ("Анастасия", "Константин"))]
)
def test_a_round_is_entered_with_twice_as_large_letters(
    large: Browser, served: Served, language: str, names: tuple[str, str]
) -> None:
    page = phone(large, served)
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto("/matches/new?ruleset=russian")
    assert fits(page)
    page.fill("#name-0", names[0])
    page.fill("#name-1", names[1])
    page.locator(".dock .primary").click()
    page.wait_for_url("**/matches/*")
    assert fits(page)
    page.locator('.dock [href$="/rounds/new"]').click()
    page.wait_for_url("**/rounds/new")
    assert fits(page)
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == []
    choose(page, "0")
    tap(page, 0, ("01B", "03B", "08B"))
    assert in_sight(page, "[data-save]")
    page.locator("[data-save]").click()
    page.wait_for_url("**?saved=1")
    assert fits(page)
    assert in_sight(page, '.dock [href$="/rounds/new"]')
    page.context.close()


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def in_sight(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"] >= 0 and box["y"] + box["height"] <= 640
