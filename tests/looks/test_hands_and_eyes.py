"""Every hand and every eye: large letters, other screens, the keyboard, forced colours, no motion, no script.

The sample of pages every day, all pages with ``EVERY_LOOK``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from browser.pages import PAGES, SAMPLE, furnished
from browser.phones import Phone, Served, opened, phone
from browser.playing import begun, choose, tap
from chromium import FLAGS, executable
from extent import EVERY_LOOK, daily

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LOOKED_AT: Final = [*(PAGES if EVERY_LOOK else SAMPLE)]
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
# Nothing is seen of "settle", by which a button takes no tap for a moment.
MOVING: Final = """() => document.getAnimations().filter(({ playState, effect, animationName }) =>
  playState === "running" && animationName !== "settle" && effect.getComputedTiming().duration > 1).length"""
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
# On a wide screen: what Tab reaches after something that stands below it in the same column.
JUMPS: Final = f"""() => {{
  const boxes = {ACTIVE}
    .filter((part) => !part.closest(".dock, .bar, nav[aria-label]:empty, .card"))
    .map((part) => part.closest("label") ?? part)
    .map((part) => [part.textContent.trim().slice(0, 40), part.getBoundingClientRect()]);
  return boxes.filter(([, box], at) => at && boxes[at - 1][1].top >= box.bottom
    && boxes[at - 1][1].left < box.right && boxes[at - 1][1].right > box.left).map(([words]) => words);
}}"""
TWICE = "--blink-settings=defaultFontSize=32"
CUT = """() => [...document.querySelectorAll(".bar h1, .ending > .segments .name")]
  .filter((text) => text.scrollWidth > text.clientWidth || (text.matches("h1") && text.clientWidth < 240))
  .map((text) => text.textContent.trim())"""
COVERED = """() => [...document.querySelectorAll(".card .mark")]
  .filter((mark) => mark.getClientRects().length)
  .filter((mark) => mark.clientHeight > mark.parentElement.clientHeight / 2)
  .map((mark) => mark.textContent)"""

# The live line: what has less height than a line of it, and what stands beside it.
LOST: Final = """() => [...document.querySelectorAll(".live, .live > p > span > span")].filter((words) => {
  const [line, said] = [words.closest(".live"), words].map((part) => part.getBoundingClientRect());
  return said.height < 30 || said.top < line.top - 9 || said.bottom > line.bottom + 9;
}).map((words) => words.textContent)"""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    large = browser.browser_type.launch(executable_path=executable(), args=[*FLAGS, TWICE])
    yield large
    large.close()


@pytest.fixture(scope="module")
def ids(served: Served) -> dict[str, str]:
    return furnished(served[1])


def test_no_page_is_lost(browser: Browser, served: Served, ids: dict[str, str]) -> None:
    """On its side or twice as large; in forced colours; without motion; by the keyboard alone."""
    found = {}
    with opened(browser, served, expected=["status of 4"], reduced_motion="reduce") as page:
        for name in LOOKED_AT:
            page.goto(PAGES[name].format(**ids))
            page.set_viewport_size({"width": 640, "height": 360})
            found[name] = {
                "it scrolls sideways": not fits(page),
                "something moves": page.evaluate(MOVING),
            }
            page.set_viewport_size({"width": 360, "height": 640})
            found[name]["a link by itself is lower than a thumb"] = page.evaluate(LOW)
            page.emulate_media(forced_colors="active")
            found[name]["cannot be read in forced colours"] = page.evaluate(UNSEEN)
            page.emulate_media(forced_colors="none")
            found[name]["is not reached by Tab or not seen there"] = lost_by_keyboard(page)
    wrong = {name: {what: where for what, where in said.items() if where} for name, said in found.items()}
    assert {name: said for name, said in wrong.items() if said} == {}


def test_tab_goes_down_the_columns_of_a_wide_screen(
    browser: Browser, served: Served, ids: dict[str, str]
) -> None:
    found = {}
    with opened(browser, served, expected=["status of 4"], width=1280, height=800) as page:
        for name in LOOKED_AT:
            page.goto(PAGES[name].format(**ids))
            found[name] = page.evaluate(JUMPS)
    assert {name: words for name, words in found.items() if words} == {}


def lost_by_keyboard(page: Phone) -> list[str]:
    """The controls that Tab does not reach, and those without a frame while they are focused."""
    page.evaluate(
        f"""() => {{
          window.controls = new Set({ACTIVE});
          window.unframed = [];
          document.addEventListener("focusin", ({{ target: part }}) => {{
            controls.delete(part);
            const group = part.type === "radio" ? document.getElementsByName(part.name) : [];
            for (const same of group) controls.delete(same);
            const around = part.closest("label, fieldset");
            const framed = [part, around, part.parentElement, part.nextElementSibling];
            const outlined = (one, pseudo) => getComputedStyle(one, pseudo).outlineStyle !== "none";
            const shown = framed.some((one) => one && (outlined(one) || outlined(one, "::after")));
            if (!shown) unframed.push(part);
          }});
        }}"""
    )
    dates = page.locator('[type="date"]').count()  # Tab stops at the day, the month, the year, the calendar
    for _key in range(page.evaluate("controls.size") + 3 * dates + 5):
        page.keyboard.press("Tab")
    return page.evaluate("[...controls, ...unframed].map((part) => part.outerHTML.slice(0, 90))")  # type: ignore[no-any-return]


@pytest.mark.slow
def test_no_page_scrolls_sideways_without_a_script(
    browser: Browser, served: Served, ids: dict[str, str]
) -> None:
    assert too_wide(browser, served, ids, javascript=False, width=320) == []


@pytest.mark.slow
def test_no_page_scrolls_sideways_with_twice_as_large_letters(
    large: Browser, served: Served, ids: dict[str, str]
) -> None:
    assert too_wide(large, served, ids) == []


def too_wide(browser: Browser, served: Served, ids: dict[str, str], **options: Any) -> list[str]:
    """The pages that scroll sideways."""
    found = []
    with opened(browser, served, expected=["status of 4"], **options) as page:
        for name in LOOKED_AT:
            page.goto(PAGES[name].format(**ids))
            found += [] if fits(page) else [name]
    return found


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
    ("language", "names"), daily([("ru", ("Анастасия", "Константин")), ("en", ("Kazimierz", "Żaneta"))], 2)
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
    page.wait_for_url(re.compile(r"/matches/\w{32}$"))
    assert fits(page)
    page.locator('.dock [href$="/rounds/new"]').click()
    page.wait_for_url("**/rounds/new")
    assert fits(page)
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == []
    choose(page, "0")
    tap(page, 0, ("01B", "03B", "08B"))
    assert page.evaluate(LOST) == []
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
