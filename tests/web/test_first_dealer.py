"""Who deals first in a new match, and who sits where."""

from __future__ import annotations

import re
from itertools import product

import pytest
from extent import daily

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.koikoi.rules.loader import rules as rules_of

from .fixtures import Table, coins
from .player import Page, Player
from .stored_matches import events_of

BY_CHANCE = re.compile("(Anna|Ben|Cleo) deals first, by chance.")


def hint(page: Page) -> str:
    """What the form asks of the first dealer."""
    return "".join(re.findall(r'data-hint="dealer">([^<]*)', page.html))


@pytest.mark.parametrize(
    ("rules", "asks"),
    [
        (
            "mongolopedia",
            "First dealer: who draws the earliest month. "
            "Tie for the first deal: the card of the higher kind.",
        ),
        ("nintendo_jp", "First dealer: who draws the earliest month. Tie for the first deal: draw again."),
        ("latest", "First dealer: who draws the latest month. Tie for the first deal: draw again."),
        (
            "russian",
            "First dealer: the eldest player. Tie for the first deal: who last watched a cherry petal fall.",
        ),
        ("dutch", "First dealer: by chance."),
        ("named", "First dealer: the players choose."),
    ],
)
def test_the_form_asks_for_the_first_dealer_under_the_names_and_names_nobody(
    player: Player, installation: Installation, rules: str, asks: str
) -> None:
    for name, method in (("named", "named"), ("latest", "latest_month")):
        installation.house_rules.keep(name, {"title": name, "match": {"first_dealer": method}})
    page = player.open(f"/matches/new?ruleset={rules}")
    assert hint(page) == asks
    assert page.form("/matches")["dealer"] == "random"
    assert page.html.index('name="name-1"') < page.html.index('name="dealer"')
    assert page.html.index('name="dealer"') < page.html.index('value="choose"')


@pytest.mark.parametrize("rules", daily(names(), 3))
def test_two_names_and_start_begin_a_match_by_every_rule_set(player: Player, rules: str) -> None:
    form = player.open(f"/matches/new?ruleset={rules}").form("/matches").fill(name_0="Anna", name_1="Ben")
    notepad = player.send(form)
    assert notepad.status == 200
    (dealer,) = BY_CHANCE.findall(notepad.text)
    assert f"{dealer} deals " in notepad.text.replace(f"{dealer} deals first", "")
    assert BY_CHANCE.findall(player.open(notepad.path).text) == []  # it is said once


def test_two_names_and_start_begin_a_match_by_house_rules(table: Table, installation: Installation) -> None:
    house = {"extends": "russian", "title": "House", "match": {"first_dealer": "named"}}
    installation.house_rules.keep("house", house)
    assert BY_CHANCE.search(table.begin_by_form(rules="house", dealer="random").text)


@pytest.mark.parametrize(
    ("dealer", "third"), daily(product(["random", "rules", "other", "", "3", "nope"], ["", "Cleo"]), 3)
)
def test_where_nobody_is_named_chance_decides(table: Table, dealer: str, third: str) -> None:
    form = table.player.open("/matches/new?ruleset=mongolopedia").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", name_2=third).force("dealer", dealer)
    page = table.player.send(form)
    assert BY_CHANCE.search(page.text)


def test_the_dealer_is_the_player_who_was_named(table: Table) -> None:
    notepad = table.begin_by_form(dealer=1)
    assert "Ben deals" in notepad.text
    assert "by chance" not in notepad.text


