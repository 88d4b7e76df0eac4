"""How a round ends: who is paid what, and who deals next; and how a void deal ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...sentences import Sentence, say
from ..pile import Pile
from ..rules import deal
from ..rules.options import HeldShares, Shares
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import hand_score
from ..scoring.score import Score
from . import settlement
from .match import Held, Match, Round, ShownTeyaku, new_deal

replace = msgspec.structs.replace
Piles = tuple[Pile | None, ...]
Months = tuple[int, ...]


def stopped(match: Match, player: int, piles: Piles, field: Months) -> Match:
    """The match after a player stopped and is paid for their cards; where everybody scores, all are paid."""
    everyone = match.rules.settlement.who_scores == "everyone"
    seats = [seat for seat in match.seats if seat == player or everyone]
    return _scored(match, "won", player, piles, [_held(match, seat, piles, field) for seat in seats])


def exhausted(match: Match, piles: Piles, field: Months) -> Match:
    """The match after a round that nobody stopped."""
    worth = [_held(match, seat, piles, field) for seat in match.seats]
    holders = [held.player for held in worth if match.play.calls[held.player] or held.score.base]
    rule = match.rules.exhausted.held_yaku if holders else match.rules.exhausted.no_yaku
    if isinstance(rule, Shares | HeldShares):
        return _shared(match, rule, piles, holders)
    caller = match.play.last_caller
    if rule == "last_caller" and caller is not None and worth[caller].score.base:
        why = say("Nobody stopped; %(player)s called koi-koi last and wins.", player=match.players[caller])
        return _scored(match, "exhausted", caller, piles, [worth[caller]], why)
    if rule == "holders":
        paid = [held for held in worth if held.score.base]
        why = say("Nobody stopped: whoever holds a yaku is paid for it.")
        return _scored(match, "exhausted", _ahead([held.score.points for held in worth]), piles, paid, why)
    why = say("The hands are empty and nobody stopped: a draw.")
    return _finished(match, "exhausted", None, _only(match, 0, 0), piles, why=why)


def by_hand(match: Match) -> Match:
    """The match after a lucky hand was shown; it lies in ``match.play.hands``, maybe beside others."""
    shown = match.play.hands
    if any(deal.hand_points(match.rules, hand.yaku) == "redeal" for hand in shown):
        name = match.players[shown[-1].player]
        return voided(match, say("%(player)s was dealt a hand that voids the deal.", player=name))
    if len(shown) == 1:
        return _shown(match, shown[0])
    rule = match.rules.deal.teyaku.both
    if rule == "ignore":
        return by_field(match)
    if rule == "dealer":
        first = min(shown, key=lambda hand: _from_dealer(match).index(hand.player))
        return _shown(match, first, say("More than one lucky hand: the one nearest the dealer counts."))
    if rule == "best":
        best = _ahead([hand_worth(match, hand.player, hand.yaku).points for hand in shown])
        if best is not None:
            return _shown(match, shown[best], say("More than one lucky hand: the one worth most counts."))
    why = say("More than one lucky hand: the round is a draw.")
    return _finished(match, "drawn", None, _only(match, 0, 0), why=why)


def hand_worth(match: Match, player: int, hand: str) -> Score:
    """What a lucky hand pays that does not void the deal."""
    points = deal.hand_points(match.rules, hand)
    assert points != "redeal"
    multiplied = match.rules.deal.teyaku.multiplied
    return hand_score(match.scorer.plan, points, multiplied, match.circumstances(player))


def by_field(match: Match) -> Match:
    """The match after the dealt field is known: unchanged where it is simply played."""
    outcome = deal.field_outcome(match.rules, match.play.dealt)
    if outcome is None:
        return match
    if outcome.points is None:
        return voided(match, outcome.why)
    points = _only(match, match.dealer, outcome.points)
    return _finished(match, "hand", match.dealer, points, why=outcome.why)


def voided(match: Match, why: Sentence | str) -> Match:
    """The match with the deal void: the round is not used up."""
    swap = match.rules.deal.redeal_dealer == "swap"
    dealer = (match.dealer + 1) % len(match.players) if swap else match.dealer
    return replace(
        match, dealer=dealer, play=new_deal(len(match.players), (*match.play.voids, why), match.play)
    )


def dealer_of_next(match: Match) -> int:
    """Who deals first in the round that comes after those played."""
    if match.number in match.terms.dealers:
        return match.terms.dealers[match.number]
    if not match.rounds:
        return match.first_dealer
    last = match.rounds[-1]
    return next_dealer(match.rules_of(last.number), last.dealer, last.player, len(match.players))


def next_dealer(rules: RuleSet, dealer: int, winner: int | None, seats: int) -> int:
    """Who deals after a round; ``winner``: None where nobody won it."""
    following = (dealer + 1) % seats
    rule = rules.match.next_dealer
    if rule in ("alternate", "same"):  # whatever happened in the round
        return following if rule == "alternate" else dealer
    if winner is None:
        return dealer if rules.match.dealer_after_draw == "same" else following
    return winner if rule == "winner" else (winner + 1) % seats


def _held(match: Match, seat: int, piles: Piles, field: Months) -> Held:
    """What a player's pile is worth now; nothing where it was not entered."""
    at = match.circumstances(seat, field or match.play.field)
    return Held(seat, match.scorer.score(piles[seat] or Pile(), at), at)


