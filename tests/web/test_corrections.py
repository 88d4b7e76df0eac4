"""A finished round opened again and corrected; later rounds follow."""

from __future__ import annotations

import json
import re
from contextlib import closing
from typing import Any

import pytest
from flask import Flask

from scorekeeper.exports import record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match import limits
from scorekeeper.koikoi.match.events import KoikoiCalled, RoundWon
from scorekeeper.web.match_cache import Replays

from .fixtures import Table, coins
from .forms import Form
from .player import Page, Player

THREE = "01B 03B 08B"


@pytest.fixture
def played(table: Table) -> Page:
    """Three rounds: Anna 5, Ben 5, nobody; Anna dealt first and the winner deals."""
    notepad = table.begin(rules="russian")
    notepad = table.score(notepad, 0, THREE, "02A 3C", calls=(0, 1))
    notepad = table.score(notepad, 1, "", THREE)
    return table.score(notepad, "nobody")


def correction(player: Player, notepad: Page, number: int) -> Form:
    """A round on the board again; whatever calls it then has, the table agreed to."""
    page = player.open(f"{notepad.path}/rounds/{number}")
    return player.open(page.link("Correct this round")).form("/correction").force("ruling", "agreed")


def save(player: Player, form: Form, button: str = "step=save") -> Page:
    """Look at what the correction changes, and save it; returns the round, or the board if refused."""
    shown = player.send(form, "step=verdict")
    return player.send(shown.form("/correction"), button) if shown.status == 200 else shown


def test_any_old_round_opens_with_everything_that_was_entered(player: Player, played: Page) -> None:
    form = correction(player, played, 1)
    assert (form["result"], form["calls-1"], form["chaff-1"]) == ("0", "1", "3")
    assert form.ticked("cards-0") == ["01B", "03B", "08B"]
    assert form.ticked("cards-1") == ["02A"]
    assert (form.ticked("show-0"), form.ticked("show-1")) == ([], ["1"]), "whose cards are entered besides"
    hands = ["teshi", "kuttsuki", "double_teshi"]
    assert form.presses("other") == [*(f"hand.{seat}.{hand}" for seat in (0, 1) for hand in hands), "hands"]
    page = player.open(f"{played.path}/rounds/1/correction")
    assert page.main.startswith("Show it Who stopped? Anna Ben Nobody Other… A yaku made with the last card")
    assert page.main.endswith(
        ". . More Other piles Enter the cards of Anna too Enter the cards of Ben too Show what changes"
    )
    assert "stops the round by itself. Lucky hand Anna Four of a month" in page.main, "and no new deal"
    assert "Check the dealt cards" not in page.text


@pytest.mark.parametrize(
    ("held", "opened"),
    [((THREE, f"{THREE} 12B"), f"{THREE}; {THREE} 12B"), ((None, THREE), THREE), ((THREE, None), "")],
)
def test_the_cards_of_each_call_are_known_as_far_back_from_the_last_as_they_were_entered(
    table: Table, player: Player, held: tuple[str | None, str | None], opened: str
) -> None:
    calls = [KoikoiCalled(player=0, pile=cards, ruling="agreed") for cards in held]
    won = RoundWon(player=0, piles=(f"{THREE} 12B 02A 04A 05A 06A 07A", None), ruling="agreed")
    form = correction(player, table.store(table.begin(rules="russian"), *calls, won), 1)
    assert (form["calls-0"], form["called-0"]) == ("2", opened)


def test_a_correction_shows_what_it_changes_before_it_is_saved(player: Player, played: Page) -> None:
    form = correction(player, played, 1)
    form["calls-1"] = 0
    shown = player.send(form, "step=verdict")
    assert "Anna 105 → 100 Ben 95 → 100" in shown.text
    assert "Changed rounds" in shown.text
    assert "1 110 105 +5 90 95 −5" in shown.text
    assert "2 105 100 −5 95 100 +5" in shown.text
    assert "3 105 100 0 95 100 0" in shown.text
    assert shown.main.endswith("Change Save the correction")
    assert "Keep the later rounds?" not in shown.text
    assert coins(player.open(played.path)) == [105, 95]
    page = player.send(shown.form("/correction"), "step=save")
    assert "This round was corrected." in page.text
    assert page.all("a", "button primary") == ["Back to the match"]
    assert "Changed rounds" in page.text
    notepad = player.open(played.path)
    assert coins(notepad) == [100, 100]
    assert "corrected" in notepad.text
    assert "Score round 4" in notepad.text


