"""Rounds entered without a connection, further on: other phones, errors, lost keys, the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from browser import captured
from browser.axe import violations
from browser.phones import Phone, Served, forget, opened, until
from browser.playing import (
    QUEUE,
    THREE,
    begin,
    begun,
    board,
    choose,
    coins,
    enter,
    go_on,
    players,
    save_round,
    saved,
    tally,
    tap,
)
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

EXPECTED = ("net::ERR_", "status of")


@pytest.fixture
def page(shared: Phone) -> Iterator[Phone]:
    yield shared
    forget(shared, EXPECTED)


def first_round_waits(page: Phone, won_by: int = 0, rules: str = "russian") -> str:
    """Begins a match and enters round 1 without a connection, which leads to the board of round 2."""
    match = begin(page, rules)
    board(page)
    page.context.set_offline(True)
    enter(page, won_by)
    go_on(page, 2)
    return match


def test_rounds_of_captured_cards_wait_and_are_sent(page: Phone) -> None:
    match = begun(page.served[1], "hana_awase", ("Anna", "Ben", "Cleo"))
    page.goto(f"/matches/{match}/rounds/new")
    piles = ("01R 02R 03R 01B 04A 09A 10C", "03B 08B 12B 02A 05A 06A 04R 05R 6C", "")
    page.context.set_offline(True)
    captured.enter(page, piles, rest=True)
    page.locator("[data-save]").click()
    page.get_by_role("button", name="Go on with round 2").click()
    page.get_by_role("heading", name="Round 2: whose cards?").wait_for()
    assert "dealer: after the earlier rounds are sent" in page.locator("header h1").inner_text()
    assert page.locator('[name="whose"]:checked').input_value() == "0"
    captured.enter(page, piles, rest=True)
    assert captured.results(page) == [17, -62, 45]
    page.locator("[data-save]").click()
    page.context.set_offline(False)
    until(page, f"!{QUEUE}.length")
    assert tally(page, f"/matches/{match}")["balance"] == [34, -124, 90]


def test_that_somebody_pays_the_last_coins_is_not_confirmed_either(page: Phone) -> None:
    page.goto(f"/matches/{begun(page.served[1], purse=7)}")
    board(page)
    page.context.set_offline(True)
    enter(page, 1)
    go_on(page, 2)
    choose(page, "0")
    tap(page, 0, ("01R", "02R", "03R"))
    page.locator("#calls-1").fill("1")
    page.get_by_text("Ben pays Anna the last 7 (not confirmed)").wait_for()


@pytest.mark.slow
@pytest.mark.slow
def test_the_next_round_asks_about_its_own_month(page: Phone) -> None:
    match = first_round_waits(page, rules="gamedesign")
    choose(page, "0")
    tap(page, 0, THREE)
    page.locator("[data-more] summary").click()
    whole = page.locator('.of-seat[data-seat="0"] .whole label')
    assert whole.all_inner_texts() == ["2 梅\nPlum"]
    whole.click()
    page.locator("[data-save]").click()
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1, round 2.").wait_for()
    assert "tsukifuda" in [line["id"] for line in tally(page, match)["rounds"][1]["yaku"]]


def test_the_next_round_asks_about_its_own_month_beside_one_of_every_round(page: Phone) -> None:
    four = {"name": "Four cherries", "points": 5, "cards": ["03B", "03R", "03C1", "03C2"]}
    page.served[1].house_rules.keep("cherries", {"extends": "gamedesign", "yaku": {"cherries": four}})
    page.goto(f"/matches/{begun(page.served[1], 'cherries')}/rounds/new")
    whole = page.locator('.of-seat[data-seat="0"] .whole')
    asked = []
    page.context.set_offline(True)
    for number in (2, 3, 4):
        enter(page, 0)
        go_on(page, number)
        boxes = whole.locator("input").evaluate_all("boxes => boxes.map(({value}) => value)")
        asked.append((boxes, [label[:3] for label in whole.locator("label").all_text_contents()]))
    assert asked == [
        (["2", "3"], ["2 梅", "3 桜"]),
        (["3"], ["3 桜"]),
        (["3", "4"], ["3 桜", "4 藤"]),
    ]


@pytest.mark.slow
def test_no_tap_leaves_the_page_while_there_is_no_connection(page: Phone) -> None:
    match = first_round_waits(page)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/health/live")):
        page.get_by_role("link", name="Back to the match").click()
    choose(page, "1")
    tap(page, 1, THREE)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/rounds")):
        page.get_by_role("button", name="Why?").click()
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert page.get_by_role("heading", name="Round 2: who stopped?").is_visible()
    assert page.locator('[name="cards-1"]:checked').count() == 3
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1.").wait_for()
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_url(match)


@pytest.mark.slow
def test_what_is_being_entered_stays_while_the_rounds_before_are_sent(page: Phone) -> None:
    match = first_round_waits(page)
    choose(page, "1")
    tap(page, 1, THREE)
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1.").wait_for()
    assert page.locator('[name="cards-1"]:checked').count() == 3
    page.locator("[data-save]").click()
    saved(page, 2)
    assert players(page, match) == [(1, 0, 0), (2, 0, 1)]


@pytest.mark.slow
def test_waiting_saves_are_sent_when_the_match_is_opened_again(browser: Browser, served: Served) -> None:
    with opened(browser, served, EXPECTED) as page:
        match = first_round_waits(page, won_by=1)
        enter(page, 0)
        context = page.context
        # a page that is closed is no longer offline for Chromium, and would send at once
        context.route("**/rounds", lambda route: route.abort())
        page.close()
        context.set_offline(False)
        tab = context.new_page()
        context.unroute("**/rounds")
        tab.goto(match)
        tab.get_by_text("Sent and saved: round 1, round 2.").wait_for()
        assert coins(tab) == [100, 100]
        assert players(tab, match) == [(1, 0, 1), (2, 1, 0)]


@pytest.mark.slow
def test_an_error_of_the_app_is_shown_and_the_save_repeated(page: Phone) -> None:
    match = begin(page)
    board(page)
    failed = {"status": 500, "headers": {"Koi-Koi": "1"}, "body": "no"}
    page.route("**/rounds", lambda route: route.fulfill(**failed), times=1)
    enter(page, 0)
    page.get_by_text("The app answered with an error. Waiting on this phone: round 1.").first.wait_for()
    saved(page, 1)
    assert players(page, match) == [(1, 0, 0)]


def test_a_save_of_another_phone_in_between_loses_and_doubles_nothing(page: Phone) -> None:
    match = first_round_waits(page)  # the same round that the other phone saves
    enter(page, 1)
    save_round(page.served[1], match, 0)
    page.context.set_offline(False)
    page.get_by_text("The same round was saved from another phone, as round 1: Anna stopped.").wait_for()
    assert page.evaluate(QUEUE) == [1, 2]
    page.reload()  # before deciding
    page.get_by_text("The same round was saved from another phone").wait_for()
    assert page.locator(".dock .primary:visible").count() == 0, "nothing is in the place of Save"
    assert violations(page) == []
    page.get_by_role("link", name="Discard mine").click()
    page.get_by_text("Sent and saved: round 2.").wait_for()
    assert page.evaluate(QUEUE) == []
    assert players(page, match) == [(1, 0, 0), (2, 0, 1)]
    assert coins(page) == [100, 100]


@pytest.mark.slow
def test_a_round_that_got_another_number_is_asked_about(page: Phone) -> None:
    match = first_round_waits(page)
    enter(page, 0)
    for _ in range(2):
        save_round(page.served[1], match, 1)
    page.context.set_offline(False)
    page.get_by_text("Round 1 was saved: Ben stopped. Round 2 was saved: Ben stopped.").wait_for()
    page.get_by_role("button", name="Save mine as round 3").click()
    page.get_by_text("This was entered as round 2 and would now be round 4.").wait_for()
    assert [row[2] for row in players(page, match)] == [1, 1, 0]
    page.get_by_role("button", name="Save mine as round 4").click()
    saved(page, 4)
    assert [row[2] for row in players(page, match)] == [1, 1, 0, 0]


def test_an_expired_token_is_renewed(page: Phone) -> None:
    match = begin(page)
    board(page)
    page.evaluate("document.querySelector('meta[name=csrf-token]').content = 'stale'")
    enter(page, 0)
    saved(page, 1)
    assert players(page, match) == [(1, 0, 0)]


def test_a_phone_without_the_key_is_told_so_and_loses_nothing(page: Phone, served: Served) -> None:
    match = begin(page)
    board(page)
    page.wait_for_load_state("networkidle")  # an answer still to come would set the cookie again
    choose(page, "0")  # so that the news leaves the page when it hears that the phone is not let in
    page.context.clear_cookies()
    enter(page, 0)
    page.get_by_text("This phone needs the key again.").first.wait_for()
    page.get_by_role("link", name="Enter the key").click()
    page.locator("#key").fill(served[1].key)
    page.get_by_role("button").filter(has_not_text="English").first.click()
    page.get_by_text("Sent and saved: round 1.").wait_for()
    assert players(page, match) == [(1, 0, 0)]


@pytest.mark.slow
def test_the_last_round_offers_no_next_round(page: Phone) -> None:
    match = begin(page, rounds=3)
    board(page)
    page.context.set_offline(True)
    for number in (1, 2):
        enter(page, 0)
        go_on(page, number + 1)
    enter(page, 0)
    page.get_by_text("This round may end the match; that is known once it is sent.").wait_for()
    assert page.locator("[data-go-on]").is_hidden()
    page.context.set_offline(False)
    page.get_by_text("Anna wins").wait_for()
    assert len(players(page, match)) == 3


def test_a_deleted_match_refuses_a_waiting_round_and_says_so(page: Phone) -> None:
    match = begin(page)
    board(page)
    page.context.set_offline(True)
    enter(page, 0)
    with closing(page.served[1].open_store()) as store:
        store.discard(match.rpartition("/")[2], 1)
    page.context.set_offline(False)
    page.get_by_text("This match was deleted. Not saved: round 1.").wait_for()
    page.get_by_role("button", name="Discard it").click()
    until(page, f"{QUEUE}.length === 0")


def test_a_reload_in_the_middle_loses_nothing(page: Phone) -> None:
    match = begin(page)
    board(page)
    page.route("**/rounds", lambda route: route.abort())
    enter(page, 0)
    go_on(page, 2)
    enter(page, 1)
    go_on(page, 3)
    choose(page, "0")
    tap(page, 0, ("01B",))
    page.reload()
    page.get_by_role("heading", name="Round 3: who stopped?").wait_for()
    assert page.locator('[name="cards-0"]:checked').count() == 1
    page.reload()
    page.unroute("**/rounds")
    page.get_by_text("Sent and saved: round 1, round 2.").wait_for()
    assert page.locator('[name="cards-0"]:checked').count() == 1
    tap(page, 0, ("03B", "08B"))
    page.locator("[data-save]").click()
    saved(page, 3)
    assert players(page, match) == [(1, 0, 0), (2, 0, 1), (3, 1, 0)]
