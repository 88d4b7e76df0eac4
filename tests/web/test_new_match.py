"""A new match: who plays, how long, and with how many coins."""

from __future__ import annotations

import json
import re

import pytest
from extent import daily

from .fixtures import Table, coins
from .player import Player

DOUBTS = (
    "These rules are for two players, not 3. "
    "With 3 players 16 cards are left in the stock for 24 turns: the last 8 turns have no card to draw."
)


def test_a_match_begins_with_two_names(table: Table) -> None:
    notepad = table.begin_by_form("Anna", "Ben")
    assert notepad.status == 200
    assert "Round 1" in notepad.text
    assert notepad.link("Score round 1")
    assert "Anna deals" in notepad.text


LABELS = ("First player", "Second player", "Third player, if any", "Fourth player, if any")
LENGTH = (
    "How long? 3 Rounds 6 Rounds 12 Rounds 12 (rules) Other First to … Rounds First to this many points wins"
)
COINS = "Coins at the start For each player; leave empty to follow the rules. Everybody starts at 0."


@pytest.mark.parametrize(
    ("rules", "title", "shown", "seats", "dealer", "summary", "rest"),
    [
        (
            "dutch",
            "Dutch Wikipedia",
            2,
            3,
            "First dealer: by chance.",
            "Third player: Third player · First to this many points wins: Rounds: Rounds: 12 · "
            "Coins at the start: Everybody starts at 0. Third player, if any What is special:",
            f"{LENGTH} {COINS}",
        ),
        (
            "mongolopedia",
            "Mongolopedia",
            3,
            3,
            "First dealer: who draws the earliest month. Tie for the first deal: the card of the higher "
            "kind. Tap who it is, or leave it to chance.",
            "First to this many points wins: Rounds: Rounds: 12 · "
            "Coins at the start: Everybody starts at 0. What is special:",
            "The deal With 3 players 19 cards are left in the stock for 21 turns: the last 2 turns have no "
            f"card to draw. As the rules say 7 cards each and 6 on the field instead {LENGTH} {COINS}",
        ),
        (
            "hana_awase",
            "Hana-Awase",
            4,
            4,
            "First dealer: who draws the earliest month. Tie for the first deal: draw again. "
            "Tap who it is, or leave it to chance.",
            "First to this many points wins: Rounds: Rounds: 12 Like “Bakappana”, but:",
            LENGTH,
        ),
    ],
)
def test_the_form_asks_what_the_rules_leave_to_the_table(
    player: Player, rules: str, title: str, shown: int, seats: int, dealer: str, summary: str, rest: str
) -> None:
    main = player.open(f"/matches/new?ruleset={rules}").main
    each = " ".join(("First", "Second", "Third", "Fourth")[:seats])
    assert main.startswith(
        f"Who plays? {' '.join(LABELS[:shown])} Who deals first? {each} By chance {dealer} "
        f"Three players: whose card comes next? That player sits to the right of the dealer. {each} "
        f"Rules {title} Change Options nothing is changed "
    )
    begins, _, ends = main.partition(" View and change these rules ")
    folded = begins.partition(" Add a yaku of your own Show the options of these rules More ")[2]
    assert folded.startswith(summary)
    assert ends.partition(" Other games with these cards ")[0] == rest
    assert ends.endswith(" Start")


def test_the_form_sent_twice_begins_one_match(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)
    assert player.send(form).path == player.send(form).path
    assert player.open("/").html.count('class="names"') == 1


def test_a_form_sent_again_with_other_names_does_not_change_the_match(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)
    first = player.send(form)
    again = player.send(form.fill(name_1="Bea"))
    assert again.status == 409
    assert again.beside("name-0").startswith("This was already saved with different content.")
    assert "Anna" in player.open(first.path).text
    assert "Bea" not in player.open("/").text


def test_what_the_form_says_without_a_connection(player: Player) -> None:
    says = re.search(r"data-new-match.*?data-says='(\{.*?\})'", player.open("/matches/new").html, re.S)
    assert says
    assert json.loads(says[1]) == {
        "alike": "Two players have the same name; change one of them.",
        "chance": "{dealer} deals first, by chance.",
        "full": "This phone has no room left to keep the match.",
        "players": "Koi-Koi needs two players; enter their names.",
        "unkept": "No connection. You can start only with the rules and options chosen here before the "
        "connection was lost.",
    }


