"""What undo takes back, and what it is called: the last thing a player entered at once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from scorekeeper.koikoi.match.events import AnyEvent, event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.match.undo import last_entry, undo, undone

from .script import written


def played(*entries: str, rules: str | dict[str, Any] = "russian") -> Match:
    """The match of these entries; the events of one entry are separated by "+" and share its id."""
    return replay(events_of(*entries, rules=rules))


def events_of(*entries: str, rules: str | dict[str, Any] = "russian") -> list[AnyEvent]:
    """The events of these entries as they are stored."""
    lines = [line for entry in entries for line in entry.split("+")]
    ids = [f"entry{n}.{place}" for n, entry in enumerate(entries) for place in range(entry.count("+") + 1)]
    start, *trees = written(rules, lines)["events"]
    return [
        event(start),
        *(event({**tree, "id": event_id}) for tree, event_id in zip(trees, ids, strict=True)),
    ]


ROUND = "koi 1+won 0: 01B 03B 08B"


@pytest.mark.parametrize(
    ("entries", "events", "offer", "done"),
    [
        ([ROUND], 2, "Undo round 1", "Round 1 was undone."),
        ([ROUND, "empty"], 1, "Undo round 2", "Round 2 was undone."),
        ([ROUND, "hand 1 teshi"], 1, "Undo round 2", "Round 2 was undone."),
        ([ROUND, "hand 1 teshi+hand 0 teshi"], 2, "Undo round 2", "Round 2 was undone."),
        ([ROUND, "hand 1 teshi", "hand 0 teshi"], 1, "Undo the lucky hand", "The lucky hand was undone."),
        ([ROUND, "void misdeal"], 1, "Undo the new deal", "The new deal was undone."),
        (["void a", ROUND], 2, "Undo round 1", "Round 1 was undone."),
        ([ROUND, "adjust 1 -1 lent"], 1, "Undo the adjustment", "The adjustment was undone."),
        ([ROUND, "end late"], 1, "Undo the end of the match", "The match goes on."),
        (
            [ROUND, "empty", "correct 1 = empty"],
            1,
            "Undo the correction",
            "The correction of round 1 was undone.",
        ),
        ([ROUND, "empty", "correct 1 = empty", "empty"], 1, "Undo round 3", "Round 3 was undone."),
        ([ROUND, "correct 1 = empty", "back"], 2, "Undo round 1", "Round 1 was undone."),
        ([ROUND, "koi 0"], 1, "Undo the last step", "The last step was undone."),
        (["brights 1+turn 0: 01B 01C1"], 2, "Undo the last step", "The last step was undone."),
        (
            ["brights 1+turn 0: 01B 01C1", "turn 1: 02A 02C1"],
            1,
            "Undo the last step",
            "The last step was undone.",
        ),
    ],
)
def test_undo_says_what_it_takes_back(entries: list[str], events: int, offer: str, done: str) -> None:
    taken_back = undo(played(*entries))
    assert taken_back is not None
    assert (len(taken_back.entry.events), str(taken_back.offer), str(taken_back.done)) == (
        events,
        offer,
        done,
    )


def test_a_hand_that_voids_the_deal_is_a_void_deal() -> None:
    taken_back = undo(played(ROUND, "hand 1 teshi", rules={"deal": {"teyaku": {"teshi": "redeal"}}}))
    assert taken_back is not None
    assert str(taken_back.offer) == "Undo the new deal"


def test_a_fresh_match_has_nothing_to_undo() -> None:
    assert undo(played()) is None
    assert undo(played(ROUND, "back", "back")) is None


def last_events(match: Match) -> tuple[AnyEvent, ...]:
    entry = last_entry(match)
    assert entry is not None
    return entry.events


def test_without_ids_an_entry_is_still_a_round() -> None:
    match = played(ROUND, ROUND)
    bare = replay([msgspec.structs.replace(move, id="") for move in match.events])
    assert [type(move).__name__ for move in last_events(bare)] == ["RoundWon"]
    shared = replay(
        [msgspec.structs.replace(move, id=f"m.{place}") for place, move in enumerate(match.events)]
    )
    assert len(last_events(shared)) == 2
    hand = played("hand 1 teshi", "void misdeal")
    shared = replay(
        [msgspec.structs.replace(move, id=f"m.{place}") for place, move in enumerate(hand.events)]
    )
    assert [type(move).__name__ for move in last_events(shared)] == ["DealVoided"]


BACK = "back+back"  # of ROUND, which has two events


@pytest.mark.parametrize(
    ("entries", "again"),
    [
        ([ROUND], []),
        ([ROUND, BACK], ["KoikoiCalled", "RoundWon"]),
        ([ROUND, "empty", "back"], ["RoundExhausted"]),
        ([ROUND, "empty", "back", BACK], ["KoikoiCalled", "RoundWon"]),
        ([ROUND, "empty", "back", BACK, ROUND], ["RoundExhausted"]),  # its turn has come
        ([ROUND, "empty", "back", BACK, ROUND, "empty"], []),
        ([ROUND, "empty", "back", BACK, "empty", "back"], ["RoundExhausted"]),
        ([ROUND, "empty", "back", BACK, "void"], []),
        ([ROUND, BACK, "koi 0"], []),  # a step of live play
        ([ROUND, BACK, "void", "back"], ["DealVoided"]),
        ([ROUND, BACK, "hand 0 teshi"], []),
        (["hand 0 teshi", "back"], ["HandShown"]),
        (["hand 0 teshi", "hand 1 teshi", "back"], []),  # of the round before
        ([ROUND, BACK, "adjust 1 -1 lent"], ["KoikoiCalled", "RoundWon"]),
        ([ROUND, BACK, "adjust 1 -1 lent", "back"], ["KoikoiCalled", "RoundWon"]),
        ([ROUND, "correct 1 = empty", "back"], []),
        ([ROUND, "correct 1 = empty", "back", BACK], ["KoikoiCalled", "RoundWon"]),
        (["turn 0: 01B 01C1", "turn 1: 02A 02C1", "back"], []),
        (["turn 0: 01B 01C1", "back+won 0: 01B 03B 08B", "back+turn 0: 01B 01C1"], ["RoundWon"]),
        (["turn 0: 01B 01C1", "back+won 0: 01B 03B 08B", "back+turn 0: 01B 01C1", "turn 1: 02A 02C1"], []),
    ],
)
def test_what_was_undone_is_known_until_something_is_entered_in_its_place(
    entries: list[str], again: list[str]
) -> None:
    assert [type(move).__name__ for move in undone(played(*entries), events_of(*entries))] == again
