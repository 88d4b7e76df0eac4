"""What each event does to a match: one small function for each event."""

from __future__ import annotations

from functools import singledispatch
from typing import TypeVar

import msgspec

from ...sentences import say
from ..errors import BadRecord
from ..pile import Pile, pile
from . import ending
from .dealt_hands import hand_of
from .events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    Judged,
    KoikoiCalled,
    MatchEnded,
    PointsAdjusted,
    RoundEnded,
    RoundExhausted,
    RoundWon,
    TurnTaken,
    field_of,
    piles_of,
)
from .match import Adjustment, Due, Match, Play
from .turn_ends import turn_end

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
    play = replace(_ruled(match.play, event), hands=(*match.play.hands, hand_of(event)), just_voided=None)
    return ending.by_hand(replace(match, play=play))


@step.register
def _(event: TurnTaken, match: Match) -> Match:
    earlier = overlooked(_ruled(match.play, event))
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
    play = _ruled(match.play, event)
    held = play.piles[event.player] if play.turns else None if event.pile is None else pile(event.pile)
    return replace(match, play=replace(_called(play, event.player, held), due=None, just_voided=None))


@step.register
def _(event: RoundWon, match: Match) -> Match:
    piles = piles_of(event.piles, len(match.players))
    ruled = replace(match, play=_ended(match.play, event))
    return ending.stopped(ruled, event.player, _known(match.play, piles), event.field)


@step.register
def _(event: RoundExhausted, match: Match) -> Match:
    play = _ended(match.play, event)
    piles = _known(play, piles_of(event.piles, len(match.players)))
    forced = play.due is not None and play.due.decision.stop and not play.due.decision.koikoi
    if forced and play.due is not None and not event.ruling:  # a player who must stop has stopped
        return ending.stopped(match, play.due.player, piles, event.field)
    held = replace(play, due=None) if forced else overlooked(play)
    return ending.exhausted(replace(match, play=held), piles, event.field)


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
    return replace(_called(play, player, play.piles[player]), missed=missed, due=None)


def _called(play: Play, player: int, held: Pile | None) -> Play:
    """The deal after a call, with the pile that it was made on, if that is known."""
    calls = tuple(number + (seat == player) for seat, number in enumerate(play.calls))
    return replace(
        play, calls=calls, last_caller=player, called=_put(play.called, player, (*play.called[player], held))
    )


def _ruled(play: Play, event: Judged) -> Play:
    """The deal with the ruling of an event, if it has one; said of several events it is one ruling."""
    if not event.ruling or event.ruling in play.rulings:
        return play
    return replace(play, rulings=(*play.rulings, event.ruling))


def _ended(play: Play, event: RoundEnded) -> Play:
    """The deal with the ruling of the event that ends its round, and the turns that were replaced."""
    return replace(_ruled(play, event), replaced=event.turns or 0)


def _due(match: Match, earlier: Play, play: Play, player: int) -> Due | None:
    """The decision after a turn; None where no yaku is new or worth more."""
    end = turn_end(match, earlier, play, player)
    if not (end.new or end.grown):
        return None
    return Due(player, end.decision, end.new, end.grown, end.points)


def _known(play: Play, piles: tuple[Pile | None, ...]) -> tuple[Pile | None, ...]:
    """The piles entered at the end; without them those from the recorded turns."""
    if not play.turns:
        return piles
    return tuple(entered if entered is not None else play.piles[seat] for seat, entered in enumerate(piles))


def _put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _sum(balance: tuple[int, ...], transfer: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(balance, transfer, strict=True))
