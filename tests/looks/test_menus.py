"""The menu, and the drawer of the board: they cover a part of the page until they are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.phones import Served, opened
from browser.playing import open_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("menu", "beside"), [(".menu", ".pile"), (".more", ".look-up")])
def test_a_menu_is_closed_by_escape_and_by_a_tap_beside_it_alone(
    browser: Browser, served: Served, menu: str, beside: str
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
        box = page.locator(f"{beside} svg").first.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert inside.is_hidden()
        assert page.locator("[name=cards-0]:checked").count() == 0
        assert page.url.endswith("/rounds/new")
        summary.click()
        assert inside.is_visible()
        summary.click()
        assert inside.is_hidden()
