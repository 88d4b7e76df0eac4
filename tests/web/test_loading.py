"""The app keeps replayed matches in memory; it still shows what is stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from flask import Flask

from bench.counting import counted
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match import folding
from scorekeeper.store import Event
from scorekeeper.store.memory import MemoryStore
from scorekeeper.web.replays import Replays

from .conftest import Table, coins
from .long_match import THREE, play
from .player import Player

POINTS = 5  # of three brights


def test_another_match_under_the_same_id_is_shown_as_it_is(
    table: Table, player: Player, installation: Installation
) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    assert coins(notepad) == [105, 95]
    match_id = notepad.path.rpartition("/")[2]
    with closing(installation.open_store()) as store:  # as another process does it
        first, won = store.events(match_id)
        store.discard(match_id, 2)
        store.delete(match_id)
        store.create(match_id, [first, {**won, "player": 1, "piles": [None, THREE], "id": "other.0"}])
    assert coins(player.open(notepad.path)) == [95, 105]


class Asked(MemoryStore):
    """A store that notes from which seq on it was asked for events."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        self.asked.append(after)
        return super().events(match_id, after)


def test_what_was_used_last_is_remembered() -> None:
    """One match more than are kept: the one that was not used for longest is read from its start again."""
    store, replays = Asked(), Replays("1")
    log: list[Event] = [
        {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch", "id": "0.0"},
        {"type": "round-exhausted", "id": "1.0"},
    ]
    for number in range(257):
        store.create(str(number), log)
    for number in (*range(257), 256, 1, 0):
        assert len(replays.match(("store", str(number)), store).rounds) == 1
    assert store.asked == [0] * 257 + [1, 1, 0]


@pytest.mark.parametrize(("rounds", "folds"), [(126, 126), (127, 0), (128, 0)])
def test_after_a_restart_a_long_match_is_not_folded_again(
    app: Flask, player: Player, installation: Installation, rounds: int, folds: int
) -> None:
    address = play(installation, rounds)
    shown = player.open(address)
    restart(app)
    with counted(folding.folded) as done:
        again = player.open(address)
    assert done == [folds]
    assert coins(again) == coins(shown)


def test_what_came_after_a_snapshot_is_folded_and_undone(
    app: Flask, player: Player, table: Table, installation: Installation
) -> None:
    notepad = player.open(play(installation, 200))
    notepad = table.undo(table.score(table.score(notepad, 0, THREE), 0, THREE))
    restart(app)
    with counted(folding.folded) as done:
        assert coins(player.open(notepad.path)) == coins(notepad)
    assert done == [1]
    notepad = table.undo(table.undo(notepad))  # behind the snapshot
    restart(app)
    assert coins(player.open(notepad.path)) == coins(notepad)


def test_another_version_of_the_game_folds_a_long_match_again(
    app: Flask, player: Player, installation: Installation
) -> None:
    address = play(installation, 200)
    player.open(address)
    app.extensions["replays"] = Replays("another version")
    for folds in (200, 0):
        with counted(folding.folded) as done:
            player.open(address)
        assert done == [folds]
        app.extensions["replays"].clear()


def test_damage_before_a_snapshot_is_seen(app: Flask, player: Player, installation: Installation) -> None:
    address = play(installation, 200)
    whole = coins(player.open(address))
    restart(app)
    with closing(sqlite3.connect(installation.database)) as db, db:
        db.execute("UPDATE events SET body = '{' WHERE seq = 50")
    assert player.open(address).status == 422
    with closing(sqlite3.connect(installation.database)) as db, db:
        db.execute("UPDATE events SET body = (SELECT body FROM events WHERE seq = 51) WHERE seq = 50")
    assert coins(player.open(address)) == [whole[0] - 2 * POINTS, whole[1] + 2 * POINTS]


def restart(app: Flask) -> None:
    """As if the process had just begun."""
    app.extensions["replays"].clear()
