"""A new match: who plays, by which rules, how long, with how many coins, who deals first; and a rematch."""

from __future__ import annotations

import pytest
from conftest import coins


def test_a_match_begins_with_two_names(table):
    notepad = table.begin("Anna", "Ben")
    assert notepad.status == 200
    assert "Round 1" in notepad.text
    assert notepad.link("Score round 1")
    assert "Anna deals" in notepad.text


def test_the_form_sent_twice_begins_one_match(player):
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    assert player.send(form).path == player.send(form).path
    assert player.open("/").html.count('class="names"') == 1


def test_a_form_sent_again_with_other_names_does_not_change_the_match(player):
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    first = player.send(form)
    again = player.send(form.fill(name_1="Bea"))
    assert again.status == 409
    assert "Anna" in player.open(first.path).text
    assert "Bea" not in player.open("/").text


def test_two_players_are_needed(player):
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna")
    page = player.send(form)
    assert page.status == 422
    assert page.beside("name-1") == "Koi-Koi needs two players; type their names."
    assert page.form("/matches")["name-0"] == "Anna"


def test_two_players_cannot_have_one_name(table):
    page = table.begin("Anna", "ANNA")
    assert page.status == 422
    assert page.beside("name-0") == "Two players have the same name; tell them apart."


def test_a_very_long_name_is_refused_with_a_sentence(player):
    form = player.open("/matches/new").form("/matches").fill(name_0="A" * 41, name_1="Ben")
    page = player.send(form)
    assert page.status == 422
    assert page.beside("name-0") == "A name has at most 40 letters."


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
def test_a_strange_name_is_only_a_name(player, table, name):
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


def test_names_of_earlier_matches_are_offered(player, table):
    table.begin("Zoë", "Ben")
    assert '<option value="Zoë">' in player.open("/matches/new").html


def test_three_can_play(table, player):
    notepad = table.begin("Anna", "Ben", "Cleo", rules="mongolopedia")
    assert coins(notepad) == [0, 0, 0]
    assert table.board(notepad).offers("result") == ["0", "1", "2", "nobody", "other"]
    notepad = table.score(notepad, 2, "", "", "01B 03B 08B")
    assert coins(notepad) == [0, 0, 6]
    assert "Cleo deals" in notepad.text


def test_three_players_pay_the_winner_each(table):
    notepad = table.begin("Anna", "Ben", "Cleo", rules="russian")
    assert coins(table.score(notepad, 1, "", "01B 03B 08B")) == [95, 110, 95]


def test_empty_seats_do_not_shift_the_dealer(player):
    form = player.open("/matches/new").form("/matches")
    form.fill(name_1="Ben", name_2="Cleo", dealer=1)
    notepad = player.send(form)
    assert "Ben deals" in notepad.text


def test_the_length_can_be_any_number(table):
    assert "Round 1 of 7" in table.begin(rounds="other", rounds_other=7).text
    assert "Round 1 of 3" in table.begin(rounds=3).text


@pytest.mark.parametrize("typed", ["0", "100", "-1", "1.5", "x", "９"])
def test_an_impossible_length_is_refused_beside_its_field(table, typed):
    page = table.begin(rounds="other", rounds_other=typed)
    assert page.status == 422
    assert page.beside("rounds") == f"“{typed}” is not possible; allowed: a whole number from 1 to 99."
    assert page.form("/matches")["rounds-other"] == typed


def test_forty_rounds_can_be_played(player, table):
    notepad = table.begin("Anna", "Ben", rounds="other", rounds_other=40)
    for _ in range(40):
        assert notepad.status == 200
        notepad = table.score(notepad, "nobody")
    assert "A tie" in notepad.text
    for address in (notepad.path, f"{notepad.path}/sheet", f"{notepad.path}/rounds/40"):
        assert player.open(address).status == 200


# Coins


@pytest.mark.parametrize(("rounds", "purse"), [("12", 100), ("6", 50), ("3", 25), ("", 100)])
def test_the_russian_purse_follows_the_number_of_rounds(table, rounds, purse):
    assert coins(table.begin(rules="russian", rounds=rounds)) == [purse, purse]


def test_without_a_purse_for_the_length_the_table_says_it(table):
    page = table.begin(rules="russian", rounds="other", rounds_other=7)
    assert page.status == 422
    assert page.beside("purse") == (
        "These rules name the coins for 3, 6, 12 rounds only; say how many coins to begin with."
    )
    assert coins(table.begin(rules="russian", rounds="other", rounds_other=7, purse=40)) == [40, 40]


@pytest.mark.parametrize("typed", ["-1", "100001", "many"])
def test_an_impossible_purse_is_refused_beside_its_field(table, typed):
    page = table.begin(purse=typed)
    assert page.status == 422
    assert "allowed: a whole number from 0 to 100000." in page.beside("purse")


