"""How a round ends: shōbu or empty hands, who is paid, who deals next; and why it may not end so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ...sentences import Sentence, count, say
from ..cards import of_month
from ..errors import BadCards, NotAllowed
from ..pile import Pile, refuse_shared
from ..rules import deal
from ..rules.options.coins import HeldShares, Shares
from ..rules.ruleset import RuleSet, end_counts_all, stop_counts_all
from ..scoring.evaluate import scorer
from . import settlement
from .calls import not_above_call
from .events import RoundEnded, RoundExhausted, RoundWon, piles_of
from .match import Match, PileScore, Play, Round, RoundLog, ShownTeyaku, new_deal
from .settlement import Charge
from .turns import overlooked, refuse_call, refuse_overlooking, ruled

Piles = tuple[Pile | None, ...]


def refuse_stop(event: RoundWon, match: Match) -> None:
    piles = piles_on_the_table(match, event.piles, event.field)
    if match.play.turns:
        if not event.ruling:
            refuse_call(match, event.player, koikoi=False)
    elif piles[event.player] is None:
        raise NotAllowed(
            say("The cards of %(player)s are needed to score the round.", player=match.players[event.player])
        )
    if stop_counts_all(match.rules):
        _refuse_callers_without_cards(match, piles, "settlement.who_scores")


def with_stop(event: RoundWon, match: Match) -> Match:
    piles = piles_of(event.piles, len(match.players))
    ruled = replace(match, play=ended(match.play, event))
    return stopped(ruled, event.player, _known(match.play, piles), event.field)


def refuse_outcome(event: RoundWon, after: Match) -> None:
    """Refuse to stop a round, the last of ``after``, without a yaku or with too few points."""
    row = after.rounds[-1]
    rules = after.rules_of(row.number)  # the next round may have others
    score, own, calls = row.score, row.piles[event.player], rules.calls
    if rules.settlement.who_scores == "winner_takes_all" and row.at and own is not None:
        score = scorer(rules).score(own, row.at)  # of the player's own cards
    if score is None or row.at is None or not score.lines:
        raise NotAllowed(say("Those cards make no yaku."))
    if not event.ruling and (refusal := not_above_call(rules, score.base, row.at)):
        raise NotAllowed(refusal, "calls.stop_above_call")
    if score.base < calls.min_points and calls.below_min == "none" and not event.ruling:
        raise NotAllowed(
            count(
                "%(n)d point is too few to stop: %(needed)d are needed.",
                "%(n)d points are too few to stop: %(needed)d are needed.",
                score.base,
                needed=calls.min_points,
            ),
            "calls.below_min",
        )


def refuse_empty_hands(event: RoundExhausted, match: Match) -> None:
    piles = piles_on_the_table(match, event.piles, event.field)
    if not event.ruling:
        refuse_overlooking(match)
    if end_counts_all(match.rules):
        _refuse_callers_without_cards(match, piles, "exhausted.held_yaku")
    caller = match.play.last_caller
    pays_caller = match.rules.exhausted.held_yaku == "last_caller" and not match.play.turns
    if pays_caller and caller is not None and piles[caller] is None:
        raise NotAllowed(
            say(
                "%(player)s called koi-koi last and wins: their cards are needed to score the round.",
                player=match.players[caller],
            ),
            "exhausted.held_yaku",
        )


def with_empty_hands(event: RoundExhausted, match: Match) -> Match:
    play = ended(match.play, event)
    piles = _known(play, piles_of(event.piles, len(match.players)))
    forced = play.due is not None and play.due.decision.stop and not play.due.decision.koikoi
    if forced and play.due is not None and not event.ruling:  # a player who must stop has stopped
        return stopped(match, play.due.player, piles, event.field)
    play = replace(play, due=None) if forced else overlooked(play)
    return exhausted(replace(match, play=play), piles, event.field)


def _refuse_callers_without_cards(match: Match, piles: tuple[Pile | None, ...], option: str) -> None:
    """Whoever called koi-koi holds a yaku, and where that is paid, its cards must be known."""
    for seat in match.seats:
        if match.play.calls[seat] and not match.play.turns and piles[seat] is None:
            raise NotAllowed(
                say(
                    "Enter %(player)s’s cards too: they called koi-koi and score a yaku.",
                    player=match.players[seat],
                ),
                option,
            )


def piles_on_the_table(
    match: Match, written: tuple[str | None, ...], field: tuple[int, ...]
) -> tuple[Pile | None, ...]:
    """The piles entered, if they can lie on one table."""
    if len(written) > len(match.players):
        raise BadCards(say("There are more piles than players."))
    piles = piles_of(written, len(match.players))
    # a player whose pile was not entered holds what the recorded turns captured
    lying = [laid if laid is not None else match.play.piles[seat] for seat, laid in enumerate(piles)]
    refuse_shared(*lying)
    deal.refuse_beyond_deck(match.rules, *lying)
    captured = sum(pile.cards for pile in lying)
    for month in field:
        if captured & of_month(month) == of_month(month):
            raise BadCards(
                say("All cards of month %(month)d were captured, so none lies on the field.", month=month)
            )
    return piles


def ended(play: Play, event: RoundEnded) -> Play:
    """The deal with the ruling of the event that ends its round, and the turns that were replaced."""
    return replace(ruled(play, event), replaced=event.turns or 0)


def _known(play: Play, piles: tuple[Pile | None, ...]) -> tuple[Pile | None, ...]:
    """The piles entered at the end; without them those from the recorded turns."""
    if not play.turns:
        return piles
    return tuple(entered if entered is not None else play.piles[seat] for seat, entered in enumerate(piles))


def stopped(match: Match, player: int, piles: Piles, field: tuple[int, ...]) -> Match:
    """The match after a player stopped and is paid for their cards; where everybody scores, all are paid."""
    seats = match.seats if stop_counts_all(match.rules) else [player]
    paid = [pile_score(match, seat, piles, field) for seat in seats]
    if match.rules.settlement.who_scores != "winner_takes_all":
        return _scored(match, "won", player, piles, paid)
    mine, others = paid[player], [other.score for other in paid if other.player != player]
    whole = replace(mine, score=match.scorer.together(mine.score, others, mine.at))
    why = None
    if any(score.lines for score in others):
        why = say("%(player)s also scores the yaku of the others.", player=match.players[player])
    return _scored(match, "won", player, piles, [whole], why)


def exhausted(match: Match, piles: Piles, field: tuple[int, ...]) -> Match:
    """The match after a round that nobody stopped."""
    scores = [pile_score(match, seat, piles, field) for seat in match.seats]
    holders = [one.player for one in scores if match.play.calls[one.player] or one.score.base]
    rule = match.rules.exhausted.held_yaku if holders else match.rules.exhausted.no_yaku
    if isinstance(rule, Shares | HeldShares):
        return _shared(match, rule, piles, holders)
    caller = match.play.last_caller
    if rule == "last_caller" and caller is not None and scores[caller].score.base:
        why = say("Nobody stopped; %(player)s called koi-koi last and wins.", player=match.players[caller])
        return _scored(match, "exhausted", caller, piles, [scores[caller]], why)
    if rule == "holders":
        paid = [one for one in scores if one.score.base]
        why = say("Nobody stopped: everyone with a yaku scores it.")
        return _scored(
            match, "exhausted", sole_highest([one.score.points for one in scores]), piles, paid, why
        )
    if rule == "highest":
        return _highest(match, piles, scores)
    if rule == "redeal":
        return voided(match, say("Nobody stopped and nobody has a yaku."), swaps=False)
    why = say("The hands are empty and nobody stopped: a draw.")
    return finished(match, "exhausted", None, only(match, 0, 0), piles=piles, why=why)


def _highest(match: Match, piles: Piles, scores: Sequence[PileScore]) -> Match:
    """The match after a round that nobody stopped, of which the highest total is paid."""
    best = sole_highest([one.score.points for one in scores])
    why = say("Nobody stopped: the highest total takes all of it.")
    if best is None:
        most = max(one.score.points for one in scores)
        if match.rules.exhausted.highest_tie == "draw" or not 0 < most == scores[match.dealer].score.points:
            why = say("Nobody stopped, and the highest totals are equal: a draw.")
            return finished(match, "exhausted", None, only(match, 0, 0), piles=piles, why=why)
        best = match.dealer
        why = say(
            "Nobody stopped, and the highest totals are equal: that of dealer %(dealer)s counts.",
            dealer=match.players[best],
        )
    return _scored(match, "exhausted", best, piles, [scores[best]], why)


def pile_score(match: Match, seat: int, piles: Piles, field: tuple[int, ...]) -> PileScore:
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
    scores = {one.player: one for one in paid}
    points = tuple(scores[seat].score.points if seat in scores else 0 for seat in match.seats)
    mine = scores.pop(player, None) if player is not None else None
    beside = tuple(one for one in scores.values() if one.score.lines)
    return finished(match, result, player, points, piles=piles, mine=mine, beside=beside, why=why)


def _shared(match: Match, rule: Shares | HeldShares, piles: Piles, holders: list[int]) -> Match:
    """The dealer's privilege: points for the dealer, and maybe for the others or for whoever holds a yaku."""
    holder = rule.holder if isinstance(rule, HeldShares) else 0
    points = tuple(
        (rule.dealer if seat == match.dealer else rule.other) + (holder if seat in holders else 0)
        for seat in match.seats
    )
    return finished(
        match, "exhausted", sole_highest(points), points, piles=piles, why=_why_shared(match, holder, holders)
    )


