"""What taking back the last entry is called; ``entries.last_entry`` decides which events those are."""

from __future__ import annotations

from typing import NamedTuple

from ...sentences import Sentence, say
from .entries import Entry, last_entry
from .events import (
    AnyEvent,
    DealerCorrected,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    MatchExtended,
    PointsAdjusted,
    RoundCorrected,
    RulesChanged,
    TurnTaken,
)
from .match import Match
from .rewinding import round_events


class Undo(NamedTuple):
    """The entry that can be taken back, and the words for taking it back and for having done so."""

    entry: Entry
    offer: Sentence  # "Undo round 4"
    done: Sentence  # "Round 4 is taken back."


def undo(match: Match) -> Undo | None:
    """What can be taken back now; None in a fresh match."""
    entry = last_entry(match)
    if entry is not None and isinstance(entry.events[-1], TurnTaken | KoikoiCalled):
        entry = Entry(entry.id, last_step(match))  # turns that an undo brought back are one entry
    return Undo(entry, *_words(match, entry)) if entry else None


def last_step(match: Match) -> tuple[AnyEvent, ...]:
    """The events of the last step of the round being played: a turn, a call, lucky hands or a void deal.

    A turn includes the brights that were noted before it. Empty where the last entry was anything else.
    """
    entry = last_entry(match)
    if entry is None or match.log[-1].number != match.number:
        return ()
    match entry.events[-2:]:
        case (*_, DealVoided() | KoikoiCalled() as last):
            return (last,)
        case (FieldDealt(), TurnTaken()) as turn:
            return turn
        case (*_, TurnTaken() as last):
            return (last,)
        case (*_, HandShown()):
            return entry.events
        case _:
            return ()


def _words(match: Match, entry: Entry) -> tuple[Sentence, Sentence]:
    match entry.events[-1]:
        case RoundCorrected(round=number):
            return (
                say("Undo the correction of round %(number)d", number=number),
                say("The correction of round %(number)d was undone.", number=number),
            )
        case PointsAdjusted():
            return say("Undo the adjustment"), say("The adjustment was undone.")
        case MatchEnded():
            return say("Undo the end of the match"), say("The match goes on.")
        case RulesChanged():
            return say("Undo the change of rules"), say("The change of rules was undone.")
        case DealerCorrected(round=number):
            return (
                say("Undo the dealer of round %(number)d", number=number),
                say("The dealer of round %(number)d is again who it was before.", number=number),
            )
        case MatchExtended():
            return say("Undo extra rounds"), say("The further rounds were undone.")
        case _:
            return _words_of_play(match, entry)


def _words_of_play(match: Match, entry: Entry) -> tuple[Sentence, Sentence]:
    """The words where the entry belongs to a deal, whether that finished a round or not."""
    number = match.log[-1].number
    whole = len(round_events(match, number)) == len(entry.events)
    last = entry.events[-1]
    if number <= len(match.rounds) and (whole or not isinstance(last, HandShown)):
        return (
            say("Undo round %(number)d", number=number),
            say("Round %(number)d was undone.", number=number),
        )
    if isinstance(last, DealVoided) or match.play.just_voided:
        return say("Undo the void deal"), say("The void deal was undone.")
    if isinstance(last, HandShown):
        return say("Undo the lucky hand"), say("The lucky hand was undone.")
    return say("Undo the last step"), say("The last step was undone.")
