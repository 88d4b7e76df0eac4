"""Who deals first in a new match, and who sits where."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.installation import Installation

from .conftest import Table, coins
from .player import Player


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        (
            "mongolopedia",
            "Each draws a card; the earliest month deals. The same month: the card of the higher kind.",
        ),
        (
            "russian",
            "By these rules the eldest deals first. The same age: who last watched a cherry petal fall.",
        ),
        ("dutch", "By these rules chance decides."),
    ],
)
def test_the_form_tells_how_the_chosen_rules_find_the_first_dealer(
    player: Player, rules: str, hint: str
) -> None:
    page = player.open(f"/matches/new?ruleset={rules}")
    assert hint in page.text
    assert page.form("/matches")["dealer"] == "rules"


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("nintendo_jp", "Choose the card that each player drew, or who deals first."),
        ("russian", "By these rules the eldest deals first: choose who that is."),
        ("named", "By these rules the players choose who deals: tap the name."),
    ],
)
def test_a_dealer_that_only_the_players_know_is_never_left_to_chance(
    player: Player, table: Table, installation: Installation, rules: str, sentence: str
) -> None:
    installation.house_rules.keep("named", {"title": "Named", "match": {"first_dealer": "named"}})
    for _ in range(4):
        page = table.begin(rules=rules, dealer="rules")
        assert page.status == 422
        assert page.beside("dealer") == sentence
    assert player.open("/").html.count('class="names"') == 0


def test_drawn_cards_decide_also_where_only_the_rules_name_them(table: Table) -> None:
    assert "Ben deals" in table.begin(dealer="rules", drawn_0="05C1", drawn_1="02A").text


def test_by_rules_that_leave_it_to_chance_the_match_just_begins(table: Table) -> None:
    assert re.search("(Anna|Ben) deals", table.begin(rules="dutch", dealer="rules").text)


def test_the_dealer_is_the_player_who_was_named(table: Table) -> None:
    assert "Ben deals" in table.begin(dealer=1).text


def test_a_dealer_who_does_not_play_is_refused(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form.force("dealer", "2"))
    assert page.status == 422
    assert page.beside("dealer") == "This player is not in the match; choose who deals first."


def test_chance_chooses_both_players_in_time_and_the_same_for_one_form(player: Player) -> None:
    dealers = set()
    for _ in range(24):
        form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben", dealer="random")
        first, again = player.send(form), player.send(form)
        assert first.text.count("Anna deals") == again.text.count("Anna deals")
        dealers.add("Anna deals" in first.text)
    assert dealers == {True, False}


@pytest.mark.parametrize(
    ("rules", "drawn", "dealer"),
    [
        ("nintendo_jp", ("05C1", "02A"), "Ben"),
        ("nintendo_jp", ("01B", "12C1"), "Anna"),
        ("wiki_pagat", ("01B", "12C1"), "Anna"),
        ("mongolopedia", ("03C1", "03B"), "Ben"),  # the same month: the higher card
        ("mongolopedia", ("09R", "09A"), "Ben"),
    ],
)
def test_the_drawn_cards_say_who_deals(table: Table, rules: str, drawn: tuple[str, str], dealer: str) -> None:
    notepad = table.begin(rules=rules, dealer="other", drawn_0=drawn[0], drawn_1=drawn[1])
    assert f"{dealer} deals" in notepad.text


def test_three_draw_and_sit_in_the_order_of_their_cards(table: Table) -> None:
    notepad = table.begin(
        "Anna",
        "Ben",
        "Cleo",
        rules="mongolopedia",
        dealer="other",
        drawn_0="04A",
        drawn_1="02R",
        drawn_2="02A",
    )
    assert "Cleo deals" in notepad.text
    assert "Cleo deals first; to the right sit Ben, then Anna." in notepad.text
    notepad = table.score(notepad, 0, "01B 03B 08B", "", "")
    assert coins(notepad) == [6, 0, 0]
    assert re.findall(r"Cleo|Ben|Anna", notepad.text)[:3] == ["Cleo", "Ben", "Anna"]


def test_where_the_rules_leave_the_seats_free_they_stay_as_typed(table: Table) -> None:
    three = ("Anna", "Ben", "Cleo")
    drawn: dict[str, Any] = {"drawn_0": "04A", "drawn_1": "05R", "drawn_2": "02A"}
    notepad = table.begin(*three, rules="default", dealer="other", **drawn)
    assert "Cleo deals" in notepad.text
    assert "to the right" not in notepad.text
    assert coins(table.score(notepad, 0, "01B 03B 08B", "", "")) == [5, 0, 0]


@pytest.mark.parametrize(
    ("rules", "drawn", "sentence"),
    [
        ("nintendo_jp", ("05C1", "05A"), "These cards are equal: draw again."),
        ("mongolopedia", ("05C1", "05C2"), "These cards are equal: draw again."),
        ("nintendo_jp", ("05C1", "05C1"), "Two players cannot draw the same card."),
        ("nintendo_jp", ("05C1", ""), "Choose the card that each player drew, or who deals first."),
    ],
)
def test_drawn_cards_that_decide_nothing_are_refused(
    table: Table, rules: str, drawn: tuple[str, str], sentence: str
) -> None:
    page = table.begin(rules=rules, dealer="other", drawn_0=drawn[0], drawn_1=drawn[1])
    assert page.status == 422
    assert page.beside("dealer") == sentence
    assert page.form("/matches")["drawn-0"] == drawn[0]
