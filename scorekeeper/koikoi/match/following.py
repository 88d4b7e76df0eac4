"""``follow``: the only way to continue a match. It returns the match after an event that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ...sentences import say
from ..errors import NotAllowed
from .checking import refuse, refuse_outcome
from .events import AnyEvent, HandShown, MatchEnded, MatchStarted, PointsAdjusted, RoundCorrected, TakenBack
from .folding import folded, refuse_unseated, reopened
from .match import Match
from .replaying import logged, taken_back
from .rewinding import before_round, with_later_rounds
from .starting import refuse_start, started


def follow(match: Match | None, event: AnyEvent) -> Match:
    """The match after an event; ``match`` is None before the first one.

    Raises NotAllowed, BadCards, BadRuleset or BadRecord where the event cannot follow.
    """
    if match is None:
        match = started(event)
        refuse_start(match)
        return match
    if isinstance(event, MatchStarted):
        raise NotAllowed(say("The match has already started."))
    if isinstance(event, TakenBack):
        return taken_back(match, event)
    refuse_unseated(match, event)
    if match.finished and not _may_follow_the_end(match, event):
        raise NotAllowed(say("The match is over: %(why)s", why=match.why_finished))
    after = _corrected(match, event) if isinstance(event, RoundCorrected) else _allowed(match, event)
    return logged(match, event, after)


def follow_all(match: Match, events: Iterable[AnyEvent]) -> Match:
    """The match after some more events. Raises as ``follow`` does, for the first that cannot follow."""
    for event in events:
        match = follow(match, event)
    return match


def followed(events: Sequence[AnyEvent]) -> Iterator[Match]:
    """The match after each event of a record. Raises as ``follow`` does.

    A match that a later event returns to is kept until then, so that taking back folds nothing again.
    """
    returns = _returns(events)
    kept: list[Match] = []
    match: Match | None = None
    for place, event in enumerate(events):
        if isinstance(event, TakenBack) and kept and match is not None:
            match = msgspec.structs.replace(kept.pop(), seq=event.seq or match.seq + 1)
        else:
            if place in returns and match is not None:
                kept.append(match)
            match = follow(match, event)
        yield match


def _returns(events: Sequence[AnyEvent]) -> set[int]:
    """The places of the events that a later one takes back."""
    counting: list[int] = []
    returns: set[int] = set()
    for place, event in enumerate(events[1:], 1):
        if not isinstance(event, TakenBack):
            counting.append(place)
        elif counting:
            returns.add(counting.pop())
    return returns


def follow_in_round(match: Match, part: AnyEvent, number: int) -> Match:
    """The match after an event of round ``number`` that is entered anew; it is not logged.

    That the match may be over by then does not matter. Raises as ``follow`` does.
    """
    if isinstance(part, MatchEnded):
        raise NotAllowed(say("match-ended may only be the last event of a correction."))
    if isinstance(part, HandShown) and part.round is None:
        part = msgspec.structs.replace(part, round=number)
    if len(match.rounds) >= number and reopened(match, part) is None:
        raise NotAllowed(say("A correction must be a single round; this one has more."))
    refuse_unseated(match, part)
    return _allowed(match, part, number)


def _may_follow_the_end(match: Match, event: AnyEvent) -> bool:
    return isinstance(event, RoundCorrected | PointsAdjusted) or bool(reopened(match, event))


def _allowed(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    refuse(event, match)
    after = folded(match, event, number)
    refuse_outcome(event, after)
    return after


def _corrected(match: Match, correction: RoundCorrected) -> Match:
    after = before_round(match, correction.round)
    for part in correction.of_the_round:
        after = follow_in_round(after, part, correction.round)
    if len(after.rounds) != correction.round:
        raise NotAllowed(say("A correction must be a whole round; this one has no end."))
    return with_later_rounds(match, after, correction)