def test_a_dealer_who_does_not_play_is_replaced_by_chance(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben", dealer=2)
    assert BY_CHANCE.search(player.send(form).text)


def test_a_form_that_is_refused_keeps_the_dealer(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", dealer=0)
    page = player.send(form)
    assert page.status == 422
    assert page.form("/matches")["dealer"] == "0"


def test_chance_chooses_both_players_and_the_same_for_one_form(player: Player) -> None:
    dealers = set()
    for number in range(8):
        form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
        form.force("id", f"{number:032x}")
        first, again = player.send(form), player.send(form)
        assert first.text.count("Anna deals first") == again.text.count("Anna deals first")
        dealers.add("Anna deals first" in first.text)
    assert dealers == {True, False}


def test_three_sit_in_the_order_of_their_cards(table: Table) -> None:
    notepad = table.begin_by_form("Anna", "Ben", "Cleo", rules="mongolopedia", dealer=2, second=1)
    assert "Cleo deals first; Ben sits to the right, then Anna." in notepad.text
    notepad = table.score(notepad, 0, "01B 03B 08B", "", "")
    assert coins(notepad) == [6, 0, 0]
    assert re.findall(r"Cleo|Ben|Anna", notepad.text)[:3] == ["Cleo", "Ben", "Anna"]


@pytest.mark.parametrize(
    ("rules", "dealer", "second"),
    [
        ("default", "2", "1"),  # these rules leave the seats free
        ("mongolopedia", "2", ""),
        ("mongolopedia", "2", "2"),
        ("mongolopedia", "2", "3"),
        ("mongolopedia", "random", "1"),
    ],
)
def test_where_no_cards_say_it_three_sit_as_typed(table: Table, rules: str, dealer: str, second: str) -> None:
    form = table.player.open("/matches/new").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", name_2="Cleo", ruleset=rules, dealer=dealer)
    notepad = table.player.send(form.force("second", second))
    if notepad.status == 422:
        notepad = table.player.send(table.answer(notepad, "so"))
    assert "to the right" not in notepad.text
    assert ("Cleo deals" in notepad.text) or dealer == "random"
    points = [0, *coins(table.score(notepad, 0, "01B 03B 08B", "", ""))]
    assert points[1] > 0 == points[2] == points[3]


def test_two_have_no_seats_to_choose(table: Table) -> None:
    notepad = table.begin_by_form(rules="mongolopedia", dealer=1, second=0)
    assert "to the right" not in notepad.text
    assert "Ben deals" in notepad.text


def test_who_sits_to_the_right_is_asked_only_where_the_rules_say_so(player: Player) -> None:
    for rules, asked in (("mongolopedia", True), ("russian", False)):
        page = player.open(f"/matches/new?ruleset={rules}").html
        assert ("data-second>" in page, "data-second hidden>" in page) == (asked, not asked)


@pytest.mark.parametrize(
    ("rules_id", "answer", "asks"),
    [
        ("dutch", "", "First dealer: by chance."),
        (
            "dutch",
            "earliest",
            "First dealer: who draws the earliest month. "
            "Tie for the first deal: the card of the higher kind.",
        ),
        ("house", "", "First dealer: who draws the latest month. Tie for the first deal: draw again."),
        ("house", "eldest", "First dealer: the eldest player. Tie for the first deal: draw again."),
    ],
)
def test_how_the_first_dealer_is_found_is_a_switch_where_the_source_offers_it(
    player: Player, installation: Installation, rules_id: str, answer: str, asks: str
) -> None:
    answers = [
        {"id": "latest", "says": "the latest month", "sets": {"match": {"first_dealer": "latest_month"}}},
        {"id": "eldest", "says": "the eldest", "sets": {"match": {"first_dealer": "elder"}}},
    ]
    asked = {"id": "first_dealer", "short": "Dealer", "question": "Who begins?", "answers": answers}
    house = {"title": "House", "match": {"first_dealer": "latest_month"}, "choices": [asked]}
    installation.house_rules.keep("house", house)
    form = player.open(f"/matches/new?ruleset={rules_id}").form("/matches").fill(name_0="Anna", name_1="Ben")
    assert len(form.offers("answer.first_dealer")) == 2
    if answer:
        form["answer.first_dealer"] = answer
    assert hint(player.send(form, "step=options")) == asks
    notepad = player.send(form)
    (start,) = events_of(installation, notepad)
    made = rules_of(rules_id, installation.house_rules.find).match.first_dealer
    taken = {"": made, "earliest": "earliest_month", "eldest": "elder"}[answer]
    assert start["ruleset"]["match"]["first_dealer"] == taken
