"""What each event does to a match: one small function an event."""

from __future__ import annotations

from functools import singledispatch
from typing import TypeVar

import msgspec

from . import deal, settlement
from .calls import decision, gained
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
from .option_types import Shares
from .pile import Pile, pile
from .scoring import Circumstances, Score
from .sentences import Sentence, say
from .table import Adjustment, Due, Hand, Match, Play, Round, circumstances, fresh

replace = msgspec.structs.replace
_T = TypeVar("_T")


@singledispatch
def step(event: AnyEvent, match: Match) -> Match:
    """The match after an event that is folded by itself (not taking back, not correcting)."""
    raise TypeError(f"{type(event).__name__} is not folded by itself")


@step.register
def _(event: FieldDealt, match: Match) -> Match:
    play = replace(match.play, dealt=field_of(event), dealt_brights=event.brights, just_voided=False)
    match = replace(match, play=play)
    outcome = deal.field_outcome(match.rules, play.dealt)
    if outcome is None:
        return match
    if outcome.points is None:
        return _voided(match, outcome.why)
    return _finished(match, "hand", match.dealer, _only(match, match.dealer, outcome.points), why=outcome.why)


@step.register
def _(event: HandShown, match: Match) -> Match:
    points = deal.hand_points(match.rules, event.yaku)
    if points == "redeal":
        return _voided(
            match, say("%(player)s was dealt a hand that voids the deal.", player=match.players[event.player])
        )
    play = replace(match.play, hands=(*match.play.hands, Hand(event.player, event.yaku)), just_voided=False)
    shown = replace(match, play=play)
    if len(play.hands) > 1:
        return _several_hands(shown)
    won = _finished(shown, "hand", event.player, _only(match, event.player, points), hand=play.hands[0])
    return replace(won, reopened=shown)


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
        just_voided=False,
    )
    return replace(match, play=replace(play, due=_due(match, earlier, play, seat)))


@step.register
def _(event: KoikoiCalled, match: Match) -> Match:
    return replace(match, play=replace(_called(match.play, event.player), due=None, just_voided=False))


@step.register
def _(event: RoundWon, match: Match) -> Match:
    piles = piles_of(event.piles, len(match.players))
    return _won(match, event.player, _known(match.play, piles), event.field)


@step.register
def _(event: RoundExhausted, match: Match) -> Match:
    play = match.play
    piles = _known(play, piles_of(event.piles, len(match.players)))
    if play.due is not None and play.due.decision.stop and not play.due.decision.koikoi:
        return _won(match, play.due.player, piles, event.field)  # a yaku with the last card stops the round
    match = replace(match, play=overlooked(play))
    held = [seat for seat in match.seats if match.play.calls[seat] or _worth(match, seat, piles, event.field)]
    rule = match.rules.exhausted.held_yaku if held else match.rules.exhausted.no_yaku
    if isinstance(rule, Shares):
        return _shared(match, rule, piles, bool(held))
    caller = match.play.last_caller
    if rule == "last_caller" and caller is not None and _worth(match, caller, piles, event.field):
        why = say("Nobody stopped; %(player)s called koi-koi last and wins.", player=match.players[caller])
        return _won(match, caller, piles, event.field, "exhausted", why)
    why = say("The hands are empty and nobody stopped: a draw.")
    return _finished(match, "exhausted", None, (0,) * len(match.players), piles, why=why)


@step.register
def _(event: DealVoided, match: Match) -> Match:
    if match.play.just_voided:  # the table confirms what the dealt cards have said already
        return replace(match, play=replace(match.play, just_voided=False))
    voided = _voided(match, event.reason)
    return replace(voided, play=replace(voided.play, just_voided=False))


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


def _won(
    match: Match,
    player: int,
    piles: tuple[Pile | None, ...],
    field: tuple[int, ...],
    result: str = "won",
    why: Sentence | None = None,
) -> Match:
    at = match.circumstances(player, field or match.play.field)
    score = match.scorer.score(piles[player] or Pile(), at)
    return _finished(match, result, player, _only(match, player, score.points), piles, score, at, why)


