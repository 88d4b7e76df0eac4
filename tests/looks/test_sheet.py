"""The scoresheet on a phone and on paper, and the button that goes on with a round that was begun."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from browser.phones import Phone, phone, running, until, wait_for
from playwright.sync_api import Browser, Page, Route
from pypdf import PdfReader

from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web.sheets.export_links import is_installed

pytestmark = pytest.mark.browser

THREE = "01B 03B 08B"
DRAFTS = "Object.keys(localStorage).some((key) => key.startsWith('draft '))"
ENDLESS = {"extends": "mongolopedia", "match": {"rounds": None, "target": 9999}}
EVENTS: list[dict[str, Any]] = [
    {"type": "match-started", "players": ["Anna", "Charlotte-Marie", "Ben"], "ruleset": "mongolopedia"},
    {"type": "koikoi-called", "player": 1},
    {"type": "round-won", "player": 0, "piles": [THREE + " 12B"]},
    {"type": "points-adjusted", "points": [1, -1, 0], "reason": "a ruling with a long reason in two lines"},
    {"type": "round-exhausted"},
]
OVER: list[dict[str, Any]] = [
    {**EVENTS[0], "purse": 500, "rounds": 12},
    *(
        {
            "type": "round-won",
            "player": number % 3,
            "piles": [THREE + " 12B" if seat == number % 3 else None for seat in range(3)],
        }
        for number in range(12)
    ),
]
SHARING = """
Navigator.prototype.canShare = ({ files }) => files[0] instanceof File;
Navigator.prototype.share = async ({ files, text }) => {
  document.title = `shared ${files ? files[0].name : text.slice(0, 13)}`;
};
"""
NAMES: list[dict[str, Any]] = [
    {"type": "match-started", "players": ["Bartholomew", "Christopher-James"], "ruleset": "russian_all"},
    {"type": "round-won", "player": 0, "piles": [THREE + " 12B", None]},
]
LONG = 205  # rounds
LONG_EVENTS = [{**EVENTS[0], "purse": 0, "ruleset": ENDLESS}, *[{"type": "round-exhausted"}] * LONG]


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    with running(tmp_path_factory.mktemp("sheet") / "instance") as served:
        store = SqliteStore(served[1].database)
        store.create("match", [{**event, "id": f"e.{place}"} for place, event in enumerate(EVENTS)])
        store.create("over", [{**event, "id": f"e.{place}"} for place, event in enumerate(OVER)])
        store.create("names", [{**event, "id": f"e.{place}"} for place, event in enumerate(NAMES)])
        store.create("long", [{**event, "id": f"e.{place}"} for place, event in enumerate(LONG_EVENTS)])
        store.close()
        page = phone(browser, served, permissions=["clipboard-read", "clipboard-write"])
        yield page
        assert not page.complaints
        page.context.close()


@pytest.fixture
def tab(page: Phone) -> Iterator[Page]:
    """One more tab of the phone, for scripts that a test adds to whatever it opens."""
    tab = page.context.new_page()
    yield tab
    tab.close()


def widths(page: Phone) -> tuple[int, int]:
    """How wide the sheet is, and how wide what is in it."""
    return tuple(page.locator(".sheet").evaluate("sheet => [sheet.clientWidth, sheet.scrollWidth]"))


def test_long_names_stay_in_the_box_of_a_round(page: Phone) -> None:
    page.goto("/matches/names/sheet")
    places = page.locator(".turnout .after > span > *").evaluate_all(
        """parts => parts.map((part) =>
          [part, part.parentElement].map((box) => box.getBoundingClientRect().right))"""
    )
    assert len(places) == 4
    assert [place for place in places if place[0] > place[1] + 1] == []


def test_on_a_phone_the_sheet_is_read_without_scrolling_sideways(page: Phone) -> None:
    for width in (320, 360, 599):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto("/matches/match/sheet?paper=a4")
        shown, needed = widths(page)
        assert needed <= shown <= width
        assert page.locator("thead").is_hidden()
        cell = page.locator("tbody .balance").first
        assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Anna "'
        assert page.locator("tbody td").last.is_visible()


def test_from_600_pixels_on_the_sheet_is_the_table_of_the_print(page: Phone) -> None:
    page.set_viewport_size({"width": 600, "height": 640})
    page.goto("/matches/match/sheet?paper=a4")
    assert page.locator("thead").is_visible()
    assert page.locator("tbody td").first.evaluate("cell => getComputedStyle(cell).display") == "table-cell"


@pytest.mark.parametrize(("paper", "width"), [("a4", 703), ("a5", 498)])
def test_on_paper_there_is_the_table_and_nothing_else(page: Phone, paper: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/matches/match/sheet?paper={paper}")
    page.emulate_media(media="print")
    try:
        text = page.locator("body").inner_text()
        assert "Polski" not in text
        assert "Koi-koi" in text
        assert text.startswith("Anna – Charlotte-Marie – Ben")
        assert text.strip().split("\n")[-1].split() == ["So", "far", *text.split()[-3:]]
        assert page.locator("thead").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        page.emulate_media(media="screen")


def test_a_round_opens_to_its_proof(page: Phone) -> None:
    page.goto("/matches/match/sheet")
    first = page.locator("#round-1")
    assert first.get_by_text("Charlotte-Marie called koi-koi").first.is_hidden()
    first.locator("summary").click()
    assert first.get_by_text("Charlotte-Marie called koi-koi").first.is_visible()
    assert first.locator(".cards svg").count() == 4
    first.get_by_role("link", name="View or correct").click()
    page.wait_for_url("**/rounds/1")


def test_the_sheet_of_twelve_rounds_is_printed_on_one_page_of_a4(page: Phone) -> None:
    page.goto("/matches/over/sheet")
    assert page.locator("#round-12").is_visible()
    assert page.locator(".sheet").is_hidden()
    page.emulate_media(media="print")
    (only,) = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    text = only.extract_text()
    assert text.count("stopped") == 12
    assert "Share or print" not in text
    assert "The rounds" not in text
    page.goto("/matches/over/sheet?paper=a5")
    size = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages[0].mediabox
    page.emulate_media(media="screen")
    assert round(float(size.width) / 72 * 25.4) == 148


def test_the_text_is_copied(page: Phone) -> None:
    page.goto("/matches/over")
    page.locator(".ways summary").click()
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        "Koi-Koi · Anna – Charlotte-Marie – Ben"
    )


def test_without_a_clipboard_the_text_is_copied_all_the_same(tab: Page) -> None:
    """As over plain HTTP, where browsers have neither a clipboard for scripts nor a share sheet."""
    tab.goto("/matches/over")
    tab.evaluate("navigator.clipboard.writeText('')")
    tab.add_init_script(
        "if (!location.hash) Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"
    )
    tab.goto("/matches/over/sheet")
    assert tab.get_by_role("button", name="Share").count() == 0
    tab.locator(".ways summary").click()
    tab.get_by_role("button", name="Copy").click()
    tab.get_by_role("button", name="Copied").wait_for()
    tab.goto("/settings#clipboard")
    assert tab.evaluate("navigator.clipboard.readText()").startswith("Koi-Koi · Anna")


def test_the_end_shows_the_whole_curve_above_the_dock(page: Phone) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/matches/over")
    curve, dock = (page.locator(part).bounding_box() for part in (".curve", ".dock"))
    assert curve and dock
    assert curve["y"] + curve["height"] <= dock["y"]
    assert page.evaluate("document.getAnimations().every(({ effect }) => !effect.target.closest('.curve'))")


def test_a_phone_shares_the_file(tab: Page) -> None:
    tab.add_init_script(SHARING)
    tab.goto("/matches/over/sheet")
    assert tab.locator(".dock [data-saves]").is_hidden()
    tab.locator(".dock [data-share-file]").click()
    until(tab, "document.title.startsWith('shared ')")
    picture, text = "koi-koi-Anna-Charlotte_Marie-Ben.png", "Koi-Koi · Ann"
    assert tab.title() == f"shared {picture if is_installed('png') else text}"


@pytest.mark.slow
def test_a_part_of_a_long_sheet_is_printed_as_a_whole(tab: Page) -> None:
    tab.add_init_script("window.print = () => { document.title = 'printed'; };")
    tab.goto("/matches/long/sheet?paper=a4")
    assert tab.locator("tbody tr").count() == LONG % 24 + 24
    assert tab.title() != "printed"
    tab.get_by_role("link", name="Print").click()
    until(tab, "document.title === 'printed'")
    assert tab.locator("tbody tr").count() == LONG
    tab.goto("/matches/long/sheet?rounds=all")
    assert tab.title() != "printed"
    tab.get_by_role("button", name="Print").click()
    until(tab, "document.title === 'printed'")
    tab.emulate_media(media="print")
    try:
        assert tab.get_by_text("All rounds").is_hidden()
    finally:
        tab.emulate_media(media="screen")


def test_the_notepad_offers_to_continue_a_round_that_was_begun(page: Phone) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/matches/match")
    page.get_by_role("link", name="Score round 3").click()
    page.locator('label:has([name="result"][value="0"])').click()
    until(page, DRAFTS)
    page.go_back()
    page.get_by_role("link", name="Continue round 3").wait_for()
    assert page.get_by_role("link", name="Score round 3").is_hidden()
    page.reload()
    page.get_by_role("link", name="Continue round 3").click()
    page.locator('[name="result"][value="0"]:checked').wait_for(state="attached")
    page.evaluate("localStorage.clear()")
    page.goto("/matches/match")
    page.get_by_role("link", name="Score round 3").wait_for()


def test_a_tap_before_the_scripts_have_loaded_is_kept_too(page: Phone) -> None:
    held: list[Route] = []
    page.route("**/js/app.js", lambda route: held.append(route))
    page.goto("/matches/match/rounds/new", wait_until="commit")
    page.locator('label:has([name="result"][value="2"])').click()
    wait_for(page, lambda: held)
    held.pop().continue_()
    page.unroute("**/js/app.js")
    until(page, DRAFTS)
    page.goto("/matches/match")
    page.get_by_role("link", name="Continue round 3").click()
    page.wait_for_url("**/rounds/new")
    assert page.locator('[name="result"][value="2"]').is_checked()
    page.evaluate("localStorage.clear()")
