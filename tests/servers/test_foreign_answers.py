"""What others answer in place of the app is no connection: nothing of it is shown, kept or believed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser.in_front import FOREIGN, MISFITS, SAYS, Answer, InFront, on_phone
from browser.phones import Phone, opened, phone, until
from browser.playing import OUTBOX, THREE, begin, board, choose, enter, players, save_round, saved, tap
from browser.servers import Server
from browser.service_worker import KEPT, controlled, kept
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser

ONLINE = "dispatchEvent(new Event('online'))"
FOCUS = "dispatchEvent(new Event('focus'))"
NOTHING = {"page": False, "kept": []}
WAITS = "No connection. Waiting on this phone: round 1. Keep this page open"
TYPES = "document.querySelector('#o-title').dispatchEvent(new Event('input', { bubbles: true }))"
ENTRIES = f"JSON.parse(localStorage.getItem({OUTBOX}) ?? '[]')"
NOTES_STATES = "window.states = []; document.addEventListener('outbox', ({ detail }) => states.push(detail))"
EXPECTED = ("net::ERR_", "status of", "CORS", "MIME", "Failed to fetch", "Content Security Policy")


@pytest.fixture
def front(server: Server) -> InFront:
    front = InFront(server.app.wsgi_app)
    server.app.wsgi_app = front  # type: ignore[method-assign]
    return front


@pytest.fixture
def page(browser: Browser, server: Server, front: InFront) -> Iterator[Phone]:
    with opened(browser, server.served, EXPECTED) as page:
        yield page


def begin_entry(page: Phone) -> str:
    """The board of round 1 is filled in; returns the address of the match."""
    match = begin(page)
    board(page)
    page.evaluate(NOTES_STATES)
    return match


def waits(page: Phone, name: str, entry: dict[str, Any]) -> None:
    """The save waits as it was made, and the page says so beside the round."""
    assert page.evaluate(ENTRIES) == [entry], name
    assert page.evaluate("states.splice(0).filter((state) => state !== 'sending').at(-1)") == "offline", name
    assert WAITS in page.locator("[data-waiting]").inner_text(), name
    assert page.url.endswith("/rounds/new"), name
    assert page.locator('[name="cards-0"]:checked').count() == len(THREE), name


@pytest.mark.parametrize(
    ("answers", "mark"), [(FOREIGN, ()), (MISFITS, (("Koi-Koi", "1"),))], ids=["foreign", "misfits"]
)
def test_a_save_waits_until_the_app_itself_has_answered(
    page: Phone, front: InFront, answers: dict[str, Answer], mark: tuple[tuple[str, str], ...]
) -> None:
    match = begin_entry(page)
    front.answers("POST .*/rounds$", FOREIGN["502"])
    enter(page, 0)
    page.get_by_text(WAITS).wait_for()
    (entry,) = page.evaluate(ENTRIES)
    for name, answer in answers.items():
        front.answers("POST .*/rounds$", answer._replace(more=(*answer.more, *mark)))
        front.asked_again(page, ONLINE)
        waits(page, name, entry)
    front.gives_way()
    page.evaluate(ONLINE)
    saved(page, 1)
    assert players(page, match) == [(1, 0, 0)]
    assert page.evaluate(ENTRIES) == []
    assert on_phone(page) == NOTHING


def test_a_token_comes_from_the_app_alone(page: Phone, front: InFront) -> None:
    match = begin_entry(page)
    front.answers("GET .*/key$", FOREIGN["page"])
    page.evaluate("document.querySelector('meta[name=csrf-token]').content = 'stale'")
    enter(page, 0)
    page.get_by_text(WAITS).wait_for()
    (entry,) = page.evaluate(ENTRIES)
    for name, answer in FOREIGN.items():
        form = '<meta name="csrf-token" content="foreign">'
        front.answers("GET .*/key$", answer._replace(body=answer.body.replace("<main", f"{form}<main")))
        front.asked_again(page, ONLINE)
        waits(page, name, entry)
    front.gives_way()
    page.evaluate(ONLINE)
    saved(page, 1)
    assert players(page, match) == [(1, 0, 0)]


def test_news_come_from_the_app_alone(page: Phone, front: InFront, server: Server) -> None:
    match = begin(page)
    for answer in FOREIGN.values():
        front.answers("GET .*/news$", answer)
        front.asked_again(page, FOCUS)
    assert on_phone(page) == NOTHING
    assert page.locator("[data-news]").is_hidden()
    front.gives_way()
    save_round(server.installation, match, 0)
    page.evaluate(FOCUS)
    page.get_by_text("Round 1 was saved: Anna stopped.").wait_for()


def test_a_page_is_renewed_by_the_app_alone(page: Phone, front: InFront, server: Server) -> None:
    match = begin(page)
    path = match[match.index("/matches") :]
    save_round(server.installation, match, 0)
    for answer in FOREIGN.values():
        front.answers(f"GET {path}$", answer)
        front.asked_again(page, FOCUS)
    assert on_phone(page) == NOTHING
    assert page.url == match
    front.gives_way()
    page.evaluate(FOCUS)
    page.get_by_text("Round 1 was saved: Anna stopped.").wait_for()


def test_a_turn_waits_until_the_app_itself_has_answered(page: Phone, front: InFront) -> None:
    match = begin(page, "dutch")
    page.goto(f"{match}/turns")
    page.locator('label:has([name="captured"][value="01B"])').click()
    front.answers("POST .*/turns$", FOREIGN["502"])
    page.get_by_role("button", name=re.compile("^Turn is over")).click()
    page.locator("[data-unsent]").wait_for()
    for name, answer in FOREIGN.items():
        front.answers("POST .*/turns$", answer)
        front.asked_again(page, ONLINE)
        assert page.locator("[data-unsent]").is_visible(), name
        assert page.locator('[name="captured"]:checked').count() == 1, name
    assert on_phone(page) == NOTHING
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft')).length") == 1
    front.gives_way()
    page.evaluate(ONLINE)
    page.get_by_role("heading", name="Ben’s turn").wait_for()
    assert page.locator('[name="captured"]:disabled').count() == 1


def test_the_page_is_not_left_for_an_answer_of_others(page: Phone, front: InFront) -> None:
    begin_entry(page)
    choose(page, "0")
    tap(page, 0, THREE)
    address = page.url
    front.answers("POST .*/rounds$", FOREIGN["502"])
    page.locator("[data-save]").click()
    page.get_by_text(WAITS).wait_for()
    leave = "document.querySelector('a[href*=\"/matches/\"]').click()"
    for answer in FOREIGN.values():
        front.answers("(POST .*/rounds|/health/live)$", answer)
        front.asked_again(page, leave)
    assert page.url == address
    front.gives_way()
    page.evaluate(ONLINE)
    # or the last of the clicks sends it on its way out, to the match that has it, where nothing is said of it
    came = re.compile(r"^(Round 1 is saved|Sent and saved: round 1|Round 2 of 12)")
    page.get_by_text(came).first.wait_for()


def test_the_referee_is_the_app_alone(page: Phone, front: InFront) -> None:
    begin_entry(page)
    choose(page, "0")
    tap(page, 0, THREE)
    ask = "document.querySelector('[data-more] [data-referee]').click()"
    for answer in FOREIGN.values():
        front.answers("POST .*/rounds$", answer)
        front.asked_again(page, ask)
    assert on_phone(page) == NOTHING
    front.gives_way()
    page.evaluate(ask)
    page.locator("[data-more] summary").click()
    page.get_by_text("Anna may call koi-koi").wait_for()


def test_what_is_drawn_on_the_form_for_rules_comes_from_the_app_alone(page: Phone, front: InFront) -> None:
    page.goto("/rules/new?from=dutch")
    worth = page.locator(".tried .num")
    before = worth.inner_text()
    for answer in FOREIGN.values():
        front.answers("POST ", answer)
        front.asked_again(page, TYPES, 1, at_once=True)
    assert (on_phone(page), worth.inner_text()) == (NOTHING, before)
    front.gives_way()
    page.click("#s-yaku > summary")
    page.fill('[name="yaku.tan.points"]', "9")
    expect(worth).not_to_have_text(before)
    assert on_phone(page) == NOTHING


def test_the_questions_of_rules_come_from_the_app_alone(page: Phone, front: InFront) -> None:
    page.goto("/matches/new?ruleset=russian")
    answered = page.locator("[data-answers] input[type=radio]")
    ask = TYPES.replace("#o-title", "[data-answers] input[type=radio]")
    questions = answered.count()
    for answer in FOREIGN.values():
        front.answers("POST ", answer)
        front.asked_again(page, ask, 1, at_once=True)
    front.gives_way()
    with page.expect_response("**/matches"):
        page.evaluate(ask)
    page.evaluate("fetch('/health/live')")  # what was to be done with the answers is done
    assert (on_phone(page), answered.count()) == (NOTHING, questions)


@pytest.fixture
def with_worker(browser: Browser, server: Server, front: InFront) -> Iterator[Phone]:
    page = controlled(browser, server.served)
    yield page
    page.context.close()


ASKED = """(address) =>
  fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" }).then(() => {}, () => {})"""


