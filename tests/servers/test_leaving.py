"""Without a connection no tap leads to the browser's own error page: the page stays, and says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.phones import Phone, Served, opened, phone, until
from browser.playing import THREE, begin, board, choose, tap
from browser.servers import Server
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

AWAY = "No connection: this page cannot be left now. What you entered stays here."
TICKED = '[name="cards-0"]:checked'


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Phone]:
    """Over plain HTTP, where there is no service worker."""
    with opened(browser, served, expected=("net::ERR_",)) as page:
        yield page


def fill(page: Phone) -> str:
    """The board of a new match, with what somebody captured; returns its address."""
    begin(page)
    board(page)
    choose(page, "0")
    tap(page, 0, THREE)
    return page.url


def stays(page: Page, address: str) -> None:
    page.get_by_text(AWAY).wait_for()
    assert page.url == address
    assert page.locator(TICKED).count() == len(THREE)


def test_a_link_on_the_board_is_followed_once_the_connection_is_back(page: Phone) -> None:
    address = fill(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="Back to the match").click()
    stays(page, address)
    page.context.set_offline(False)
    expect(page.get_by_text(AWAY)).to_be_hidden()
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(lambda url: not url.endswith("/rounds/new"))


def test_a_server_that_does_not_answer_counts_as_no_connection(browser: Browser, server: Server) -> None:
    """The phone is in its network, and the computer with the app sleeps."""
    page = phone(browser, server.served)
    address = fill(page)
    server.stop()
    until(page, "fetch('/health/live').then(() => false, () => true)")
    page.wait_for_event("requestfailed", lambda request: "/news?" in request.url)
    page.get_by_role("link", name="Back to the match").click()
    stays(page, address)
    server.start()
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(lambda url: not url.endswith("/rounds/new"))
    page.context.close()


def test_a_pile_is_handed_in_once_the_connection_is_back(page: Phone) -> None:
    match = begin(page)
    page.goto(f"{match}/piles/0")
    tap(page, 0, THREE)
    address = page.url
    page.context.set_offline(True)
    page.get_by_role("button", name="Send").click()
    page.evaluate("window.tried = performance.now()")
    stays(page, address)
    page.context.set_offline(False)
    until(page, "performance.now() - window.tried > 300")  # before that it is the second tap of a double tap
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Take back").wait_for()
