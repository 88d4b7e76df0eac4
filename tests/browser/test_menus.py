"""The menu, and the drawer of the board: they cover a part of the page until they are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from looks import daily

from scorekeeper.languages import LANGUAGES

from .pages import LOOKED_AT, PAGES, furnished, reader
from .phones import Served, opened
from .playing import open_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def ids(served: Served) -> dict[str, str]:
    return furnished(served[1])


@pytest.mark.parametrize("menu", [".menu", ".more"])
def test_a_menu_is_closed_by_escape_and_by_a_tap_elsewhere(
    browser: Browser, served: Served, menu: str
) -> None:
    with opened(browser, served) as page:
        open_board(page)
        summary, inside = page.locator(f"{menu} > summary"), page.locator(f"{menu} > :not(summary)").first
        summary.click()
        page.keyboard.press("a")
        assert inside.is_visible()
        page.keyboard.press("Escape")
        assert inside.is_hidden()
        assert summary.evaluate("summary => summary === document.activeElement")
        summary.click()
        inside.dispatch_event("pointerdown")
        assert inside.is_visible()
        page.locator("h1").click()
        assert inside.is_hidden()
        summary.click()
        assert inside.is_visible()
        summary.click()
        assert inside.is_hidden()


@pytest.mark.parametrize("language", daily(sorted(LANGUAGES, reverse=True), 5))  # Russian is the longest
def test_every_menu_has_at_most_eight_entries_and_fits_below_its_button(
    browser: Browser, served: Served, ids: dict[str, str], language: str
) -> None:
    page = reader(browser, served, language)
    seen = {}
    for name in LOOKED_AT:
        page.goto(PAGES[name].format(**ids))
        page.locator(".menu > summary").first.click()
        entries = page.locator(".menu[open] > ul > li:visible")
        box = page.locator(".menu[open] > ul").bounding_box()
        seen[name] = (entries.count(), round(box["height"]) if box else 0)
    page.context.close()
    assert {name: size for name, size in seen.items() if not (0 < size[0] <= 8 and size[1] <= 420)} == {}
