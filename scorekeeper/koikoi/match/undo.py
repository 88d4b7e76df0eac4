"""Entries, and taking back the last one.

An entry is what a player entered at once, such as a round with its calls: the unit of undo.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

import msgspec

from ...sentences import Sentence, say
from .events import (
    AnyEvent,
    DealerCorrected,
    DealVoided,
    EventT,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    MatchExtended,
    NamesCorrected,
    PointsAdjusted,
    RoundCorrected,
    RoundEnded,
    RoundEvent,
    RulesChanged,
    TakenBack,
    TurnTaken,
)
from .interpreter import is_late
from .match import Match
from .replay import rewound


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


def undone(match: Match, events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """What was entered of the round being played before it was taken back; empty where nothing was, or where
    something was entered in its place. ``events``: all of the match, as they are stored.

    Where several rounds were taken back, each is there again once those before it are saved. Rulings,
    corrections and amendments leave it as it is.
    """
    counting: list[AnyEvent] = []
    rounds: list[list[AnyEvent]] = []  # taken back, the one being played last
    for _, entry in groupby(events, lambda event: entry_id_of(event.id) or event.seq):
        gone: list[AnyEvent] = []
        for event in entry:
            if isinstance(event, TakenBack):
                gone.insert(0, counting.pop())  # the last was taken back first
            else:
                counting.append(event)
        gone = [*of_the_round(gone)]
        if isinstance(event, RoundEnded):  # it may take back turns first, in whose place it was entered
            del rounds[-1:]
        elif gone and isinstance(gone[-1], RoundEnded):  # an undo, which may bring turns back
            rounds.append(gone)
        elif gone and isinstance(gone[-1], HandShown | DealVoided):
            rounds = [gone]  # later rounds may have other numbers
        elif not gone and isinstance(event, RoundEvent):
            rounds = []
    last = rounds[-1] if rounds else []
    if last and is_late(match, last[0]):
        return ()  # a lucky hand of the round before
    return tuple(last)


def last_step(match: Match) -> tuple[AnyEvent, ...]:
    """The events of the last step of the round being played: a turn, a call, lucky hands or a void deal.

    A turn includes the brights that were noted before it. Empty where the last entry was anything else.
    """
    entry = last_entry(match)
    if entry is None or match.log.events[-1:] != match.events[-1:]:
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
                say("Undo the correction"),
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
            return say("Undo the new length"), say("The length is what it was before.")
        case NamesCorrected():
            return say("Undo the corrected names"), say("The corrected names were undone.")
        case _:
            return _words_of_play(match, entry)


def _words_of_play(match: Match, entry: Entry) -> tuple[Sentence, Sentence]:
    """The words where the entry belongs to a deal, whether that finished a round or not."""
    number = match.number if match.log.events else match.number - 1
    whole = len(match.log_of(number).events) == len(entry.events)
    last = entry.events[-1]
    if number <= len(match.rounds) and (whole or not isinstance(last, HandShown)):
        return (
            say("Undo round %(number)d", number=number),
            say("Round %(number)d was undone.", number=number),
        )
    if isinstance(last, DealVoided) or (match.log.events and not match.log.deal):
        return say("Undo the new deal"), say("The new deal was undone.")
    if isinstance(last, HandShown):
        return say("Undo the lucky hand"), say("The lucky hand was undone.")
    return say("Undo the last step"), say("The last step was undone.")


_BEFORE_THE_END = (FieldDealt, KoikoiCalled, TurnTaken)  # events of an entry before its last


class Entry(NamedTuple):
    """The events that were entered at once. Each has the id of the entry, a dot and its place, from 0."""

    id: str
    events: tuple[AnyEvent, ...]


def with_ids(entry_id: str, events: Iterable[EventT]) -> list[EventT]:
    """The events of one entry, with their ids."""
    return [msgspec.structs.replace(event, id=f"{entry_id}.{place}") for place, event in enumerate(events)]


def entry_id_of(event_id: str) -> str:
    """The id of the entry that an event belongs to; empty where its id names none."""
    return event_id.rpartition(".")[0]


def find_entry(match: Match, wanted: str) -> Entry | None:
    """The entry with this id, if it is in the log of the match, as a player entered it."""
    events = tuple(event for event in match.events if entry_id_of(event.id) == wanted)
    if not events:
        return None
    return Entry(wanted, of_the_round(events) if _replaces_turns(events[-1]) else events)


def of_the_round(events: Iterable[AnyEvent]) -> tuple[RoundEvent, ...]:
    """Without what was entered again in the place of turns: what had been decided between these."""
    return tuple(event for event in events if isinstance(event, RoundEvent))


def _replaces_turns(event: AnyEvent) -> bool:
    return isinstance(event, RoundEnded) and event.turns is not None


def before_entry(match: Match, entry: Entry) -> Match:
    return rewound(match, match.events.index(entry.events[0]))


def last_entry(match: Match) -> Entry | None:
    """The last entry of a match that can be taken back; None in a fresh match.

    In a record without ids all events share the empty id, so an entry also begins after an event that
    ended the entry before.
    """
    events = match.events[1:]
    if not events:
        return None
    last = entry_id_of(events[-1].id)
    first = len(events) - 1
    while (
        last
        and first
        and entry_id_of(events[first - 1].id) == last
        and (_replaces_turns(events[-1]) or _goes_on(*events[first - 1 : first + 1]))
    ):
        first -= 1
    return Entry(last, events[first:])


def _goes_on(event: AnyEvent, following: AnyEvent) -> bool:
    """Whether an entry goes on after an event: what happened before the round ended, several lucky hands."""
    if isinstance(event, HandShown):
        return isinstance(following, HandShown)
    return isinstance(event, _BEFORE_THE_END) and isinstance(following, RoundEvent)