def _why_shared(match: Match, holder: int, holders: list[int]) -> Sentence:
    dealer = match.players[match.dealer]
    if holder:
        return say("Nobody stopped: everyone with a yaku scores it.")
    if holders:
        return say("Nobody stopped, but there was a yaku: dealer %(dealer)s gets points.", dealer=dealer)
    return say("Nobody stopped, and no yaku was entered: dealer %(dealer)s gets points.", dealer=dealer)


def finished(
    match: Match,
    result: str,
    player: int | None,
    points: tuple[int, ...],
    *,
    piles: Piles = (),
    mine: PileScore | None = None,
    beside: tuple[PileScore, ...] = (),
    why: Sentence | None = None,
    hand: ShownTeyaku | None = None,
) -> Match:
    """The match with the round settled and a fresh deal for the next dealer."""
    done = Round(
        number=match.number,
        dealer=match.dealer,
        result=result,
        player=player,
        points=max(points) if player is None else points[player],
        play=match.play,
        piles=piles or (None,) * len(match.players),
        log=match.log,
        score=mine.score if mine else None,
        at=mine.at if mine else None,
        beside=beside,
        why=why,
        hand=hand,
    )
    return paid(match, settlement.charges(match.rules, points), done)


def paid(match: Match, owed: Sequence[Charge], done: Round) -> Match:
    """The match after a round, once what is owed is paid, and a fresh deal for the next dealer."""
    settled = settlement.settle(match.rules, owed, match.balance, match.purse)
    balance = tuple(map(sum, zip(match.balance, settled.transfer, strict=True)))
    return with_round(
        match, replace(done, transfer=settled.transfer, payments=settled.payments, balance=balance)
    )


