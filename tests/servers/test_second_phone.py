"""Two phones at one table: what one saves, the other shows without being reloaded."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browser.phones import Phone, Served, asks, opened, phone, until, wait_for
from browser.playing import (
    THREE,
    append,
    begin,
    begun,
    board,
    choose,
    coins,
    enter,
    enter_and_save,
    players,
    save_round,
    saved,
    tally,
    tap,
)
from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

NEWS = "[data-news]"


@pytest.fixture(scope="module")
def phones(browser: Browser, served: Served) -> Iterator[list[Phone]]:
    """Two phones; each test begins its own match."""
    opened = [phone(browser, served) for _ in range(2)]
    yield opened
    for page in opened:
        page.context.close()
        assert [said for said in page.complaints if "status of 404" not in said] == []


def test_the_notepad_shows_a_round_of_the_other_phone_in_its_place(phones: list[Phone]) -> None:
    page, other = phones
    match = begin(page)
    for _ in range(7):
        save_round(page.served[1], match, 0)
    page.set_viewport_size({"width": 360, "height": 480})
    page.goto(match)
    page.get_by_role("link", name="Score round 8").focus()
    page.evaluate("window.here = true; scrollTo(0, 200)")
    down = page.evaluate("scrollY")
    assert down > 150
    enter_and_save(other, match, 1, 8)
    page.get_by_text("Round 8 was saved: Ben stopped.").wait_for()
    assert coins(page) == [130, 70]
    assert page.evaluate("here"), "the page was left"
    assert abs(page.evaluate("scrollY") - down) < 150, "more than the new row and the notice"
    assert page.get_by_role("link", name="Score round 9").is_visible()
    other.get_by_role("button", name="Undo").first.click()
    page.get_by_text("Something was undone or corrected in the meantime.").wait_for()
    assert coins(page) == [135, 65]


@pytest.mark.slow
def test_an_open_menu_is_not_closed(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    page.locator("details.menu summary").click()
    save_round(page.served[1], match, 0)
    asks(page, 2)  # the answer to the first is done with when the page asks again
    assert page.get_by_role("link", name="Rules of this match").is_visible()
    page.locator("details.menu summary").click()
    page.get_by_text("Round 1 was saved: Anna stopped.").wait_for()


@pytest.mark.slow
def test_a_round_that_was_begun_is_still_continued(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    board(page)
    choose(page, "0")
    tap(page, 0, THREE)
    page.get_by_role("link", name="Back to the match").click()
    page.get_by_role("link", name="Continue round 1").wait_for()
    append(page.served[1], match, {"type": "points-adjusted", "points": [5, -5], "reason": "a slip"})
    page.locator(".seats").get_by_text("105").wait_for()
    assert page.get_by_role("link", name="Continue round 1").is_visible()
    assert not page.get_by_role("link", name="Score round 1").is_visible()


def test_a_board_without_an_entry_becomes_the_next_round(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    board(page)
    save_round(page.served[1], match, 1)
    page.get_by_role("heading", name="Round 2: who stopped?").wait_for()
    assert "Ben deals" in page.get_by_role("heading", level=1).inner_text()
    assert "Round 1 was saved: Ben stopped." in page.locator(NEWS).inner_text()
    enter(page, 0)  # the board's scripts run
    saved(page, 2)
    assert players(page, match) == [(1, 0, 1), (2, 1, 0)]


@pytest.mark.slow
def test_a_board_with_an_entry_says_what_came_in_and_keeps_it(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    board(page)
    choose(page, "0")
    tap(page, 0, THREE)
    save_round(page.served[1], match, 0)
    page.get_by_text("Round 1 was saved: Anna stopped. What you entered is still here.").wait_for()
    assert page.get_by_role("heading", name="Round 1: who stopped?").is_visible()
    assert page.locator('[name="cards-0"]:checked').count() == 3
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("The same round was saved from another phone, as round 1: Anna stopped.").wait_for()
    assert page.locator('[name="cards-0"]:checked').count() == 3
    page.complaints.clear()  # the browser notes the status 409
    first, second = page.locator(".too-late .button").all()
    assert (first.inner_text(), second.inner_text()) == ("Discard mine", "Save mine as round 2")
    assert page.locator(".dock .button:visible").all_inner_texts() == ["More"]
    first.click()
    page.wait_for_url(match)
    board(page)
    assert page.locator('[name="result"]:checked').count() == 0
    assert len(tally(page, match)["rounds"]) == 1


def test_a_late_save_asks_before_it_becomes_another_round(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    board(page)
    choose(page, "1")
    tap(page, 1, ("01R", "02R", "03R"))
    save_round(page.served[1], match, 0)
    page.locator("[data-save]").click()
    page.get_by_text("Something changed in the meantime. Round 1 was saved: Anna stopped.").wait_for()
    page.complaints.clear()
    assert len(tally(page, match)["rounds"]) == 1
    page.get_by_role("button", name="Save mine as round 2").click()
    saved(page, 2)
    assert players(page, match) == [(1, 0, 0), (2, 0, 1)]


@pytest.mark.slow
def test_a_page_that_becomes_visible_again_asks_at_once(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.clock.install()
        match = begin(page)
        page.evaluate(HIDDEN)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/news" in request.url else None)
        save_round(served[1], match, 0)
        page.clock.run_for(60_000)
        assert asked == []
        page.evaluate("window.looked = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")
        page.get_by_text("Round 1 was saved: Anna stopped.").wait_for()


@pytest.mark.slow
def test_a_page_of_a_deleted_match_says_so(phones: list[Phone]) -> None:
    page, other = phones
    match = begin(page)
    other.goto(f"{match}/about")
    other.get_by_role("link", name="Delete the match").click()
    other.get_by_role("button", name=re.compile("Delete")).click()
    page.get_by_text("This match was deleted.").wait_for()


def test_a_sheet_downloads_in_a_browser_under_the_names_of_the_players(phones: list[Phone]) -> None:
    page, _ = phones
    page.goto(f"/matches/{begun(page.served[1], players=('Łukasz', '花子'))}/sheet")
    page.locator(".ways summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Spreadsheet (CSV)").click()
    assert download.value.suggested_filename == "koi-koi-Łukasz-花子.csv"


@pytest.mark.slow
def test_the_screen_beside_the_table_follows_every_save(phones: list[Phone]) -> None:
    page, other = phones
    match = begin(page)
    page.goto(f"{match}/screen")
    assert page.locator(".standing-large .coins").all_inner_texts() == ["100", "100"]
    enter_and_save(other, match, 0, 1)
    page.locator(".verdict-large .who").filter(has_text="Round 1: Anna stopped").wait_for()
    assert page.locator(".standing-large .coins").all_inner_texts() == ["105", "95"]
    assert page.locator(".yaku-large .cards svg").count() == 3
    other.get_by_role("button", name="Undo").first.click()
    page.get_by_text("Anna deals").last.wait_for()


@pytest.mark.slow
def test_a_phone_that_is_locked_out_is_asked_for_the_key_by_itself(browser: Browser, served: Served) -> None:
    host, guest = phone(browser, served), phone(browser, served)
    match = begin(host)
    guest.goto(match)
    host.goto("/phones")
    host.get_by_role("button", name="Remove").first.click()
    guest.get_by_role("heading", name="The key").wait_for()
    for page in (host, guest):
        page.context.close()


@pytest.mark.slow
def test_what_is_entered_while_the_newest_state_is_on_its_way_stays(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    board(page)
    asked: list[Route] = []
    page.route("**/rounds/new", lambda route: asked.append(route))
    save_round(page.served[1], match, 0)
    wait_for(page, lambda: asked)  # the board asks for its newest state
    choose(page, "1")
    asked[0].continue_()
    page.get_by_text("What you entered is still here.").wait_for()
    assert page.locator('[name="result"][value="1"]').is_checked()
    page.unroute("**/rounds/new")


def test_names_that_are_being_corrected_stay_while_another_phone_saves(phones: list[Phone]) -> None:
    page, _ = phones
    match = begin(page)
    page.goto(f"{match}/correct-or-end")
    page.get_by_text("Correct the names").click()
    page.locator("#name-0").fill("Anne")
    save_round(page.served[1], match, 0)
    asks(page, 2)
    assert page.locator("#name-0").input_value() == "Anne"


HIDDEN = "Object.defineProperty(document, 'visibilityState', { get: () => window.looked ?? 'hidden' })"
AHEAD = """
const [now, wait] = [performance.now.bind(performance), setTimeout];
window.ahead = 0;
window.pauses = [];
performance.now = () => now() + ahead;
window.setTimeout = (then, pause) => {
  pauses.push(pause);
  return wait(then, Math.min(pause, 200));
};
"""


@pytest.fixture
def ahead(browser: Browser, served: Served) -> Iterator[Phone]:
    """A phone with a match whose clock can be put ahead, and which notes how long it is going to wait."""
    page = phone(browser, served)
    page.add_init_script(AHEAD)
    begin(page)
    yield page
    page.context.close()
    assert page.complaints == []


def put_ahead(page: Phone, minutes: float) -> None:
    """Put its clock so far ahead of when the page was opened."""
    page.evaluate(f"ahead = {minutes * 60000}; pauses = []")


def test_a_page_asks_every_second_for_ten_minutes_and_then_less_often(ahead: Phone) -> None:
    put_ahead(ahead, 9)
    until(ahead, "pauses.includes(800)")
    put_ahead(ahead, 15)
    until(ahead, "pauses.some((pause) => pause >= 1200 && pause < 1400)")
    put_ahead(ahead, 300)
    until(ahead, "pauses.includes(10000)")
    assert not ahead.evaluate("pauses.includes(800)")


@pytest.mark.slow
def test_a_page_asks_less_often_while_the_server_does_not_answer(ahead: Phone) -> None:
    ahead.route("**/news*", lambda route: route.abort())
    until(ahead, "[1600, 3200, 6400, 60000].every((pause) => pauses.includes(pause))")
    ahead.unroute("**/news*")
    until(ahead, "pauses.at(-1) === 800")
    ahead.complaints.clear()


@pytest.mark.slow
def test_a_touch_makes_a_page_ask_every_second_again(ahead: Phone) -> None:
    put_ahead(ahead, 300)
    until(ahead, "pauses.includes(10000)")
    ahead.evaluate("pauses = []")
    ahead.locator("h1").tap()
    until(ahead, "pauses.includes(800)")


def test_news_make_a_page_ask_every_second_again(ahead: Phone) -> None:
    put_ahead(ahead, 300)
    until(ahead, "pauses.includes(10000)")
    ahead.evaluate("pauses = []")
    save_round(ahead.served[1], ahead.url, 0)
    ahead.get_by_text("Round 1 was saved: Anna stopped.").wait_for()
    until(ahead, "pauses.includes(800)")


@pytest.mark.slow
def test_a_server_that_takes_long_is_asked_less_often(ahead: Phone) -> None:
    def wait(route: Route) -> None:
        ahead.evaluate("ahead += 3000")
        route.continue_()

    ahead.route("**/news*", wait)
    until(ahead, "pauses.some((pause) => pause >= 6000)")
    ahead.unroute("**/news*")
    until(ahead, "pauses.at(-1) === 800")


@pytest.mark.slow
def test_a_phone_is_told_that_the_other_is_entering_the_round(phones: list[Phone]) -> None:
    page, other = phones
    match = begin(page)
    page.goto(match)
    other.goto(match)
    board(other)
    note, said = "[data-entering]", "Another phone is entering this round"
    with other.expect_request(lambda request: request.method == "POST") as told:
        other.locator("#calls-0").fill("1")
    assert "calls" not in (told.value.post_data or "")
    page.get_by_text(said).wait_for()
    board(page)
    until(page, f"document.querySelector('{note}').textContent === '{said}'")
    where = """JSON.stringify([...document.querySelectorAll(".bar, .entry, .calls, .dock")]
        .map((part) => part.getBoundingClientRect()))"""
    with_note = page.evaluate(where)
    other.locator("#calls-0").fill("0")
    until(page, f"document.querySelector('{note}').textContent === ''")
    assert page.evaluate(where) == with_note, "the controls have moved"
    choose(page, "1")
    until(other, f"document.querySelector('{note}').textContent === '{said}'")
    page.goto(match)
    enter_and_save(other, match, 0, 1)
    page.get_by_text("Round 1 was saved: Anna stopped.").wait_for()
    assert page.inner_text(note) == ""