def _worth(match: Match, seat: int, piles: tuple[Pile | None, ...], field: tuple[int, ...]) -> int:
    held = piles[seat]
    at = match.circumstances(seat, field or match.play.field)
    return match.scorer.score(held, at).base if held is not None else 0


def _shared(match: Match, rule: Shares, piles: tuple[Pile | None, ...], held: bool) -> Match:
    """The dealer's privilege: points for the dealer, and maybe for the others."""
    points = tuple(rule.dealer if seat == match.dealer else rule.other for seat in match.seats)
    dealer = match.players[match.dealer]
    why = (
        say("Nobody stopped, though a yaku was held: %(dealer)s, the dealer, is paid.", dealer=dealer)
        if held
        else say(
            "The hands are empty and nobody holds a yaku: %(dealer)s, the dealer, is paid.", dealer=dealer
        )
    )
    best = max(points)
    ahead = [seat for seat in match.seats if points[seat] == best]
    return _finished(match, "exhausted", ahead[0] if len(ahead) == 1 else None, points, piles, why=why)


def _several_hands(match: Match) -> Match:
    """More than one player was dealt a lucky hand."""
    rule = match.rules.deal.teyaku.both
    nothing = (0,) * len(match.players)
    if rule == "ignore":
        return match
    order = [(match.dealer + turn) % len(match.players) for turn in match.seats]
    if rule == "dealer":
        first = min(match.play.hands, key=lambda hand: order.index(hand.player))
        points = deal.hand_points(match.rules, first.yaku)
        assert points != "redeal"
        why = say("More than one lucky hand: the one nearest the dealer counts.")
        won = _finished(match, "hand", first.player, _only(match, first.player, points), why=why, hand=first)
        return replace(won, reopened=match)
    drawn = _finished(
        match, "drawn", None, nothing, why=say("More than one lucky hand: the round is a draw.")
    )
    return replace(drawn, reopened=match)


def _finished(
    match: Match,
    result: str,
    player: int | None,
    points: tuple[int, ...],
    piles: tuple[Pile | None, ...] = (),
    score: Score | None = None,
    at: Circumstances | None = None,
    why: Sentence | None = None,
    hand: Hand | None = None,
) -> Match:
    """The match with the round settled and a fresh deal for the next dealer."""
    settled = settlement.settle(match.rules, points, match.balance, match.purse)
    balance = _sum(match.balance, settled.transfer)
    done = Round(
        number=match.number,
        dealer=match.dealer,
        result=result,
        player=player,
        points=max(points),
        transfer=settled.transfer,
        payments=settled.payments,
        balance=balance,
        play=match.play,
        piles=piles or (None,) * len(match.players),
        score=score,
        at=at,
        why=why,
        hand=hand,
    )
    return replace(
        match,
        rounds=(*match.rounds, done),
        balance=balance,
        dealer=_next_dealer(match, player),
        play=fresh(len(match.players)),
        reopened=None,
    )


def _next_dealer(match: Match, winner: int | None) -> int:
    following = (match.dealer + 1) % len(match.players)
    rule = match.rules.match.next_dealer
    if rule in ("alternate", "same"):
        return following if rule == "alternate" else match.dealer
    if winner is None:
        return match.dealer if match.rules.match.dealer_after_draw == "same" else following
    return winner if rule == "winner" else (winner + 1) % len(match.players)


def _voided(match: Match, why: Sentence | str) -> Match:
    swap = match.rules.deal.redeal_dealer == "swap"
    dealer = (match.dealer + 1) % len(match.players) if swap else match.dealer
    return replace(match, dealer=dealer, play=fresh(len(match.players), (*match.play.voids, why)))


def _known(play: Play, piles: tuple[Pile | None, ...]) -> tuple[Pile | None, ...]:
    """The piles entered at the end; without them those from the recorded turns."""
    if not play.turns:
        return piles
    return tuple(entered if entered is not None else play.piles[seat] for seat, entered in enumerate(piles))


def _put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _only(match: Match, player: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat == player else 0 for seat in match.seats)


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
