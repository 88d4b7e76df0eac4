"""Undo: which events a player entered at once last, and what taking them back is called."""

from __future__ import annotations

from typing import NamedTuple

from ..sentences import Sentence, say
from .events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    PointsAdjusted,
    RoundCorrected,
    TurnTaken,
    entry_of,
)
from .match import Match

_BEFORE_THE_END = (FieldDealt, KoikoiCalled, TurnTaken)  # events of an entry before the one that ends it


class Undo(NamedTuple):
    """The last entry of a match: its events, the words for taking it back and for having done so."""

    events: tuple[AnyEvent, ...]
    offer: Sentence  # "Undo round 4"
    done: Sentence  # "Round 4 is taken back."


def undo(match: Match) -> Undo | None:
    """What can be taken back now; None in a fresh match."""
    events = last_entry(match)
    return Undo(events, *_words(match, events)) if events else None


def last_entry(match: Match) -> tuple[AnyEvent, ...]:
    """The events at the end of the log that a player entered at once, the unit of undo.

    They share the part of their ids that names the entry. In a record without ids all events share it,
    so an entry also begins after an event that ended the one before.
    """
    log = match.log[1:]
    if not log:
        return ()
    entry = entry_of(log[-1].id)
    first = len(log) - 1
    while entry and first and entry_of(log[first - 1].id) == entry and _goes_on(log[first - 1], log[first]):
        first -= 1
    return log[first:]


def _goes_on(event: AnyEvent, following: AnyEvent) -> bool:
    """Whether an entry goes on after an event: what happened before the round ended, several lucky hands."""
    if isinstance(event, HandShown):
        return isinstance(following, HandShown)
    return isinstance(event, _BEFORE_THE_END)


def _words(match: Match, events: tuple[AnyEvent, ...]) -> tuple[Sentence, Sentence]:
    match events[-1]:
        case RoundCorrected(round=number):
            return (
                say("Undo the correction of round %(number)d", number=number),
                say("The correction of round %(number)d is taken back.", number=number),
            )
        case PointsAdjusted():
            return say("Undo the adjustment"), say("The adjustment is taken back.")
        case MatchEnded():
            return say("Undo the end of the match"), say("The match goes on.")
        case _:
            return _words_of_play(match, events)


def _words_of_play(match: Match, events: tuple[AnyEvent, ...]) -> tuple[Sentence, Sentence]:
    """The words where the last entry belongs to a deal, whether that finished a round or not."""
    number = match.played[-1][0]
    whole = len(match.played) == len(events) or match.played[-len(events) - 1][0] != number
    last = events[-1]
    if number <= len(match.rounds) and (whole or not isinstance(last, HandShown)):
        return (
            say("Undo round %(number)d", number=number),
            say("Round %(number)d is taken back.", number=number),
        )
    if isinstance(last, DealVoided) or match.play.just_voided:
        return say("Undo the void deal"), say("The void deal is taken back.")
    if isinstance(last, HandShown):
        return say("Undo the lucky hand"), say("The lucky hand is taken back.")
    return say("Undo the last step"), say("The last step is taken back.")
