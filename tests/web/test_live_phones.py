"""Live play with more than one phone, and what its page shows at a glance."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .fixtures import THREE, Table
from .live_play import call, captured, is_due, take, undo
from .player import Page, Player


def test_a_turn_sent_twice_is_stored_once(player: Player, live: Page) -> None:
    form = live.form("/turns").tick("captured", "01C1", "01C2")
    assert "Ben’s turn" in player.send(form).text
    again = player.send(form)
    assert (again.status, "Ben’s turn" in again.text) == (200, True)
    assert captured(again) == {"01C1", "01C2"}


def test_what_is_sent_twice_leads_where_it_led_at_first(player: Player, live: Page) -> None:
    void = live.form("/turns/deals")
    assert [player.send(void, "other=void").path for _ in range(2)] == [live.path, live.path]
    stop = call(take(player, player.open(live.path), THREE))
    assert ["Round 1 is saved" in player.send(stop, "call=stop").text for _ in range(2)] == [True, True]
    turn = player.open(live.path).form("/turns")
    assert [player.send(turn).path for _ in range(2)] == [live.path, live.path], "round 2 goes on"
    undone = player.open(live.path).form("/turns")
    undone.action += "/takebacks"
    assert ["Round 2, turn 1 of 8" in player.send(undone).text for _ in range(2)] == [True, True]
    void = player.open(live.path).form("/turns/deals")
    assert [player.send(void, "other=void").path for _ in range(2)] == [live.path, live.path]


def test_a_turn_sent_again_with_other_cards_is_not_lost_without_a_word(player: Player, live: Page) -> None:
    form = live.form("/turns").tick("captured", "01C1", "01C2")
    player.send(form)
    again = player.send(form.tick("captured", "02C1", "02C2"))
    assert again.status == 409
    assert "Anna captured 2 cards." in again.text
    assert again.form("/turns").ticked("captured") == []


def test_a_turn_that_another_phone_entered_first_is_told(
    phone: Callable[[], Player], player: Player, live: Page
) -> None:
    other = phone()
    late = other.open(live.path).form("/turns").tick("captured", "05C1", "05C2")
    take(player, live, "01C1 01C2")
    page = other.send(late)
    assert page.status == 409
    told = "Something changed in the meantime. Anna captured 2 cards. What you entered is not saved."
    assert told in page.text
    assert "Ben’s turn" in page.text
    assert page.form("/turns").ticked("captured") == [], "these were cards of Anna's turn"


def test_cards_stay_tapped_where_the_turn_is_still_the_same(
    phone: Callable[[], Player], player: Player, live: Page
) -> None:
    second = take(player, live)
    late = second.form("/turns").tick("captured", "05C1", "05C2")
    other = phone()
    take(other, undo(other, other.open(live.path)), "01C1 01C2")
    page = player.send(late)
    assert page.status == 409
    assert "What you entered is still here and not saved." in page.text
    assert page.form("/turns").ticked("captured") == ["05C1", "05C2"]
    assert "Anna’s turn" in take(player, page).text


def test_cards_give_way_to_a_decision_that_is_due_before_the_same_turn(
    phone: Callable[[], Player], player: Player, live: Page
) -> None:
    late = take(player, live).form("/turns").tick("captured", "05C1", "05C2")
    other = phone()
    take(other, undo(other, other.open(live.path)), THREE)
    page = player.send(late)
    assert (page.status, is_due(page)) == (409, True)
    assert "still here" not in page.text


@pytest.mark.parametrize("place", ["/turns/calls", "/turns/takebacks", "/turns/ending", "/turns/deals"])
def test_what_comes_too_late_changes_nothing(
    phone: Callable[[], Player], player: Player, live: Page, place: str
) -> None:
    second = take(player, live, "01C1 01C2")
    other = phone()
    take(other, other.open(live.path), "02C1 02C2")
    form = second.form("/turns")
    form.action = form.action.removesuffix("/turns") + place
    page = player.send(form.force("call", "stop"))
    assert page.status == 409
    assert "Ben captured 2 cards." in page.text
    assert captured(player.open(live.path)) == {"01C1", "01C2", "02C1", "02C2"}


def test_an_undo_tapped_twice_takes_back_one_turn(player: Player, live: Page) -> None:
    third = take(player, take(player, live, "01C1 01C2"), "02C1 02C2")
    form = third.form("/turns")
    form.action += "/takebacks"
    for page in (player.send(form), player.send(form)):
        assert "Ben’s turn" in page.text
        assert page.form("/turns").ticked("captured") == ["02C1", "02C2"], "to be mended"
    take(player, player.open(live.path), "03C1 03C2")
    late = player.send(form)
    assert "Anna’s turn" in late.text
    assert not late.form("/turns").ticked("captured")


def test_an_open_page_is_told_what_was_played(player: Player, live: Page) -> None:
    due = take(player, live, THREE)
    player.send(call(due), "call=koikoi")
    news = player.client.get(f"{live.path.removesuffix('/turns')}/news?after=1").json
    assert news is not None
    assert news["says"] == "Anna captured 3 cards. Anna called koi-koi."


# At a glance


def test_the_last_turn_is_shown_and_an_odd_capture_is_pointed_out(player: Player, live: Page) -> None:
    assert "Anna captured nothing." in take(player, live).text
    third = take(player, player.open(live.path), "01C1 01C2 02C1")
    assert "Ben holds an odd number of cards of month 2." in third.text
    assert "odd number" not in take(player, third, "03C1 03C2").text


def test_a_yaku_that_the_weather_takes_is_said_once(table: Table, player: Player) -> None:
    live = table.follow(table.begin(rules="mongolopedia"))
    on = player.send(call(take(player, live, "03B 09A")), "call=koikoi")
    lost = take(player, take(player, on), "11B 11R")
    said = "Flower viewing does not count: the rain man was captured: rain"
    assert said in lost.text
    assert said not in take(player, take(player, lost)).text


def test_a_decision_shows_how_the_points_come_about(player: Player, live: Page) -> None:
    on = player.send(call(take(player, live, THREE)), "call=koikoi")
    due = take(player, take(player, on), "12B")
    assert "8 × 2 16" in due.text
    assert "Stop Anna gets 16" in due.text


def test_after_a_live_round_the_next_is_offered_live(player: Player, live: Page) -> None:
    saved = player.send(call(take(player, live, THREE)), "call=stop")
    following = player.open(saved.link("Play round 2 live"))
    assert "Round 2, turn 1 of 8" in following.text
    assert "Who stopped?" in player.open(saved.link("Enter it at the end")).text


def test_the_turn_of_a_decision_is_counted_with_it(player: Player, live: Page) -> None:
    page = live
    for _ in range(15):
        page = take(player, page)
    assert "turn 8 of 8" in page.text
    assert "turn 8 of 8" in take(player, page, THREE).text
