"""The guide in a real browser: nothing entered is lost on the way there, and it fits every screen."""

from __future__ import annotations

import pytest
from browser.phones import Served, fetched, opened, until
from browser.playing import open_board
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PAGES = ("/cards", "/cards/11B?ruleset=mongolopedia", "/guide?ruleset=polish_all")


@pytest.mark.slow
def test_what_is_entered_on_the_board_survives_a_look_at_the_guide(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        open_board(page)
        board = page.url
        page.locator('label:has([name="cards-0"][value="09A"])').click()
        page.locator(".menu > summary").click()
        page.get_by_role("link", name="Guide").click()
        page.get_by_role("link", name="Cards", exact=True).click()
        page.get_by_role("link", name="Sake cup").click()
        page.get_by_role("heading", level=1, name="Sake cup").wait_for()
        page.get_by_role("link", name="Back").click()
        page.get_by_role("link", name="How to play", exact=True).click()
        page.get_by_role("link", name="Back").click()
        page.wait_for_url(board)
        assert page.locator('[name="result"][value="0"]').is_checked()
        assert page.locator('[name="cards-0"][value="09A"]').is_checked()


def test_behind_the_board_a_page_of_the_guide_is_one_request(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/")
        open_board(page)
        for address in PAGES:
            page.goto(address)
            assert [
                file for file in fetched(page) if not file.endswith(".woff2")
            ] == []  # of Japanese words: ō


def test_a_jump_brings_the_month_below_what_stays_on_top(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/cards")
        page.get_by_role("link", name="November").click()
        until(page, "scrollY > 1000")
        jumps = page.locator(".jumps").bounding_box()
        month = page.locator("#m11 header").bounding_box()
        assert jumps and month
        assert jumps["y"] == 0
        assert jumps["height"] <= month["y"] < 200
