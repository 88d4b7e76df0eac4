"""The work for a page, counted: logs read from the store, events folded, piles scored."""

from __future__ import annotations

from bench.counting import counted
from scorekeeper.koikoi.match import effects
from scorekeeper.koikoi.scoring.evaluate import Scorer
from scorekeeper.store.sqlite import SqliteStore

from .fixtures import Table
from .player import Player

COUNTED = (SqliteStore.events, effects.apply, Scorer.score)
FOUR = "01B 03B 08B 12B"


def test_a_saved_round_is_loaded_folded_and_scored_once(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(), 0, FOUR)
    two_yaku = f"{FOUR} 10C"  # enough for a call and for stopping, so that nothing is doubted
    form = table.fill(table.board(notepad), 0, two_yaku, calls=(1, 0), ruling="")
    with counted(*COUNTED) as done:
        saved = player.client.post(form.action, data=form.values("step=save"))
    assert saved.status_code == 303
    loads, folds, scorings = done
    assert (loads, folds) == (1, 2)  # a call and the end of the round
    assert scorings == 2  # the second one looks for open questions


def test_the_match_after_a_save_is_not_folded_again(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(), 0, FOUR)
    with counted(*COUNTED) as done:
        player.client.get(notepad.path)
    assert done == [1, 0, 0]


def test_undo_folds_only_the_deal_that_it_opens_again(table: Table, player: Player) -> None:
    notepad = table.begin(rounds=12)
    for _ in range(5):
        notepad = table.score(notepad, "nobody", calls=(1, 0))
    form = notepad.form("/takebacks")
    with counted(*COUNTED) as done:
        player.client.post(form.action, data=form.values())
    assert done == [1, 1, 0]  # the call before the end that is taken back, and then that call


def test_a_correction_folds_its_round_and_those_after_it(table: Table, player: Player) -> None:
    notepad = table.begin(rounds=12)
    for _ in range(6):
        notepad = table.score(notepad, "nobody")
    with counted(*COUNTED) as done:
        page = player.client.get(f"{notepad.path}/rounds/4/correction")
    assert page.status_code == 200
    assert done[:2] == [1, 0]  # the match before a round is known from its rounds