def _scored(
    match: Match,
    result: str,
    player: int | None,
    piles: Piles,
    paid: Iterable[Held],
    why: Sentence | None = None,
) -> Match:
    """The match after the round is paid by what the piles of some players are worth."""
    worth = {held.player: held for held in paid}
    points = tuple(worth[seat].score.points if seat in worth else 0 for seat in match.seats)
    mine = worth.pop(player, None) if player is not None else None
    beside = tuple(held for held in worth.values() if held.score.lines)
    return _finished(match, result, player, points, piles, mine, beside, why)


def _shared(match: Match, rule: Shares | HeldShares, piles: Piles, holders: list[int]) -> Match:
    """The dealer's privilege: points for the dealer, and maybe for the others or for whoever holds a yaku."""
    holder = rule.holder if isinstance(rule, HeldShares) else 0
    points = tuple(
        (rule.dealer if seat == match.dealer else rule.other) + (holder if seat in holders else 0)
        for seat in match.seats
    )
    return _finished(
        match, "exhausted", _ahead(points), points, piles, why=_why_shared(match, holder, holders)
    )


def _why_shared(match: Match, holder: int, holders: list[int]) -> Sentence:
    dealer = match.players[match.dealer]
    if holder:
        return say("Nobody stopped: whoever holds a yaku is paid for it.")
    if holders:
        return say("Nobody stopped, though a yaku was held: %(dealer)s, the dealer, is paid.", dealer=dealer)
    return say("The hands are empty and nobody holds a yaku: %(dealer)s, the dealer, is paid.", dealer=dealer)


def _shown(match: Match, hand: ShownTeyaku, why: Sentence | None = None) -> Match:
    """The match after a lucky hand is paid."""
    score = hand_worth(match, hand.player, hand.yaku)
    mine = Held(hand.player, score, match.circumstances(hand.player)) if score.factors else None
    points = _only(match, hand.player, score.points)
    return _finished(match, "hand", hand.player, points, mine=mine, why=why, hand=hand)


def _finished(
    match: Match,
    result: str,
    player: int | None,
    points: tuple[int, ...],
    piles: Piles = (),
    mine: Held | None = None,
    beside: tuple[Held, ...] = (),
    why: Sentence | None = None,
    hand: ShownTeyaku | None = None,
) -> Match:
    """The match with the round settled and a fresh deal for the next dealer."""
    settled = settlement.settle(match.rules, points, match.balance, match.purse)
    balance = tuple(map(sum, zip(match.balance, settled.transfer, strict=True)))
    done = Round(
        number=match.number,
        dealer=match.dealer,
        result=result,
        player=player,
        points=max(points) if player is None else points[player],
        transfer=settled.transfer,
        payments=settled.payments,
        balance=balance,
        play=match.play,
        piles=piles or (None,) * len(match.players),
        score=mine.score if mine else None,
        at=mine.at if mine else None,
        beside=beside,
        why=why,
        hand=hand,
    )
    return with_round(match, done)


def with_round(match: Match, done: Round) -> Match:
    """The match with one more round, and a fresh deal for the next dealer."""
    after = replace(
        match, rounds=(*match.rounds, done), balance=done.balance, play=new_deal(len(match.players))
    )
    return replace(after, dealer=dealer_of_next(after))


def _ahead(points: Sequence[int]) -> int | None:
    """The place of the highest of these; None if several are equally high."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _from_dealer(match: Match) -> list[int]:
    return [(match.dealer + turn) % len(match.players) for turn in match.seats]


def _only(match: Match, player: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat == player else 0 for seat in match.seats)
