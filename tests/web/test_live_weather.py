"""Rain and fog in live play: asked for where they change points, and known until their cards are captured."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.installation import Installation

from .fixtures import Table
from .live_play import call, is_due, take, undo
from .player import Page, Player

RAIN = "Is a November card on the field (rain)?"


@pytest.fixture
def in_the_rain(table: Table, player: Player) -> Page:
    """A turn that makes a flower viewing, at a table where November on the field ruins it."""
    live = table.follow(table.begin(rules="polish_all"))
    return take(player, live, "03B 03C1 09A 09C1")


def test_rain_is_asked_for_where_it_changes_points_and_lasts_until_november_is_captured(
    player: Player, in_the_rain: Page
) -> None:
    assert (in_the_rain.status, RAIN in in_the_rain.text) == (422, True)
    page = player.send(in_the_rain.form("/turns"), "yes=11")
    assert "Flower viewing does not count: a November card lies on the field: rain" in page.text
    assert page.form("/turns").ticked("months") == ["11"]
    page = take(player, page, "02A 02C1")
    assert "Anna’s turn" in page.text
    page = take(player, page)
    assert "Ben’s turn" in page.text, "what lies on the field is known"
    page = take(player, page, "11A 11R")
    assert RAIN in page.text, "perhaps another is there"
    page = take(player, player.send(page.form("/turns"), "no=11"))
    assert RAIN in page.text
    due = player.send(page.form("/turns"), "no=11")
    assert is_due(due)
    assert "Flower viewing new" in due.text


@pytest.mark.parametrize(
    ("house", "is_asked"),
    [
        ({}, False),
        ({"settlement": {"who_scores": "everyone"}}, True),
        ({"exhausted": {"held_yaku": "highest"}}, True),
        ({"exhausted": {"held_yaku": "last_caller"}}, True),
    ],
)
def test_rain_is_asked_for_in_the_turn_of_another_where_the_viewing_may_be_paid_then(
    table: Table, player: Player, installation: Installation, house: dict[str, Any], is_asked: bool
) -> None:
    installation.house_rules.keep("house", {"extends": "polish_all", "title": "House", **house})
    page = take(player, table.follow(table.begin(rules="house")), "03B 03C1 08B 09A 09C1")
    while not is_due(page):
        page = player.send(page.form("/turns"), f"no={page.form('/turns').presses('no')[0]}")
    page = take(player, player.send(call(page), "call=koikoi"), "02A 02C1")
    assert (RAIN in page.text) is is_asked


def test_who_captures_november_cards_is_asked_for_another_once(player: Player, in_the_rain: Page) -> None:
    asked = take(player, player.send(in_the_rain.form("/turns"), "yes=11"), "11A 11R")
    assert RAIN in asked.text
    page = player.send(asked.form("/turns"), "yes=11")
    assert "Anna’s turn" in page.text
    assert page.form("/turns").ticked("months") == ["11"]
    due = take(player, page, "11B 11C")
    assert is_due(due) and "Flower viewing new" in due.text, "the last of them lie there no longer"


def test_without_rain_the_viewing_is_due_and_the_last_november_cards_leave_no_question(
    player: Player, in_the_rain: Page
) -> None:
    due = player.send(in_the_rain.form("/turns"), "no=11")
    assert "Flower viewing new" in due.text
    page = player.send(call(due), "call=koikoi")
    page = take(player, take(player, page, "11B 11A"), "11R 11C")
    assert "Ben’s turn" in page.text


def test_a_question_is_asked_until_it_is_answered_and_never_without_a_viewing(
    table: Table, player: Player, in_the_rain: Page
) -> None:
    assert RAIN in player.send(in_the_rain.form("/turns").force("no", "10", "13")).text
    player.send(in_the_rain.form("/turns").force("yes", "10", "11").force("months", "9", "10"))
    record = player.client.get(f"{in_the_rain.path.removesuffix('/turns')}/record.json").get_json()
    assert record["events"][-1]["field"] == [11], "only rain and fog matter"
    live = table.follow(table.begin(rules="polish_all"))
    assert RAIN not in take(player, live, "03B 03C1").text


FOG = "Is a December card on the field (fog)?"


def test_what_was_answered_is_not_asked_again_with_the_next_question(table: Table, player: Player) -> None:
    def asked(answer: str) -> Page:
        live = table.follow(table.begin(rules="polish_all"))
        first = take(player, live, "03B 03C1 08B 08C1 09A 09C1")
        assert RAIN in first.text and FOG not in first.text
        second = player.send(first.form("/turns"), answer)
        assert FOG in second.text and RAIN not in second.text
        return player.send(second.form("/turns"), "no=12")

    assert "Flower viewing new Moon viewing new" in asked("no=11").main
    page = asked("yes=11")
    assert is_due(page)
    assert "Moon viewing new" in page.main
    assert "Flower viewing does not count" not in page.main and "Flower viewing new" not in page.main


def test_the_question_comes_before_a_decision_that_nobody_noticed(table: Table, player: Player) -> None:
    due = take(player, table.follow(table.begin(rules="polish_all")), "06R 09R 10R")
    page = take(player, player.open(due.link("Nobody noticed")), "03B 03C1 09A 09C1")
    assert RAIN in page.text
    assert not is_due(page)
    assert "Ben: koi-koi or stop?" in player.send(page.form("/turns"), "no=11").text


def test_undo_keeps_what_lies_on_the_field(player: Player, in_the_rain: Page) -> None:
    page = undo(player, player.send(in_the_rain.form("/turns"), "yes=11"))
    assert page.form("/turns").ticked("months") == ["11"]
