"""A form that arrives late or twice is checked against the match as it is then."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extent import daily

from .fixtures import Table, asked_to_delete, coins
from .player import Player

THREE = "01B 03B 08B"


def test_a_save_sent_again_with_other_cards_is_offered_as_a_correction(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE)
    player.send(form, "step=save")
    page = player.send(table.fill(form, 0, "12B"), "step=save")
    assert page.status == 409
    assert "Round 1 is already saved with other cards." in page.text
    assert coins(player.open(notepad.path)) == [105, 95]  # nothing was saved
    offered = page.form("/rounds/1/correction")
    assert offered.ticked("cards-0") == ["01B", "03B", "08B", "12B"]
    player.send(player.send(offered, "step=verdict").form("/correction"), "step=save")
    assert coins(player.open(notepad.path)) == [116, 84]


def test_a_void_deal_sent_again_as_a_round_is_offered_as_a_round(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.board(notepad)
    player.send(form, "other=void")
    page = player.send(table.fill(form, 0, THREE), "step=save")
    assert page.status == 409
    assert "Round 1 is already saved with other cards." in page.text
    assert coins(player.send(page.form("/rounds"), "step=save")) == [105, 95]


def test_a_page_from_before_a_round_does_not_delete_that_round(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.begin()
    asked = asked_to_delete(player, notepad)
    other = phone()
    board = other.open(other.open(notepad.path).link("Score round")).form("/rounds")
    other.send(table.fill(board, 0, THREE), "step=save")
    again = player.send(asked.form("/deletion"))
    assert "Delete the match of Anna, Ben?" in again.text
    assert coins(player.open(notepad.path)) == [5, 0]
    assert "The match is in the bin." in player.send(again.form("/deletion")).text


@pytest.mark.parametrize("after", daily(["²", "9" * 5000, "", "-1", "１", "x", "1.0"], 2))
def test_an_invalid_event_number_counts_as_none(table: Table, player: Player, after: str) -> None:
    notepad = table.begin()
    page = player.send(table.fill(table.board(notepad), 0, THREE).force("after", after), "step=save")
    assert page.status == 409
    assert coins(player.send(page.form("/rounds"), "step=save")) == [5, 0]


def test_an_id_that_no_page_makes_is_not_kept(table: Table, player: Player) -> None:
    for sent in ("short", "x" * 65, "x" * 99, "with a blank", "dots.are.ours"):
        notepad = table.begin()
        form = table.fill(table.board(notepad), 0, THREE).force("id", sent)
        player.send(form, "step=save")
        assert coins(player.open(notepad.path)) == [5, 0], sent
        record = player.client.get(f"{notepad.path}/record.json").get_json()
        assert sent not in record["events"][-1]["id"]


@pytest.mark.parametrize("sent", ["-" * 3 + "a" * 8, "one-of-a-phone", "0123-4567-01", "0123-4567-100"])
def test_an_id_with_hyphens_is_kept(table: Table, player: Player, sent: str) -> None:
    notepad = table.begin()
    form = table.fill(table.board(notepad), 0, THREE).force("id", sent)
    assert coins(player.send(form, "step=save")) == coins(player.send(form, "step=save")) == [5, 0]
    record = player.client.get(f"{notepad.path}/record.json").get_json()
    assert record["events"][-1]["id"].startswith(f"{sent}.")


def test_a_save_of_an_undone_round_stores_nothing_and_shows_the_state_of_the_match(
    table: Table, player: Player
) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE)
    table.undo(player.send(form, "step=save"))
    values = form.force("after", "3").values("step=save")
    answer = player.client.post(form.action, data=values, headers={"Accept": "application/json"})
    assert answer.get_json()["seq"] == 3
    assert coins(player.open(notepad.path)) == [100, 100]


def test_the_first_try_that_was_stored_is_what_an_earlier_one_is_compared_with(
    table: Table, player: Player
) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE)
    player.send(form.force("id", "0123-4567-3"), "step=save")
    player.send(table.fill(table.board(notepad), "nobody").force("id", "0123-4567-10"), "step=save")
    for sent, status in (("0123-4567", 200), ("0123-4567-3", 200), ("0123-4567-4", 409)):
        page = player.send(form.force("id", sent), "step=save")
        assert (sent, page.status) == (sent, status)
    assert "Round 2 is already saved with other cards." in page.text
