"""What each event does to a match: one small function for each event."""

from __future__ import annotations

from functools import singledispatch
from typing import TypeVar

import msgspec

from ...sentences import say
from ..errors import BadRecord
from ..pile import Pile, pile
from ..rules import deal
from . import ending
from .calls import decision, gained
from .dealt_hands import hand_of
from .events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    PointsAdjusted,
    RoundExhausted,
    RoundWon,
    TurnTaken,
    field_of,
    piles_of,
)
from .match import Adjustment, Due, Match, Play, circumstances

replace = msgspec.structs.replace
_T = TypeVar("_T")


@singledispatch
def step(event: AnyEvent, match: Match) -> Match:
    """The match after an event that is folded by itself (not taking back, not correcting)."""
    raise BadRecord(say("%(type)s is not possible here.", type=event.__struct_config__.tag))


@step.register
def _(event: FieldDealt, match: Match) -> Match:
    play = replace(match.play, dealt=field_of(event), dealt_brights=event.brights, just_voided=None)
    return ending.by_field(replace(match, play=play))


@step.register
def _(event: HandShown, match: Match) -> Match:
    play = replace(match.play, hands=(*match.play.hands, hand_of(event)), just_voided=None)
    return ending.by_hand(replace(match, play=play))


@step.register
def _(event: TurnTaken, match: Match) -> Match:
    earlier = overlooked(match.play)
    seat = event.player
    play = replace(
        earlier,
        piles=_put(earlier.piles, seat, earlier.piles[seat] + pile(event.captured)),
        turns=(*earlier.turns, seat),
        field=event.field,
        seen=_put(earlier.seen, seat, event.field),
        just_voided=None,
    )
    return replace(match, play=replace(play, due=_due(match, earlier, play, seat)))


@step.register
def _(event: KoikoiCalled, match: Match) -> Match:
    return replace(match, play=replace(_called(match.play, event.player), due=None, just_voided=None))


@step.register
def _(event: RoundWon, match: Match) -> Match:
    piles = piles_of(event.piles, len(match.players))
    return ending.stopped(match, event.player, _known(match.play, piles), event.field)


@step.register
def _(event: RoundExhausted, match: Match) -> Match:
    play = match.play
    piles = _known(play, piles_of(event.piles, len(match.players)))
    if play.due is not None and play.due.decision.stop and not play.due.decision.koikoi:
        # a player who must stop has stopped
        return ending.stopped(match, play.due.player, piles, event.field)
    return ending.exhausted(replace(match, play=overlooked(play)), piles, event.field)


@step.register
def _(event: DealVoided, match: Match) -> Match:
    if match.play.just_voided:  # the table confirms what the dealt cards have already decided
        return replace(match, play=replace(match.play, just_voided=None))
    voided = ending.voided(match, event.reason)
    return replace(voided, play=replace(voided.play, just_voided=None))


@step.register
def _(event: PointsAdjusted, match: Match) -> Match:
    transfer = tuple(points * match.rules.settlement.coin for points in event.points)
    balance = _sum(match.balance, transfer)
    made = Adjustment(len(match.rounds), event.points, transfer, event.reason, balance)
    return replace(match, balance=balance, adjustments=(*match.adjustments, made))


@step.register
def _(event: MatchEnded, match: Match) -> Match:
    return replace(match, ended=event.reason)


def overlooked(play: Play) -> Play:
    """The deal after a yaku that nobody called: it counts as koi-koi."""
    if play.due is None or not play.due.decision.due:
        return play
    player = play.due.player
    missed = tuple(number + (seat == player) for seat, number in enumerate(play.missed))
    return replace(_called(play, player), missed=missed, due=None)


def _called(play: Play, player: int) -> Play:
    calls = tuple(number + (seat == player) for seat, number in enumerate(play.calls))
    return replace(play, calls=calls, last_caller=player)


def _due(match: Match, earlier: Play, play: Play, player: int) -> Due | None:
    """The decision after a turn. Calls count as they stand now, so that a value which rises through a call
    alone is no gain; the field counts as it was after each of the two turns."""
    at = circumstances(play, player, match.number, play.field)
    before = circumstances(play, player, match.number, earlier.seen[player])
    was, now = match.scorer.score(earlier.piles[player], before), match.scorer.score(play.piles[player], at)
    new, grown = gained(was.lines, now.lines)
    last = len(play.turns) > deal.turns(match.rules, len(match.players)) - len(match.players)
    made = decision(
        match.rules,
        new=bool(new),
        grown=bool(grown),
        base=now.base,
        own=at.own,
        others=at.others,
        last_turn=last,
    )
    return Due(player, made, new, grown, now.points) if new or grown else None


def _known(play: Play, piles: tuple[Pile | None, ...]) -> tuple[Pile | None, ...]:
    """The piles entered at the end; without them those from the recorded turns."""
    if not play.turns:
        return piles
    return tuple(entered if entered is not None else play.piles[seat] for seat, entered in enumerate(piles))


def _put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _sum(balance: tuple[int, ...], transfer: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(balance, transfer, strict=True))
