"""A match that is read back from a snapshot, and folded on from there, is the match that its events are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import examples

from bench.counting import counted
from scorekeeper.exports import record
from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.match.events import Amendment, AnyEvent
from scorekeeper.koikoi.match.folding import folded
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replaying import replay, that_count
from scorekeeper.koikoi.match.snapshots import restored, snapshot

from . import playing
from .script import written

GAME = "1"


def stored(trees: list[dict[str, Any]]) -> list[AnyEvent]:
    """The events of a record as a store has them."""
    read = record.from_tree({"format": "koikoi-match/1", "events": trees}).events
    return [msgspec.structs.replace(one, id=f"{seq}.0", seq=seq) for seq, one in enumerate(read, 1)]


def of(*lines: str) -> list[AnyEvent]:
    return stored(written("dutch", [*lines])["events"])


def read_back(first: list[AnyEvent], events: list[AnyEvent]) -> Match | None:
    """The match of a snapshot that was taken after the first events, if it is one of ``events``."""
    return restored(snapshot(replay(first), GAME), GAME, that_count(events))


@settings(max_examples=examples(80))
@given(playing.matches(), st.data())
def test_any_match_read_back_from_any_snapshot_is_the_match_replayed(
    trees: list[dict[str, Any]], data: st.DataObject
) -> None:
    rounds = len(replay(stored(trees)).rounds)
    if rounds and data.draw(st.booleans()):
        number = data.draw(st.integers(1, rounds))
        trees.append({"type": "round-corrected", "round": number, "events": [{"type": "round-exhausted"}]})
    trees += [{"type": "taken-back"}] * data.draw(st.integers(0, 2))
    try:
        events = stored(trees)
    except BadRecord:  # nothing to undo, or a correction that the rules forbid
        return
    first = events[: data.draw(st.integers(1, len(events)))]
    earlier = read_back(first, events)
    if any(isinstance(event, Amendment) for event in that_count(first)):
        assert earlier is None  # what the table agreed on later is folded again
    elif that_count(first) == that_count(events)[: len(that_count(first))]:
        assert earlier == replay(that_count(first))
    else:
        assert earlier is None
    assert replay(events, earlier) == replay(events)


WON = "won 0: 01B 03B 08B"


def test_only_what_came_after_the_snapshot_is_folded() -> None:
    events = of(WON, "won 1: 01B 03B 08B", "void misdeal", "empty")
    earlier = read_back(events[:3], events)
    with counted(folded) as folds:
        match = replay(events, earlier)
    assert folds == [2]
    assert match == replay(events)


def test_a_snapshot_of_events_that_were_taken_back_is_of_another_match() -> None:
    events = of(WON, WON, "back", "empty", "back")
    assert read_back(events[:3], events) is None
    assert read_back(events[:2], events) == replay(events[:2])
    assert read_back(events[:5], events) is None


@pytest.mark.parametrize(
    "changed",
    [{"player": 1, "piles": (None, "01B 03B 08B")}, {"at": "2026-01-01T00:00:00.000Z"}, {"id": "other.0"}],
)
def test_a_snapshot_of_other_events_is_not_believed(changed: dict[str, Any]) -> None:
    events = of(WON, "empty")
    other = [events[0], msgspec.structs.replace(events[1], **changed), events[2]]
    assert read_back(events, events) == replay(events)
    assert read_back(events, other) is None
    assert read_back(events, events[:2]) is None


def test_a_snapshot_of_another_version_of_the_game_is_not_believed() -> None:
    events = of(WON)
    assert restored(snapshot(replay(events), "1"), "2", events) is None


def test_a_damaged_snapshot_is_none() -> None:
    events = of(WON, "empty")
    sound = snapshot(replay(events), GAME)
    assert restored(sound, GAME, events) == replay(events)
    assert restored(None, GAME, events) is None
    for place in range(len(sound)):
        damaged = sound[:place] + bytes([sound[place] ^ 0x20]) + sound[place + 1 :]
        assert restored(damaged, GAME, events) in (None, replay(events))
        assert restored(sound[:place], GAME, events) is None
