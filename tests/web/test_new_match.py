"""A new match: who plays, by which rules, how long, with how many coins, who deals first; and a rematch."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.installation import Installation

from .conftest import Table, coins
from .forms import Player


def test_a_match_begins_with_two_names(table: Table) -> None:
    notepad = table.begin("Anna", "Ben")
    assert notepad.status == 200
    assert "Round 1" in notepad.text
    assert notepad.link("Score round 1")
    assert "Anna deals" in notepad.text


def test_the_form_sent_twice_begins_one_match(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)
    assert player.send(form).path == player.send(form).path
    assert player.open("/").html.count('class="names"') == 1


def test_a_form_sent_again_with_other_names_does_not_change_the_match(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)
    first = player.send(form)
    again = player.send(form.fill(name_1="Bea"))
    assert again.status == 409
    assert "Anna" in player.open(first.path).text
    assert "Bea" not in player.open("/").text


def test_two_players_are_needed(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna")
    page = player.send(form)
    assert page.status == 422
    assert page.beside("name-1") == "Koi-Koi needs two players; enter their names."
    assert page.form("/matches")["name-0"] == "Anna"


def test_two_players_cannot_have_one_name(table: Table) -> None:
    page = table.begin("Anna", "ANNA")
    assert page.status == 422
    assert page.beside("name-0") == "Two players have the same name; change one of them."


def test_a_very_long_name_is_refused_with_a_sentence(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="A" * 41, name_1="Ben", dealer=0)
    page = player.send(form)
    assert page.status == 422
    assert page.beside("name-0") == "A name may have at most 40 characters."


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><img src=x>',
        "=1+1",
        "%(player)s",
        "{{ 7*7 }}",
        "花子 🎴👩‍👧",
        "אבג",
        "W" * 40,
    ],
)
def test_a_strange_name_is_only_a_name(player: Player, table: Table, name: str) -> None:
    notepad = table.begin(name, "Ben", rules="russian")
    notepad = table.score(notepad, 0, "01B 03B 08B", calls=(1, 0))
    assert notepad.status == 200
    assert name in notepad.text
    for address in (notepad.path, f"{notepad.path}/rounds/1", f"{notepad.path}/sheet", "/"):
        page = player.open(address)
        assert page.status == 200
        assert name in page.text
        assert "<script>alert" not in page.html
        assert "<img" not in page.html
    assert player.open(notepad.link("Score round 2")).form("/rounds").offers("result")[0] == "0"
    assert player.client.get(f"{notepad.path}/sheet.csv").status_code == 200
    assert player.client.get(f"{notepad.path}/record.json").status_code == 200


def test_names_of_earlier_matches_are_offered(player: Player, table: Table) -> None:
    table.begin("Zoë", "Ben")
    assert '<option value="Zoë">' in player.open("/matches/new").html


def test_three_can_play(table: Table, player: Player) -> None:
    notepad = table.begin("Anna", "Ben", "Cleo", rules="mongolopedia")
    assert coins(notepad) == [0, 0, 0]
    assert table.board(notepad).offers("result") == ["0", "1", "2", "nobody", "other"]
    notepad = table.score(notepad, 2, "", "", "01B 03B 08B")
    assert coins(notepad) == [0, 0, 6]
    assert "Cleo deals" in notepad.text


def test_three_players_pay_the_winner_each(table: Table) -> None:
    notepad = table.begin("Anna", "Ben", "Cleo", rules="russian")
    assert coins(table.score(notepad, 1, "", "01B 03B 08B")) == [95, 110, 95]


def test_empty_seats_do_not_shift_the_dealer(player: Player) -> None:
    form = player.open("/matches/new").form("/matches")
    form.fill(name_1="Ben", name_2="Cleo", dealer=1)
    notepad = player.send(form)
    assert "Ben deals" in notepad.text


def test_the_length_can_be_any_number(table: Table) -> None:
    assert "Round 1 of 7" in table.begin(rounds="other", rounds_other=7).text
    assert "Round 1 of 3" in table.begin(rounds=3).text


@pytest.mark.parametrize("typed", ["0", "100", "-1", "1.5", "x", "９"])
def test_an_impossible_length_is_refused_beside_its_field(table: Table, typed: str) -> None:
    page = table.begin(rounds="other", rounds_other=typed)
    assert page.status == 422
    assert page.beside("rounds") == f"“{typed}” is not possible; allowed: a whole number from 1 to 99."
    assert page.form("/matches")["rounds-other"] == typed


def test_forty_rounds_can_be_played(player: Player, table: Table) -> None:
    notepad = table.begin("Anna", "Ben", rounds="other", rounds_other=40)
    for _ in range(40):
        assert notepad.status == 200
        notepad = table.score(notepad, "nobody")
    assert "A tie" in notepad.text
    for address in (notepad.path, f"{notepad.path}/sheet", f"{notepad.path}/rounds/40"):
        assert player.open(address).status == 200


# Coins


@pytest.mark.parametrize(("rounds", "purse"), [("12", 100), ("6", 50), ("3", 25), ("", 100)])
def test_the_russian_purse_follows_the_number_of_rounds(table: Table, rounds: str, purse: int) -> None:
    assert coins(table.begin(rules="russian", rounds=rounds)) == [purse, purse]


def test_without_a_purse_for_the_length_the_table_says_it(table: Table) -> None:
    page = table.begin(rules="russian", rounds="other", rounds_other=7)
    assert page.status == 422
    assert page.beside("purse") == (
        "These rules set the coins for 3, 6, 12 rounds only; enter how many coins each player starts with."
    )
    assert coins(table.begin(rules="russian", rounds="other", rounds_other=7, purse=40)) == [40, 40]


@pytest.mark.parametrize("typed", ["-1", "100001", "many"])
def test_an_impossible_purse_is_refused_beside_its_field(table: Table, typed: str) -> None:
    page = table.begin(purse=typed)
    assert page.status == 422
    assert "allowed: a whole number from 0 to 100000." in page.beside("purse")


# The first dealer


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
def test_cards_that_decide_nothing_are_said_so(
    table: Table, rules: str, drawn: tuple[str, str], sentence: str
) -> None:
    page = table.begin(rules=rules, dealer="other", drawn_0=drawn[0], drawn_1=drawn[1])
    assert page.status == 422
    assert page.beside("dealer") == sentence
    assert page.form("/matches")["drawn-0"] == drawn[0]


# The length


def test_a_match_can_be_played_to_a_total(table: Table) -> None:
    notepad = table.begin(rules="nintendo_jp", rounds="target", target=10)
    assert "Round 1 of" not in notepad.text
    notepad = table.score(notepad, 1, "", "01B 03B 08B")
    assert notepad.link("Score round 2")
    notepad = table.score(notepad, 1, "", "01B 03B 08B")
    assert "The target of 10 is reached." in notepad.text


def test_a_chosen_number_of_rounds_takes_the_place_of_the_rules_own_target(
    player: Player, table: Table
) -> None:
    form = player.open("/matches/new?ruleset=gamble1974").form("/matches")
    assert "12, or 50 points" in player.open("/matches/new?ruleset=gamble1974").text
    assert form["rounds"] == ""
    notepad = table.begin(rules="gamble1974", rounds=3, purse=60)
    assert "Round 1 of 3" in notepad.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Enter how many points end the match."),
        ("0", "“0” is not possible; allowed: a whole number from 1 to 9999."),
        ("10000", "“10000” is not possible; allowed: a whole number from 1 to 9999."),
        (
            "30",
            "The target of 30 would be reached before the first round: everybody starts with 30. "
            "Choose a higher target or fewer coins.",
        ),
    ],
)
def test_an_impossible_target_is_refused_beside_its_field(table: Table, typed: str, sentence: str) -> None:
    page = table.begin(rules="nintendo_jp", rounds="target", target=typed, purse=30)
    assert page.status == 422
    assert page.beside("target") == sentence
    assert page.form("/matches")["target"] == typed


def test_a_target_one_above_the_purse_can_be_played_for(table: Table) -> None:
    assert table.begin(rules="nintendo_jp", rounds="target", target=31, purse=30).status == 200


# How many players the rules are for


THREE = ("Anna", "Ben", "Cleo")
SHORT = "With 3 players 19 cards are left in the stock for 21 turns: the last 2 turns have no card to draw."


def test_three_players_by_rules_for_two_are_asked_first(player: Player, table: Table) -> None:
    page = table.begin(*THREE, rules="russian", sure=False)
    assert page.status == 422
    assert "These rules are for two players, not 3." in page.text
    assert "the last 8 turns have no card to draw." in page.text
    assert page.beside("deal") == "Choose how you want to play, then start."
    assert player.open("/").html.count('class="names"') == 0
    assert coins(player.send(table.answer(page, "so"))) == [100, 100, 100]


def test_three_players_by_their_own_rules_hear_of_the_short_stock_and_may_deal_otherwise(
    player: Player, table: Table
) -> None:
    page = table.begin(*THREE, rules="mongolopedia", sure=False)
    assert SHORT in page.text
    assert "These rules are for two players" not in page.text
    assert "7 cards each and 6 on the field instead" in page.text
    notepad = player.send(table.answer(page, "other"))
    assert notepad.status == 200
    assert "Cards on the field 6" in player.open(f"{notepad.path}/rules").text
    as_written = player.send(table.answer(table.begin(*THREE, rules="mongolopedia", sure=False), "so"))
    assert "Cards on the field 8" in player.open(f"{as_written.path}/rules").text


def test_two_players_are_asked_nothing(table: Table) -> None:
    for rules in ("russian", "mongolopedia", "default"):
        assert table.begin(rules=rules, sure=False).status == 200


def test_an_answer_counts_only_for_what_was_asked(player: Player, table: Table) -> None:
    form = table.answer(table.begin(*THREE, rules="mongolopedia", sure=False), "so")
    page = player.send(form.fill(ruleset="russian"))
    assert page.status == 422
    assert "These rules are for two players, not 3." in page.text
    assert page.form("/matches")["deal"] is None
    forged = player.send(form.fill(ruleset="default").force("deal", "other 3.2.7.6"))
    assert forged.status == 422


def test_a_rematch_of_three_is_asked_too(player: Player, table: Table) -> None:
    notepad = table.begin(*THREE, rules="default", rounds="other", rounds_other=1)
    notepad = table.score(notepad, 0, "01B 03B 08B", "", "")
    page = player.send(player.open(notepad.link("Rematch")).form("/matches"))
    assert page.status == 422
    assert "These rules are for two players, not 3." in page.text
    assert player.send(table.answer(page, "so")).link("Score round 1")


# The rules, and a rematch


def test_a_rematch_is_as_long_as_the_match(player: Player, table: Table) -> None:
    notepad = table.begin(rules="nintendo_jp", rounds="target", target=5)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    form = player.open(notepad.link("Rematch")).form("/matches")
    assert (form["rounds"], form["target"]) == ("target", "5")
    again = player.send(form)
    assert "The target of 5 is reached." in table.score(again, 0, "01B 03B 08B").text
    notepad = table.begin(rules="gamble1974", rounds="")
    notepad = player.send(player.open(f"{notepad.path}/ending").form("/ending"))
    form = player.open(notepad.link("Rematch")).form("/matches")
    assert form["rounds"] == ""
    assert "Round 1 of 12" in player.send(form).text


def test_an_unknown_rule_set_is_refused(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form.force("ruleset", "nope"))
    assert page.status == 422
    assert "There is no rule set called “nope”." in page.text


def test_the_rules_of_the_last_match_are_chosen_for_the_next(player: Player, table: Table) -> None:
    table.begin(rules="russian")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert player.open("/hand").form("/hand")["ruleset"] == "russian"


def test_rules_that_were_deleted_are_not_chosen_for_the_next_match(
    player: Player, table: Table, installation: Installation
) -> None:
    installation.house_rules.keep("grandmother", {"extends": "dutch", "title": "Grandmother's"})
    table.begin(rules="grandmother")
    installation.house_rules.discard("grandmother")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "default"
    assert "There is no rule set" not in player.open("/hand").text


def test_a_rematch_keeps_seats_rules_and_coins_and_the_next_dealer_deals(
    player: Player, table: Table
) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian", rounds="other", rounds_other=1, purse=40)
    notepad = table.score(notepad, 1, "", "01B 03B 08B")
    form = player.open(notepad.link("Rematch with changes")).form("/matches")
    assert [form[name] for name in ("name-0", "name-1", "name-2")] == ["Anna", "Ben", ""]
    assert (form["ruleset"], form["rounds-other"], form["purse"], form["dealer"]) == ("again", "1", "40", "1")
    again = player.send(form)
    assert again.path != notepad.path
    assert coins(again) == [40, 40]
    assert "Ben deals" in again.text
    assert "Russian booklet" in player.open(f"{again.path}/rules").text


def test_the_same_match_again_takes_one_tap(player: Player, table: Table) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian", rounds="other", rounds_other=1, purse=40)
    notepad = table.score(notepad, 1, "", "01B 03B 08B")
    assert "Rematch, Ben deals" in notepad.text
    form = notepad.form("/rematches")
    again = player.send(form)
    assert player.send(form).path == again.path != notepad.path  # a double tap
    assert player.open("/").text.count("Anna – Ben") == 2
    assert coins(again) == [40, 40]
    assert "Round 1 of 1" in again.text
    assert "Ben deals" in again.text
    assert "Russian booklet" in player.open(f"{again.path}/rules").text


@pytest.mark.parametrize(
    ("rule", "winner", "dealer"),
    [("winner", 1, "Ben"), ("loser", 1, "Anna"), ("alternate", 0, "Ben"), ("same", 1, "Anna")],
)
def test_the_rules_say_who_deals_the_match_after_this_one(
    table: Table, installation: Installation, rule: str, winner: int, dealer: str
) -> None:
    house = {"extends": "nintendo_jp", "title": "House", "match": {"next_dealer": rule}}
    installation.house_rules.keep("house", house)
    notepad = table.begin(rules="house", rounds="other", rounds_other=1)
    notepad = table.score(notepad, winner, *("", "01B 03B 08B")[1 - winner :])
    assert f"Rematch, {dealer} deals" in notepad.text


def test_a_match_that_goes_on_offers_no_other(table: Table) -> None:
    assert "Rematch, " not in table.begin().text


def test_a_rematch_keeps_house_rules_as_they_were_when_the_match_began(
    player: Player, table: Table, installation: Installation
) -> None:
    house = {"extends": "nintendo_jp", "title": "Grandmother's", "yaku": {"sanko": {"points": 9}}}
    installation.house_rules.keep("grandmother", house)
    notepad = table.begin(rules="grandmother", rounds="other", rounds_other=1)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    points = coins(notepad)
    installation.house_rules.keep("grandmother", {**house, "yaku": {"sanko": {"points": 2}}})
    again = player.send(player.open(notepad.link("Rematch with changes")).form("/matches"))
    assert coins(table.score(again, 0, "01B 03B 08B")) == points
    fresh = table.begin(rules="grandmother", rounds="other", rounds_other=1)
    assert coins(table.score(fresh, 0, "01B 03B 08B")) != points


def test_a_rematch_leaves_the_next_new_match_and_single_hands_usable(player: Player, table: Table) -> None:
    notepad = table.begin(rules="russian", rounds="other", rounds_other=1, purse=9)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    player.send(player.open(notepad.link("Rematch with changes")).form("/matches"))
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert "There is no rule set" not in player.open("/hand").text


def test_a_rematch_of_a_match_that_is_gone_is_not_found(player: Player) -> None:
    assert player.open("/matches/new?again=nope").status == 404


def test_what_rules_change_is_a_short_list_with_the_rest_folded(
    player: Player, installation: Installation
) -> None:
    changes = {"rounds": 5, "target": 50, "next_dealer": "loser"}
    house = {"extends": "nintendo_jp", "title": "House", "match": changes, "yaku": {"sanko": {"points": 9}}}
    installation.house_rules.keep("house", house)
    page = player.open("/matches/new?ruleset=house").html
    listed = page[page.index("Like “") :].split("</div>")[0]
    shown, _, folded = listed.partition("<details>")
    assert shown.count("<li>") == 3
    assert "<li>Rounds: 5</li>" in shown
    assert "and 1 more" in folded
    assert folded.count("<li>") == 1
    installation.house_rules.keep("house", {**house, "yaku": {}})
    page = player.open("/matches/new?ruleset=house").html
    assert "more</summary>" not in page[page.index("Like “") :].split("</div>")[0]
