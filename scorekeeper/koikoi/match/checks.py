"""Which events the rules forbid, and why; and which cards cannot lie on one table.

``refuse`` looks at the match before an event. ``refuse_outcome`` looks at the match after it. A ruling of the
table waives what the rules of calling forbid, but not what cannot be, such as a card in two piles.
"""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

import msgspec

from ...sentences import count, say
from ..cards import BRIGHTS, LIGHTNING, RAIN_MAN, cards, of_month
from ..errors import BadCards, NotAllowed
from ..pile import Pile, pile, refuse_shared
from ..rules import deal
from .calls import over_limit, too_few
from .effects import apply, refuse_unseated, still_open_deal
from .events import (
    AnyEvent,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    PointsAdjusted,
    RoundExhausted,
    RoundWon,
    TurnTaken,
    piles_of,
)
from .match import Match, Play
from .settlement import MOST_POINTS
from .teyaku import refuse_shown


def allowed(match: Match, event: AnyEvent, number: int | None = None) -> Match:
    """The match after an event that is folded by itself; it is not logged. Raises as ``refuse`` does."""
    refuse(event, match)
    after = apply(match, event, number)
    refuse_outcome(event, after)
    return after


def follow_in_round(match: Match, part: AnyEvent, number: int) -> Match:
    """The match after an event of round ``number`` that is entered anew; it is not logged.

    That the match may be over by then does not matter. Raises as ``follow`` does.
    """
    if isinstance(part, MatchEnded):
        raise NotAllowed(say("match-ended may only be the last event of a correction."))
    if isinstance(part, HandShown) and part.round is None:
        part = msgspec.structs.replace(part, round=number)
    if len(match.rounds) >= number and still_open_deal(match, part) is None:
        raise NotAllowed(say("A correction must be a single round; this one has more."))
    refuse_unseated(match, part)
    return allowed(match, part, number)


class LeftOver(NamedTuple):
    """Who is given the cards that the lightning left over, and these, each the last of its month."""

    player: int
    cards: int


def left_over(match: Match) -> LeftOver | None:
    """What is still to be given away when all turns are played; None where nothing is.

    Two cards of a month that the lightning broke up are captured as a pair, maybe in the very last turn, and
    the third goes to the player of the lightning, who may have no turn left.
    """
    play, rules = match.play, match.rules
    follows = rules.play.orphans == "follow" and rules.play.lightning != "plain"
    if not follows or len(play.turns) < deal.turns(rules, len(match.players)):
        return None
    gone = sum(held.cards for held in play.piles) | deal.left_out(rules)
    missing = [of_month(month) & ~gone for month in range(1, 13)]
    rest = sum(cards for cards in missing if cards.bit_count() == 1)
    player = next((seat for seat in match.seats if play.piles[seat].cards & LIGHTNING), None)
    return LeftOver(player, rest) if rest and player is not None else None


@singledispatch
def refuse(event: AnyEvent, match: Match) -> None:
    """Refuse an event that cannot follow. Raises NotAllowed, BadCards.

    A deal may be void at any time before the round is over, and a match may be ended at any time.
    """


@refuse.register
def _(event: FieldDealt, match: Match) -> None:
    if match.play.turns:
        raise NotAllowed(say("Enter the dealt field before the first turn."))
    field = cards(event.cards)
    deal.refuse_left_out(match.rules, field)
    if field.bit_count() > 16:
        raise BadCards(say("That is more cards than are dealt to the field."))
    counting = BRIGHTS if match.scorer.plan.rain_man_counts else BRIGHTS & ~RAIN_MAN
    if field and event.brights is not None and event.brights != (field & counting).bit_count():
        raise BadCards(
            say(
                "Of these cards %(found)d count as brights, not %(said)d.",
                found=(field & counting).bit_count(),
                said=event.brights,
            )
        )


@refuse.register
def _(event: HandShown, match: Match) -> None:
    beside = still_open_deal(match, event)
    if event.round is not None and event.round != match.number and beside is None:
        raise NotAllowed(say("Round %(round)d is not being played.", round=event.round))
    if event.yaku not in deal.possible_hands(match.rules, len(match.players)):
        raise NotAllowed(
            say("%(hand)s does not win by these rules.", hand=say(deal.TEYAKU[event.yaku][0])),
            f"deal.teyaku.{event.yaku}",
        )
    play = (beside or match).play
    if any(hand.player == event.player for hand in play.hands):
        raise NotAllowed(
            say("%(player)s has already shown a lucky hand.", player=match.players[event.player])
        )
    declare = match.rules.deal.teyaku.declare
    if declare == "first_turn" and not event.ruling and _has_played(match, play, event.player):
        raise NotAllowed(
            say(
                "Too late: %(player)s has already played, and a lucky hand must be shown before the first "
                "turn.",
                player=match.players[event.player],
            ),
            "deal.teyaku.declare",
        )
    refuse_shown(match, play, event)


@refuse.register
def _(event: TurnTaken, match: Match) -> None:
    play = match.play
    seats, captured = len(match.players), pile(event.captured)
    if len(play.turns) >= deal.turns(match.rules, seats):
        _refuse_beyond_left_over(match, event.player, captured)
        expected = event.player
    else:
        expected = (match.dealer + len(play.turns)) % seats
    if not play.turns and any(play.calls):
        raise NotAllowed(say("Koi-koi was called before the first recorded turn."))
    if event.player != expected:
        raise NotAllowed(say("It is %(player)s’s turn.", player=match.players[expected]))
    if not event.ruling:
        _refuse_playing_on(match)
    refuse_shared(*play.piles, captured)
    deal.refuse_beyond_deck(match.rules, *play.piles, captured)


