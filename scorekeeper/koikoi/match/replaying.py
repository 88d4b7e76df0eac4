"""A match is its events: ``replay`` folds them into the scoresheet, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...sentences import say
from ..errors import BadRecord, NotAllowed
from .events import Amendment, AnyEvent, RoundCorrected, TakenBack
from .folding import folded, reopened
from .match import Logged, Match
from .rewinding import amended, before_round, rewound, with_later_rounds
from .starting import started

replace = msgspec.structs.replace


def replay(events: Iterable[AnyEvent]) -> Match:
    """The match that these events are; what was taken back is not folded. Raises KoikoiError.

    BadRecord when they do not begin with its start; that, BadCards or NotAllowed when they have no meaning.
    """
    events = list(events)
    kept = that_count(events)
    match = started(kept[0])
    log = [*match.log]
    for event in kept[1:]:
        if isinstance(event, RoundCorrected | Amendment):  # only these look at the log: no other copies it
            match = replace(match, log=tuple(log))
        before, match = match, _after(match, event)
        log.append(_logged(before, event, match))
    return replace(match, log=tuple(log), seq=_last_seq(events))


def that_count(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """The events that were not taken back, at least one. Raises BadRecord."""
    kept: list[AnyEvent] = []
    for event in events:
        if not isinstance(event, TakenBack):
            kept.append(event)
        elif len(kept) > 1:
            kept.pop()
        else:
            raise BadRecord(say("There is nothing to undo."))
    if not kept:
        raise BadRecord(say("The record has no events."))
    return kept


def applied(match: Match, event: AnyEvent) -> Match:
    """The match after one more event. Raises BadRecord, BadCards, NotAllowed when it has no meaning here."""
    if isinstance(event, TakenBack):
        return taken_back(match, event)
    return logged(match, event, _after(match, event))


def logged(match: Match, event: AnyEvent, after: Match) -> Match:
    """The match ``after`` an event that was folded into ``match``, with the event in its log."""
    log = (*match.log, _logged(match, event, after))
    return replace(after, log=log, seq=event.seq or match.seq + 1)


def taken_back(match: Match, event: TakenBack) -> Match:
    """The match without the last event of its log. Raises NotAllowed where that is the start."""
    if len(match.log) < 2:
        raise NotAllowed(say("There is nothing to undo."))
    return replace(rewound(match, len(match.log) - 1), seq=event.seq or match.seq + 1)


def _after(match: Match, event: AnyEvent) -> Match:
    """The match after an event that is not logged yet."""
    if isinstance(event, RoundCorrected):
        return _corrected(match, event)
    return amended(match, event) if isinstance(event, Amendment) else folded(match, event)


def _corrected(match: Match, correction: RoundCorrected) -> Match:
    after = before_round(match, correction.round)
    for part in correction.of_the_round:
        after = folded(after, part, correction.round)
    return with_later_rounds(match, after, correction)


def _logged(match: Match, event: AnyEvent, after: Match) -> Logged:
    """An event as the log holds it, which led from ``match`` to ``after``."""
    return Logged(_number(match, event), event, None if after.terms is match.terms else after.terms)


def _number(match: Match, event: AnyEvent) -> int:
    """The number of the round that an event belongs to or corrects."""
    if isinstance(event, RoundCorrected):
        return event.round
    return (reopened(match, event) or match).number


def _last_seq(events: Sequence[AnyEvent]) -> int:
    """The seq of the last event; one without a seq comes directly after the event before it."""
    seq = 0
    for event in events:
        seq = event.seq or seq + 1
    return seq
