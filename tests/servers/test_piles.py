"""Two players on two phones enter their own cards at the same time; the board has both, nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest
from browser.phones import Phone, Served, opened, phone, until
from browser.playing import THREE, append, begin, board, choose, save_round, saved, tally, tap
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

RIBBONS = ("01R", "02R", "03R")


@pytest.fixture(scope="module")
def phones(browser: Browser, served: Served) -> Iterator[list[Phone]]:
    """Three phones; each test begins its own match."""
    opened = [phone(browser, served) for _ in range(3)]
    yield opened
    for page in opened:
        page.context.close()
        assert [said for said in page.complaints if not re.search("status of 4(09|22)", said)] == []


def own_cards(page: Phone, match: str, name: str) -> None:
    """The board of one player's cards, from the board of both."""
    page.goto(f"{match}/rounds/new")
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Enter my cards").click()
    page.get_by_role("link", name=name).click()
    page.wait_for_url(re.compile(r"/piles/\d$"))


def hand_in(page: Phone) -> None:
    page.get_by_role("button", name=re.compile("^Send")).click()
    page.get_by_text(re.compile(r"^\d+ cards? sent$")).wait_for()


def kept(page: Phone, match: str, number: int) -> None:
    """Wait until this browser keeps so many drafts of a match."""
    draft = f" {match.rpartition('/')[2]}."
    until(page, f"Object.keys(localStorage).filter((key) => key.includes('{draft}')).length === {number}")


def ticked(page: Phone, name: str) -> list[str]:
    return [box.input_value() for box in page.locator(f'[name="{name}"]:checked').all()]


def piles(page: Phone, match: str) -> list[str | None]:
    """The piles of the last round that is stored."""
    record = page.request.get(f"{match}/record.json").json()
    won = [event for event in record["events"] if event["type"] == "round-won"]
    held: list[str | None] = won[-1]["piles"]
    return held


def test_two_phones_at_once_and_a_third_that_says_who_stopped(phones: list[Phone]) -> None:
    anna, ben, notepad = phones
    match = begin(notepad)
    own_cards(anna, match, "Anna")
    own_cards(ben, match, "Ben")
    for mine, theirs in zip(THREE, RIBBONS, strict=True):  # in turn, each on their own phone
        anna.locator(f'label:has([value="{mine}"])').first.click()
        ben.locator(f'label:has([value="{theirs}"])').first.click()
    ben.locator('[name="chaff-0"]').fill("5")
    assert "Red poetry ribbons 5" in ben.locator("[data-live]").inner_text()
    hand_in(ben)
    notepad.get_by_text("Ben sent 8 cards.").first.wait_for()
    hand_in(anna)
    ben.get_by_text("Anna sent 3 cards.").wait_for()
    board(notepad)
    choose(notepad, "0")
    assert notepad.locator('.pile[data-seat="1"]').is_visible()
    notepad.locator("[data-save]").click()
    saved(notepad, 1)
    assert piles(notepad, match) == ["01B 03B 08B", "01R 02R 03R 5C"]
    for page in (anna, ben):
        page.get_by_text("Round 1 was saved: Anna stopped.").wait_for()
        assert page.locator('[name="cards-0"]').count() == 24  # the empty board of the next round
        assert ticked(page, "cards-0") == []
    kept(ben, match, 0)