def test_the_worker_keeps_and_drops_pages_for_the_app_alone(with_worker: Phone, front: InFront) -> None:
    page = with_worker
    match = begin(page)
    path = match[match.index("/matches") :]
    kept(page, path, f"{path}/rounds/new")
    for name, answer in FOREIGN.items():
        front.answers("GET (/|/key|/matches/.*)$", answer)
        page.evaluate(ASKED, match)
        if name.startswith(("page", "403")):  # opened by the player, as to log in there
            page.goto("/key")
            page.get_by_text(SAYS).or_(page.get_by_role("heading")).first.wait_for()
            page.goto("/guide")
    front.gives_way()
    page.evaluate(ASKED, "/cards")
    kept(page, "/cards", path, f"{path}/rounds/new")
    assert on_phone(page)["kept"] == []
    assert "Anna" in page.evaluate(KEPT, match)


def test_the_worker_keeps_files_of_the_app_alone(with_worker: Phone, front: InFront) -> None:
    page = with_worker
    app = page.evaluate("document.querySelector('script[src$=\"/app.js\"]').src")
    address = app.replace("/app.js", "/live_play.js")
    for answer in FOREIGN.values():
        front.answers("/live_play.js$", answer)
        page.evaluate(ASKED, address)
    assert on_phone(page) == NOTHING
    assert page.evaluate("(address) => caches.match(address).then(Boolean)", address) is False
    front.answers("/live_play.js$", FOREIGN["page to be kept"])
    page.evaluate("(address) => fetch(address).then((answer) => answer.text())", address)
    front.gives_way()
    page.evaluate("(address) => fetch(address)", address)  # the browser's own cache has that of the others
    until(page, f"caches.match({address!r}).then(Boolean)")
    assert on_phone(page) == NOTHING


