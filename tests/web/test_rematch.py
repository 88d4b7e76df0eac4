"""A rematch: the same seats, rules, length and coins."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.installation import Installation

from .fixtures import Table, coins, deleted
from .player import Page, Player


def test_a_rematch_is_as_long_as_the_match(player: Player, table: Table) -> None:
    notepad = table.begin_by_form(rules="nintendo_jp", rounds="target", target=5)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    form = player.open(notepad.link("Rematch")).form("/matches")
    assert (form["rounds"], form["target"]) == ("target", "5")
    again = player.send(form)
    assert "The target of 5 is reached." in table.score(again, 0, "01B 03B 08B").text
    notepad = table.begin_by_form(rules="gamble1974", rounds="")
    notepad = player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    form = player.open(notepad.link("Rematch")).form("/matches")
    assert form["rounds"] == ""
    assert "Round 1 of 12" in player.send(form).text


def test_a_rematch_keeps_seats_rules_and_coins_and_the_next_dealer_deals(
    player: Player, table: Table
) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian", rounds=1, purse=40)
    notepad = table.score(notepad, 1, "", "01B 03B 08B")
    page = player.open(notepad.link("Rematch with changes"))
    assert "Chosen for you: whoever would have dealt the next round." in page.text
    assert "Rules Russian booklet The same as before Change Options" in page.main
    form = page.form("/matches")
    assert "own" not in form.presses("step")
    rules = player.send(form, "step=rules")
    assert (rules.path, rules.link("‹")) == (f"{notepad.path}/rules", "/matches/new")
    assert player.open(f"{notepad.path}/rules").link("‹") == notepad.path
    assert [form[name] for name in ("name-0", "name-1", "name-2")] == ["Anna", "Ben", ""]
    assert (form["ruleset"], form["rounds-other"], form["purse"], form["dealer"]) == ("again", "1", "40", "1")
    again = player.send(form)
    assert again.path != notepad.path
    assert coins(again) == [40, 40]
    assert "Ben deals" in again.text
    assert "Russian booklet" in player.open(f"{again.path}/rules").text


def test_the_same_match_again_takes_one_tap(player: Player, table: Table) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian", rounds=1, purse=40)
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


def test_a_rematch_sent_again_that_cannot_be_read_any_more_is_told_as_such(
    player: Player, table: Table, installation: Installation
) -> None:
    over = table.score(table.begin(rounds=1), 0, "01B 03B 08B")
    form = over.form("/rematches")
    match_id = player.send(form).path.rpartition("/")[2]
    with closing(installation.open_store()) as store:
        store.append(match_id, 1, [{"type": "of-a-later-version", "id": "later"}])
    other = table.score(table.begin("Cleo", "Dan", rounds=1), 0, "01B 03B 08B")
    page = player.send(other.form("/rematches").force("id", match_id))
    assert (page.status, page.heading) == (409, "Something changed in the meantime")
    assert "This was already saved with different content." in page.main
    with closing(sqlite3.connect(installation.database)) as connection, connection:
        connection.execute("UPDATE events SET body = 'Dear diary' WHERE match_id = ?", [match_id])
    page = player.send(form)
    assert (page.status, page.heading) == (422, "That is not possible")


def test_after_more_rounds_than_a_match_may_begin_with_the_form_asks_for_the_length(
    player: Player, table: Table, installation: Installation
) -> None:
    notepad = table.begin(rules="dutch", rounds=99)
    correct_or_end = player.open(f"{notepad.path}/correct-or-end")
    ending = correct_or_end.form("/ending")
    with closing(installation.open_store()) as store:
        match_id = notepad.path.rpartition("/")[2]
        store.append(match_id, 1, [{"type": "match-extended", "rounds": 1, "id": "more"}])
    over = player.send(ending.force("after", "2"))
    page = player.send(over.form("/rematches"))
    form = page.form("/matches")
    assert form["rounds-other"] == "100"
    assert player.send(form).status == 422
    assert "Round 1 of 98" in player.send(form.fill(**{"rounds-other": "98"})).text
    assert len(player.open("/").all("span", "names")) == 2


def after_other_rules(player: Player, table: Table, rounds: int) -> Page:
    """A match that was begun for points and ended by rules that pay coins."""
    notepad = table.begin(rules="default", rounds=rounds)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    notepad = player.send(
        player.open(f"{notepad.path}/other-rules?ruleset=russian&from=2").form("/other-rules")
    )
    return player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))


def test_rules_that_took_over_say_the_coins_of_a_rematch(player: Player, table: Table) -> None:
    notepad = after_other_rules(player, table, rounds=12)
    assert player.open(notepad.link("Rematch with changes")).form("/matches")["purse"] == "100"
    assert coins(player.send(notepad.form("/rematches"))) == [100, 100]


def test_where_rules_that_took_over_have_no_coins_for_the_length_they_are_asked(
    player: Player, table: Table
) -> None:
    page = player.send(after_other_rules(player, table, rounds=8).form("/rematches"))
    assert page.form("/matches")["purse"] == ""


@pytest.mark.parametrize(
    ("rule", "winner", "dealer"),
    [("winner", 1, "Ben"), ("loser", 1, "Anna"), ("alternate", 0, "Ben"), ("same", 1, "Anna")],
)
def test_the_rules_say_who_deals_the_match_after_this_one(
    table: Table, installation: Installation, rule: str, winner: int, dealer: str
) -> None:
    house = {"extends": "nintendo_jp", "title": "House", "match": {"next_dealer": rule}}
    installation.house_rules.keep("house", house)
    notepad = table.begin(rules="house", rounds=1)
    notepad = table.score(notepad, winner, *("", "01B 03B 08B")[1 - winner :])
    assert f"Rematch, {dealer} deals" in notepad.text


def test_an_unfinished_match_offers_no_rematch(table: Table) -> None:
    assert "Rematch, " not in table.begin().text


def test_a_rematch_keeps_house_rules_as_they_were_when_the_match_began(
    player: Player, table: Table, installation: Installation
) -> None:
    house = {"extends": "nintendo_jp", "title": "Grandmother's", "yaku": {"sanko": {"points": 9}}}
    installation.house_rules.keep("grandmother", house)
    notepad = table.begin(rules="grandmother", rounds=1)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    points = coins(notepad)
    installation.house_rules.keep("grandmother", {**house, "yaku": {"sanko": {"points": 2}}})
    again = player.send(player.open(notepad.link("Rematch with changes")).form("/matches"))
    assert coins(table.score(again, 0, "01B 03B 08B")) == points
    fresh = table.begin(rules="grandmother", rounds=1)
    assert coins(table.score(fresh, 0, "01B 03B 08B")) != points


def test_a_rematch_leaves_the_next_new_match_and_single_hands_usable(player: Player, table: Table) -> None:
    notepad = table.begin(rules="russian", rounds=1, purse=9)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    player.send(player.open(notepad.link("Rematch with changes")).form("/matches"))
    assert player.open("/matches/new").form("/matches")["ruleset"] == "russian"
    assert "There is no rule set" not in player.open("/hand").text


def test_a_rematch_of_a_match_that_is_gone_is_not_found(player: Player) -> None:
    assert player.open("/matches/new?again=nope").status == 404


def test_a_rematch_of_a_match_that_was_deleted_meanwhile_goes_on_by_the_default_rules(
    player: Player, table: Table
) -> None:
    notepad = table.score(table.begin(rules="dutch", rounds=1), 0, "01B 03B 08B")
    form = player.open(notepad.link("Rematch with changes")).form("/matches")
    deleted(player, notepad)
    page = player.send(form)
    why = "This match is in the bin. You can restore it there."
    assert (page.status, page.beside("ruleset")) == (422, why)
    carried = player.send(form, "step=options")  # at an address
    assert (carried.status, carried.beside("ruleset")) == (200, why)
    again = page.form("/matches")
    assert (again["name-0"], again["ruleset"]) == ("Anna", "default")
    assert "Rules Koi-Koi, common rules" in page.main
    begun = player.send(again)
    assert "Koi-Koi, common rules" in player.open(f"{begun.path}/rules").text
