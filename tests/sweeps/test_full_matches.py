"""How much may be entered of a match: at the limit it can still be taken back, ended and imported."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from scorekeeper.exports import record
from scorekeeper.exports.record import LARGEST
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    DealVoided,
    MatchEnded,
    MatchStarted,
    NamesCorrected,
    PointsAdjusted,
    RoundCorrected,
    RoundExhausted,
    TakenBack,
    as_values,
)
from scorekeeper.koikoi.match.follow import follow
from scorekeeper.koikoi.match.limits import MOST_BYTES, MOST_CORRECTIONS, MOST_EVENTS, refuse_too_large
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.rules.loader import rules

NOW = "2026-02-14T20:00:00Z"
START = MatchStarted(players=("Anna", "Ben"), ruleset=to_builtins(rules("dutch")))
FULL = r"^A match may have at most 5000 events, with those that were undone\. End it, and begin another\.$"
CORRECTED_ENOUGH = r"^A match may have at most 300 corrections, with those that were undone\.$"
CORRECTION = RoundCorrected(round=1, events=(RoundExhausted(),))


def played(*events: AnyEvent) -> list[AnyEvent]:
    """The events as they are stored after the start of a match."""
    return [
        replace(event, id=f"m{place}.0", at="2026-02-14T19:00:00Z", seq=place)
        for place, event in enumerate([START, *events], 1)
    ]


@cache
def of_voids(number: int) -> Match:
    """A match with so many events."""
    return replay(played(*[DealVoided()] * (number - 1)))


def exported(events: list[AnyEvent]) -> Match:
    """The match of a record that was written and read again."""
    return record.read(record.write(map(as_values, events))).match


def test_the_last_event_is_entered_and_the_next_is_refused() -> None:
    assert follow(of_voids(MOST_EVENTS - 1), DealVoided()).entered.events == MOST_EVENTS
    for event in (DealVoided(), RoundExhausted(), PointsAdjusted(points=(1, -1), reason="tea"), CORRECTION):
        with pytest.raises(NotAllowed, match=FULL):
            follow(of_voids(MOST_EVENTS), event)


def test_events_inside_a_correction_count() -> None:
    nearly = replay(played(RoundExhausted(), *[DealVoided()] * (MOST_EVENTS - 4)))
    assert nearly.entered.events == MOST_EVENTS - 2
    assert follow(nearly, CORRECTION).entered.events == MOST_EVENTS
    with pytest.raises(NotAllowed, match=FULL):
        follow(nearly, RoundCorrected(round=1, events=(DealVoided(), RoundExhausted())))


def test_what_lets_a_table_out_of_a_full_match_works() -> None:
    full = of_voids(MOST_EVENTS)
    ended = follow(full, MatchEnded())
    assert ended.finished
    assert not follow(ended, TakenBack()).finished
    back = full
    for _ in range(5):
        back = follow(back, TakenBack())
    assert (len(back.events), back.entered) == (MOST_EVENTS - 5, full.entered)
    with pytest.raises(NotAllowed, match=FULL):
        follow(back, DealVoided())  # it was entered all the same
    assert follow(back, MatchEnded()).finished


def test_corrections_have_a_limit_of_their_own_and_the_match_goes_on() -> None:
    match = replay(played(RoundExhausted(), *[CORRECTION] * (MOST_CORRECTIONS - 1)))
    match = follow(match, CORRECTION)
    for event in (CORRECTION, NamesCorrected(players=("Anne", "Ben"))):
        with pytest.raises(NotAllowed, match=CORRECTED_ENOUGH):
            follow(match, event)
        with pytest.raises(NotAllowed, match=CORRECTED_ENOUGH):
            follow(follow(match, TakenBack()), event)
    assert len(follow(match, RoundExhausted()).rounds) == 2
    assert follow(match, MatchEnded()).finished


@pytest.mark.parametrize("number", [MOST_EVENTS - 1, MOST_EVENTS])
def test_a_full_match_with_all_of_it_taken_back_is_exported_and_imported(number: int) -> None:
    voids = [DealVoided(reason="x" * 30)] * (number - 1)
    whole = played(*voids)
    assert exported(whole) == replay(whole)
    undone = played(*voids, *[TakenBack()] * (number - 1))
    assert exported(undone) == replay(undone)
    with pytest.raises(NotAllowed, match=FULL):
        follow(replay(undone) if number == MOST_EVENTS else of_voids(MOST_EVENTS), DealVoided())


@pytest.mark.parametrize("number", [MOST_CORRECTIONS - 1, MOST_CORRECTIONS])
def test_a_match_corrected_as_often_as_it_may_be_is_exported_and_imported(number: int) -> None:
    events = played(RoundExhausted(), *[CORRECTION] * number, *[TakenBack()] * number, MatchEnded())
    assert exported(events) == replay(events)


def test_a_match_of_as_many_bytes_as_it_may_have_is_exported_and_imported() -> None:
    """Its texts are as long as they may be, in letters of four bytes."""
    events: list[AnyEvent] = []
    match = replay(played())
    while True:
        more = played(*events, DealVoided(reason="🎴" * 400))[-1]
        after = follow(match, more)
        try:
            refuse_too_large(after.entered, [more])
        except NotAllowed as refusal:
            assert str(refusal) == f"A match may have at most {MOST_BYTES} bytes. End it, and begin another."
            break
        match, events = after, [*events, more]
    refuse_too_large(after.entered, [TakenBack()])
    refuse_too_large(after.entered, [MatchEnded()])
    ends: list[AnyEvent] = [MatchEnded(reason="🎴" * 400), TakenBack()] * 100
    whole = played(*events, *ends, *[TakenBack()] * len(events))
    written = record.write(map(as_values, whole))
    assert MOST_BYTES < len(written) <= LARGEST
    again = record.read(written)
    assert again.match == replay(whole)
    assert len(record.stored(again, "m", NOW)) == len(whole)
    with pytest.raises(NotAllowed, match=f"at most {MOST_BYTES} bytes"):
        record.stored(record.read(record.write(map(as_values, played(*events, more)))), "m", NOW)


def test_the_counts_are_the_same_however_a_match_is_worked_out() -> None:
    events = played(
        RoundExhausted(), CORRECTION, TakenBack(), DealVoided(), TakenBack(), CORRECTION, MatchEnded()
    )
    match = replay(events)
    step = None
    for event in events:
        step = follow(step, event)
    assert step is not None
    assert match.entered == step.entered == exported(events).entered
    assert (match.entered.events, match.entered.corrections) == (8, 2)


def test_what_is_stored_is_read_however_much_it_is() -> None:
    """Only what is entered is refused."""
    events: list[Any] = [DealVoided()] * (MOST_EVENTS + 5)
    assert replay(played(*events)).entered.events == MOST_EVENTS + 6
