"""A round saved twice, late, or from two phones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from scorekeeper.installation import Installation
from scorekeeper.store import Store

from .fixtures import THREE, Table, coins
from .live_play import take
from .player import Page, Player


def test_a_double_tap_saves_one_round(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE, calls=(1, 0))
    player.send(form, "step=save")
    notepad = player.send(form, "step=save")
    assert notepad.status == 200
    assert coins(notepad) == [110, 90]
    assert "Score round 2" in notepad.text


def test_a_save_that_arrives_again_after_the_next_round_changes_nothing(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE)
    table.enter(player.send(form, "step=save"), 1, "", THREE)
    notepad = player.send(form, "step=save")
    assert notepad.status == 200
    assert coins(notepad) == [100, 100]
    assert "Score round 3" in notepad.text
    assert "is saved" not in notepad.text  # round 2 may be another phone's: its draft here stays
    assert "data-saved" not in notepad.html


def test_a_void_deal_sent_twice_is_one_void_deal(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = table.board(notepad)
    for _ in range(2):
        assert "deals again." in player.send(form, "other=void").text
    table.enter(notepad, "nobody")
    assert "Dealt again 1 time." in player.open(f"{notepad.path}/rounds/1").text


def test_the_second_phone_sees_what_came_in_and_loses_nothing(
    table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    notepad = table.begin(rules="russian")
    late = table.fill(table.board(notepad), 1, "02A", "01B 03B 08B 4C", calls=(0, 1))
    other = phone()
    first = other.open(notepad.path)
    board = table.fill(other.open(first.link("Score round")).form("/rounds"), 0, THREE)
    other.send(board, "step=save")
    page = player.send(late, "step=save")
    assert page.status == 409
    assert "Something changed in the meantime. Round 1 was saved: Anna stopped." in page.text
    assert "Round 2: who stopped?" in page.text
    form = page.form("/rounds")
    assert (form["result"], form["chaff-1"], form["calls-1"]) == ("1", "4", "1")
    assert form["id"] == f"{late['id']}-2"
    assert (form.ticked("cards-0"), form.ticked("cards-1")) == (["02A"], ["01B", "03B", "08B"])
    assert coins(player.send(form, "step=save")) == [95, 105]


@pytest.mark.parametrize("step", ["step=verdict", "step=save"])
def test_a_page_from_before_an_undo_says_what_happened(table: Table, player: Player, step: str) -> None:
    notepad = table.enter(table.begin(), 0, THREE)
    late = table.fill(table.board(notepad), 0, THREE)
    table.undo(notepad)
    page = player.send(late, step)
    assert page.status == 409
    assert "Something was undone or corrected in the meantime." in page.text


@pytest.mark.parametrize("step", ["step=verdict", "step=save"])
def test_a_page_with_a_later_event_than_stored_says_so(table: Table, player: Player, step: str) -> None:
    form = table.fill(table.board(table.begin()), 0, THREE).force("after", "99")
    page = player.send(form, step)
    assert page.status == 409
    assert "Somebody restored or deleted something meanwhile." in page.text


@pytest.fixture
def just_before(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[], object]], None]:
    """Lets another phone store something between the look at a match and the next save in it."""
    with closing(installation.open_store()) as store:
        kind = type(store)
    write = kind.append

    def let(enter: Callable[[], object]) -> None:
        def append(self: Store, *given: Any) -> int:
            monkeypatch.setattr(kind, "append", write)
            enter()
            return write(self, *given)

        monkeypatch.setattr(kind, "append", append)

    return let


def test_a_round_that_another_phone_saved_a_moment_before_is_told(
    table: Table, player: Player, just_before: Callable[[Callable[[], object]], None]
) -> None:
    notepad = table.begin(rules="russian")
    form = table.fill(table.board(notepad), 0, THREE)
    just_before(lambda: table.score(notepad, 1, "", THREE))
    page = player.send(form, "step=save")
    assert page.status == 409
    assert "Something changed in the meantime. Round 1 was saved: Ben stopped." in page.text
    assert "Round 2: who stopped?" in page.text
    assert coins(player.send(page.form("/rounds"), "step=save")) == [100, 100]


def test_a_turn_that_another_phone_stored_a_moment_before_is_told(
    player: Player, phone: Callable[[], Player], live: Page, just_before: Callable[..., None]
) -> None:
    other = phone()
    theirs = other.open(live.path)
    just_before(lambda: take(other, theirs, "01C1 01C2"))
    page = take(player, live, "02C1 02C2")
    assert page.status == 409
    assert "Something changed in the meantime. Anna captured 2 cards." in page.text
    assert "Ben’s turn" in page.text
