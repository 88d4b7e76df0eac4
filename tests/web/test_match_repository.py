"""The app keeps replayed matches in memory; it still shows what is stored."""

from __future__ import annotations

from contextlib import closing

import pytest
from calls import counted
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match import interpreter, limits
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.limits import all_entered
from scorekeeper.store import EventValues
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web import match_cache
from scorekeeper.web.match_cache import Replays

from .fixtures import Table, coins
from .long_match import THREE, play
from .player import Player


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


def test_a_match_that_would_be_too_large_for_a_record_goes_no_further_but_can_end(
    table: Table, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    notepad = table.begin()
    monkeypatch.setattr(limits, "MOST_BYTES", 100)
    refused = table.enter(notepad, 0, THREE)
    assert refused.status == 422
    assert "A match may have at most 100 bytes. End it, and begin another." in refused.text
    ending = player.open(f"{notepad.path}/correct-or-end").form("/ending")
    assert "The match was ended early." in player.send(ending).text


@pytest.mark.parametrize(("room", "read_again"), [(0, [1, 1, 1, 1]), (-1, [1, 1, 1, 0])])
def test_what_was_used_last_is_remembered(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, room: int, read_again: list[int]
) -> None:
    """Where the last of four matches has no room, the one that was not used for longest is read anew."""
    replays, asked, events = Replays(), [], store.events
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch"}
    size = 0
    for number in range(4):
        log: list[EventValues] = [
            {"type": "round-exhausted", "id": f"{place}.0"} for place in range(1, number + 2)
        ]
        store.create(str(number), [{**start, "id": "0.0"}, *log])
        size += all_entered(map(event, store.events(str(number)))).bytes
    monkeypatch.setattr(match_cache, "MOST_KEPT", size + room)

    def noted(match_id: str, after: int = 0) -> list[EventValues]:
        asked.append(after)
        return events(match_id, after)

    monkeypatch.setattr(store, "events", noted)
    for number in (*range(4), 3, 2, 1, 0):
        assert len(replays.match(("store", str(number)), store).rounds) == number + 1
    assert [bool(after) for after in asked[4:]] == [bool(kept) for kept in read_again]


def test_of_what_came_in_since_nothing_else_is_read(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays, asked, events = Replays(), [], store.events
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch", "id": "0.0"}
    store.create("one", [start])
    replays.match(("store", "one"), store)
    store.append("one", 1, [{"type": "round-exhausted", "id": "1.0"}])

    def noted(match_id: str, after: int = 0) -> list[EventValues]:
        read = events(match_id, after)
        asked.append(len(read))
        return read

    monkeypatch.setattr(store, "events", noted)
    assert [len(replays.match(("store", "one"), store).rounds) for _ in range(2)] == [1, 1]
    assert asked == [2, 1], "the last event that was known, and what came after it"


def test_what_is_replaced_leaves_its_room(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """One match with room for one: however often it is kept again, it stays."""
    start: EventValues = {
        "type": "match-started",
        "players": ["Anna", "Ben"],
        "ruleset": "dutch",
        "id": "0.0",
    }
    store.create("one", [start])
    monkeypatch.setattr(match_cache, "MOST_KEPT", all_entered(map(event, store.events("one"))).bytes)
    replays = Replays()
    first = replays.match(("store", "one"), store)
    for _ in range(3):
        assert replays.match(("store", "one"), store) is first


def test_only_what_came_in_since_is_folded_and_after_a_restart_everything(
    app: Flask, player: Player, table: Table, installation: Installation
) -> None:
    board = table.fill(table.board(player.open(play(installation, 40))), 0, THREE)
    with counted(interpreter.apply) as done:
        notepad = player.send(board, "step=save")
    assert done == [1], "what was saved here is kept as it was stored"
    with closing(installation.open_store()) as store:  # as another process does it
        store.append(
            "long", 42, [{"type": "round-won", "player": 0, "piles": [THREE, None], "id": "other.0"}]
        )
    with counted(interpreter.apply) as done:
        shown = player.open(notepad.path)
    assert done == [1]
    shown = table.undo(shown)
    assert coins(shown) == coins(notepad)
    app.extensions["replays"] = Replays()
    with counted(interpreter.apply) as done:
        assert coins(player.open(notepad.path)) == coins(notepad)
    assert done == [41]