@pytest.mark.parametrize(
    ("entered", "told"),
    [
        ("", []),
        ("rounds=&rounds-other=17&target=50", []),
        ("rounds=6&rounds-other=17&target=50", ["Rounds: 6"]),
        ("rounds=other&rounds-other=17&target=50", ["Rounds: 17"]),
        ("rounds=17&rounds-other=18", ["Rounds: 18"]),
        ("rounds=target&rounds-other=17&target=50", ["First to this many points wins: 50"]),
        ("rounds=target&purse=0", ["Coins at the start: 0"]),
        ("rounds=12&purse=30", ["Rounds: 12", "Coins at the start: 30"]),
    ],
)
def test_what_was_entered_beside_the_rules_is_told_where_it_is_folded(
    player: Player, entered: str, told: list[str]
) -> None:
    html = player.open(f"/matches/new?ruleset=dutch&{entered}").html
    shown = re.findall(r'<span data-entered="[\w-]+">(.*?)</span></span>', html)
    assert [re.sub("<.*?>", "", words) for words in shown] == told


def test_two_players_are_needed(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna")
    page = player.send(form)
    assert page.status == 422
    assert page.beside("name-1") == "Koi-Koi needs two players; enter their names."
    assert page.form("/matches")["name-0"] == "Anna"
    assert player.send(form.fill(name_0="", name_1="Ben")).beside("name-0") == page.beside("name-1")


def test_two_players_cannot_have_one_name(table: Table) -> None:
    page = table.begin_by_form("Anna", "ANNA")
    assert page.status == 422
    assert page.main.endswith("Two players have the same name; change one of them. Start")
    assert page.beside("name-0") == "Two players have the same name; change one of them."


def test_a_very_long_name_is_refused_with_a_sentence(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="A" * 41, name_1="Ben", dealer=0)
    page = player.send(form)
    assert page.status == 422
    assert page.beside("name-0") == "A name may have at most 40 characters."


@pytest.mark.parametrize(
    "name",
    daily(
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
        2,
    ),
)
def test_a_strange_name_is_only_a_name(player: Player, table: Table, name: str) -> None:
    notepad = table.begin_by_form(name, "Ben", rules="russian")
    notepad = table.score(notepad, 0, "01B 03B 08B", calls=(1, 0))
    assert notepad.status == 200
    assert name in notepad.text
    for address in (notepad.path, f"{notepad.path}/rounds/1", f"{notepad.path}/sheet", "/"):
        page = player.open(address)
        assert page.status == 200
        assert name in page.text
        assert "<script>alert" not in page.html
        assert "<img src=x" not in page.html
    assert player.open(notepad.link("Score round 2")).form("/rounds").offers("result")[0] == "0"
    assert player.client.get(f"{notepad.path}/sheet.csv").status_code == 200
    assert player.client.get(f"{notepad.path}/record.json").status_code == 200


def test_names_of_earlier_matches_are_offered(player: Player, table: Table) -> None:
    table.begin_by_form("Zoë", "Ben")
    assert '<option value="Zoë">' in player.open("/matches/new").html


def test_three_can_play(table: Table, player: Player) -> None:
    notepad = table.begin_by_form("Anna", "Ben", "Cleo", rules="mongolopedia")
    assert coins(notepad) == [0, 0, 0]
    assert table.board(notepad).offers("result") == ["0", "1", "2", "nobody", "other"]
    notepad = table.score(notepad, 2, "", "", "01B 03B 08B")
    assert coins(notepad) == [0, 0, 6]
    assert "Cleo deals" in notepad.text


def test_three_players_pay_the_winner_each(table: Table) -> None:
    notepad = table.begin_by_form("Anna", "Ben", "Cleo", rules="russian", asked=DOUBTS)
    assert coins(table.score(notepad, 1, "", "01B 03B 08B")) == [95, 110, 95]


def test_empty_seats_do_not_shift_the_dealer(player: Player) -> None:
    form = player.open("/matches/new").form("/matches")
    form.fill(name_1="Ben", name_2="Cleo", dealer=1)
    notepad = player.send(form)
    assert "Ben deals" in notepad.text


def test_the_length_can_be_any_number(table: Table) -> None:
    assert "Round 1 of 7" in table.begin_by_form(rounds="other", rounds_other=7).text
    assert "Round 1 of 3" in table.begin_by_form(rounds="3").text


@pytest.mark.parametrize(("chosen", "rounds"), [("", 8), ("12", 12)])
def test_only_a_length_that_was_chosen_stays_when_the_rules_are_changed(
    player: Player, table: Table, chosen: str, rounds: int
) -> None:
    notepad = table.begin_by_form(rules="dutch", rounds=chosen)
    assert "Round 1 of 12" in notepad.text
    page = player.open(f"{notepad.path}/other-rules?ruleset=koikoi_japan&from=1")
    assert f"Round 1 of {rounds}" in player.send(page.form("/other-rules")).text


@pytest.mark.parametrize("typed", ["0", "100", "-1", "1.5", "x", "９"])
def test_an_impossible_length_is_refused_beside_its_field(table: Table, typed: str) -> None:
    page = table.begin_by_form(rounds="other", rounds_other=typed)
    assert page.status == 422
    assert page.beside("rounds") == f"“{typed}” is not possible; allowed: a whole number from 1 to 99."
    assert page.form("/matches")["rounds-other"] == typed


def test_another_length_needs_a_number(table: Table) -> None:
    page = table.begin_by_form(rules="dutch", rounds="other")
    assert page.status == 422
    assert page.beside("rounds") == "Enter a whole number from 1 to 99."
    assert page.form("/matches")["rounds"] == "other"


@pytest.mark.slow
def test_forty_rounds_can_be_played(player: Player, table: Table) -> None:
    notepad = table.begin_by_form("Anna", "Ben", rounds="other", rounds_other=40)
    for _ in range(40):
        assert notepad.status == 200
        notepad = table.score(notepad, "nobody")
    assert "A tie" in notepad.text
    for address in (notepad.path, f"{notepad.path}/sheet", f"{notepad.path}/rounds/40"):
        assert player.open(address).status == 200


@pytest.mark.parametrize(("rounds", "purse"), [("12", 100), ("6", 50), ("3", 25), ("", 100)])
def test_the_russian_purse_follows_the_number_of_rounds(table: Table, rounds: str, purse: int) -> None:
    assert coins(table.begin_by_form(rules="russian", rounds=rounds)) == [purse, purse]


def test_without_a_purse_for_the_length_the_form_asks_for_it(table: Table) -> None:
    page = table.begin_by_form(rules="russian", rounds="other", rounds_other=7)
    assert page.status == 422
    assert page.beside("purse") == (
        "These rules set the coins for 3, 6, 12 rounds only; enter how many coins each player starts with."
    )
    assert coins(table.begin_by_form(rules="russian", rounds="other", rounds_other=7, purse=40)) == [40, 40]


@pytest.mark.parametrize("typed", ["-1", "100001", "many"])
def test_an_impossible_purse_is_refused_beside_its_field(table: Table, typed: str) -> None:
    page = table.begin_by_form(purse=typed)
    assert page.status == 422
    assert "allowed: a whole number from 0 to 100000." in page.beside("purse")


def test_a_match_can_be_played_to_a_total(table: Table) -> None:
    notepad = table.begin_by_form(rules="nintendo_jp", rounds="target", target=10)
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
    notepad = table.begin_by_form(rules="gamble1974", rounds=3, purse=60)
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
    page = table.begin_by_form(rules="nintendo_jp", rounds="target", target=typed, purse=30)
    assert page.status == 422
    assert page.beside("target") == sentence
    assert page.form("/matches")["target"] == typed


def test_a_target_one_above_the_purse_can_be_played_for(table: Table) -> None:
    assert table.begin_by_form(rules="nintendo_jp", rounds="target", target=31, purse=30).status == 200


def test_a_number_of_rounds_is_offered_once(player: Player) -> None:
    for rules, query, numbers in (
        ("russian", "", {3, 6}),
        ("wiki_pagat", "&answer.length=fifty", {3, 6, 12}),
    ):
        page = player.open(f"/matches/new?ruleset={rules}{query}").html
        shown = {n for n in (3, 6, 12) if f'<label><input type="radio" name="rounds" value="{n}"' in page}
        assert shown == numbers
    form = player.open("/matches/new?ruleset=russian").form("/matches").fill(rounds=12)
    refused = player.send(form.fill(name_0="Anna", name_1="Anna")).html
    assert '<label><input type="radio" name="rounds" value="12" checked' in refused


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("default", "Everybody starts at 0."),
        ("polish_all", "Coins at the start: 30 "),
        ("russian", "Coins at the start: 25 for 3 rounds, 50 for 6 rounds, 100 for 12 rounds"),
    ],
)
def test_the_form_says_how_many_coins_the_rules_give(player: Player, rules: str, said: str) -> None:
    text = player.open(f"/matches/new?ruleset={rules}").text
    assert f"leave empty to follow the rules. {said}" in text