def test_a_correction_that_ends_the_match_is_stored_once_however_often_it_is_sent(
    player: Player, poor: Page
) -> None:
    form = correction(player, poor, 1)
    form["calls-0"] = 1
    ending = player.send(form, "step=verdict").form("/correction")
    first, again = player.send(ending, "step=end"), player.send(ending, "step=end")
    assert (first.status, first.path) == (again.status, again.path) == (200, f"{poor.path}/rounds/1")


@pytest.fixture
def poor(table: Table) -> Page:
    """Three rounds with 15 coins each: Anna 10, for Ben had called once; Ben 5; nobody."""
    notepad = table.score(table.begin(rules="russian", purse=15), 0, THREE, calls=(0, 1))
    return table.score(table.score(notepad, 1, "", THREE), "nobody")


def test_only_a_new_round_is_said_to_be_saved_by_the_tap(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    saves = "Tap what happened: it is saved immediately."
    assert saves in player.open(notepad.link("Score round")).html
    correction = player.open(f"{notepad.path}/rounds/1/correction").html
    assert saves not in correction
    assert "Tap what happened." in correction


def scored_with(board: Page) -> dict[str, Any]:
    """What the live line of a board scores with: the round, the coins to pay with, what an ending pays."""
    (words,) = re.findall(r"<script[^>]* data-words>(.*?)</script>", board.html)
    return {name: value for name, value in json.loads(words).items() if name != "says"}


def test_the_live_line_of_a_correction_scores_as_when_the_round_was_played(
    player: Player, table: Table
) -> None:
    notepad, boards = table.begin(rules="russian", purse=15), []
    for winner, piles in ((0, [THREE]), (1, ["", THREE + " 12B"]), (1, ["", THREE])):
        boards.append(scored_with(player.open(notepad.link("Score round"))))
        notepad = table.score(notepad, winner, *piles)
    assert [board["round"] for board in boards] == [1, 2, 3]
    for number, board in enumerate(boards, 1):
        assert scored_with(player.open(f"{notepad.path}/rounds/{number}/correction")) == board


def test_a_correction_that_would_have_ended_the_match_asks_for_the_later_rounds(
    player: Player, poor: Page
) -> None:
    form = correction(player, poor, 1)
    form["calls-0"] = 1
    shown = player.send(form, "step=verdict")
    assert "With these coins the match would have ended in round 1: Ben has no coins left." in shown.text
    assert shown.main.endswith("Change End in round 1 30 : 0 Keep them 25 : 5")
    assert "Ben has no coins left. Keep the later rounds?" in shown.text
    assert "Anna 20 → 25 Ben 10 → 5" in shown.text
    form["calls-0"] = 0  # one call fewer: Ben keeps coins, and nothing is asked
    assert "Keep the later rounds?" not in player.send(form, "step=verdict").text


def test_the_later_rounds_can_be_kept(table: Table, player: Player, poor: Page) -> None:
    form = correction(player, poor, 1)
    form["calls-0"] = 1
    page = save(player, form, "step=save")
    assert (
        "With these coins the match would have ended in round 1: Ben has no coins left. "
        "The later rounds were kept as they were played."
    ) in page.text
    assert page.main.endswith("Correct this round Back to the match")
    assert coins(player.open(poor.path)) == [25, 5]
    assert coins(table.undo(player.open(poor.path))) == [20, 10]


def test_the_match_can_end_where_the_coins_end_it_and_undo_brings_the_rounds_back(
    table: Table, player: Player, poor: Page
) -> None:
    form = correction(player, poor, 1)
    form["calls-0"] = 1
    page = save(player, form, "step=end")
    assert (
        "With these coins the match ended in round 1: Ben has no coins left. "
        "Later rounds no longer count; undo restores them."
    ) in page.text
    assert "2 does not count 20 10" in page.text
    notepad = player.open(poor.path)
    assert "Anna wins" in notepad.text
    assert "Score round" not in notepad.text
    assert player.open(f"{poor.path}/rounds/2").status == 404
    notepad = table.undo(notepad)
    assert coins(notepad) == [20, 10]
    assert "Score round 4" in notepad.text


def test_what_was_amended_in_rounds_that_are_left_out_is_not_told(
    table: Table, player: Player, poor: Page
) -> None:
    dealer = player.open(f"{poor.path}/rounds/3/dealer")
    amended = player.send(dealer.form("/dealer"))
    assert "Round 3: Anna dealt (corrected)" in amended.text
    form = correction(player, poor, 1)
    form["calls-0"] = 1
    save(player, form, "step=end")
    for page in ("", "/sheet", "/sheet?paper=a4", "/screen", "/rules", "/about"):
        shown = player.open(f"{poor.path}{page}")
        assert shown.status == 200, page
        assert "(corrected)" not in shown.text, page
    undone = table.undo(player.open(poor.path))
    assert "Round 3: Anna dealt (corrected)" in undone.text


def test_a_correction_that_reopens_the_match_says_so_before(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian", purse=5), 0, THREE)
    form = correction(player, notepad, 1)
    form["result"] = "nobody"
    assert "The match goes on with round 2." in player.send(form, "step=verdict").text


def test_a_correction_that_ends_the_match_says_so_before(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian", purse=15), 0, THREE)
    form = correction(player, notepad, 1)
    form.fill(calls_0=1, calls_1=1)
    shown = player.send(form, "step=verdict")
    assert "The match is over: Ben has no coins left. Anna wins" in shown.text
    assert "Keep the later rounds?" not in shown.text


def test_another_end_says_who_wins_also_if_they_did_before(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian", purse=8, rounds=1), 0, THREE)
    assert "All rounds are played." in notepad.text
    shown = player.send(correction(player, notepad, 1).fill(calls_1=1), "step=verdict")
    assert (
        "Anna 13 → 16 Ben 3 → 0 The match is over: Ben has no coins left. Anna wins Three brights"
    ) in shown.main


def test_a_correction_to_a_draw_replaces_the_round_and_adds_none(player: Player, played: Page) -> None:
    form = correction(player, played, 2)
    form["result"] = "nobody"
    save(player, form)
    notepad = player.open(played.path)
    assert coins(notepad) == [110, 90]
    assert "Score round 4" in notepad.text


def test_a_correction_of_the_winner_moves_the_deal(player: Player, played: Page) -> None:
    form = correction(player, played, 2)
    form["result"] = 0
    form.tick("cards-0", *THREE.split()).untick("cards-1", *THREE.split())
    verdict = player.send(form, "step=verdict")
    assert "3 Anna deals" in verdict.text
    player.send(verdict.form("/correction"), "step=save")
    assert coins(player.open(played.path)) == [115, 85]


def test_a_correction_is_taken_back_like_everything(table: Table, player: Player, played: Page) -> None:
    form = correction(player, played, 1)
    form["calls-1"] = 0
    save(player, form)
    notepad = table.undo(player.open(played.path))
    assert coins(notepad) == [105, 95]
    assert "corrected" not in notepad.text


def test_a_correction_sent_twice_is_one(table: Table, player: Player, played: Page) -> None:
    form = correction(player, played, 1)
    form["calls-1"] = 0
    shown = player.send(form, "step=verdict").form("/correction")
    assert player.send(shown, "step=save").status == 200
    assert player.send(shown, "step=save").status == 200
    assert coins(table.undo(player.open(played.path))) == [105, 95]


def test_another_correction_from_a_page_that_was_saved_is_not_lost(player: Player, played: Page) -> None:
    """By Back: the pages that the browser kept have the id of what was saved."""
    form = correction(player, played, 1)
    form["calls-1"] = 0
    shown = player.send(form, "step=verdict").form("/correction")
    player.send(shown, "step=save")
    for kept, step in ((form, "step=verdict"), (shown, "step=save")):
        kept.force("calls-0", "1")
        board = player.send(kept, step)
        assert board.status == 409
        assert "Something was undone or corrected in the meantime." in board.text
        again = board.form("/correction")
        assert (again["calls-0"], again["calls-1"]) == ("1", "0")
        assert coins(player.open(played.path)) == [100, 100]
    assert save(player, again).path == f"{played.path}/rounds/1"
    assert coins(player.open(played.path)) == [105, 95]


def test_a_correction_that_could_not_be_read_again_is_refused(
    app: Flask, table: Table, player: Player, installation: Installation
) -> None:
    """A correction repeats the void deals before its round, and has at most 200 events."""
    notepad = table.begin()
    match_id = notepad.path.rpartition("/")[2]
    with closing(installation.open_store()) as store:
        store.append(match_id, 1, [{"type": "deal-voided", "id": f"void{n}.0"} for n in range(200)])
    notepad = table.score(player.open(notepad.path), 0, THREE)
    page = save(player, correction(player, notepad, 1).fill(**{"calls-0": 1}))
    assert page.status == 422
    assert "the field “events” is not possible" in page.text
    app.extensions["replays"] = Replays()  # as after a restart
    assert player.open(notepad.path).status == 200


def test_one_correction_too_many_is_refused_with_the_round_as_it_was_entered(
    player: Player, played: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_CORRECTIONS", 1)
    save(player, correction(player, played, 1).fill(**{"calls-0": 1}))
    page = save(player, correction(player, played, 1).fill(**{"calls-0": 2}))
    assert page.status == 422
    said = "A match may have at most 1 corrections, with those that were undone."
    assert page.beside("result") == said
    assert page.form("/correction")["calls-0"] == "2"


def test_a_late_correction_is_kept_and_says_what_came_in(table: Table, player: Player, played: Page) -> None:
    form = correction(player, played, 1)
    form["calls-0"] = 2
    table.score(played, 1, "", THREE)
    page = save(player, form)
    assert page.status == 409
    assert "Something changed in the meantime. Round 4 was saved: Ben stopped." in page.text
    assert page.form("/correction")["calls-0"] == "2"
    assert save(player, page.form("/correction")).status == 200


def test_what_must_be_said_is_asked_for_in_a_correction_too(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="cwz"), "nobody")
    form = correction(player, notepad, 1).fill(**{"calls-0": 1, "calls-1": 1})
    page = player.send(form, "step=verdict")
    assert (page.status, page.beside("last-caller")) == (422, "Say who called koi-koi last.")


def test_what_the_rules_forbid_is_refused_in_a_correction_too(player: Player, played: Page) -> None:
    form = correction(player, played, 1).untick("cards-0", "01B")
    page = save(player, form)
    assert page.status == 422
    assert page.beside("cards-0") == "Those cards make no yaku."
    assert "Correct round 1" in page.text


def test_a_finished_round_cannot_become_a_void_deal(player: Player, played: Page) -> None:
    form = correction(player, played, 1)
    assert "void" not in form.presses("other")
    page = save(player, form.fill(result="other").force("other", "void"))
    assert page.status == 422
    assert "A correction must be a whole round." in page.beside("result")


def test_a_correction_after_the_end_can_reopen_the_match(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian", purse=5), 0, THREE)
    assert "Anna wins" in notepad.text
    form = correction(player, notepad, 1)
    form["result"] = "nobody"
    save(player, form)
    notepad = player.open(notepad.path)
    assert "Anna wins" not in notepad.text
    assert coins(notepad) == [5, 5]


def test_a_correction_keeps_the_void_deals_before_it(table: Table, player: Player) -> None:
    notepad = table.score(table.other(table.begin(rules="russian"), "void"), 0, THREE)
    form = correction(player, notepad, 1)
    form["calls-0"] = 1
    page = save(player, form)
    assert "Dealt again 1 time." in page.text


def test_a_correction_keeps_a_deal_that_a_lucky_hand_made_void(table: Table, player: Player) -> None:
    rules = {"extends": "koikoi_japan", "title": "House", "deal": {"redeal_dealer": "swap"}}
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": rules, "dealer": 0}
    hand = {"type": "hand-shown", "player": 0, "yaku": "teshi"}
    won = {"type": "round-won", "player": 0, "piles": [THREE]}
    notepad = player.bring(record.write([start, hand, won]))
    shown = player.open(f"{notepad.path}/rounds/1").text
    assert "Ben dealt." in shown and "Dealt again 1 time." in shown
    save(player, correction(player, notepad, 1))
    shown = player.open(f"{notepad.path}/rounds/1").text
    assert "Ben dealt." in shown and "Dealt again 1 time." in shown


def test_a_lucky_hand_opens_as_it_was_and_can_be_corrected(table: Table, player: Player) -> None:
    notepad = table.other(table.begin(rules="russian"), "hand.1.teshi")
    form = correction(player, notepad, 1)
    assert (form["result"], form["kept"]) == ("other", "hand.1.teshi")
    assert coins(player.open(notepad.path)) == [94, 106]
    verdict = player.send(form, "other=hand.0.double_teshi")
    player.send(verdict.form("/correction"), "step=save")
    assert coins(player.open(notepad.path)) == [114, 86]


def test_a_correction_shows_the_brights_that_were_dealt(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian_all")
    form = table.fill(table.board(notepad), 0, THREE).fill(brights=2)
    notepad = player.send(form, "step=save")
    assert coins(notepad) == [115, 85]
    form = correction(player, notepad, 1)
    assert form["brights"] == "2"
    form["brights"] = 1
    save(player, form)
    assert coins(player.open(notepad.path)) == [110, 90]


def test_a_dealt_field_that_was_noted_card_by_card_survives_a_correction(player: Player) -> None:
    events: list[dict[str, object]] = [
        {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian_all"},
        {"type": "field-dealt", "cards": "01B 03B 02C1 04C1 05C1 06C1 07C1 09C1"},
        {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]},
    ]
    notepad = player.bring(record.write(events))
    assert coins(notepad) == [115, 85]
    form = correction(player, notepad, 1)
    form["calls-1"] = 1
    save(player, form)
    assert coins(player.open(notepad.path)) == [130, 70]
