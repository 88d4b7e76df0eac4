"""What each event does to a match that has not logged it yet; how a round ends, who is paid, who deals next.

``apply`` does not check whether the rules allow an event; ``follow`` does. It refuses only what has no
meaning at all, such as a player who is not at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import TypeVar

from msgspec.structs import replace

from ...sentences import Sentence, count, say
from ..cards import cards
from ..errors import BadRecord, NotAllowed
from ..pile import Pile, pile
from ..rules import deal
from ..rules.options import HeldShares, Shares
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import hand_score
from ..scoring.score import Score
from . import settlement
from .calls import turn_end
from .events import (
    AnyEvent,
    DealVoided,
    FieldDealt,
    HandShown,
    Judged,
    KoikoiCalled,
    MatchEnded,
    NamesCorrected,
    PointsAdjusted,
    RoundEnded,
    RoundExhausted,
    RoundWon,
    TurnTaken,
    piles_of,
)
from .match import Adjustment, Due, Match, PileScore, Play, Round, ShownTeyaku, new_deal
from .teyaku import hand_of


def apply(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    """The match after an event other than taking back and correcting, which is not logged yet.

    ``number``: the round that a lucky hand is known to belong to.
    """
    refuse_unseated(match, event)
    return effect(event, still_open_deal(match, event, number) or match)


def refuse_unseated(match: Match, event: AnyEvent) -> None:
    """Refuse a player who is not at the table, and points for other seats. Raises NotAllowed."""
    player = getattr(event, "player", None)
    if player is not None and player not in match.seats:
        raise NotAllowed(
            count(
                "There is no player %(player)d among %(n)d.",
                "There is no player %(player)d among %(n)d; seats count from 0.",
                len(match.players),
                player=player,
            )
        )
    if isinstance(event, PointsAdjusted) and len(event.points) != len(match.players):
        raise NotAllowed(say("An adjustment needs the points of every player."))
    if isinstance(event, NamesCorrected) and len(event.players) != len(match.players):
        raise NotAllowed(say("A correction of names needs the name of every player."))


def still_open_deal(match: Match, event: AnyEvent, number: int | None = None) -> Match | None:
    """The match in the deal that dealt cards have just ended, where another lucky hand still counts in it.

    None where it does not, or the event is no such hand. ``number``: the round that it is known to belong to.
    """
    if not isinstance(event, HandShown) or match.finished_early:
        return None
    before = _before_end_of_round(match) if match.play.just_voided is None else _before_void(match)
    if before is None or (number or event.round) not in (None, before.number):
        return None
    return None if any(hand.player == event.player for hand in before.play.hands) else before


def _before_void(match: Match) -> Match | None:
    """The match before its dealt field made the deal void; None where another hand can no longer count."""
    deal = match.play.just_voided
    if deal is None or deal.hands or match.rules.deal.goes_first != "hand":
        return None
    return replace(match, dealer=dealer_before(match, match.dealer, 1, match.number), play=deal)


def _before_end_of_round(match: Match) -> Match | None:
    """The match before its dealt cards ended the last round; None where another hand can no longer count."""
    done = len(match.rounds)
    if not done or match.play != new_deal(len(match.players)):
        return None
    last = match.rounds[-1]
    hand_first = match.rules_of(done).deal.goes_first == "hand"
    ruled = any(ruling.after == done for ruling in match.adjustments)
    if ruled or last.result not in ("hand", "drawn") or not (last.play.hands or hand_first):
        return None
    before = replace(match, rounds=match.rounds[:-1], dealer=last.dealer, play=last.play)
    return replace(before, balance=before.balance_after(done - 1))


def dealer_before(match: Match, dealer: int, voids: int, number: int) -> int:
    """Who dealt before this many void deals of a round."""
    swaps = voids if match.rules_of(number).deal.redeal_dealer == "swap" else 0
    return (dealer - swaps) % len(match.players)


_T = TypeVar("_T")


@singledispatch
def effect(event: AnyEvent, match: Match) -> Match:
    """The match after an event that is folded by itself (not taking back, not correcting)."""
    raise BadRecord(say("%(type)s is not possible here.", type=event.__struct_config__.tag))


@effect.register
def _(event: FieldDealt, match: Match) -> Match:
    play = replace(match.play, dealt=cards(event.cards), dealt_brights=event.brights, just_voided=None)
    return by_field(replace(match, play=play))


@effect.register
def _(event: HandShown, match: Match) -> Match:
    play = replace(_ruled(match.play, event), hands=(*match.play.hands, hand_of(event)), just_voided=None)
    return by_hand(replace(match, play=play))


@effect.register
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
    end = turn_end(match, earlier, play, seat)
    due = Due(seat, end.decision, end.new, end.grown, end.points) if end.new or end.grown else None
    return replace(match, play=replace(play, due=due))


@effect.register
def _(event: KoikoiCalled, match: Match) -> Match:
    play = _ruled(match.play, event)
    held = play.piles[event.player] if play.turns else None if event.pile is None else pile(event.pile)
    return replace(match, play=replace(_called(play, event.player, held), due=None, just_voided=None))


@effect.register
def _(event: RoundWon, match: Match) -> Match:
    piles = piles_of(event.piles, len(match.players))
    ruled = replace(match, play=_ended(match.play, event))
    return stopped(ruled, event.player, _known(match.play, piles), event.field)


@effect.register
def _(event: RoundExhausted, match: Match) -> Match:
    play = _ended(match.play, event)
    piles = _known(play, piles_of(event.piles, len(match.players)))
    forced = play.due is not None and play.due.decision.stop and not play.due.decision.koikoi
    if forced and play.due is not None and not event.ruling:  # a player who must stop has stopped
        return stopped(match, play.due.player, piles, event.field)
    held = replace(play, due=None) if forced else overlooked(play)
    return exhausted(replace(match, play=held), piles, event.field)


@effect.register
def _(event: DealVoided, match: Match) -> Match:
    if match.play.just_voided:  # the table confirms what the dealt cards have already decided
        return replace(match, play=replace(match.play, just_voided=None))
    after = voided(match, event.reason)
    return replace(after, play=replace(after.play, just_voided=None))


@effect.register
def _(event: PointsAdjusted, match: Match) -> Match:
    transfer = tuple(points * match.rules.settlement.coin for points in event.points)
    balance = tuple(map(sum, zip(match.balance, transfer, strict=True)))
    made = Adjustment(len(match.rounds), event.points, transfer, event.reason, balance)
    return replace(match, balance=balance, adjustments=(*match.adjustments, made))


@effect.register
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


def _known(play: Play, piles: tuple[Pile | None, ...]) -> tuple[Pile | None, ...]:
    """The piles entered at the end; without them those from the recorded turns."""
    if not play.turns:
        return piles
    return tuple(entered if entered is not None else play.piles[seat] for seat, entered in enumerate(piles))


def _put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


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
        why = say("Nobody stopped: everyone with a yaku scores it.")
        return _scored(match, "exhausted", _ahead([held.score.points for held in worth]), piles, paid, why)
    why = say("The hands are empty and nobody stopped: a draw.")
    return _finished(match, "exhausted", None, _only(match, 0, 0), piles, why=why)


def by_hand(match: Match) -> Match:
    """The match after a lucky hand was shown; it lies in ``match.play.hands``, maybe beside others."""
    shown = match.play.hands
    if any(deal.hand_points(match.rules, hand.yaku) == "redeal" for hand in shown):
        name = match.players[shown[-1].player]
        return voided(match, say("%(player)s’s hand means a new deal.", player=name))
    if len(shown) == 1:
        return _shown(match, shown[0])
    rule = match.rules.deal.teyaku.both
    if rule == "ignore":
        return by_field(match)
    if rule == "dealer":
        first = min(shown, key=lambda hand: (hand.player - match.dealer) % len(match.players))
        return _shown(match, first, say("More than one lucky hand: the one nearest the dealer counts."))
    if rule == "best":
        best = _ahead([hand_worth(match, hand.player, hand.yaku).points for hand in shown])
        if best is not None:
            return _shown(match, shown[best], say("More than one lucky hand: the one worth most counts."))
    why = say("More than one lucky hand: the round is a draw.")
    return _finished(match, "drawn", None, _only(match, 0, 0), why=why)


def hand_worth(match: Match, player: int, hand: str) -> Score:
    """What a lucky hand pays that does not void the deal."""
    score = hand_score(match.rules, hand, match.circumstances(player))
    assert score is not None
    return score


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


def _held(match: Match, seat: int, piles: Piles, field: Months) -> PileScore:
    """What a player's pile is worth now; nothing where it was not entered."""
    at = match.circumstances(seat, field or match.play.field)
    return PileScore(seat, match.scorer.score(piles[seat] or Pile(), at), at)


def _scored(
    match: Match,
    result: str,
    player: int | None,
    piles: Piles,
    paid: Iterable[PileScore],
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
        return say("Nobody stopped: everyone with a yaku scores it.")
    if holders:
        return say("Nobody stopped, but there was a yaku: dealer %(dealer)s gets points.", dealer=dealer)
    return say("Nobody stopped, and no yaku was entered: dealer %(dealer)s gets points.", dealer=dealer)


def _shown(match: Match, hand: ShownTeyaku, why: Sentence | None = None) -> Match:
    """The match after a lucky hand is paid."""
    score = hand_worth(match, hand.player, hand.yaku)
    mine = None  # its points say all of a plain hand
    if score.factors or score.caps:
        mine = PileScore(hand.player, score, match.circumstances(hand.player))
    points = _only(match, hand.player, score.points)
    return _finished(match, "hand", hand.player, points, mine=mine, why=why, hand=hand)


def _finished(
    match: Match,
    result: str,
    player: int | None,
    points: tuple[int, ...],
    piles: Piles = (),
    mine: PileScore | None = None,
    beside: tuple[PileScore, ...] = (),
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


def _only(match: Match, player: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat == player else 0 for seat in match.seats)
