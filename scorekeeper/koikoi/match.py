"""A match is its events: ``replay`` folds them into the scoresheet.

Folding decides nothing that ``checking.check`` decides: it takes the events as the table's word.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from . import settlement
from .errors import BadRecord
from .events import (
    AnyEvent,
    HandShown,
    MatchEnded,
    MatchStarted,
    PointsAdjusted,
    RoundCorrected,
    TakenBack,
)
from .ruleset import rules as rules_of
from .sentences import say
from .steps import step
from .table import Match, fresh

replace = msgspec.structs.replace


def replay(events: Iterable[AnyEvent]) -> Match:
    """The match that these events are. Raises BadRecord when they do not begin with its start."""
    match: Match | None = None
    for event in events:
        match = started(event) if match is None else applied(match, event)
    if match is None:
        raise BadRecord(say("A match begins with match-started, and here is no event at all."))
    return match


def started(event: AnyEvent) -> Match:
    """The match at its first event. Raises BadRecord, BadRuleset, NotAllowed."""
    if not isinstance(event, MatchStarted):
        raise BadRecord(say("A match begins with match-started."))
    rules = rules_of(event.ruleset)
    length = event.rounds if event.rounds is not None else rules.match.rounds
    purse = event.purse if event.purse is not None else settlement.starting_purse(rules, length)
    players = tuple(name.strip() for name in event.players)
    return Match(
        players=players,
        rules=rules,
        length=length,
        purse=purse,
        first_dealer=event.dealer,
        dealer=event.dealer,
        balance=(purse,) * len(players),
        play=fresh(len(players)),
        log=(event,),
        seq=event.seq,
    )


def applied(match: Match, event: AnyEvent) -> Match:
    """The match after one more event."""
    seq = event.seq or match.seq + 1
    if isinstance(event, TakenBack):
        return replace(replay(match.log[:-1]), seq=seq)
    after = _corrected(match, event) if isinstance(event, RoundCorrected) else _folded(match, event)
    return replace(after, seq=seq, log=(*match.log, event))


def before_round(match: Match, number: int) -> Match:
    """The match as it was before a finished round, earlier corrections included."""
    first = next(place for place, (tag, _) in enumerate(match.played) if tag == number)
    return _again(started(match.log[0]), match.played[:first])


def _folded(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    """The match after an event other than taking back and correcting; its round may be known already."""
    before = reopened(match, event, number) or match
    number = 0 if isinstance(event, PointsAdjusted | MatchEnded) else before.number
    after = step(event, replace(before, reopened=None))
    return replace(after, played=(*match.played, (number, event)))


def _again(match: Match, played: Iterable[tuple[int, AnyEvent]]) -> Match:
    for tag, event in played:
        match = _folded(match, event, tag)
    return match


def _corrected(match: Match, event: RoundCorrected) -> Match:
    """All rounds again, one of them with other events."""
    again = before_round(match, event.round)
    rest = [(tag, later) for tag, later in match.played[len(again.played) :] if tag != event.round]
    return _again(again, [*((event.round, part) for part in event.events), *rest])


def in_round(event: AnyEvent, number: int) -> AnyEvent:
    """A lucky hand of a correction, told which round it belongs to."""
    if isinstance(event, HandShown) and event.round is None:
        return replace(event, round=number)
    return event


def reopened(match: Match, event: AnyEvent, number: int | None = None) -> Match | None:
    """The deal that another lucky hand, or the dealt field, has just ended, where this hand was dealt in it.

    ``number`` is the round that the hand is known to belong to.
    """
    before = match.reopened
    if not isinstance(event, HandShown) or before is None:
        return None
    of_this_round = (number or event.round) in (None, before.number)
    already = any(hand.player == event.player for hand in before.play.hands)
    return before if of_this_round and not already else None
