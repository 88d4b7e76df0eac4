"""Doubts about three players, asked before the match begins."""

from __future__ import annotations

import pytest

from scorekeeper.koikoi.rules.options.match import MOST_SEATS
from scorekeeper.web.matches.correct_or_end import AdjustmentForm
from scorekeeper.web.matches.new_match_form import StartForm
from scorekeeper.web.players.forms import NamesForm

from .fixtures import Table, coins
from .player import Player

THREE = ("Anna", "Ben", "Cleo")
FOR_TWO = "These rules are for two players, not 3."
SHORT = "With 3 players 19 cards are left in the stock for 21 turns: the last 2 turns have no card to draw."


@pytest.mark.parametrize(
    ("form", "field"), [(StartForm, "name"), (NamesForm, "name"), (AdjustmentForm, "points")]
)
def test_a_form_has_a_field_for_each_seat(form: type, field: str) -> None:
    assert [seat for seat in range(9) if hasattr(form, f"{field}_{seat}")] == [*range(MOST_SEATS)]


def test_three_players_by_rules_for_two_are_asked_first(player: Player, table: Table) -> None:
    page = table.start(*THREE, rules="russian")
    assert page.status == 422
    assert FOR_TWO in page.text
    assert "the last 8 turns have no card to draw." in page.text
    assert page.beside("deal") == "Pick one of the two above."
    assert player.open("/").html.count('class="names"') == 0
    assert coins(player.send(table.answer(page, "so"))) == [100, 100, 100]


def test_three_players_with_a_short_stock_are_warned_and_offered_another_deal(
    player: Player, table: Table
) -> None:
    page = player.open("/matches/new?ruleset=mongolopedia")
    assert SHORT in page.text
    assert "These rules are for two players" not in page.text
    assert "7 cards each and 6 on the field instead" in page.text
    other = table.answer(page, "other").fill(name_0="Anna", name_1="Ben", name_2="Cleo")
    assert "Cards on the field 6" in player.open(f"{player.send(other).path}/rules").text
    as_written = table.begin_by_form(*THREE, rules="mongolopedia")
    assert "Cards on the field 8" in player.open(f"{as_written.path}/rules").text


@pytest.mark.parametrize("shown", ["russian", "mongolopedia"])
def test_rules_for_three_ask_three_nothing_that_the_page_had_not_asked(
    player: Player, table: Table, shown: str
) -> None:
    form = player.open(f"/matches/new?ruleset={shown}").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", name_2="Cleo").force("deal").force("ruleset", "mongolopedia")
    assert coins(player.send(form)) == [0, 0, 0]


def test_two_players_are_asked_nothing(table: Table) -> None:
    for rules in ("russian", "mongolopedia", "default"):
        assert table.start(rules=rules).status == 200


def test_an_answer_counts_only_for_what_was_asked(player: Player, table: Table) -> None:
    form = table.answer(player.open("/matches/new?ruleset=mongolopedia"), "so")
    page = player.send(form.fill(name_0="Anna", name_1="Ben", name_2="Cleo").force("ruleset", "russian"))
    assert page.status == 422
    assert FOR_TWO in page.text
    assert page.form("/matches")["deal"] is None
    forged = player.send(form.force("ruleset", "default").force("deal", "other 3.2.7.6"))
    assert forged.status == 422
    other = player.send(form.force("ruleset", "russian").force("deal", "other 2.9.9.9"))
    assert other.beside("deal") == "Pick one of the two above."


def test_a_rematch_of_three_is_asked_too(player: Player, table: Table) -> None:
    notepad = table.begin_by_form(*THREE, rules="default", asked=FOR_TWO, rounds="other", rounds_other=1)
    notepad = table.score(notepad, 0, "01B 03B 08B", "", "")
    page = player.send(player.open(notepad.link("Rematch")).form("/matches"))
    assert page.status == 422
    assert FOR_TWO in page.text
    assert player.send(table.answer(page, "so")).link("Score round 1")
