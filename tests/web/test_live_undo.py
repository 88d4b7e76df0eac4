"""Live play: undo, what was dealt, and a round that is ended on the board."""

from __future__ import annotations

import json

from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.installation import Installation

from .fixtures import THREE, Table, coins
from .live_play import call, captured, is_due, take, undo
from .player import Page, Player


def test_undo_takes_back_the_last_turn_only(player: Player, live: Page) -> None:
    second = take(player, live, "01C1 01C2")
    third = take(player, second, "02C1 02C2")
    back = undo(player, third)
    assert "Ben’s turn" in back.text
    assert {"01C1", "01C2"} <= captured(back)
    assert "02C1" not in captured(back)
    assert back.form("/turns").ticked("captured") == ["02C1", "02C2"], "so that a slip is one tap to mend"
    assert "Anna’s turn" in undo(player, back).text


def test_the_brights_that_were_dealt_are_said_again_with_an_undone_first_turn(
    table: Table, player: Player
) -> None:
    form = table.follow(table.begin(rules="russian_all")).form("/turns").fill(brights=2)
    back = undo(player, player.send(form.tick("captured", "01C1", "01C2")))
    assert (back.status, "Say how many brights" in back.text) == (200, False), "nothing was sent"
    form = back.form("/turns")
    assert (form.ticked("captured"), form["brights"]) == (["01C1", "01C2"], None)


def test_undo_of_a_call_asks_again(player: Player, live: Page) -> None:
    on = player.send(call(take(player, live, THREE)), "call=koikoi")
    assert "Anna called koi-koi." in on.text
    assert is_due(undo(player, on))


def test_the_cards_of_an_undone_turn_are_not_offered_for_another(player: Player, live: Page) -> None:
    back = undo(player, take(player, live, "01C1 01C2"))
    second = take(player, back)
    assert player.open(f"{live.path}?turn=1.1.1&captured=02C1").form("/turns").ticked("captured") == []
    assert second.form("/turns").ticked("captured") == []


def test_before_the_first_turn_there_is_nothing_to_undo(player: Player, live: Page) -> None:
    assert "Undo" not in live.text
    form = live.form("/turns")
    form.action += "/takebacks"
    assert "Anna’s turn" in player.send(form).text


# What was dealt


def test_a_void_deal_is_said_in_live_play_and_the_same_player_deals_again(player: Player, live: Page) -> None:
    second = take(player, live, "01C1 01C2")
    form = second.form("/turns/deals").fill(reason="a card was face up")
    again = player.send(form, "other=void")
    assert "Anna deals again." in again.text
    assert "Round 1, turn 1 of 8" in again.text
    assert not captured(again)
    assert "Ben’s turn" in undo(player, again).text, "the turn counts again"


def test_a_lucky_hand_is_said_in_live_play_and_wins_the_round(player: Player, live: Page) -> None:
    second = take(player, live, "01C1 01C2")
    saved = player.send(second.form("/turns/deals"), "other=hand.1.teshi")
    assert "Round 1 is saved" in saved.text
    assert coins(saved) == [0, 6]
    assert "Ben showed: Four of a month in hand" in player.open(f"{saved.path}/rounds/1").text


def test_a_lucky_hand_after_the_first_turn_is_refused_with_the_reason(table: Table, player: Player) -> None:
    live = table.follow(table.begin(rules="russian"))
    second = take(player, live, "01C1 01C2")
    page = player.send(second.form("/turns/deals"), "other=hand.0.kuttsuki")
    assert page.status == 422
    assert "Too late: Anna has already played" in page.text
    assert "Ben’s turn" in page.text


def test_which_hands_were_dealt_must_be_said(player: Player, live: Page) -> None:
    page = player.send(live.form("/turns/deals").fill(reason="kept"), "other=hands")
    assert page.status == 422
    assert "Say who was dealt a lucky hand, and which." in page.text
    assert page.form("/turns/deals")["reason"] == "kept"


def test_where_no_hand_wins_only_a_void_deal_is_offered(table: Table, player: Player) -> None:
    page = table.follow(table.begin(rules="amuse_gion"))
    assert page.form("/turns/deals").presses("other") == ["void"]
    assert "Deal again…" in page.text


# Ended on the board


