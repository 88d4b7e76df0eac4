"""What taking back the last entry is called; ``entries.last_entry`` decides which events those are."""

from __future__ import annotations

from typing import NamedTuple

from ...sentences import Sentence, say
from .entries import Entry, last_entry
from .events import DealVoided, HandShown, MatchEnded, PointsAdjusted, RoundCorrected
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
    return Undo(entry, *_words(match, entry)) if entry else None


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
