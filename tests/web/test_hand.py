"""One hand scored without a match; everything is in the address."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names

from .conftest import Table
from .player import Player


def test_a_hand_is_scored_by_the_chosen_rules(player: Player) -> None:
    form = player.open("/hand").form("/hand").fill(ruleset="dutch", calls_1=1)
    form.tick("cards-0", "01B", "03B", "08B", "12B")
    page = player.send(form)
    assert page.status == 200
    assert "Four brights shikō 四光 8" in page.text
    again = page.form("/hand")
    assert (again["ruleset"], again["calls-1"]) == ("dutch", "1")
    assert again.ticked("cards-0") == ["01B", "03B", "08B", "12B"]


def test_the_same_cards_are_worth_something_else_under_other_rules(player: Player) -> None:
    address = "/hand?cards-0=01B&cards-0=03B&cards-0=08B&ruleset="
    assert "Three brights sankō 三光 5" in player.open(address + "nintendo_jp").text
    assert "Three brights sankō 三光 6" in player.open(address + "classic").text


def test_a_hand_is_scored_by_the_rules_that_this_phone_used_last(
    player: Player, table: Table, phone: Callable[[], Player]
) -> None:
    table.begin(rules="russian")
    other = phone()
    assert other.open("/hand").form("/hand")["ruleset"] == "russian", "the table's, until it has used some"
    other.open("/hand?ruleset=dutch")
    assert other.open("/hand").form("/hand")["ruleset"] == "dutch"
    assert player.open("/hand").form("/hand")["ruleset"] == "russian"
    other.open("/hand?ruleset=nonsense")
    assert other.open("/hand").form("/hand")["ruleset"] == "dutch"


@pytest.mark.parametrize("name", names())
def test_every_rule_set_scores_every_card(player: Player, name: str) -> None:
    page = player.open(f"/hand?ruleset={name}")
    form = page.form("/hand")
    form.tick("cards-0", *form.offers("cards-0"))
    assert player.send(form).status == 200


@pytest.mark.parametrize(
    ("cup", "chaff", "said"),
    [
        ("both", 9, "9 chaff cards + sake cup"),
        ("two_chaff", 8, "8 chaff cards + sake cup"),
        ("animal", 10, "10 chaff cards"),
    ],
)
def test_chaff_says_that_the_sake_cup_is_among_it(
    player: Player, installation: Installation, cup: str, chaff: int, said: str
) -> None:
    installation.house_rules.keep("house", {"extends": "dutch", "title": "House", "sake_cup": cup})
    page = player.open(f"/hand?ruleset=house&cards-0=09A&chaff-0={chaff}")
    assert f"{said} " in page.text
    assert ("+ sake cup" in page.text) == (cup != "animal")


def test_cards_without_a_yaku_say_so(player: Player) -> None:
    assert "These cards make no yaku." in player.open("/hand?cards-0=01B&ruleset=dutch").text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("ruleset=nope", "There is no rule set called “nope”."),
        ("ruleset=../../etc/passwd", "There is no rule set called"),
        ("ruleset=%3Cscript%3E", "There is no rule set called “<script>”."),
        ("cards-0=99X", "There is no card “99X”."),
        ("chaff-0=25", "25 chaff cards are too many"),
    ],
)
def test_what_cannot_be_scored_is_said_in_a_sentence(player: Player, query: str, sentence: str) -> None:
    page = player.open(f"/hand?{query}")
    assert page.status == 200
    assert sentence in page.text
    assert "<script>" not in page.html.replace('<script type="module"', "")


@pytest.mark.parametrize(
    "query", ["calls-0=999", "round=0", "round=1000", "round=x", "brights=99", "months=13", "view=x"]
)
def test_strange_numbers_in_the_address_are_no_error(player: Player, query: str) -> None:
    for name in ("dutch", "russian_all", "polish_all", "cwz"):
        assert player.open(f"/hand?ruleset={name}&cards-0=01B&cards-0=03B&cards-0=08B&{query}").status == 200


def test_all_48_cards_can_be_shown(player: Player) -> None:
    form = player.open("/hand?view=months").form("/hand")
    assert len(form.offers("cards-0")) == 48
