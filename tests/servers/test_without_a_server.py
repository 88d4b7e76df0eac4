"""The app while its server cannot be reached: opened, played on, left and renewed, by its service worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from browser.axe import violations
from browser.phones import Phone, until
from browser.playing import QUEUE, begin, begun, board, choose, coins, enter, go_on, players, saved, tap
from browser.servers import Server, away, back
from browser.service_worker import IS_KEPT, KEPT, PAGES, PATHS, begins_with, controlled, kept, new_tab
from playwright.sync_api import Browser

from scorekeeper.access import Phones

pytestmark = pytest.mark.browser


@pytest.fixture
def a_phone(browser: Browser, server: Server) -> Iterator[Callable[[], Phone]]:
    """Lets in a phone whose service worker has begun."""
    pages = []

    def let_in() -> Phone:
        page = controlled(browser, server.served)
        pages.append(page)
        return page

    yield let_in
    for page in pages:
        page.context.close()


@pytest.fixture
def page(a_phone: Callable[[], Phone]) -> Phone:
    return a_phone()


@pytest.mark.slow
def test_the_app_opens_without_its_server(page: Phone, server: Server) -> None:
    match = begin(page)
    page.goto("/rules/russian")
    page.goto("/")
    page.goto(match)
    kept(page, match, f"{match}/rounds/new")
    away(server, page)
    page = new_tab(page)
    assert page.locator(".notice:visible").inner_text().startswith("No connection. Last updated: ")
    page.get_by_role("link", name="Anna – Ben").click()
    page.wait_for_url(match)
    assert coins(page) == [100, 100]
    page.goto("/rules/russian")
    assert page.evaluate("document.fonts.check('1rem Alegreya')")
    page.goto("/players")
    assert page.get_by_role("heading", level=1).inner_text() == "No connection"
    until(page, "document.querySelectorAll('[data-kept-pages] a').length === 4")
    assert page.locator("[data-kept-pages] a").all_inner_texts() == [
        "Matches",
        "Anna – Ben",
        "New match",
        "Russian booklet",
    ]
    assert violations(page) == []
    page.get_by_role("link", name="Anna – Ben").click()
    page.wait_for_url(match)
    back(server, page)
    until(page, f"!({IS_KEPT})")
    assert page.locator(".notice:visible").count() == 0


def test_rounds_are_played_on_after_the_app_was_killed(page: Phone, server: Server) -> None:
    match = begin(page)
    page.goto("/")
    page.goto(match)
    kept(page, f"{match}/rounds/new")
    away(server, page)
    page = new_tab(page)
    page.get_by_role("link", name="Anna – Ben").click()
    board(page)
    enter(page, 1)
    go_on(page, 2)
    choose(page, "0")
    tap(page, 0, ("01R", "02R", "03R"))
    assert "Ben pays Anna 5 (not confirmed)" in page.locator("[data-live]").inner_text()
    page.locator("[data-save]").click()
    go_on(page, 3)
    page = new_tab(page)
    page.get_by_text("No connection. Waiting on this phone: round 1, round 2.").wait_for()
    page.get_by_role("link", name="Anna – Ben").click()
    page.get_by_role("link", name="Score the next round").click()
    page.get_by_role("heading", name="Round 3: who stopped?").wait_for()
    assert "Anna deals" in page.get_by_role("heading", level=1).inner_text()
    enter(page, 0)
    go_on(page, 4)
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(match)
    assert page.evaluate(QUEUE) == [1, 2, 3]
    back(server, page)
    page.get_by_text("Sent and saved: round 1, round 2, round 3.").wait_for()
    assert players(page, match) == [(1, 0, 1), (2, 1, 0), (3, 0, 0)]
    until(page, "document.querySelector('.coins').textContent.trim() === '105'")


@pytest.mark.slow
def test_a_page_that_was_not_opened_before_comes_when_the_server_answers(page: Phone, server: Server) -> None:
    """Not at the word of the browser that there is a connection, and without leaving for it."""
    page.goto("/rules/dutch/sharing")
    code = page.get_by_label("Code").input_value()
    for address, shown in (
        ("/players", "Whoever plays a match is listed here"),
        ("/players/nobody", "There is nothing here"),
        (f"/rules/received#{code}", "Show these rules"),
    ):
        away(server)
        page.goto(address)
        page.get_by_role("heading", name="No connection").wait_for()
        page.evaluate("window.here = true; dispatchEvent(new Event('online'))")
        page.wait_for_timeout(300)
        back(server)
        page.get_by_text(shown).wait_for()
        assert page.evaluate("'here' in window"), "the page was left"


@pytest.mark.slow
def test_the_board_that_is_kept_goes_on_after_what_was_sent(page: Phone, server: Server) -> None:
    match = begin(page)
    kept(page, f"{match}/rounds/new")
    away(server, page)
    board(page)
    choose(page, "nobody")
    page.locator("[data-save]").click()
    go_on(page, 2)
    page = new_tab(page)
    back(server, page)
    page.get_by_text("Sent and saved: round 1.").wait_for()
    begins_with(page, f"{match}/rounds/new", 2)
    away(server, page)
    page.goto(f"{match}/rounds/new")
    page.get_by_role("heading", name="Round 2: who stopped?").wait_for()
    choose(page, "nobody")
    page.locator("[data-save]").click()
    page.get_by_role("button", name="Go on with round 3").wait_for()
    back(server, page)
    saved(page, 2)
    assert players(page, match) == [(1, 0, None), (2, 0, None)]


@pytest.mark.slow
def test_a_board_that_could_not_be_fetched_is_fetched_again(page: Phone, server: Server) -> None:
    """Though the browser says nothing of a connection."""
    match = f"/matches/{begun(server.installation)}"
    page.context.route("**/rounds/new", lambda route: route.abort(), times=1)
    page.goto(match)
    kept(page, f"{match}/rounds/new")


@pytest.mark.slow
def test_the_same_round_from_an_old_board_is_not_taken_for_the_one_before(
    page: Phone, server: Server
) -> None:
    match = begin(page)
    kept(page, f"{match}/rounds/new")
    old = page.evaluate(KEPT, f"{match}/rounds/new")
    away(server, page)
    page.goto(f"{match}/rounds/new")
    choose(page, "nobody")
    page.locator("[data-save]").click()
    page.get_by_role("button", name="Go on with round 2").wait_for()
    back(server, page)
    saved(page, 1)
    begins_with(page, f"{match}/rounds/new", 2)
    page.evaluate(
        f"""async ([address, html]) => {{
          const headers = {{ "Content-Type": "text/html; charset=utf-8" }};
          await (await {PAGES}).put(address, new Response(html, {{ headers }}));
        }}""",
        [f"{match}/rounds/new", old],
    )
    away(server, page)
    page.goto(f"{match}/rounds/new")
    page.get_by_role("heading", name="Round 1: who stopped?").wait_for()
    choose(page, "nobody")
    page.locator("[data-save]").click()
    page.get_by_role("button", name="Go on with round 2").wait_for()
    back(server, page)
    page.get_by_text("The same round was saved").wait_for()
    assert len(players(page, match)) == 1


@pytest.mark.slow
def test_two_phones_without_a_server_both_come_back(a_phone: Callable[[], Phone], server: Server) -> None:
    first, second = a_phone(), a_phone()
    match = begin(first)
    second.goto(match)
    for page in (first, second):
        kept(page, f"{match}/rounds/new")
    away(server, first, second)
    for page, seat in ((first, 0), (second, 1)):
        page.goto(f"{match}/rounds/new")
        enter(page, seat)
        page.get_by_role("button", name="Go on with round 2").wait_for()
    back(server, first)
    saved(first, 1)
    second.context.set_offline(False)
    second.get_by_text("Something changed in the meantime. Round 1 was saved: Anna stopped.").wait_for()
    assert players(first, match) == [(1, 0, 0)]
    second.get_by_role("button", name="Save mine as round 2").click()
    saved(second, 2)
    assert players(first, match) == [(1, 0, 0), (2, 0, 1)]


@pytest.mark.slow
def test_nothing_is_kept_after_the_phone_was_forgotten(page: Phone, server: Server) -> None:
    match = begin(page)
    kept(page, match, f"{match}/rounds/new")
    page.goto("/phone")
    page.get_by_role("button", name="Forget this phone").click()
    page.wait_for_url("**/key")
    until(page, f"({PATHS})().then((paths) => paths.length === 0)")
    away(server, page)
    page.goto(match)
    assert page.get_by_role("heading", level=1).inner_text() == "No connection"
    assert "Anna" not in page.content()


@pytest.mark.slow
def test_nothing_is_kept_on_a_phone_that_is_let_in_no_more(page: Phone, server: Server) -> None:
    match = begin(page)
    kept(page, match)
    page.goto("/rules")  # where nothing asks for news
    with closing(server.installation.open_store()) as store:
        phones = Phones(store.live)
        for id_ in phones.all():
            phones.forget(id_)
    page.reload()
    until(page, f"({PATHS})().then((paths) => paths.length === 0)")
    page.reload()
    page.get_by_role("heading", name="The key").wait_for()
