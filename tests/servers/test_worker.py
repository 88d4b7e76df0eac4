"""What the service worker keeps and what it drops, with pages that are many, forbidden or late."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.phones import Phone, phone, until
from browser.playing import begin, begun, save_round
from browser.servers import Server, away, back
from browser.service_worker import CONTROLLED, KEPT, PAGES, PATHS, controlled, kept
from flask import request
from patience import PATIENCE
from playwright.sync_api import Browser

from scorekeeper.access import Link, Links, Role
from scorekeeper.times import utc_now

pytestmark = pytest.mark.browser

FILLED = f"""async (number) => {{
  const pages = await {PAGES};
  for (let place = 0; place < number; place += 1) await pages.put(`/cards/${{place}}`, new Response("x"));
}}"""


class Held:
    """Answers that a test holds back, and statuses with which it has the app answer."""

    def __init__(self) -> None:
        self.path = ""
        self.status = 0
        self.first = threading.Event()  # an answer is held
        self.go = threading.Event()
        self.times = 0


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def server(tmp_path: Path, held: Held) -> Iterator[Server]:
    server = Server(tmp_path / "instance")

    @server.app.before_request
    def _answer() -> tuple[str, int] | None:
        return ("down", held.status) if held.status and request.path == held.path else None

    @server.app.after_request
    def _hold(response):  # type: ignore[no-untyped-def]
        if held.path == request.path and not held.status and held.times:
            held.times -= 1
            held.first.set()
            held.go.wait(PATIENCE)
        return response

    server.start()
    yield server
    held.go.set()
    server.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Phone]:
    page = controlled(browser, server.served)
    yield page
    page.context.close()


def test_the_board_of_a_match_outlives_pages_to_read(page: Phone) -> None:
    match = begin(page)
    kept(page, match, f"{match}/rounds/new")
    page.evaluate(f"({FILLED})(90)")
    page.goto("/rules/russian")
    until(page, f"({PATHS})().then((paths) => paths.length === 80 && paths.includes('/rules/russian'))")
    path = match.removeprefix(page.url.split("/rules")[0])
    paths = page.evaluate(f"({PATHS})()")
    assert {path, f"{path}/rounds/new"} <= {*paths}
    assert "/cards/0" not in paths and "/cards/89" in paths


@pytest.mark.slow
def test_a_page_that_a_guest_may_not_open_empties_nothing(
    browser: Browser, page: Phone, server: Server
) -> None:
    match = begin(page).rpartition("/")[2]
    store = server.installation.open_store()
    links = Links(store.live, server.installation.secret)
    code = links.code(links.make(Link(Role.SCORER, utc_now(), (match,))))
    store.close()
    guest = controlled(browser, server.served)
    guest.context.clear_cookies()
    guest.goto(f"/join/{code}")
    guest.get_by_role("button").filter(has_text="Join").click()
    guest.wait_for_url(lambda url: "/join" not in url)
    guest.goto(f"/matches/{match}")
    until(guest, f"({PATHS})().then((paths) => paths.includes('/matches/{match}'))")
    guest.goto("/bin")
    guest.get_by_role("heading", name="Not with this phone").wait_for()
    assert f"/matches/{match}" in guest.evaluate(f"({PATHS})()")
    guest.context.close()


def test_a_server_in_front_whose_app_is_down_counts_as_none(page: Phone, held: Held) -> None:
    match = begin(page)
    kept(page, match)
    held.path, held.status = match[match.index("/matches") :], 502
    page.goto(match)
    page.get_by_text("No connection. Last updated:").wait_for()
    held.status = 500
    page.goto(match)
    assert page.get_by_text("down").is_visible()


@pytest.mark.slow
def test_an_answer_that_comes_too_late_shows_the_kept_page_and_is_kept(page: Phone, held: Held) -> None:
    match = begin(page)
    kept(page, match, f"{match}/rounds/new")
    page.goto("/rules")
    held.path, held.times = f"{match[match.index('/matches') :]}/rounds/new", 1
    page.goto(f"{match}/rounds/new")
    page.get_by_role("heading", name="Round 1: who stopped?").wait_for()
    assert "kept" in page.evaluate("Object.keys(document.body.dataset)")
    page.evaluate(f"{PAGES}.then((pages) => pages.delete({f'{match}/rounds/new'!r}))")
    held.go.set()
    kept(page, f"{match}/rounds/new")


def test_an_answer_that_was_overtaken_is_not_kept(page: Phone, server: Server, held: Held) -> None:
    match = begin(page)
    kept(page, f"{match}/rounds/new")
    board = f"{match}/rounds/new"
    held.path, held.times = board[board.index("/matches") :], 1
    # past the browser's own cache, which would answer the second request only after the first
    ask = "fetch({!r}, {{ headers: {{ Accept: 'text/html' }}, cache: 'no-store' }}).then((got) => got.text())"
    page.evaluate(f"void {ask.format(board)}.then(() => (window.late = true))")
    assert held.first.wait(PATIENCE)
    save_round(server.installation, match, 0)
    page.evaluate(ask.format(board))
    until(page, f"({KEPT})({board!r}).then((html) => html.includes('Round 2'))")
    held.go.set()
    until(page, "window.late === true")
    page.evaluate(f"{PAGES}.then((pages) => pages.delete({match!r}))")
    page.evaluate(ask.format(match))
    kept(page, match)  # the worker has done with what it was asked before
    assert "Round 2" in page.evaluate(KEPT, board)


def test_a_page_that_was_kept_while_the_clock_was_ahead_is_replaced(page: Phone, server: Server) -> None:
    match = begin(page)
    kept(page, match)
    page.evaluate(
        f"""async (address) => {{
          const headers = {{ Kept: Date.now() + 24 * 3600 * 1000 }};
          await (await {PAGES}).put(address, new Response("of tomorrow", {{ headers }}));
        }}""",
        match,
    )
    save_round(server.installation, match, 0)
    page.evaluate(f"fetch({match!r}, {{ headers: {{ Accept: 'text/html' }} }}).then((got) => got.text())")
    until(page, f"({KEPT})({match!r}).then((html) => html.includes('Round 2'))")


@pytest.mark.slow
def test_the_offline_page_follows_the_language(page: Phone, server: Server) -> None:
    page.goto("/settings")
    page.get_by_role("button", name="Русский").click()
    page.locator("html[lang=ru]").wait_for()
    page.goto("/rules")
    until(page, f"({PATHS})().then((paths) => paths.includes('/rules'))")
    until(page, "caches.match('/offline').then((kept) => kept.headers.get('Content-Language') === 'ru')")
    away(server, page)
    page.goto("/players")
    page.get_by_role("heading", name="Нет связи").wait_for()


@pytest.mark.slow
def test_a_form_that_cannot_wait_is_held_back(page: Phone, server: Server) -> None:
    page.goto("/settings")
    page.goto("/rules/russian")
    until(page, f"({PATHS})().then((paths) => paths.includes('/rules/russian'))")
    away(server, page)
    page.goto("/rules/russian")
    page.get_by_text("No connection. Last updated:").wait_for()
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    button = page.locator("form[method=post] button:not([data-at-once]):visible").first
    button.click()
    page.get_by_text("No connection: this page cannot be left now.").wait_for()
    assert page.url.endswith("/rules/russian")
    back(server, page)


ACTIVE = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"


@pytest.mark.slow
def test_what_was_typed_for_a_rematch_is_there_after_the_list_of_rules(
    browser: Browser, server: Server
) -> None:
    """Also where the form for a new match was not kept yet: it is not fetched by the way back to it."""
    page = phone(browser, server.served, service_workers="allow")
    match = f"/matches/{begun(server.installation, 'russian', rounds=3)}"
    for _ in range(3):
        save_round(server.installation, match, 0)
    page.goto(match)
    until(page, CONTROLLED)
    page.get_by_role("link", name="Rematch with changes").click()
    names = [page.get_by_label(label) for label in ("First player", "Second player")]
    for name, typed in zip(names, ("Zoe", "Xaver"), strict=True):
        name.fill(typed)
    page.locator('[name="step"][value="choose"]').first.click()
    page.wait_for_url("**/rules?*")
    page.evaluate("new Promise((idle) => requestIdleCallback(idle))")  # then pages are kept
    page.wait_for_load_state("networkidle")
    page.locator('main a[href*="/matches/new?ruleset="]').nth(1).click()
    page.wait_for_url("**/matches/new?ruleset=*")
    assert [name.input_value() for name in names] == ["Zoe", "Xaver"]
    page.context.close()


def test_a_worker_that_begins_while_a_page_is_on_its_way_takes_it_over(
    browser: Browser, server: Server, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after joining: the form and the page behind it are opened one right after the other."""
    asked, go = threading.Event(), threading.Event()
    cards: Any = server.app.view_functions["guide.cards"]

    def late(**address: str) -> Any:
        asked.set()
        go.wait(PATIENCE)
        return cards(**address)

    monkeypatch.setitem(server.app.view_functions, "guide.cards", late)
    held.path, held.times = "/offline", 1  # which a worker that is installed asks for
    other = phone(browser, server.served, service_workers="allow")  # without a worker yet
    here = other.context.new_page()
    other.goto("/guide")
    here.goto("/")
    assert held.first.wait(PATIENCE)
    here.evaluate("void setTimeout(() => (location.href = '/cards'))")
    assert asked.wait(PATIENCE)
    held.go.set()
    until(other, ACTIVE)
    go.set()
    here.wait_for_url("**/cards")
    until(here, CONTROLLED)
    other.context.close()


def test_pages_that_an_app_beside_this_one_keeps_stay(browser: Browser, server: Server) -> None:
    page = phone(browser, server.served, service_workers="allow")
    page.goto("/health/live")
    beside = ["files 0123456789ab c1da7ea21a", "pages 0123456789ab"]
    page.evaluate("(names) => Promise.all(names.map((name) => caches.open(name)))", beside)
    page.goto("/")
    until(page, CONTROLLED)
    assert {*beside} <= {*page.evaluate("caches.keys()")}
    page.context.close()
