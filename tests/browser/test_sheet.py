"""The scoresheet on a phone and on paper, and the button that goes on with a round that was begun."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from scorekeeper.store.sqlite import SqliteStore

from .phones import Phone, phone, running

pytestmark = pytest.mark.browser

THREE = "01B 03B 08B"
DRAFTS = "() => Object.keys(localStorage).some((key) => key.startsWith('draft '))"
EVENTS: list[dict[str, Any]] = [
    {"type": "match-started", "players": ["Anna", "Charlotte-Marie", "Ben"], "ruleset": "mongolopedia"},
    {"type": "koikoi-called", "player": 1},
    {"type": "round-won", "player": 0, "piles": [THREE + " 12B"]},
    {"type": "points-adjusted", "points": [1, -1, 0], "reason": "a ruling with a long reason in two lines"},
    {"type": "round-exhausted"},
]


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    with running(tmp_path_factory.mktemp("sheet") / "instance") as served:
        store = SqliteStore(served[1].database)
        store.create("match", [{**event, "id": f"e.{place}"} for place, event in enumerate(EVENTS)])
        store.close()
        page = phone(browser, served)
        yield page
        assert not page.complaints
        page.context.close()


def widths(page: Phone) -> tuple[int, int]:
    """How wide the sheet is, and how wide what is in it."""
    return tuple(page.locator(".sheet").evaluate("one => [one.clientWidth, one.scrollWidth]"))


def test_on_a_phone_the_sheet_is_read_without_scrolling_sideways(page: Phone) -> None:
    for width in (320, 360, 599):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto("/matches/match/sheet")
        shown, needed = widths(page)
        assert needed <= shown <= width
        assert page.locator("thead").is_hidden()
        cell = page.locator("tbody .balance").first
        assert cell.evaluate("one => getComputedStyle(one, '::before').content") == '"Anna "'
        assert page.locator("tbody td").last.is_visible()


def test_from_600_pixels_on_it_is_the_table_of_the_paper(page: Phone) -> None:
    page.set_viewport_size({"width": 600, "height": 640})
    page.goto("/matches/match/sheet")
    assert page.locator("thead").is_visible()
    assert page.locator("tbody td").first.evaluate("one => getComputedStyle(one).display") == "table-cell"


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


def test_the_notepad_goes_on_with_a_round_that_was_begun(page: Phone) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/matches/match")
    page.get_by_role("link", name="Score round 3").click()
    page.locator('label:has([name="result"][value="0"])').click()
    page.wait_for_function(DRAFTS)
    page.go_back()
    page.get_by_role("link", name="Continue round 3").wait_for()
    assert page.get_by_role("link", name="Score round 3").is_hidden()
    page.reload()
    page.get_by_role("link", name="Continue round 3").click()
    assert page.locator('[name="result"][value="0"]').is_checked()
    page.evaluate("localStorage.clear()")
    page.goto("/matches/match")
    page.get_by_role("link", name="Score round 3").wait_for()


def test_a_tap_before_the_scripts_have_come_is_kept_too(page: Phone) -> None:
    held: list[Route] = []
    page.route("**/js/app.js", lambda route: held.append(route))
    page.goto("/matches/match/rounds/new", wait_until="commit")
    page.locator('label:has([name="result"][value="2"])').click()
    held.pop().continue_()
    page.unroute("**/js/app.js")
    page.wait_for_function(DRAFTS)
    page.goto("/matches/match")
    page.get_by_role("link", name="Continue round 3").click()
    assert page.locator('[name="result"][value="2"]').is_checked()