def test_live_play_can_end_in_the_middle_of_a_round(table: Table, player: Player, live: Page) -> None:
    due = take(player, live, THREE)
    second = player.send(call(due), "call=koikoi")
    third = take(player, second, "02A 02C1")
    board = player.open(third.link("End live play")).form("/rounds")
    assert board.ticked("cards-0") == ["01B", "03B", "08B"]
    assert (board["calls-0"], board["called-0"], board["chaff-1"]) == ("1", THREE, "1")
    notepad = player.send(board.fill(result=0).tick("cards-0", "12B"), "step=save")
    assert coins(notepad) == [16, 0]
    assert "Score round 2" in notepad.text
    written = json.loads(
        player.open(player.open(notepad.link("About this match")).link("Save the match")).html
    )
    types = [event["type"] for event in written["events"]]
    assert types.count("turn-taken") == 2, "the record keeps what was taken back"
    tallied = CliRunner().invoke(main, ["tally", "-"], input=json.dumps(written))
    assert json.loads(tallied.output)["rounds"][0]["replaced_turns"] == 2
    said = "2 turns were recorded live; then the round was entered as a whole."
    assert said in player.open(f"{notepad.path}/rounds/1").text
    assert said in player.open(notepad.link("Scoresheet")).text
    assert said in player.open(f"{notepad.path}/sheet.csv").html


def test_a_round_that_nobody_stopped_knows_how_many_turns_it_replaces_too(player: Player, live: Page) -> None:
    third = take(player, player.send(call(take(player, live, THREE)), "call=koikoi"), "02A 02C1")
    board = player.open(third.link("End live play")).form("/rounds")
    notepad = player.send(board.fill(result="nobody"), "step=save")
    said = "2 turns were recorded live; then the round was entered as a whole."
    assert said in player.open(f"{notepad.path}/rounds/1").text


def test_on_the_board_the_referee_knows_the_calls_that_stand_there_in_place_of_those_of_live_play(
    player: Player, live: Page
) -> None:
    page = player.send(call(take(player, live, THREE)), "call=koikoi")
    board = player.open(page.link("End live play")).form("/rounds").fill(result=0)
    asked = player.send(board, "step=referee")
    assert asked.main.startswith("Anna has nothing to decide: play on. Three brights 5 No yaku is new")
    asked = player.send(board.fill(calls_0=0).force("called-0"), "step=referee")
    assert asked.main.startswith("Anna may call koi-koi or stop. Three brights 5 new")


def test_a_board_begins_with_all_that_was_said_turn_by_turn(
    table: Table, player: Player, installation: Installation
) -> None:
    house = {"extends": "polish_all", "title": "House", "exhausted": {"held_yaku": "last_caller"}}
    installation.house_rules.keep("house", {**house, "multipliers": {"field_brights": {"form": "linear"}}})
    form = table.follow(table.begin(rules="house")).form("/turns").fill(brights=2)
    asked = player.send(form.tick("captured", *THREE.split(), "09A"))
    due = player.send(player.send(asked.form("/turns"), "yes=11").form("/turns"), "no=12")
    page = player.send(call(due).force("ruling", "she may"), "call=koikoi")
    board = player.open(page.link("End live play")).form("/rounds")
    assert (board["last-caller"], board["brights"], board["ruling"]) == ("0", "2", "she may")
    assert board.ticked("months") == ["11"]


def test_undo_of_a_round_that_was_ended_on_the_board_brings_its_turns_back(
    table: Table, player: Player, live: Page
) -> None:
    third = take(player, player.send(call(take(player, live, THREE)), "call=koikoi"), "02A 02C1")
    board = player.open(third.link("End live play"))
    assert "2 turns were recorded live. What you save here counts in their place." in board.text
    assert "Anna’s turn" in player.open(board.link("Back to live play")).text
    notepad = player.send(board.form("/rounds").fill(result=0).tick("cards-0", "12B"), "step=save")
    ended = table.put_back(table.undo(notepad))
    assert coins(ended) == coins(notepad)
    back = player.open(table.undo(ended).link("Continue round 1 live"))
    assert "Anna’s turn" in back.text
    assert "turn 2 of 8" in back.text
    assert captured(back) == {*THREE.split(), "02A", "02C1"}
    steps = undo(player, undo(player, back))
    assert "koi-koi or stop?" in steps.text, "one step at a time, though they came back together"


def test_a_board_that_replaced_turns_is_stored_once(table: Table, player: Player, live: Page) -> None:
    third = take(player, player.send(call(take(player, live, THREE)), "call=koikoi"), "02A 02C1")
    board = player.open(third.link("End live play")).form("/rounds").fill(result=0).tick("cards-0", "12B")
    first, again = (player.send(board, "step=save") for _ in range(2))
    assert coins(first) == coins(again) == [16, 0]
    assert again.status == 200
    assert "Undo round 1" in again.text


def test_a_board_that_replaces_no_turns_says_nothing_of_live_play(table: Table, player: Player) -> None:
    notepad = table.begin(rules="dutch")
    assert "recorded live" not in player.open(notepad.link("Score round")).text
    notepad = table.score(notepad, 0, THREE)
    assert "recorded live" not in player.open(f"{notepad.path}/rounds/1").text


def test_the_notepad_leads_back_to_live_play(player: Player, live: Page) -> None:
    take(player, live, "01C1 01C2")
    notepad = player.open(live.path.removesuffix("/turns"))
    assert "Ben’s turn" in player.open(notepad.link("Continue round 1 live")).text
