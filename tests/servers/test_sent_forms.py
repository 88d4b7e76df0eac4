"""A form on its way, and the page to which it leads: however long that takes, nothing comes between."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browser.phones import Phone, asks, forget, page_held, phone, until, wait_for
from browser.playing import begin, board, enter, save_round
from playwright.sync_api import Browser, Route, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EXPECTED = ("net::", "status of 4", "JSON")
UNDO = re.compile("^Undo round 1")
SAVED = re.compile("^Round 3 is saved")
BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.fixture
def page(shared: Phone) -> Iterator[Phone]:
    yield shared
    forget(shared, EXPECTED)


def played(page: Phone, rounds: int = 12, saved: int = 1) -> str:
    """The notepad of a match with some saved rounds."""
    match = begin(page, rounds=rounds)
    for _ in range(saved):
        save_round(page.served[1], match, 0)
    page.goto(match)
    return match


def stay(route: Route) -> None:
    """Stop a page on its way, as by the button of the browser: the one before stays."""
    if route.request.is_navigation_request():
        route.fulfill(status=204)
    else:
        route.fallback()


def test_what_a_form_brought_is_said_by_the_page_to_which_it_leads(page: Phone) -> None:
    """News of the same that come first must not use up its words."""
    played(page)
    with page_held(page) as held:
        page.get_by_role("button", name=UNDO).click(no_wait_after=True)
        wait_for(page, lambda: held)
        asks(page, 2)  # the answer to the first is done with when the page asks again
    page.get_by_text("Round 1 was undone.").wait_for()


def test_nor_do_the_rounds_of_another_match_that_are_sent_again(page: Phone) -> None:
    """A save that had waited brings its page up to date, but not while another form leads on."""
    away = re.compile("/rounds$")
    begin(page)
    board(page)
    page.route(away, lambda route: route.abort())
    enter(page, 0)
    page.get_by_text("No connection. Waiting").first.wait_for()
    played(page)
    page.get_by_text("No connection. Waiting").first.wait_for()
    with page_held(page) as held:
        page.get_by_role("button", name=UNDO).click(no_wait_after=True)
        wait_for(page, lambda: held)
        page.unroute(away)
        with page.expect_response(away):
            pass
        asks(page, 2)
    page.get_by_text("Round 1 was undone.").wait_for()


def test_the_last_round_is_said_to_be_saved(page: Phone) -> None:
    """Its board leads to the match from now on: that must not come in place of the page that says it."""
    played(page, rounds=3, saved=2)
    board(page)
    with page_held(page) as held:
        enter(page, 0)
        wait_for(page, lambda: held)
        asks(page, 2)
    page.get_by_text(SAVED).wait_for()


def test_an_answer_that_is_cut_off_is_asked_for_again(page: Phone) -> None:
    played(page)
    cut = {"status": 200, "headers": {"Koi-Koi": "1", "Content-Type": "application/json"}, "body": '{"leads_'}

    def answer(route: Route) -> None:
        route.fetch()
        route.fulfill(**cut)  # type: ignore[arg-type]

    page.route("**/takebacks", answer, times=1)
    page.get_by_role("button", name=UNDO).click()
    page.get_by_text("this page cannot be left now").wait_for()
    page.get_by_role("button", name=UNDO).click()
    page.get_by_text("Round 1 was undone.").wait_for()


def test_a_page_that_was_stopped_on_the_way_goes_on(page: Phone) -> None:
    """What was sent is stored, and this page must say so by itself."""
    page.clock.install()
    match = played(page)
    page.route("**/*", stay)
    with page.expect_response(lambda answer: answer.status == 204):
        page.get_by_role("button", name=UNDO).click()
    assert page.locator("form[data-sending]").count() == 1
    page.clock.fast_forward(31_000)
    until(page, "!document.querySelector('form[data-sending]')")
    page.clock.resume()
    expect(page.get_by_role("button", name=UNDO)).to_have_count(0)
    assert page.url.endswith(match)


def test_what_was_refused_stays_while_another_phone_saves(page: Phone) -> None:
    """It is in its fields as if nobody had typed it."""
    match = played(page)
    page.goto(f"{match}/correct-or-end")
    page.get_by_text("Correct the names").click()
    names = [page.locator(f"#name-{seat}") for seat in (0, 1)]
    for name in names:
        name.fill("Annegret")
    page.locator("form:has(#name-0) button").click()
    page.get_by_text("Two players have the same name").wait_for()
    save_round(page.served[1], match, 1)
    asks(page, 2)
    assert [name.input_value() for name in names] == ["Annegret", "Annegret"]
    assert page.get_by_text("Two players have the same name").is_visible()


def test_what_is_typed_after_a_way_back_stays_at_the_next_one(page: Phone) -> None:
    """What was saved is gone from the form at the first."""
    match = begin(page)
    page.goto(f"{match}/adjustments")
    reason = page.locator('[name="reason"]')
    page.locator('[name="points-0"]').fill("5")
    page.locator('[name="points-1"]').fill("-5")
    reason.fill("a slip")
    page.route("**/*", stay)
    with page.expect_response(lambda answer: answer.status == 204):
        page.locator("main form button.primary").click()
    asked: list[Route] = []

    def lose(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:  # it is asked for again
            route.abort()
        else:
            route.fallback()

    page.route("**/adjustments", lose)
    page.evaluate(BACK)
    expect(reason).to_have_value("")
    reason.fill("another")
    page.evaluate(BACK)
    page.evaluate("fetch('/health/live')")  # after what the page asked for
    assert len(asked) == 2
    assert reason.input_value() == "another"


def test_a_match_that_is_restored_is_followed_again(page: Phone, browser: Browser) -> None:
    other = phone(browser, page.served)
    match = played(page)
    other.goto(f"{match}/deletion")
    other.locator(".dock button.danger").click()
    page.get_by_text("This match was deleted.").wait_for()
    other.get_by_role("button", name="Restore").first.click()
    other.get_by_text("The match was restored.").wait_for()
    expect(page.get_by_text("This match was deleted.")).to_be_hidden()
    save_round(page.served[1], match, 1)
    page.get_by_text("Round 2 was saved: Ben stopped.").wait_for()
    other.context.close()
