"""The guide in a real browser: nothing entered is lost on the way there, and it fits every screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .phones import open_board, phone, running, until
from .test_first_view import loads

pytestmark = pytest.mark.browser

PAGES = ("/cards", "/cards/11B?ruleset=mongolopedia", "/guide?ruleset=polish_all")


def test_what_is_entered_on_the_board_survives_a_look_at_the_guide(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        open_board(page)
        board = page.url
        page.locator('label:has([name="cards-0"][value="09A"])').click()
        page.locator(".menu > summary").click()
        page.get_by_role("link", name="The cards").click()
        page.get_by_role("link", name="Sake cup").click()
        assert page.locator("h1").inner_text().startswith("Sake cup")
        page.locator(".menu > summary").click()
        page.get_by_role("link", name="How to play", exact=True).click()
        page.get_by_role("link", name="Back").click()
        assert page.url == board
        assert page.locator('[name="result"][value="0"]').is_checked()
        assert page.locator('[name="cards-0"][value="09A"]').is_checked()
        assert page.complaints == []
        page.context.close()


def test_behind_the_board_a_page_of_the_guide_is_one_request(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        open_board(page)
        page.wait_for_load_state("networkidle")
        for address in PAGES:
            asked = [url for url in loads(page, address, empty=False) if not url.endswith(".woff2")]
            assert asked == [f"{served[0]}{address}"]  # besides the letters of Japanese words: ō
        page.context.close()


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_page_of_the_guide_scrolls_sideways(
    browser: Browser, tmp_path: Path, width: int, javascript: bool
) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served, width=width, javascript=javascript)
        for address in PAGES:
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") == width, address
        page.context.close()


def test_a_jump_brings_the_month_below_what_stays_on_top(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        page.goto("/cards")
        page.get_by_role("link", name="November").click()
        until(page, "scrollY > 1000")
        jumps = page.locator(".jumps").bounding_box()
        month = page.locator("#m11 header").bounding_box()
        assert jumps and month
        assert jumps["y"] == 0
        assert jumps["height"] <= month["y"] < 200
        page.context.close()