def _refuse_beyond_left_over(match: Match, player: int, captured: Pile) -> None:
    """After the last turn there is none but to take what the lightning left over. Raises NotAllowed."""
    rest = left_over(match)
    takes = captured.cards and not captured.chaff
    if rest is None or player != rest.player or not takes or captured.cards & ~rest.cards:
        raise NotAllowed(say("Every card has been played; the round ends."))


@refuse.register
def _(event: KoikoiCalled, match: Match) -> None:
    held = None if event.pile is None else pile(event.pile)
    if held is not None:
        deal.refuse_beyond_deck(match.rules, held)
    most = deal.turns(match.rules, len(match.players)) // len(match.players)
    if not match.play.turns and match.play.calls[event.player] >= most:
        raise NotAllowed(
            count(
                "%(player)s has only %(n)d turn in a round, and decides at most once in each.",
                "%(player)s has only %(n)d turns in a round, and decides at most once in each.",
                most,
                player=match.players[event.player],
            )
        )
    if not event.ruling:
        _refuse_koikoi(match, event.player, held)


@refuse.register
def _(event: RoundWon, match: Match) -> None:
    piles = piles_on_the_table(match, event.piles, event.field)
    if match.play.turns:
        if not event.ruling:
            _refuse_call(match, event.player, koikoi=False)
    elif piles[event.player] is None:
        raise NotAllowed(
            say("The cards of %(player)s are needed to score the round.", player=match.players[event.player])
        )
    if match.rules.settlement.who_scores == "everyone":
        _refuse_callers_without_cards(match, piles, "settlement.who_scores")


@refuse.register
def _(event: RoundExhausted, match: Match) -> None:
    piles = piles_on_the_table(match, event.piles, event.field)
    if not event.ruling:
        _refuse_overlooking(match)
    if match.rules.exhausted.held_yaku == "holders":
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


@refuse.register
def _(event: PointsAdjusted, match: Match) -> None:
    if not any(event.points):
        raise NotAllowed(say("Enter points for at least one player."))
    if not event.reason.strip():
        raise NotAllowed(say("Say why the points are adjusted."))


def refuse_outcome(event: AnyEvent, after: Match) -> None:
    """Refuse to stop a round, the last of ``after``, without a yaku, with too few points or far too many."""
    _refuse_too_many(after)
    if not isinstance(event, RoundWon):
        return
    score = after.rounds[-1].score
    if score is None or not score.lines:
        raise NotAllowed(say("Those cards make no yaku."))
    calls = after.rules.calls
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


def _refuse_too_many(after: Match) -> None:
    """Refuse a deal or a round whose doublings make more of it than anybody could pay."""
    numbers = [after.play.due.points] if after.play.due else []
    for row in after.rounds[-1:]:
        scores = [row.score, *(held.score for held in row.beside)]
        numbers += [number for score in scores if score for number in (score.points, score.multiplier)]
    if max(numbers, default=0) > MOST_POINTS:
        raise NotAllowed(
            say(
                "A round can be worth at most a billion points. With these doublings it would be worth more."
            ),
            "multipliers",
        )


def _has_played(match: Match, play: Play, player: int) -> bool:
    """Whether a player's first turn is over: it was recorded, or the calls of the round show it."""
    if play.turns:
        return player in play.turns
    seats = len(match.players)
    place = {(match.dealer + turn) % seats: turn for turn in range(seats)}
    # whoever calls has had a turn, and so has everybody whose turn came before that call
    rounds = [calls - (place[seat] < place[player]) for seat, calls in enumerate(play.calls)]
    return max(rounds) > 0


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


def _refuse_playing_on(match: Match) -> None:
    """Refuse the next turn where a player must stop, or must call first."""
    due = match.play.due
    if due is not None and due.decision.stop and not due.decision.koikoi:
        caller = match.players[due.player]
        raise NotAllowed(
            say("%(player)s must stop: %(why)s", player=caller, why=due.decision.why), due.decision.option
        )
    _refuse_overlooking(match)


def _refuse_overlooking(match: Match) -> None:
    """Refuse to go on without a call that is due, where an overlooked yaku does not count as one."""
    due = match.play.due
    if due is not None and due.decision.koikoi and match.rules.calls.missed_yaku == "rewind":
        raise NotAllowed(
            say("%(player)s has a yaku: koi-koi or stop?", player=match.players[due.player]),
            "calls.missed_yaku",
        )


def _refuse_koikoi(match: Match, player: int, held: Pile | None) -> None:
    """Refuse koi-koi where it may not be called, as far as the recorded turns or the pile tell."""
    own = match.play.calls[player]
    if match.play.turns:
        _refuse_call(match, player, koikoi=True)
    elif refusal := over_limit(match.rules, own, sum(match.play.calls) - own):
        raise NotAllowed(refusal, "calls.limit")
    if held is None:
        return
    base = match.scorer.score(held, match.circumstances(player)).base
    if not base:
        raise NotAllowed(say("Those cards make no yaku, so there is nothing to decide."))
    if base < match.rules.calls.min_points:
        raise NotAllowed(too_few(base, match.rules.calls.min_points), "calls.min_points")


def _refuse_call(match: Match, player: int, koikoi: bool) -> None:
    """Refuse a call after recorded turns unless it is due."""
    due = match.play.due
    name = match.players[player]
    if due is None or due.player != player:
        raise NotAllowed(
            say("%(player)s has nothing to decide: no yaku is new or has grown this turn.", player=name)
        )
    if not (due.decision.koikoi if koikoi else due.decision.stop):
        raise NotAllowed(
            say("%(player)s may not do this: %(why)s", player=name, why=due.decision.why), due.decision.option
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
