"""Live play in a browser: sent without leaving the page, few taps, and nothing lost without a connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser.axe import violations
from browser.phones import Phone, Served, asks, forget, opened, page_held, wait_for
from browser.playing import begun, coins, save_round
from playwright.sync_api import APIResponse, Browser, Route

pytestmark = pytest.mark.browser
OVER = re.compile("^Turn is over")
WAITS = "No connection: this is not saved yet."
EXPECTED = ("net::ERR_", "status of")


@pytest.fixture
def page(shared: Phone) -> Iterator[Phone]:
    yield shared
    forget(shared, EXPECTED)


FAILED: dict[str, Any] = {"status": 500, "headers": {"Koi-Koi": "1"}, "body": "no"}  # by the app itself


class Taps:
    """Taps on a live page, counted."""

    def __init__(self, page: Phone) -> None:
        self.page, self.number = page, 0

    def cards(self, *cards: str) -> None:
        for card in cards:
            self.number += 1
            self.page.locator(f'label:has([name="captured"][value="{card}"])').click()

    def button(self, name: str | re.Pattern[str]) -> None:
        self.number += 1
        self.page.get_by_role("button", name=name).click(no_wait_after=True)  # which may be held back


def live(page: Phone, rules: str = "dutch") -> str:
    """The first turn of a new match; returns the address of the match."""
    match = f"/matches/{begun(page.served[1], rules)}"
    page.goto(f"{match}/turns")
    return match


def turn_of(page: Phone, player: str) -> None:
    page.get_by_role("heading", name=f"{player}’s turn").wait_for()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_turn_is_its_cards_and_one_tap(browser: Browser, served: Served, javascript: bool) -> None:
    with opened(browser, served, javascript=javascript) as page:
        live(page, "russian")
        taps = Taps(page)
        taps.cards("01B", "01C1", "03B", "03C1")
        taps.button(OVER)
        turn_of(page, "Ben")
        assert page.locator('[name="captured"]:disabled').count() == 4
        taps.button(OVER)
        turn_of(page, "Anna")
        taps.cards("08B", "08C1")
        taps.button(OVER)
        page.get_by_role("heading", name="Anna: koi-koi or stop?").wait_for()
        taps.button(re.compile("^Stop"))
        page.wait_for_url(re.compile(r"saved=1"))
        assert taps.number == 6 + 3 + 1
        assert coins(page) == [105, 95]


def test_a_decision_is_one_tap_more(page: Phone) -> None:
    live(page)
    taps = Taps(page)
    taps.cards("01B", "03B", "08B")
    taps.button(OVER)
    taps.button("Koi-koi")
    turn_of(page, "Ben")
    assert taps.number == 3 + 2
    assert page.get_by_text("Anna called koi-koi.").is_visible()


def test_on_its_side_all_cards_are_seen_at_once_as_large_as_on_the_board(page: Phone) -> None:
    match = live(page)
    page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"{match}/rounds/new")  # before a turn is recorded: then a note takes room there
    on_the_board = page.locator(".board .card").first.bounding_box()
    page.goto(f"{match}/turns")
    taps = Taps(page)
    taps.cards("01B", "01C1")
    taps.button(OVER)
    turn_of(page, "Ben")
    page.evaluate("scrollTo(0, 0)")
    cards = [card.bounding_box() for card in page.locator(".turn-cards .card").all()]
    buttons = [button.bounding_box() for button in page.locator(".dock .button").all()]
    assert (len(cards), len(buttons)) == (48, 2)
    right = max(card["x"] + card["width"] for card in cards if card)
    for box in (*cards, *buttons):
        assert box
        assert 44 <= box["y"] <= box["y"] + box["height"] <= 360
        assert box in cards or box["x"] > right
    assert on_the_board
    assert cards[0]
    assert abs(cards[0]["width"] - on_the_board["width"]) < 1


@pytest.mark.parametrize("javascript", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_whether_it_rains_is_asked_within_reach(browser: Browser, served: Served, javascript: bool) -> None:
    with opened(browser, served, javascript=javascript, expected=("status of",)) as page:
        live(page, "polish_all")
        taps = Taps(page)
        taps.cards("03B", "03C1", "09A", "09C1")
        taps.button(OVER)
        yes = page.get_by_role("group", name="Is a November card on the field").get_by_role(
            "button", name="Yes"
        )
        place = yes.bounding_box()
        assert place and place["y"] + place["height"] <= 640
        page.set_viewport_size({"width": 640, "height": 360})
        place = yes.bounding_box()
        assert place and place["y"] + place["height"] <= 360
        assert page.evaluate("document.documentElement.scrollWidth") == 640
        assert not javascript or violations(page) == []
        taps.button("Yes")
        turn_of(page, "Ben")
        assert page.get_by_label("a November card: rain").is_checked()
        assert taps.number == 4 + 2


def test_a_turn_changes_no_page_and_the_title_is_read_aloud(page: Phone) -> None:
    live(page)
    page.evaluate("window.same = true")
    Taps(page).button(OVER)
    turn_of(page, "Ben")
    assert page.evaluate("window.same") is True
    assert page.evaluate("document.activeElement.textContent").startswith("Ben’s turn")
    assert page.title().startswith("Ben’s turn")
    page.reload()
    turn_of(page, "Ben")


def test_no_news_come_in_place_of_a_turn_that_is_on_its_way(page: Phone) -> None:
    """The phone learns that the turn was saved before the answer comes, which would then wipe the next."""
    match = live(page)
    held: list[tuple[Route, APIResponse]] = []
    renewals: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append((route, route.fetch()))
        else:
            renewals.append(route)

    page.route(f"**{match}/turns", hold)
    taps = Taps(page)
    taps.cards("01B", "01C1")
    taps.button(OVER)
    wait_for(page, lambda: held)
    asks(page, 2)  # the answer to the first is done with when the page asks again
    turn_of(page, "Anna")
    route, answer = held.pop()
    route.fulfill(response=answer)
    page.wait_for_function("document.activeElement.textContent.startsWith('Ben’s turn')")
    asks(page, 2)
    assert page.locator("[data-news]").is_hidden()
    assert renewals == []


@pytest.mark.slow
def test_the_last_round_says_that_it_is_saved_however_late_its_page_comes(page: Phone) -> None:
    """The board of a match that is over leads to the match, and that must not come in place of it."""
    match = f"/matches/{begun(page.served[1], 'russian', rounds=3)}"
    for _ in range(2):
        save_round(page.served[1], match, 0)
    page.goto(f"{match}/turns")
    taps = Taps(page)
    taps.cards("01B", "01C1", "03B", "03C1")
    taps.button(OVER)
    turn_of(page, "Ben")
    taps.button(OVER)
    turn_of(page, "Anna")
    taps.cards("08B", "08C1")
    taps.button(OVER)
    page.get_by_role("heading", name="koi-koi or stop?").wait_for()
    with page_held(page) as held:
        taps.button(re.compile("^Stop"))
        wait_for(page, lambda: held)
        asks(page, 2)
    page.get_by_text("Round 3 is saved").wait_for()


@pytest.mark.slow
def test_what_is_tapped_survives_a_reload_until_the_turn_is_over(page: Phone) -> None:
    live(page)
    taps = Taps(page)
    taps.cards("01B", "01C1")
    page.reload()
    assert page.locator('[name="captured"]:checked').count() == 2
    taps.button(OVER)
    turn_of(page, "Ben")
    assert page.locator('[name="captured"]:checked').count() == 0
    page.go_back()
    page.goto(page.url.split("?")[0] if page.url.endswith("/turns") else page.url)
    assert page.locator('[name="captured"]:checked').count() == 0


@pytest.mark.slow
def test_undo_offers_the_cards_again_and_a_reload_keeps_them(page: Phone) -> None:
    match = live(page)
    taps = Taps(page)
    taps.cards("01B", "01C1")
    taps.button(OVER)
    turn_of(page, "Ben")
    taps.cards("02A", "02C1")
    taps.button("Undo the last step")
    turn_of(page, "Anna")
    assert page.locator('[name="captured"]:checked').count() == 2
    taps.cards("01C1", "01C2")  # the wrong one off, the right one on
    taps.button(OVER)
    turn_of(page, "Ben")
    assert page.locator('[name="captured"]:checked').count() == 0, "nothing of the turn that was left"
    page.goto(f"{match}/turns")
    assert page.locator('[name="captured"]:disabled').count() == 2
    assert page.locator('[value="01C1"]:disabled').count() == 0


def test_without_a_connection_a_turn_waits_and_is_sent_once(page: Phone) -> None:
    live(page)
    taps = Taps(page)
    taps.cards("01B", "01C1")
    page.context.set_offline(True)
    taps.button(OVER)
    page.get_by_text(WAITS).wait_for()
    assert page.locator('[name="captured"]:checked').count() == 2
    assert violations(page) == []
    page.context.set_offline(False)
    turn_of(page, "Ben")
    assert page.locator('[name="captured"]:disabled').count() == 2
    assert page.get_by_text(WAITS).is_hidden()


@pytest.mark.slow
def test_a_turn_whose_answer_was_lost_is_stored_once(page: Phone) -> None:
    live(page)
    page.route("**/turns", lambda route: (route.fetch(), route.abort()), times=1)
    taps = Taps(page)
    taps.cards("01B", "01C1")
    taps.button(OVER)
    turn_of(page, "Ben")
    assert "Ben’s turn" in page.title()
    assert page.locator('[name="captured"]:disabled').count() == 2


@pytest.mark.slow
def test_an_error_of_the_app_keeps_the_turn_and_sends_it_again(page: Phone) -> None:
    live(page)
    page.route("**/turns", lambda route: route.fulfill(**FAILED), times=1)
    Taps(page).button(OVER)
    page.get_by_text(WAITS).wait_for()
    turn_of(page, "Ben")


@pytest.mark.slow
def test_an_expired_token_is_renewed(page: Phone) -> None:
    live(page)
    page.locator('#turn [name="csrf_token"]').evaluate("(field) => (field.value = 'stale')")
    Taps(page).button(OVER)
    turn_of(page, "Ben")


@pytest.mark.slow
def test_two_phones_follow_each_other(page: Phone, browser: Browser, served: Served) -> None:
    live(page)
    with opened(browser, served, expected=("status of",)) as other:
        other.goto(page.url)
        theirs, mine = Taps(other), Taps(page)
        mine.cards("01B", "01C1")
        mine.button(OVER)
        turn_of(page, "Ben")
        turn_of(other, "Ben")  # it asks every few seconds
        other.get_by_text("Anna captured 2 cards.").wait_for()
        theirs.cards("03B", "03C1")
        mine.button(OVER)
        turn_of(page, "Anna")
        other.get_by_text("What you entered is still here.").wait_for()
        theirs.button(OVER)
        other.get_by_text("Something changed in the meantime.").wait_for()
        turn_of(other, "Anna")
        assert other.locator('[name="captured"]:checked').count() == 0


def test_a_lucky_hand_is_one_tap_away_from_the_first_turn(page: Phone) -> None:
    live(page)
    page.get_by_role("link", name="Lucky hand, or deal again").click()
    page.get_by_role("button", name=re.compile("Four of a month in hand")).first.click()
    page.wait_for_url(re.compile("saved=1"))
    assert coins(page) == [6, 0]