BEGINS = """() => navigator.serviceWorker.register("/sw.js").then(({ installing }) => new Promise((done) => {
  const told = () => ["redundant", "activated"].includes(installing.state) && done(installing.state);
  installing.addEventListener("statechange", told);
  told();
}))"""


def test_the_worker_begins_with_files_of_the_app_alone(
    browser: Browser, server: Server, front: InFront
) -> None:
    page = phone(browser, server.served, service_workers="allow")
    page.goto("/health/live")  # without a script that asks for the worker
    for name in (
        "page",
        "page to be kept",
        "page cut off",
        "empty",
        "nothing",
        "led to a page",
        "404",
        "a save",
    ):
        front.answers("/js/offline_start.js$", FOREIGN[name])
        assert page.evaluate(BEGINS) == "redundant", name
    front.answers("GET /offline$", FOREIGN["page"])
    assert page.evaluate(BEGINS) == "activated"
    assert on_phone(page) == NOTHING
    front.gives_way()
    page.goto("/guide")
    until(page, "caches.match('/offline').then(Boolean)")
    page.context.close()


def test_a_match_begins_without_a_connection_with_pages_of_the_app_alone(
    with_worker: Phone, front: InFront
) -> None:
    page = with_worker
    changes = TYPES.replace("#o-title", "[name=ruleset]").replace("'input'", "'change'")
    first_pages = (
        "caches.open(`in-advance ${document.documentElement.dataset.installation}`)"
        ".then((pages) => pages.keys()).then((pages) => pages.length)"
    )
    front.answers("/in-advance$", FOREIGN["first pages"])
    page.goto("/matches/new")
    for name in ("page", "page to be kept", "array", "first pages", "404"):
        front.answers("/in-advance$", FOREIGN[name])
        front.asked_again(page, changes, at_once=True)
    assert (on_phone(page), page.evaluate(first_pages)) == (NOTHING, 0)
    front.gives_way()
    page.evaluate(changes)
    until(page, f"{first_pages}.then((number) => number >= 2)")


def test_a_file_is_copied_from_the_app_alone(page: Phone, front: InFront) -> None:
    match = begin(page)
    page.goto(f"{match}/sheet")
    button = page.locator("[data-copy-file]").first
    part = page.locator("[data-done]:has([data-copy-file])").first
    done, failed = (part.get_attribute(f"data-{what}") for what in ("done", "failed"))
    assert done and failed
    page.context.grant_permissions(["clipboard-write"])
    page.locator("details:has([data-copy-file]) > summary").click()
    for name in ("page", "page as text", "a save", "empty", "404"):
        front.answers(f"GET {re.escape(button.get_attribute('data-copy-file') or '')}$", FOREIGN[name])
        with page.expect_response(lambda answer: answer.url.endswith("sheet.txt")):
            button.click()
        expect(part.locator("[role=status]")).to_have_text(failed)
    front.gives_way()
    button.click()
    expect(part.locator("[role=status]")).to_have_text(done)


def test_a_copy_that_the_browser_refuses_at_once_is_told_once(page: Phone, front: InFront) -> None:
    page.goto(f"{begin(page)}/sheet")
    page.evaluate("void (navigator.clipboard.write = () => Promise.reject(new Error('not now')))")
    button = page.locator("[data-copy-file]").first
    part = page.locator("[data-done]:has([data-copy-file])").first
    page.locator("details:has([data-copy-file]) > summary").click()
    front.answers(f"GET {re.escape(button.get_attribute('data-copy-file') or '')}$", FOREIGN["page"])
    with page.expect_response(lambda answer: answer.url.endswith("sheet.txt")):
        button.click()
    expect(part.locator("[role=status]")).to_have_text(part.get_attribute("data-failed") or "")
    page.evaluate("new Promise((done) => setTimeout(done))")  # the answer that nobody waits for has come
