"""The notepad of a match: the state of play, undo, deleting."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.web.sheets.export_links import is_installed

from .fixtures import THREE, Table, asked_to_delete, coins, deleted
from .guests import code_of, guest, id_of
from .live_play import take
from .player import Player


def test_the_notepad_shows_each_round_with_its_yaku_and_what_it_changed(table: Table) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B", calls=(0, 1))
    assert coins(notepad) == [110, 90]
    assert "Anna 10" in notepad.text
    assert "Three brights · Ben koi\u2011koi" in notepad.text
    assert notepad.main == (
        "Anna 親 dealer 110 Ben 90 Round 1 is saved. Ben pays Anna 10 coins. Rounds, newest first "
        "Round Result Anna Ben 2 Plum Anna deals 親 1 Pine Anna 10 Three brights · Ben koi\u2011koi "
        "110 +10 親 90 −10 Undo round 1 Score round 2 Continue round 2 Score the next round"
    )
    score = "Score round 2 Continue round 2 Score the next round"
    assert notepad.leads(notepad.path) == {
        "2": "/rounds/new",
        "Anna deals": "/rounds/2/dealer",
        "Anna 10": "/rounds/1",
        score: "/rounds/new",
    }


def test_a_match_that_is_over_leads_on(table: Table, app: Flask, installation: Installation) -> None:
    notepad = table.score(table.begin(rules="dutch", rounds=1), 1, "", THREE)
    played = (
        "Ben wins 5 points ahead All rounds are played. Anna 0 Ben 5 0 5 1 Anna Ben The best round "
        "Ben · Round 1 5 Three brights"
    )
    rounds = "Rounds, newest first Round Result Anna Ben 1 Pine Ben 5 Three brights 0 0 親 5 +5"
    begins = f"{played} Round 1 is saved. Ben gets 5. {rounds} Extra rounds Play on Scoresheet Share or print"
    assert notepad.main.startswith(begins)
    assert "Rematch with changes Undo round 1 Save" in notepad.main
    assert notepad.main.endswith("Rematch, Ben deals")
    ways = notepad.leads(notepad.path)
    assert {words: ways[words] for words in ("Anna", "Ben", "Ben 5", "Scoresheet")} == {
        "Anna": "/players/0",
        "Ben": "/players/1",
        "Ben 5": "/rounds/1",
        "Scoresheet": "/sheet",
    }
    assert ways["Rematch with changes"] == f"/matches/new?again={id_of(notepad)}"
    another = table.score(table.begin(rules="dutch", rounds=1), 1, "", THREE)
    assert "Rematch with changes The whole evening Undo round 1 Save" in another.main
    assert another.link("The whole evening").startswith("/evenings/")
    assert "zone" in notepad.form("/rematches")
    menu = notepad.html.partition('id="main"')[0]
    assert f"{notepad.path}/sheet" not in menu
    assert f"{notepad.path}/correct-or-end" in menu
    page = guest(app, code_of(installation, "viewer", id_of(notepad))).open(notepad.path)
    assert page.main.startswith(f"{played} {rounds} Scoresheet Share or print")
    for offered in ("Extra rounds", "Rematch", "Undo", "The whole evening"):
        assert offered not in page.main
    assert f"{notepad.path}/correct-or-end" not in page.html


def test_yaku_whose_names_have_commas_are_told_apart(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "06A 07A 10A 02A 04A")
    said = "Boar-deer-butterflies + Animals"
    assert f"Anna 6 {said} 106" in notepad.text
    assert f"{said} Anna" in player.open(f"{notepad.path}/sheet").text


def test_what_a_player_owes_has_a_minus_sign_on_every_page(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian", purse=0), 0, "01B 03B 08B")
    assert notepad.all("b", "coins") == ["5", "−5"]
    assert "5 : −5" in player.open("/").text
    assert "5 : −5 Russian booklet" in player.open(notepad.path + "/retold").text
    assert "-5" not in player.open(notepad.path + "/sheet").text


def test_every_round_can_be_corrected_by_whoever_may(
    app: Flask, installation: Installation, table: Table
) -> None:
    notepad = table.score(table.score(table.begin(), 0, THREE), "nobody")
    pencil = 'aria-label="View or correct"'
    assert notepad.html.count(pencil) == 2
    round_page = table.player.open(notepad.link("Nobody"))
    assert table.player.open(round_page.link("Correct this round")).form("/rounds/2/correction")
    viewer = guest(app, code_of(installation, "viewer", id_of(notepad)))
    assert pencil not in viewer.open(notepad.path).html
    scorer = guest(app, code_of(installation, "scorer", id_of(notepad)))
    assert scorer.open(notepad.path).html.count(pencil) == 2


def test_the_empty_row_leads_to_the_board(app: Flask, installation: Installation, table: Table) -> None:
    notepad = table.begin()
    board = f"{notepad.path}/rounds/new"
    assert (board, "1") in notepad.links
    live = take(table.player, table.follow(notepad), "01C1 01C2")
    assert "/turns" in live.url
    assert (board, "1") in table.player.open(notepad.path).links
    viewer = guest(app, code_of(installation, "viewer", id_of(notepad)))
    assert board not in dict(viewer.open(notepad.path).links)


def test_following_every_turn_is_offered_on_the_board_alone(table: Table) -> None:
    notepad = table.begin()
    assert "Follow every turn" not in notepad.text
    assert "Anna’s turn" in table.follow(notepad).text


def test_that_a_round_was_saved_is_only_said_while_it_is_the_last(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    saved = table.score(notepad, 0, "01B 03B 08B").url
    table.score(notepad, 1, "", "01B 03B 08B")
    assert "is saved" not in player.open(saved).text
    assert player.open(f"{notepad.path}?saved=x").status == 200


def test_a_short_purse_pays_what_is_left_and_ends_the_match(table: Table) -> None:
    notepad = table.begin(rules="russian", purse=8)
    notepad = table.score(notepad, 0, "01B 03B 08B 12B 11B")
    assert coins(notepad) == [16, 0]
    assert "Anna wins" in notepad.text
    assert "Ben has no coins left." in notepad.text
    assert "Ben owes Anna 20 and pays the last 8 coins." in notepad.text
    page = table.player.open(f"{notepad.path}/rounds/1").html
    assert re.search(r"<p>\s*Ben owes Anna 20", page), "read by everybody, not only by a screen reader"


def test_a_tenth_of_the_purse_is_marked_as_low(table: Table) -> None:
    notepad = table.score(table.begin(rules="russian", purse=50), 0, "01B 03B 08B", calls=(2, 1))
    assert coins(notepad) == [90, 10]
    assert notepad.all("b", "coins low") == []
    notepad = table.score(notepad, 0, "01B 03B 08B")
    assert notepad.all("b", "coins low") == ["5"]


def test_the_last_round_ends_the_match(table: Table, player: Player) -> None:
    notepad = table.begin(rounds=3)
    for _ in range(3):
        notepad = table.score(notepad, 1, "", "01B 03B 08B")
    assert "Ben wins" in notepad.text
    assert "All rounds are played." in notepad.text
    assert player.open(f"{notepad.path}/rounds/new").path == notepad.path


def test_a_round_for_a_match_that_is_over_is_refused(table: Table, player: Player) -> None:
    notepad = table.begin(rounds=1)
    late = table.fill(table.board(notepad), 0, "01B 03B 08B")
    table.score(notepad, 1, "", "01B 03B 08B")
    page = player.send(late, "step=save")
    assert page.status == 409
    assert "The match is over: All rounds are played. What you entered is not saved." in page.text
    form = page.form("/rounds")
    assert "step" not in [button.name for button in form.buttons]
    page = player.send(form.force("step", "save"))
    assert page.status == 422
    assert "The match is over: All rounds are played." in page.text


def test_the_picture_is_one_tap_from_the_end_and_other_ways_are_in_one_fold(table: Table) -> None:
    notepad = table.begin(rounds=1)
    assert "Share or print" not in notepad.text
    ended = table.score(notepad, 0, "01B 03B 08B")
    form, words = ("png", "the picture") if is_installed("png") else ("txt", "the text")
    for page in (ended, table.player.open(f"{notepad.path}/sheet")):
        assert page.link(f"Save {words}") == f"{notepad.path}/sheet.{form}"
        assert f"hidden>Send {words}</button>" in page.html, "only where a script says that it can be sent"
        fold = page.words_of("ways")
        assert fold.startswith("Share or print")
        assert f"{notepad.path}/sheet.csv" in page.html.partition('id="ways"')[2]
        assert f"Save {words}" not in fold


# Undo


def test_undo_takes_back_a_whole_round(table: Table) -> None:
    notepad = table.begin(rules="russian")
    notepad = table.score(notepad, 0, "01B 03B 08B", calls=(2, 1))
    assert coins(notepad) == [140, 60]
    notepad = table.undo(notepad)
    assert "Round 1 was undone." in notepad.text
    assert coins(notepad) == [100, 100]
    assert "Change round 1" in notepad.text
    assert coins(table.score(notepad, 0, "01B 03B 08B")) == [105, 95]


def test_there_is_one_undo_and_it_names_what_it_takes_back(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B")
    assert notepad.text.count("Undo") == 1
    assert "Undo round 1" in notepad.text
    notepad = table.other(notepad, "void")
    assert notepad.text.count("Undo") == 1
    assert "Undo the new deal" in notepad.text
    player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    assert "Undo the end of the match" in player.open(notepad.path).text


def test_undo_works_across_the_end_of_the_match(table: Table) -> None:
    notepad = table.begin(rounds=2, rules="russian", purse=50)
    notepad = table.score(notepad, 0, "01B 03B 08B")
    notepad = table.score(notepad, 0, "01B 03B 08B")
    assert "Anna wins" in notepad.text
    notepad = table.undo(notepad)
    assert "Anna wins" not in notepad.text
    assert coins(notepad) == [55, 45]
    assert "Change round 2" in notepad.text


def test_undo_works_across_a_bankruptcy(table: Table) -> None:
    notepad = table.score(table.begin(rules="russian", purse=3), 0, "01B 03B 08B")
    assert "Ben has no coins left." in notepad.text
    assert coins(table.undo(notepad)) == [3, 3]


def test_a_double_tap_on_undo_takes_back_one_round(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    notepad = table.score(notepad, 0, "01B 03B 08B", calls=(1, 1))
    notepad = table.score(notepad, "nobody")
    undo = notepad.form("/takebacks")
    player.send(undo)
    notepad = player.send(undo)
    assert notepad.status == 200
    assert coins(notepad) == [120, 80]
    assert "Change round 2" in notepad.text


def test_a_double_tap_on_undo_of_the_first_round_is_no_error(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B", calls=(1, 0))
    undo = notepad.form("/takebacks")
    player.send(undo)
    notepad = player.send(undo)
    assert notepad.status == 200
    assert coins(notepad) == [100, 100]


def test_two_phones_that_undo_at_once_take_back_one_round(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.score(table.score(table.begin(), 0, "01B 03B 08B"), 0, "01B 03B 08B")
    other = phone()
    late = other.open(notepad.path).form("/takebacks")
    table.undo(notepad)
    page = other.send(late)
    assert page.status == 409
    assert "Something changed in the meantime" in page.text
    assert "What you entered is not saved." in page.text
    assert "Change round 2" in player.open(notepad.path).text


def test_a_fresh_match_offers_no_undo(table: Table, player: Player) -> None:
    notepad = table.begin()
    assert not [form for form in notepad.forms if form.action.endswith("/takebacks")]
    form = asked_to_delete(player, notepad).form("/deletion").force("id", "0123456789abcdef")
    form.action = f"{notepad.path}/takebacks"
    assert "There is nothing to undo." in player.send(form).text


def test_undo_can_return_to_the_start_of_the_match(table: Table) -> None:
    notepad = table.begin(rules="russian_all")
    form = table.fill(table.board(notepad), 0, "01B 03B 08B", calls=(1, 1)).fill(brights=0)
    notepad = table.other(table.player.send(form, "step=save"), "void")
    notepad = table.other(notepad, "hand.1.teshi")
    for _ in range(3):
        notepad = table.undo(notepad)
    assert coins(notepad) == [100, 100]
    assert "Round 1" in notepad.text
    assert "void" not in notepad.text
    assert not [form for form in notepad.forms if form.action.endswith("/takebacks")]


def test_what_was_undone_can_be_put_back(table: Table) -> None:
    begun = table.begin(rules="russian")
    notepad = table.score(begun, 0, "01B 03B 08B", "02A", calls=(2, 1))
    back = table.put_back(table.undo(notepad))
    assert "Round 1 is saved. Ben pays Anna 40 coins." in back.text
    assert coins(back) == [140, 60]
    assert "Anna: 2 koi\u2011koi · Ben koi\u2011koi" in back.text
    assert coins(table.undo(back)) == [100, 100]


@pytest.mark.parametrize(("what", "coins_then"), [("void", [105, 95]), ("hand.1.teshi", [99, 101])])
def test_another_ending_can_be_put_back(
    table: Table, player: Player, what: str, coins_then: list[int]
) -> None:
    notepad = table.other(table.score(table.begin(rules="russian"), 0, "01B 03B 08B"), what)
    undone = table.undo(notepad)
    assert coins(undone) == [105, 95]
    table.put_back(undone)
    assert coins(player.open(notepad.path)) == coins_then
    assert player.open(notepad.path).text.count("Undo") == 1
    assert table.undo(player.open(notepad.path)).text == undone.text


def test_a_correction_and_the_end_of_a_match_can_be_put_back(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B", calls=(0, 1))
    correction = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    shown = player.send(correction.fill(**{"calls-1": 0}), "step=verdict")
    player.send(shown.form("/correction"), "step=save")
    corrected = table.put_back(table.undo(player.open(notepad.path)))
    assert (coins(corrected), "Undo the correction" in corrected.text) == ([105, 95], True)
    player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    ended = table.put_back(table.undo(player.open(notepad.path)))
    assert "Undo the end of the match" in ended.text


def test_what_was_undone_is_put_back_once(table: Table, player: Player) -> None:
    notepad = table.undo(table.score(table.begin(rules="russian"), 0, "01B 03B 08B"))
    again = notepad.form("/reversal")
    assert coins(player.send(again)) == coins(player.send(again)) == [105, 95]


def test_what_was_undone_last_is_restored_later_too(player: Player, table: Table) -> None:
    """Not only on the page that says it was undone."""
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    assert "Restore what was undone" not in player.open(f"{notepad.path}/correct-or-end").text
    notepad = table.undo(notepad)
    page = player.open(f"{notepad.path}/correct-or-end")
    assert "Restore what was undone" in page.text
    assert "Anna 5" in player.send(page.form("/reversal")).text
    assert "Restore what was undone" not in player.open(f"{notepad.path}/correct-or-end").text


def test_nothing_is_put_back_behind_what_was_entered_since(table: Table, player: Player) -> None:
    notepad = table.undo(table.score(table.begin(rules="russian"), 0, "01B 03B 08B"))
    late = notepad.form("/reversal")
    table.score(notepad, 1, "", "01B 03B 08B")
    assert coins(player.send(late)) == [95, 105]


def test_only_an_undo_can_be_put_back(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B")
    form = notepad.form("/takebacks")
    form.action += "/2/reversal"
    assert coins(player.send(form)) == [105, 95]


# Deleting


def test_deleting_asks_first(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    asked = asked_to_delete(player, notepad)
    assert asked.main == (
        "Delete the match of Anna, Ben? You can restore it from the bin for 30 days. Save a copy first "
        "Cancel Delete"
    )
    assert asked.leads(notepad.path) == {"Save a copy first": "/record.json", "Cancel": ""}
    assert player.open(notepad.path).status == 200
    home = player.send(asked.form("/deletion"))
    assert home.path == "/"
    assert "The match is in the bin." in home.text
    assert "No matches yet" in home.text
    back = player.open(asked.path)
    assert back.status == 404
    assert "You can restore it there." in back.text


def test_every_page_of_a_deleted_match_says_that_it_is_gone(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    stale = [*notepad.forms, *player.open(f"{notepad.path}/rounds/1/correction").forms]
    stale += player.open(notepad.link("Score round 2")).forms
    stale += player.open(f"{notepad.path}/correct-or-end").forms
    deleted(player, notepad)
    for address in (
        "", "/rounds/new", "/rounds/1", "/rounds/1/correction", "/sheet", "/sheet.csv", "/record.json",
        "/rules", "/about", "/correct-or-end", "/adjustments",
    ):  # fmt: skip
        page = player.open(notepad.path + address)
        assert page.status == 404, address
        assert "This match is in the bin. You can restore it there." in page.text
    for form in stale:
        if form.action != "/language":
            assert player.send(form).status == 404, form.action


def test_an_unknown_match_is_not_found(player: Player) -> None:
    for address in ("nope", "..%2f..%2fetc", "%00", "x" * 300):
        assert player.open(f"/matches/{address}").status == 404


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_an_unknown_round_is_not_found(table: Table, player: Player, number: str) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    assert player.open(f"{notepad.path}/rounds/{number}").status == 404
    assert player.open(f"{notepad.path}/rounds/{number}/correction").status == 404
    board = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    board.action = board.action.replace("/1/", f"/{number}/")
    assert player.send(board, "step=verdict").status == 404


def test_the_rules_of_a_match_can_be_read(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    page = player.open(notepad.link("Rules of this match"))
    assert "A match keeps its rules" in page.text
    assert "Russian booklet" in page.text


@pytest.mark.parametrize(
    ("tie", "last", "explained", "shared"),
    [("dealer", "nobody", True, False), ("shared", "nobody", False, True), ("dealer", "0", False, False)],
)
def test_equal_totals_say_who_wins_and_why(
    table: Table, installation: Installation, tie: str, last: str, explained: bool, shared: bool
) -> None:
    rules = {"extends": "nintendo_jp", "title": "Tie", "match": {"tie": tie}}
    installation.house_rules.keep("tie", rules)
    notepad = table.begin(rules="tie", rounds=3)
    for result in ("nobody", "nobody", last):
        notepad = table.enter(notepad, result, "01B 03B 08B" if result == "0" else "")
    assert ("The totals are equal; the dealer of the last round wins." in notepad.text) == explained
    assert ("A tie" in notepad.text) == shared
