"""The rules of a new match: how they are chosen, and what is there again after that."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scorekeeper.installation import Installation

from .fixtures import Table
from .player import Player

LONGEST_COOKIE = 4_096  # bytes with its name: browsers drop what is longer


def test_an_unknown_rule_set_is_refused(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form.force("ruleset", "nope"))
    assert page.status == 422
    assert "There is no rule set called “nope”." in page.text
    assert "Round 1" in player.send(page.form("/matches")).text  # by the rules that the page shows
    opened = player.open("/matches/new?ruleset=nope")
    assert opened.beside("ruleset") == "There is no rule set called “nope”."
    assert opened.form("/matches")["ruleset"] == "default"


def test_the_rules_of_the_last_match_are_chosen_for_the_next(player: Player, table: Table) -> None:
    table.begin_by_form(rules="russian")
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert player.open("/hand").form("/hand")["ruleset"] == "russian"


def test_a_phone_that_has_used_none_begins_with_the_rules_last_used_at_the_table(
    table: Table, phone: Callable[[], Player]
) -> None:
    assert phone().open("/matches/new").form("/matches")["ruleset"] == "default"
    table.begin_by_form(rules="dutch")
    assert phone().open("/matches/new").form("/matches")["ruleset"] == "dutch"


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
        "Four brights: 9 points",
        "Three brights: 9 points",
        "Rounds: 5",
        "Target: 50 points",
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
    assert re.findall("<li>([^<]*)", special)[:2] == [
        "A yaku, but nobody stopped: the dealer gets 6",
        "Many points: × 2 from 7 points of at least 2 yaku",
    ]
    assert "Like “Koi-Koi, common rules”" not in page
    plain = player.open("/matches/new?ruleset=default")
    assert "special" not in plain.main and 'class="changes small"' not in plain.html


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
    page = player.send(form, "step=own")
    assert page.url == "/rules/new?from=russian&given.rain=yes&show=mine#s-mine"
    editor = page.form("/rules")
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


def test_the_longest_cookie_that_is_sent_is_one_that_browsers_keep(player: Player) -> None:
    sizes = [len(cookie_of(player, name_0=letters(length, 0))) for length in range(1080, 1180, 5)]
    assert 3_900 < max(sizes) < LONGEST_COOKIE


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
