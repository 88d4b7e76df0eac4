"""Groups on phones: made, joined by their link, played in without a connection, beside the installation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest
from patience import PATIENCE
from playwright.sync_api import Browser, expect

from .phones import Phone, until
from .playing import begin_from_home, board, coins, enter, go_on, saved
from .servers import Server, away, back
from .service_worker import CONTROLLED, controlled

pytestmark = pytest.mark.browser

KEPT_PAGES = """async ([cache, path]) => {
  const pages = await (await caches.open(cache)).keys();
  return pages.some(({ url }) => new URL(url).pathname === path);
}"""


@pytest.fixture
def host(browser: Browser, server: Server) -> Iterator[Phone]:
    """The phone of the installation's host, with a service worker."""
    page = controlled(browser, server.served)
    yield page
    page.context.close()


def make(host: Phone, name: str) -> str:
    """Make a group, from the home page on; returns the path of the link for its host."""
    host.goto("/")
    host.locator("summary").first.click()
    host.get_by_role("link", name="Settings").click()
    host.get_by_role("link", name="Groups").click()
    host.get_by_label("What is the new group called?").fill(name)
    host.get_by_role("button", name="Make a group").click()
    host.get_by_role("heading", name=name).wait_for()
    link = host.get_by_role("textbox", name="Link").input_value()
    return link[link.index("/g/") :].strip()


def join(page: Phone, link: str, name: str) -> str:
    """Open a link and join; returns the address of the group."""
    page.goto(link)
    page.get_by_label("What is this phone called?").fill(name)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(re.compile(r"/g/\w{10}/$"))
    until(page, CONTROLLED)
    return page.url


def keeps(page: Phone, address: str) -> None:
    """Wait until the service worker of a group has kept one of its pages."""
    match = re.search(r"(/g/\w{10}/).*", address)
    assert match
    cache, path = f"{match[1]} pages", match[0]
    until(page, f"({KEPT_PAGES})({[cache, path]!r})")


@pytest.mark.slow
def test_a_group_is_joined_and_played_in_without_its_server(
    browser: Browser, server: Server, host: Phone
) -> None:
    link = make(host, "Friday 花札")
    page = cast(Phone, browser.new_context(base_url=server.served[0], locale="en").new_page())
    page.set_default_timeout(PATIENCE * 1000)
    home = join(page, link, "Anna")
    expect(page.locator(".title")).to_have_text("Friday 花札")
    match = begin_from_home(page)
    assert match.startswith(home)
    board(page)
    enter(page, 0)
    saved(page, 1)
    page.goto(home)
    for address in (home, match, f"{match}/rounds/new"):
        keeps(page, address)
    away(server, page)
    page.goto(home)
    page.get_by_role("link", name="Anna – Ben").click()
    page.get_by_role("link", name="Score the next round").or_(
        page.get_by_role("link", name="Score round")
    ).click()
    enter(page, 1)
    go_on(page, 3)
    page.get_by_role("link", name="Back to the match").click()
    back(server, page)
    page.get_by_text("Sent and saved: round 2.").wait_for()
    page.reload()
    page.locator('[data-begun$=".3"]').wait_for()
    page.context.close()


@pytest.mark.slow
def test_a_phone_that_leaves_a_group_stays_at_the_installation(server: Server, host: Phone) -> None:
    mine = begin_at(host, "/")
    link = make(host, "Club")
    home = join(host, link, "Host")
    theirs = begin_at(host, home)
    keeps(host, theirs)
    assert coins(host) == [0, 0]
    host.goto(home + "phone")
    host.get_by_role("button", name="Forget this phone").click()
    host.goto("/")
    expect(host.get_by_role("link", name="Anna – Ben")).to_have_count(1)
    away(server, host)
    host.goto(mine)
    assert coins(host) == [0, 0]
    answer = host.goto(theirs)
    assert answer
    expect(host.get_by_role("heading", level=1)).to_have_text("No connection")


def begin_at(page: Phone, home: str) -> str:
    """Begin a match, from a home page on."""
    page.goto(home)
    return begin_from_home(page)
