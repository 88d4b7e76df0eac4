"""A new match: who plays, by which rules, how long, and with how many coins."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from extent import daily
from flask import Flask

from scorekeeper.installation import Installation

from .fixtures import Table, coins
from .guests import code_of, guest, tonight
from .player import Player


def test_a_match_begins_with_two_names(table: Table) -> None:
    notepad = table.begin_by_form("Anna", "Ben")
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
    page = table.begin_by_form("Anna", "ANNA")
    assert page.status == 422
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


DOUBTS = (
    "These rules are for two players, not 3. "
    "With 3 players 16 cards are left in the stock for 24 turns: the last 8 turns have no card to draw."
)


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


@pytest.mark.parametrize("typed", ["0", "100", "-1", "1.5", "x", "９"])
def test_an_impossible_length_is_refused_beside_its_field(table: Table, typed: str) -> None:
    page = table.begin_by_form(rounds="other", rounds_other=typed)
    assert page.status == 422
    assert page.beside("rounds") == f"“{typed}” is not possible; allowed: a whole number from 1 to 99."
    assert page.form("/matches")["rounds-other"] == typed


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


def test_an_unknown_rule_set_is_refused(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form.force("ruleset", "nope"))
    assert page.status == 422
    assert "There is no rule set called “nope”." in page.text


def test_the_rules_of_the_last_match_are_chosen_for_the_next(player: Player, table: Table) -> None:
    table.begin_by_form(rules="russian")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert player.open("/hand").form("/hand")["ruleset"] == "russian"


def test_rules_that_were_deleted_are_not_chosen_for_the_next_match(
    player: Player, table: Table, installation: Installation
) -> None:
    installation.house_rules.keep("grandmother", {"extends": "dutch", "title": "Grandmother's"})
    table.begin_by_form(rules="grandmother")
    installation.house_rules.discard("grandmother")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "default"
    assert "There is no rule set" not in player.open("/hand").text


def test_what_rules_change_is_a_short_list_with_the_rest_folded(
    player: Player, installation: Installation
) -> None:
    changes = {"rounds": 5, "target": 50, "next_dealer": "loser"}
    worth = {"sanko": {"points": 9}, "shiko": {"points": 9}}
    house = {"extends": "nintendo_jp", "title": "House", "match": changes, "yaku": worth}
    house["multipliers"] = {"big": None}
    installation.house_rules.keep("house", house)
    page = player.open("/matches/new?ruleset=house").html
    listed = page[page.index("Like “Nintendo") :].split("</div>")[0]
    shown, _, folded = listed.partition("<details>")
    assert re.findall("<li>([^<]*)", shown) == [
        "Many points: off",
        "Four brights: Points: 9",
        "Three brights: Points: 9",
        "Rounds: 5",
        "Target: 50",
    ]
    assert "and 1 more" in folded
    assert re.findall("<li>([^<]*)", folded) == ["Next dealer: the loser of the round"]
    installation.house_rules.keep("house", {**house, "yaku": {"sanko": {"points": 9}}})
    page = player.open("/matches/new?ruleset=house").html
    assert "more</summary>" not in page[page.index("Like “Nintendo") :].split("</div>")[0]


def test_what_is_special_is_said_of_rules_that_change_the_common_ones(player: Player) -> None:
    page = player.open("/matches/new?ruleset=mongolopedia").html
    of_it = page[page.index('value="mongolopedia"') :]
    special = of_it[of_it.index("What is special:") :].split("</div>")[0]
    assert re.findall("<li>([^<]*)", special)[0] == "Many points: × 2 from 7 points of at least 2 yaku"
    assert "Like “Koi-Koi, common rules”" not in page


def test_the_rules_are_looked_at_and_the_names_are_there_again(player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian").form("/matches").fill(name_0="Anna", name_1="Ben")
    shown = player.send(form, "step=rules")
    assert shown.path == "/rules/russian"
    again = player.open("/matches/new?ruleset=russian").form("/matches")
    assert (again["name-0"], again["name-1"]) == ("Anna", "Ben")
    assert player.open("/matches/new").form("/matches")["name-0"] == ""


def test_a_yaku_of_ones_own_begins_with_the_answers_that_were_given(
    player: Player, installation: Installation
) -> None:
    form = player.open("/matches/new?ruleset=russian").form("/matches")
    form["answer.rain"] = "yes"
    editor = player.send(form, "step=own").form("/rules")
    assert editor["extends"] == "russian"
    editor["title"] = "House"
    editor["yaku.-.name"] = "Two birds"
    editor.tick("yaku.-.cards", "02A", "04A")
    assert player.send(editor).path == "/rules/house"
    tree = installation.house_rules.find("house")
    assert tree is not None
    assert tree["weather"]["rain"]["sign"] != "off"
    assert list(tree["yaku"]) == ["two_birds"]


def test_what_is_refused_is_said_above_the_button(player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian").form("/matches").fill(name_0="Anna")
    page = player.send(form)
    assert page.status == 422
    assert '<a href="#error-name-1">Koi-Koi needs two players' in page.html
    assert 'id="error-name-1"' in page.html


def test_the_rules_lead_back_to_what_was_entered(player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", rounds="other", rounds_other=7, purse=40, dealer=1)
    form["answer.doublings"] = "all"
    shown = player.send(form, "step=rules")
    assert shown.path == "/rules/russian"
    again = player.open(shown.link("‹")).form("/matches")
    assert (again["name-0"], again["name-1"], again["ruleset"]) == ("Anna", "Ben", "russian")
    assert (again["rounds"], again["rounds-other"], again["purse"]) == ("other", "7", "40")
    assert again["dealer"] == "1"
    assert again["answer.doublings"] == "all"
    assert player.open("/matches/new").form("/matches")["name-0"] == ""  # it is there once


def test_other_rules_keep_the_players_who_deals_the_length_and_the_coins(player: Player) -> None:
    form = player.open("/matches/new?ruleset=russian").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", rounds=6, purse=40, dealer=1)
    form["answer.doublings"] = "all"
    player.send(form, "step=rules")
    other = player.open("/matches/new?ruleset=dutch").form("/matches")
    assert (other["name-0"], other["rounds"], other["purse"]) == ("Anna", "6", "40")
    assert (other["ruleset"], other["dealer"]) == ("dutch", "1")


def test_a_rule_page_that_was_opened_elsewhere_leads_to_the_rule_sets(player: Player) -> None:
    for address in ("/rules/russian", "/rules/russian?back=https://example.org"):
        assert player.open(address).link("‹") == "/rules"


def test_other_rules_are_one_tap_away_and_one_tap_leads_back(player: Player) -> None:
    page = player.open("/matches/new")
    assert "Rules Koi-Koi, common rules Change" in page.text
    form = page.form("/matches").fill(name_0="Anna", name_1="Ben", dealer=1)
    rules = player.send(form, "step=choose")
    assert (rules.path, "Which booklet lies in your box?" in rules.text) == ("/rules", True)
    form = player.open(rules.link("Russian booklet In Russian")).form("/matches")
    assert (form["name-0"], form["name-1"], form["dealer"]) == ("Anna", "Ben", "1")
    assert form["ruleset"] == "russian"
    notepad = player.send(form)
    assert "Russian booklet" in notepad.text
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"


def test_the_page_of_rules_leads_back_to_the_form_as_it_was_left(player: Player) -> None:
    form = player.open("/matches/new?ruleset=dutch").form("/matches").fill(name_0="Anna", purse=7)
    rules = player.send(form, "step=choose")
    form = player.open(rules.link("‹")).form("/matches")
    assert (form["name-0"], form["purse"], form["ruleset"]) == ("Anna", "7", "dutch")


def test_a_search_among_the_rules_of_a_new_match_chooses_too(player: Player) -> None:
    rules = player.open("/rules?for=match")
    found = player.send(rules.form("/rules").fill(q="mongolopedia"))
    assert found.link("Mongolopedia") == "/matches/new?ruleset=mongolopedia"
    assert found.link("Show all rule sets") == "/rules?for=match"
    assert player.open("/rules").link("Mongolopedia") == "/rules/mongolopedia"


def test_the_rules_chosen_so_far_are_marked(player: Player) -> None:
    form = player.open("/matches/new?ruleset=mongolopedia").form("/matches")
    rules = player.send(form, "step=choose")
    found = player.send(rules.form("/rules").fill(q="mongolopedia"))
    for page in (rules, found):
        assert "so far: Mongolopedia" in page.text
        marked = re.findall(r'href="([^"]+)" aria-current="true"', page.html)
        assert set(marked) == {"/matches/new?ruleset=mongolopedia"}
    assert "aria-current" not in player.open("/rules").html


def test_the_common_rules_are_chosen_without_a_fold(player: Player) -> None:
    page = player.open("/rules?for=match").html
    assert 'href="/matches/new?ruleset=default"' in page.partition('<details class="panel"')[0]


def test_the_third_name_stands_beside_the_others_where_the_rules_are_for_three(player: Player) -> None:
    for rules, folded in (("mongolopedia", False), ("dutch", True)):
        page = player.open(f"/matches/new?ruleset={rules}").html
        assert (page.index('id="name-2"') > page.index('value="choose"')) is folded


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


LONGEST_COOKIE = 4_096  # bytes with its name: browsers drop what is longer


def cookie_of(player: Player, **values: str) -> str:
    """The cookie after the form was left for the page of all rule sets, filled in like this."""
    form = player.open("/matches/new").form("/matches")
    for name, value in values.items():
        form[name.replace("_", "-")] = value
    answer = player.client.post("/matches", data=form.values("step=choose"))
    assert answer.status_code == 303
    (cookie,) = answer.headers.getlist("Set-Cookie")
    return str(cookie).partition(";")[0]


def letters(number: int, first: int) -> str:
    """So many letters of which no two follow each other as elsewhere: nothing packs them."""
    return "".join(chr(0x4E00 + (first + place * 7919) % 20_000) for place in range(number))


def test_names_as_long_as_they_may_be_are_there_again_after_the_rules(player: Player) -> None:
    names = {f"name_{seat}": letters(40, 1000 * seat) for seat in range(3)}
    assert len(cookie_of(player, **names, rounds_other="99", target="9999", purse="100000")) < LONGEST_COOKIE
    again = player.open("/matches/new").form("/matches")
    assert [again[f"name-{seat}"] for seat in range(3)] == list(names.values())


@pytest.mark.parametrize("length", [41, 700, 1900])
def test_no_name_is_so_long_that_the_browser_drops_the_cookie(player: Player, length: int) -> None:
    names = {f"name_{seat}": letters(length, 1000 * seat) for seat in range(3)}
    assert len(cookie_of(player, **names)) < LONGEST_COOKIE
    assert player.open("/matches/new").status == 200  # the phone is still let in
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1=names["name_1"])
    refused = player.send(form)
    assert refused.status == 422
    assert "A name may have at most 40 characters." in refused.text


def test_messages_that_nobody_reads_do_not_fill_the_cookie(player: Player) -> None:
    """Each start by chance leaves one for the next page, and no page is opened."""
    form = player.open("/matches/new").form("/matches").fill(name_1="Ben")
    longest = 0
    for number in range(60):
        form["name-0"] = letters(40, 211 * number)
        answer = player.client.post("/matches", data={**form.values(), "id": f"match-{number:04}"})
        assert answer.status_code == 303
        longest = max(
            [longest, *(len(cookie.partition(";")[0]) for cookie in answer.headers.getlist("Set-Cookie"))]
        )
    assert 2_000 < longest < LONGEST_COOKIE
    assert player.open("/").status == 200


def offered(player: Player) -> list[str]:
    """The names that can be tapped."""
    return re.findall(r'data-player="([^"]*)"', player.open("/matches/new").html)


def typed(player: Player) -> list[str]:
    """The names that are proposed while one is typed."""
    listed = (
        player.open("/matches/new").html.partition('<datalist id="known">')[2].partition("</datalist>")[0]
    )
    return re.findall(r'value="([^"]*)"', listed)


def test_a_family_is_offered_its_own_names(player: Player, table: Table, phone: Callable[[], Player]) -> None:
    """Whoever was entered on this phone, and whom they played with; others are proposed while one types."""
    ours = table.begin_by_form("Anna", "Ben")
    theirs = Table(phone())
    theirs.begin("Ben", "Cleo")  # on another phone, with one of us
    for names in (("Dan", "Eva"), ("Finn", "Gus"), ("Hana", "Ivo")):
        theirs.begin(*names)
    assert offered(player) == ["Anna", "Ben", "Cleo"]
    assert {"Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"} == {*typed(player)}
    table.score(ours, 0, "01B 03B 08B")
    assert offered(phone()) == ["Anna", "Ben", "Hana", "Ivo", "Finn", "Gus"]  # nothing was entered on it


def test_whom_this_phone_scored_last_is_offered_first(player: Player, table: Table) -> None:
    matches = [
        table.begin(*names) for names in (("Anna", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn"), ("Gus", "Ivo"))
    ]
    assert offered(player) == ["Gus", "Ivo", "Eva", "Finn", "Cleo", "Dan"]  # the latest of all
    for match in (matches[1], matches[0], matches[2]):
        table.enter(match, 0, "01B 03B 08B")
    assert offered(player) == ["Eva", "Finn", "Anna", "Ben", "Cleo", "Dan"]
    table.enter(matches[3], 0, "01B 03B 08B")
    assert offered(player) == ["Gus", "Ivo", "Eva", "Finn", "Anna", "Ben"]  # never more than six


def test_a_renamed_player_is_offered_by_the_name_of_today(player: Player, table: Table) -> None:
    table.begin_by_form("Anna", "Ben")
    page = player.open(player.open("/players").link("Anna"))
    player.send(page.form("/name").fill(name="Anne"))
    assert offered(player) == ["Anne", "Ben"]


def test_a_guest_is_offered_whom_they_entered_and_nobody_else(
    app: Flask, installation: Installation, table: Table
) -> None:
    table.begin("Dan", "Eva")
    scorer = guest(app, code_of(installation, "scorer", evening=tonight()))
    assert (offered(scorer), typed(scorer)) == ([], [])
    Table(scorer).begin_by_form("Anna", "Ben")
    assert offered(scorer) == typed(scorer) == ["Anna", "Ben"]
