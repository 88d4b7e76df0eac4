"""A round that is corrected: its events, and what the correction changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...koikoi.match.checks import follow_in_round
from ...koikoi.match.corrections import Consequences, consequences
from ...koikoi.match.events import AnyEvent, DealVoided, FieldDealt, MatchEnded, RoundCorrected
from ...koikoi.match.match import Match
from ...koikoi.match.replay import rewound, round_events
from ...sentences import say
from .round_events import Judgement, events_of, judged
from .round_form import TypedRound


def corrected(typed: TypedRound, match: Match, before: Match, number: int) -> Judgement:
    """The corrected round with the void deals before it, and what is wrong or doubtful in it."""
    if typed.result == "void":
        sentence = say("A correction must be a whole round, not a void deal. Undo the round instead.")
        return Judgement(before, [], {"result": sentence})
    old = round_events(match, number)
    last_void = max((place for place, event in enumerate(old, 1) if isinstance(event, DealVoided)), default=0)
    made, problems = events_of(typed, before)
    made = [*old[:last_void], *made]
    if typed.brights is None:  # the dealt field stays as it was entered, card by card
        made[last_void:last_void] = [event for event in old[last_void:] if isinstance(event, FieldDealt)]
    if problems:
        return Judgement(before, made, problems)
    return judged(made, before, partial(follow_in_round, number=number))


def correction(number: int, events: Sequence[AnyEvent], *, ends: bool) -> RoundCorrected:
    """The event of a correction; with ``ends``, what was played after the coins end the match is left out."""
    end = [MatchEnded()] if ends else []
    return RoundCorrected(round=number, events=(*events, *end))  # type: ignore[arg-type]


def last_consequences(match: Match, number: int) -> Consequences | None:
    """What the last correction of a round changed; None where there was none."""
    for place in range(len(match.log) - 1, 0, -1):
        event = match.log[place].event
        if isinstance(event, RoundCorrected) and event.round == number:
            return consequences(rewound(match, place), event)
    return None