def test_that_a_round_was_saved_is_said_no_more_when_cards_for_the_next_arrive(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    board(anna)
    choose(anna, "0")
    tap(anna, 0, THREE)
    anna.locator("[data-save]").click()
    saved(anna, 1)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.get_by_text("Ben sent 3 cards.").first.wait_for()
    assert anna.get_by_text(re.compile("^Round 1 is saved")).count() == 0


@pytest.mark.slow
def test_a_board_on_which_nothing_was_entered_shows_the_cards_by_itself(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    anna.goto(f"{match}/rounds/new")
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.locator('[name="cards-1"]:checked').first.wait_for(state="attached")
    assert ticked(anna, "cards-1") == list(RIBBONS)
    assert "Ben sent 3 cards." in anna.locator("[data-news]").inner_text()
    choose(anna, "1")
    assert ticked(anna, "cards-1") == list(RIBBONS)
    assert "Red poetry ribbons 5" in anna.locator("[data-live]").inner_text()


@pytest.mark.slow
def test_a_board_that_is_being_filled_is_offered_the_cards_and_keeps_its_own(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    anna.goto(f"{match}/rounds/new")
    choose(anna, "0")
    tap(anna, 0, THREE)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.get_by_text("Ben sent 3 cards. What you entered is still here.").wait_for()
    assert ticked(anna, "cards-1") == []
    assert anna.locator("[data-news]").get_attribute("data-piles") == "1", "it would be told again and again"
    anna.get_by_role("button", name="Show it").click()
    anna.locator('[name="cards-1"]:checked').first.wait_for(state="attached")
    assert (ticked(anna, "cards-0"), ticked(anna, "cards-1")) == (list(THREE), list(RIBBONS))
    assert ticked(anna, "result") == ["0"]
    anna.reload()
    assert (ticked(anna, "cards-0"), ticked(anna, "cards-1")) == (list(THREE), list(RIBBONS))
    anna.locator("[data-save]").click()
    saved(anna, 1)
    assert piles(anna, match) == ["01B 03B 08B", "01R 02R 03R"]


@pytest.mark.slow
def test_a_round_that_was_begun_and_left_has_both_when_it_is_continued(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    anna.goto(f"{match}/rounds/new")
    choose(anna, "0")
    tap(anna, 0, THREE)
    kept(anna, match, 1)
    anna.goto(match)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.get_by_role("link", name="Continue round 1").click()
    anna.wait_for_url("**/rounds/new")
    assert (ticked(anna, "cards-0"), ticked(anna, "cards-1")) == (list(THREE), list(RIBBONS))
    assert anna.locator('.pile[data-seat="1"]').is_visible()


@pytest.mark.slow
def test_a_round_that_was_begun_keeps_its_cards_though_the_match_went_on(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    anna.goto(f"{match}/rounds/new")
    choose(anna, "0")
    tap(anna, 0, THREE)
    kept(anna, match, 1)
    append(anna.served[1], match, {"type": "points-adjusted", "points": [5, -5], "reason": "a slip"})
    anna.goto(match)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.goto(f"{match}/rounds/new")
    assert (ticked(anna, "cards-0"), ticked(anna, "cards-1")) == (list(THREE), list(RIBBONS))


@pytest.mark.slow
def test_what_was_entered_of_a_pile_here_stays(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    anna.goto(f"{match}/rounds/new")
    choose(anna, "1")
    tap(anna, 1, ["04A"])
    kept(anna, match, 1)
    anna.goto(match)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.goto(f"{match}/rounds/new")
    assert ticked(anna, "cards-1") == ["04A"]


@pytest.mark.slow
def test_without_a_connection_the_next_round_begins_without_these_cards(
    browser: Browser, served: Served
) -> None:
    with opened(browser, served, expected=("net::ERR_",)) as page:
        match = begin(page)
        own_cards(page, match, "Ben")
        tap(page, 0, RIBBONS)
        hand_in(page)
        board(page)
        choose(page, "1")
        assert page.locator(".handed").inner_text().startswith("Ben sent 3 cards.")
        page.context.set_offline(True)
        page.locator("[data-save]").click()
        page.get_by_role("button", name="Go on with round 2").click()
        page.get_by_role("heading", name="Round 2: who stopped?").wait_for()
        assert page.locator(".handed").count() == 0
        assert ticked(page, "cards-1") == []
        page.context.set_offline(False)
        page.get_by_text("Sent and saved: round 1.").wait_for()
        assert piles(page, match) == [None, "01R 02R 03R"]


@pytest.mark.slow
def test_a_card_that_was_tapped_here_and_handed_in_there_stays_until_it_is_cleared_up(
    phones: list[Phone],
) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    anna.goto(f"{match}/rounds/new")
    choose(anna, "0")
    tap(anna, 0, ("01B", "03R"))
    kept(anna, match, 1)
    anna.goto(match)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    hand_in(ben)
    anna.get_by_role("link", name="Continue round 1").click()
    anna.wait_for_url("**/rounds/new")
    assert (ticked(anna, "cards-0"), ticked(anna, "cards-1")) == (["01B", "03R"], [])
    anna.get_by_role("button", name="Use these cards").click()
    anna.get_by_text("Ben has sent this card too: March, red poetry ribbon").wait_for()
    tap(anna, 0, ["03R"])
    anna.get_by_role("button", name="Use these cards").click()
    anna.locator('[name="cards-1"]:checked').first.wait_for(state="attached")
    assert (ticked(anna, "cards-0"), ticked(anna, "cards-1")) == (["01B"], list(RIBBONS))


@pytest.mark.slow
def test_cards_stay_through_a_tab_that_is_killed(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        match = begin(page)
        own_cards(page, match, "Ben")
        tap(page, 0, RIBBONS)
        page.locator('[name="chaff-0"]').fill("4")
        kept(page, match, 1)
        fresh = cast(Phone, page.context.new_page())
        page.close(run_before_unload=False)
        fresh.goto(f"{match}/piles")
        until(fresh, "document.querySelectorAll('[name=cards-0]:checked').length === 3")
        assert fresh.locator('[name="chaff-0"]').input_value() == "4"
        fresh.locator("[data-save]").click()
        fresh.get_by_text("7 cards sent").wait_for()
        kept(fresh, match, 0)


@pytest.mark.slow
def test_a_round_that_is_saved_while_the_other_still_taps(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    save_round(anna.served[1], match, 0)
    ben.get_by_text("Round 1 was saved: Anna stopped. What you entered is still here.").wait_for()
    assert ticked(ben, "cards-0") == list(RIBBONS)
    ben.locator("[data-save]").click()
    ben.get_by_text("Something changed in the meantime.").wait_for()
    assert ticked(ben, "cards-0") == list(RIBBONS)
    ben.get_by_role("link", name="Correct round 1 with them").click()
    ben.get_by_role("button", name="Show what changes").click()
    ben.get_by_role("button", name="Save the correction").click()
    ben.wait_for_url("**/rounds/1")
    (row,) = tally(ben, match)["rounds"]
    assert row["player"] == 0
    ben.get_by_text("Cards Ben captured").click()
    assert ben.locator("details[open] svg").count() == 3


def test_a_double_tap_hands_in_once(phones: list[Phone]) -> None:
    anna, ben, _ = phones
    match = begin(anna)
    own_cards(ben, match, "Ben")
    tap(ben, 0, RIBBONS)
    posted: list[str] = []
    ben.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    ben.locator("[data-save]").dblclick()
    ben.get_by_text("3 cards sent").wait_for()
    assert len(posted) == 1
    assert ben.locator("[data-news]").get_attribute("data-piles") == "1"


@pytest.mark.slow
def test_by_forms_alone(browser: Browser, served: Served) -> None:
    with opened(browser, served, javascript=False) as page:
        match = begin(page)
        own_cards(page, match, "Ben")
        tap(page, 0, RIBBONS)
        page.locator('[name="chaff-0"]').fill("3")
        hand_in(page)
        board(page)
        choose(page, "1")
        page.get_by_role("button", name="Show the result").click()
        page.get_by_role("button", name="Save round 1").click()
        saved(page, 1)
        assert piles(page, match) == [None, "01R 02R 03R 3C"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"),
    [
        (360, 640),
        (320, 568),
        pytest.param(768, 1024, marks=pytest.mark.slow),
        pytest.param(640, 360, marks=pytest.mark.slow),
    ],
)
def test_the_cards_of_one_player_fit_on_the_screen(
    browser: Browser, served: Served, width: int, height: int
) -> None:
    with opened(browser, served, width=width, height=height) as page:
        match = begin(page)
        for address in ("/piles?choose=1", "/piles/1?view=months", "/piles/1?view=kinds"):
            page.goto(match + address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        if (width, height) == (360, 640):
            assert page.evaluate("document.documentElement.scrollHeight") <= height
        tap(page, 0, RIBBONS)
        hand_in(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(f"{match}/rounds/new")
        choose(page, "1")
        if (width, height) == (360, 640):
            assert page.evaluate("document.documentElement.scrollHeight") <= height