# The first dealer


def test_the_dealer_is_the_player_who_was_named(table):
    assert "Ben deals" in table.begin(dealer=1).text


def test_a_dealer_who_does_not_play_is_refused(player):
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form.force("dealer", "2"))
    assert page.status == 422
    assert page.beside("dealer") == "This player is not in the match; choose who deals first."


def test_chance_chooses_both_players_in_time_and_the_same_for_one_form(player):
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
def test_the_drawn_cards_say_who_deals(table, rules, drawn, dealer):
    notepad = table.begin(rules=rules, dealer="other", drawn_0=drawn[0], drawn_1=drawn[1])
    assert f"{dealer} deals" in notepad.text


def test_three_draw_and_the_earliest_deals(player):
    form = player.open("/matches/new").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", name_2="Cleo", ruleset="mongolopedia", dealer="other")
    form.fill(drawn_0="04A", drawn_1="02R", drawn_2="02A")
    assert "Cleo deals" in player.send(form).text


@pytest.mark.parametrize(
    ("rules", "drawn", "sentence"),
    [
        ("nintendo_jp", ("05C1", "05A"), "These cards are equal: draw again."),
        ("mongolopedia", ("05C1", "05C2"), "These cards are equal: draw again."),
        ("nintendo_jp", ("05C1", "05C1"), "Two players cannot draw the same card."),
        ("nintendo_jp", ("05C1", ""), "Choose the card that each player drew."),
    ],
)
def test_cards_that_decide_nothing_are_said_so(table, rules, drawn, sentence):
    page = table.begin(rules=rules, dealer="other", drawn_0=drawn[0], drawn_1=drawn[1])
    assert page.status == 422
    assert page.beside("dealer") == sentence
    assert page.form("/matches")["drawn-0"] == drawn[0]


# The rules, and a rematch


def test_an_unknown_rule_set_is_refused(player):
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form.force("ruleset", "nope"))
    assert page.status == 422
    assert "There is no rule set called “nope”." in page.text


def test_the_rules_of_the_last_match_are_chosen_for_the_next(player, table):
    table.begin(rules="russian")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert player.open("/hand").form("/hand")["ruleset"] == "russian"


def test_rules_that_were_deleted_are_not_chosen_for_the_next_match(player, table, installation):
    installation.house_rules.keep("grandmother", {"extends": "dutch", "title": "Grandmother's"})
    table.begin(rules="grandmother")
    installation.house_rules.discard("grandmother")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "default"
    assert "There is no rule set" not in player.open("/hand").text


def test_a_rematch_keeps_seats_rules_and_coins_and_the_next_dealer_deals(player, table):
    notepad = table.begin("Anna", "Ben", rules="russian", rounds="other", rounds_other=1, purse=40)
    notepad = table.score(notepad, 1, "", "01B 03B 08B")
    form = player.open(notepad.link("Rematch")).form("/matches")
    assert [form[name] for name in ("name-0", "name-1", "name-2")] == ["Anna", "Ben", ""]
    assert (form["ruleset"], form["rounds-other"], form["purse"], form["dealer"]) == ("again", "1", "40", "1")
    again = player.send(form)
    assert again.path != notepad.path
    assert coins(again) == [40, 40]
    assert "Ben deals" in again.text
    assert "Russian booklet" in player.open(f"{again.path}/rules").text


def test_a_rematch_keeps_house_rules_as_they_were_when_the_match_began(player, table, installation):
    house = {"extends": "nintendo_jp", "title": "Grandmother's", "yaku": {"sanko": {"points": 9}}}
    installation.house_rules.keep("grandmother", house)
    notepad = table.begin(rules="grandmother", rounds="other", rounds_other=1)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    points = coins(notepad)
    installation.house_rules.keep("grandmother", {**house, "yaku": {"sanko": {"points": 2}}})
    again = player.send(player.open(notepad.link("Rematch")).form("/matches"))
    assert coins(table.score(again, 0, "01B 03B 08B")) == points
    fresh = table.begin(rules="grandmother", rounds="other", rounds_other=1)
    assert coins(table.score(fresh, 0, "01B 03B 08B")) != points


def test_a_rematch_leaves_the_next_new_match_and_single_hands_usable(player, table):
    notepad = table.begin(rules="russian", rounds="other", rounds_other=1, purse=9)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    player.send(player.open(notepad.link("Rematch")).form("/matches"))
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert "There is no rule set" not in player.open("/hand").text


def test_a_rematch_of_a_match_that_is_gone_is_not_found(player):
    assert player.open("/matches/new?again=nope").status == 404
