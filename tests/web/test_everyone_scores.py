"""Rules by which more than one player is paid for a round."""

from __future__ import annotations

import pytest

from scorekeeper.installation import Installation

from .fixtures import Table, coins
from .live_play import call, take
from .player import Player


@pytest.fixture
def everyone(installation: Installation) -> str:
    house = {"extends": "default", "title": "Everybody", "settlement": {"who_scores": "everyone"}}
    installation.house_rules.keep("everyone", {**house, "exhausted": {"held_yaku": "holders"}})
    return "everyone"


def test_everybody_is_asked_for_their_cards_and_paid(player: Player, table: Table, everyone: str) -> None:
    notepad = table.begin(rules=everyone)
    form = table.board(notepad)
    assert (form.ticked("show-0"), form.ticked("show-1")) == (["1"], ["1"])
    notepad = table.score(notepad, 0, "01B 03B 08B", "10C")
    assert coins(notepad) == [5, 1]
    page = player.open(f"{notepad.path}/rounds/1")
    assert "Ben Chaff kasu カス 1" in page.text
    assert "+5" in page.text
    assert "+1" in page.text


def test_whoever_called_and_shows_no_cards_is_asked_for_them(
    player: Player, table: Table, everyone: str
) -> None:
    page = table.enter(table.begin(rules=everyone), 0, "01B 03B 08B", "", calls=(0, 1))
    assert page.status == 422
    assert "Enter Ben’s cards too: they called koi-koi and score a yaku." in page.text


def test_holders_are_paid_when_nobody_stops(player: Player, table: Table, everyone: str) -> None:
    notepad = table.score(table.begin(rules=everyone), "nobody", "03B 09A", "12C")
    assert coins(notepad) == [5, 3]
    page = player.open(f"{notepad.path}/rounds/1")
    assert "Nobody stopped: everyone with a yaku scores it." in page.text
    even = table.score(notepad, "nobody", "03B 09A", "14C")
    assert coins(even) == [10, 8]
    assert "Nobody stopped: everyone with a yaku scores it." in player.open(f"{notepad.path}/rounds/2").text


def test_elsewhere_only_the_cards_of_whoever_stopped_are_asked(table: Table) -> None:
    form = table.board(table.begin())
    assert (form.ticked("show-0"), form.ticked("show-1")) == ([], [])


@pytest.mark.parametrize(
    ("who", "stops"),
    [
        (
            {"settlement": {"who_scores": "everyone"}},
            "5 points",
        ),  # what is paid depends on the other piles too
        ({"exhausted": {"held_yaku": "last_caller"}}, "Anna gets 5"),
    ],
)
def test_turn_by_turn_the_field_is_asked_for_after_the_turn_of_another_player_too(
    player: Player, table: Table, installation: Installation, who: dict[str, object], stops: str
) -> None:
    rain = {"extends": "default", "title": "Rain", "weather": {"rain": {"sign": "field_month"}}}
    installation.house_rules.keep("rain", {**rain, **who})
    page = take(player, table.follow(table.begin(rules="rain")), "03B 09A")
    due = player.send(page.form("/turns"), "no=11")
    assert due.main.endswith(f"Undo Koi-koi Stop {stops}")
    asked = take(player, player.send(call(due), "call=koikoi"), "02A 02C1")
    assert "Is a November card on the field (rain)?" in asked.text
    assert "Anna’s turn" in player.send(asked.form("/turns"), "no=11").text
