"""The only interpreter of events: what refuses each, and what it does to a match.

``apply`` does not check whether the rules allow an event, ``apply_if_allowed`` does. A ruling (``Judged``)
waives what the rules of calling forbid, but not what cannot be, such as a card in two piles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ...sentences import count, say
from ..errors import BadRecord, NotAllowed
from ..rules import deal
from ..rules.options.row import COUNTED, KOIKOI, GameId
from ..rules.ruleset import RuleSet
from . import captured_cards, dealt_cards, endings, turns
from .events import (
    AnyEvent,
    BetweenRounds,
    DealVoided,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    MatchEnded,
    NamesCorrected,
    OfRound,
    PointsAdjusted,
    RoundEvent,
    RoundExhausted,
    RoundWon,
    TurnTaken,
)
from .match import Adjustment, Match, new_deal
from .settlement import MOST_POINTS


def apply(match: Match, event: AnyEvent, following: AnyEvent | None = None) -> Match:
    """The match after an event of the round being played, or between rounds, without it among its ``events``.

    ``following``: what comes next in the same round, as far as it is known.
    """
    refuse_unseated(match, event)
    if not isinstance(event, RoundEvent | BetweenRounds):
        raise BadRecord(say("%(type)s is not possible here.", type=event.__struct_config__.tag))
    kind = _kind(match, event)
    after = kind.effect(event, _noted(match, event))
    if kind.decide is None:
        return after
    # the rules may let the best hand count, or none: no hand decides before all of the deal are shown
    waits = isinstance(following, HandShown) and _counts_beside(after.rules, after.log.deal, following)
    return after if waits else kind.decide(after)


def played(match: Match, events: Sequence[RoundEvent], following: AnyEvent | None = None) -> Match:
    """The match after some events of the round being played, which are judged as one list."""
    for event, then in zip(events, (*events, following)[1:], strict=True):
        match = apply(match, event, then)
    return match


def apply_if_allowed(match: Match, event: AnyEvent, following: AnyEvent | None = None) -> Match:
    """The match after an event of the round being played, or between rounds. Raises NotAllowed, BadCards.

    ``following``: what comes next in the same round, as far as it is known.
    """
    refuse_unseated(match, event)
    if refuse := _kind(match, event).refuse:
        refuse(event, match)
    after = apply(match, event, following)  # what follows can be asked only of the score
    _refuse_too_many(after)
    if isinstance(event, RoundWon):
        endings.refuse_outcome(event, after)
    return after


def _noted(match: Match, event: RoundEvent | BetweenRounds) -> Match:
    """The match with an event in the log of the round being played."""
    log = match.log
    if isinstance(event, BetweenRounds):
        return replace(match, log=replace(log, between=(*log.between, event)))
    by = (*log.by, event.by) if event.by and event.by not in log.by else log.by
    return replace(match, log=replace(log, events=(*log.events, event), by=by))


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


def _refuse_too_many(after: Match) -> None:
    """Refuse a deal or a round whose doublings make more of it than anybody could pay."""
    numbers = [after.play.due.points] if after.play.due else []
    for row in after.rounds[-1:]:
        scores = [row.score, *(other.score for other in row.beside)]
        numbers += [number for score in scores if score for number in (score.points, score.multiplier)]
    if max(numbers, default=0) > MOST_POINTS:
        raise NotAllowed(
            say(
                "A round can be worth at most a billion points. With these doublings it would be worth more."
            ),
            "multipliers",
        )


def follow_in_round(match: Match, part: AnyEvent, number: int) -> Match:
    """The match after an event of round ``number`` that is entered anew, without it among its ``events``.

    That the match may be over by then does not matter. Raises as ``follow`` does.
    """
    if not isinstance(part, RoundEvent):
        raise NotAllowed(say("match-ended may only be the last event of a correction."))
    if part.round is None:
        part = replace(part, round=number)
    deal = reopened(match, part)
    if deal.number > number:
        raise NotAllowed(say("A correction must be a single round; this one has more."))
    refuse_other_round(deal, part)
    return apply_if_allowed(deal, part)


def refuse_other_round(match: Match, event: OfRound) -> None:
    """Refuse an event that says that it belongs to another round than the one being played."""
    if event.round not in (None, match.number):
        raise NotAllowed(
            say(
                "This belongs to round %(round)d, but round %(number)d is being played.",
                round=event.round,
                number=match.number,
            )
        )


def reopened(match: Match, event: AnyEvent) -> Match:
    """The match in the deal that an event belongs to.

    Dealt cards end a deal, or make it void, as soon as they are known; another player's lucky hand, shown
    right after, counts beside them all the same. Then it is the match with that deal open again.
    """
    number = _number_reopened(match, event)
    if number is None:
        return match
    log = match.log_of(number)
    return played(opening(match, number), log.events, event)


def is_late(match: Match, event: AnyEvent) -> bool:
    """Whether an event is a lucky hand that counts beside the dealt cards which ended the last deal."""
    return _number_reopened(match, event) is not None


def _number_reopened(match: Match, event: AnyEvent) -> int | None:
    """The round whose last deal a lucky hand opens again; None where it does not."""
    if not isinstance(event, HandShown) or match.finished_early or match.log.deal:
        return None
    log = match.log
    number = match.number if log.events else match.number - 1
    goes_on = not log.events and (log.between or log.dealer is not None)  # the table is at the next round
    if not number or goes_on or event.round not in (None, number):
        return None
    dealt = match.log_of(number).last_dealt
    over = isinstance(dealt[-1], FieldDealt | HandShown) if dealt else False
    return number if over and _counts_beside(match.rules_of(number), dealt, event) else None


def _counts_beside(rules: RuleSet, dealt: Sequence[RoundEvent], hand: HandShown) -> bool:
    """Whether a lucky hand counts beside those that were shown in a deal, or beside its field alone."""
    shown = [event for event in dealt if isinstance(event, HandShown)]
    if any(other.player == hand.player for other in shown):
        return False
    if not shown:
        return rules.deal.goes_first == "hand"
    return not deal.voids(rules, [other.yaku for other in shown])  # else it is one of the next deal


def opening(match: Match, number: int) -> Match:
    """The match as it was before the events of a round, played or being played, corrections included."""
    log = replace(match.log_of(number), events=(), deals=())
    before = replace(
        match,
        rounds=match.rounds[: number - 1],
        adjustments=tuple(made for made in match.adjustments if made.after < number),
        log=log,
        play=new_deal(len(match.players)),
        ended=None,
        left_out=(),
    )
    return replace(before, balance=before.balance_after(number - 1), dealer=endings.dealer_of_next(before))


def _refuse_points(event: PointsAdjusted, match: Match) -> None:
    if not any(event.points):
        raise NotAllowed(say("Enter points for at least one player."))
    if not event.reason.strip():
        raise NotAllowed(say("Say why the points are adjusted."))


def _with_points(event: PointsAdjusted, match: Match) -> Match:
    transfer = tuple(points * match.rules.settlement.coin for points in event.points)
    balance = tuple(map(sum, zip(match.balance, transfer, strict=True)))
    made = Adjustment(len(match.rounds), event.points, transfer, event.reason, balance)
    return replace(match, balance=balance, adjustments=(*match.adjustments, made))


def _with_end(event: MatchEnded, match: Match) -> Match:
    return replace(match, ended=event.reason)


class _EventKind(NamedTuple):
    """A kind of event: what refuses it, what it does, and what dealt cards decide once they all are known.

    A deal may be void at any time before the round is over, and a match may be ended at any time.
    """

    refuse: Callable[[Any, Match], None] | None
    effect: Callable[[Any, Match], Match]
    decide: Callable[[Match], Match] | None = None


_OF_EVERY_GAME: Final[dict[type[AnyEvent], _EventKind]] = {
    DealVoided: _EventKind(None, dealt_cards.with_void),
    PointsAdjusted: _EventKind(_refuse_points, _with_points),
    MatchEnded: _EventKind(None, _with_end),
}
_KINDS: Final[dict[GameId, dict[type[AnyEvent], _EventKind]]] = {
    KOIKOI: {
        **_OF_EVERY_GAME,
        FieldDealt: _EventKind(dealt_cards.refuse_field, dealt_cards.with_field, dealt_cards.by_field),
        HandShown: _EventKind(dealt_cards.refuse_hand, dealt_cards.with_hand, dealt_cards.by_hand),
        TurnTaken: _EventKind(turns.refuse_turn, turns.with_turn),
        KoikoiCalled: _EventKind(turns.refuse_koikoi, turns.with_koikoi),
        RoundWon: _EventKind(endings.refuse_stop, endings.with_stop),
        RoundExhausted: _EventKind(endings.refuse_empty_hands, endings.with_empty_hands),
    },
    COUNTED: {
        **_OF_EVERY_GAME,
        RoundExhausted: _EventKind(captured_cards.refuse_piles, captured_cards.with_piles),
    },
}


def _kind(match: Match, event: AnyEvent) -> _EventKind:
    """What an event is in the game that is played. Raises NotAllowed where that knows none of its kind."""
    kind = _KINDS[match.rules.game].get(type(event))
    if kind is None:
        raise NotAllowed(
            say(
                "%(type)s is not possible in this game: every captured card counts, and a round ends with "
                "everybody’s piles.",
                type=event.__struct_config__.tag,
            ),
            "game",
        )
    return kind