def voided(match: Match, why: Sentence | str, *, swaps: bool = True) -> Match:
    """The match with the deal void: the round is not used up. ``swaps``: whether the rules say who deals."""
    swap = swaps and match.rules.deal.redeal_dealer == "swap"
    return replace(
        match,
        dealer=(match.dealer + 1) % len(match.players) if swap else match.dealer,
        play=new_deal(len(match.players), (*match.play.voids, why)),
        log=replace(match.log, deals=(*match.log.deals, len(match.log.events))),
    )


def with_round(match: Match, done: Round) -> Match:
    """The match with one more round, and a fresh deal for the next dealer."""
    after = replace(
        match,
        rounds=(*match.rounds, done),
        balance=done.balance,
        play=new_deal(len(match.players)),
        log=RoundLog(match.terms.period(done.number + 1).rules),
    )
    return replace(after, dealer=dealer_of_next(after))


def dealer_of_next(match: Match) -> int:
    """Who deals first in the round that comes after those played."""
    if match.log.dealer is not None:
        return match.log.dealer
    if not match.rounds:
        return match.first_dealer
    last = match.rounds[-1]
    winner = last.first if last.player is None else last.player
    return next_dealer(match.rules_of(last.number), last.dealer, winner, last.balance)


def next_dealer(rules: RuleSet, dealer: int, winner: int | None, balance: Sequence[int]) -> int:
    """Who deals after a round; ``winner``: None where nobody won it; ``balance``: the coins after it.

    Points that the table adjusts after the round do not change who deals: the cards may be dealt by then.
    """
    seats, rule = len(balance), rules.match.next_dealer
    following = (dealer + 1) % seats
    if rule in ("alternate", "same"):  # whatever happened in the round
        return following if rule == "alternate" else dealer
    if rule == "leader" and winner is not None:
        winner = sole_highest(balance)
    if winner is None:
        return dealer if rules.match.dealer_after_draw == "same" else following
    return (winner + 1) % seats if rule == "loser" else winner


def dealer_before(match: Match, dealer: int, log: RoundLog, number: int) -> int:
    """Who dealt before the void deals of a round; after hands that were empty the same dealer deals again."""
    voids = [log.events[after - 1] for after in log.deals]
    swaps = 0
    if match.rules_of(number).deal.redeal_dealer == "swap":
        swaps = sum(not isinstance(void, RoundExhausted) for void in voids)
    return (dealer - swaps) % len(match.players)


def sole_highest(points: Sequence[int]) -> int | None:
    """The place of the highest of these; None if several are equally high."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def only(match: Match, player: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat == player else 0 for seat in match.seats)
