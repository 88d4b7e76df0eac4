"""Dealt hands: which lucky hands some cards are, and why a hand that is shown may be refused."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, NamedTuple

from ...sentences import N_, Sentence, count, say
from ..cards import cards, months, of_month
from ..errors import BadCards, NotAllowed
from ..rules.deal import TEYAKU, TeyakuId, field_size, four_pairs, hand_points, hand_size, refuse_left_out
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import hand_score
from ..scoring.score import PLAIN, Circumstances, Score
from .events import HandShown
from .match import Match, Play, ShownTeyaku

MONTHS_OF: Final[dict[str, int]] = {"teshi": 1, "kuttsuki": 4, "double_teshi": 2}
_CARDS_OF_EACH: Final[dict[str, int]] = {"teshi": 4, "kuttsuki": 2, "double_teshi": 4}


class Teyaku(NamedTuple):
    """A lucky hand that is played, what it pays (None: it voids the deal), and the cards that make it."""

    id: TeyakuId
    score: Score | None
    cards: int

    @property
    def points(self) -> int | Literal["redeal"]:
        return self.score.points if self.score else "redeal"


def lucky_hands(rules: RuleSet, hand: int, at: Circumstances = PLAIN) -> tuple[Teyaku, ...]:
    """The lucky hands that dealt cards are by these rules, the one worth most first."""
    made = {name: cards for name, cards in _shapes(hand).items() if hand_points(rules, name)}
    played = [Teyaku(name, hand_score(rules, name, at), cards) for name, cards in made.items()]
    return tuple(sorted(played, key=lambda lucky: lucky.score.points if lucky.score else -1, reverse=True))


def why_none(hand: int) -> Sentence:
    """Why dealt cards are no lucky hand, or that their lucky hand does not win at this table."""
    for name in _shapes(hand):
        return say("%(hand)s does not win by these rules.", hand=say(TEYAKU[name][0]))
    numbers = [(hand & of_month(month)).bit_count() for month in months(hand)]
    return say(
        "This is not a lucky hand. Most cards of one month: %(most)d of 4; months with a pair: "
        "%(pairs)d of 4.",
        most=max(numbers, default=0),
        pairs=numbers.count(2),
    )


def hand_of(event: HandShown) -> ShownTeyaku:
    """The hand that was shown, with the months that make it as far as they are known."""
    held = cards(event.cards)
    made = _shapes(held).get(event.yaku, 0)
    return ShownTeyaku(event.player, event.yaku, held, tuple(sorted(event.months)) or months(made))


def dealt_hand(rules: RuleSet, players: int, written: str) -> int:
    """The cards of a dealt hand. Raises BadCards if they cannot be a hand."""
    wrong = N_("By these rules a dealt hand has %(size)d cards, not %(n)d.")
    return _dealt(rules, written, hand_size(rules, players), wrong)


def dealt_field(rules: RuleSet, players: int, written: str) -> int:
    """The cards of a dealt field. Raises BadCards if they cannot be a field."""
    wrong = N_("By these rules the dealt field has %(size)d cards, not %(n)d.")
    return _dealt(rules, written, field_size(rules, players), wrong)


def refuse_shown(match: Match, play: Play, event: HandShown) -> None:
    """Refuse a hand whose cards or months are not what it is said to be. Raises NotAllowed, BadCards."""
    if event.cards and event.months:
        raise NotAllowed(say("Name the cards of a lucky hand or its months, not both."))
    if event.cards:
        _refuse_cards(match, play, event)
    if event.months:
        _refuse_months(event)
    _refuse_too_many_of_a_month(play, event)


def _dealt(rules: RuleSet, written: str, size: int, wrong: str) -> int:
    dealt = cards(written)
    if dealt.bit_count() != size:
        raise BadCards(say(wrong, size=size, n=dealt.bit_count()))
    refuse_left_out(rules, dealt)
    return dealt


def _shapes(hand: int) -> dict[TeyakuId, int]:
    """Every lucky hand that some cards are, played or not, and the cards that make it."""
    whole = [of_month(month) for month in months(hand) if hand & of_month(month) == of_month(month)]
    shapes: dict[TeyakuId, int] = {}
    if len(whole) > 1:
        shapes["double_teshi"] = whole[0] | whole[1]
    if whole:
        shapes["teshi"] = whole[0]
    if four_pairs(hand):
        shapes["kuttsuki"] = hand
    return shapes


def _refuse_cards(match: Match, play: Play, event: HandShown) -> None:
    hand = dealt_hand(match.rules, len(match.players), event.cards)
    others = play.dealt | sum(shown.cards for shown in play.hands)
    if hand & others:
        raise BadCards(say("A card cannot be in two hands, or in a hand and on the field."))
    if event.yaku not in (shapes := _shapes(hand)):
        other = say("These cards are not: %(hand)s.", hand=say(TEYAKU[event.yaku][0]))
        raise NotAllowed(other if shapes else why_none(hand), f"deal.teyaku.{event.yaku}")


def _refuse_months(event: HandShown) -> None:
    needed, named = MONTHS_OF[event.yaku], len(set(event.months))
    if named != needed or len(event.months) != needed:
        raise NotAllowed(
            count(
                "%(hand)s: name %(n)d month, not %(named)d.",
                "%(hand)s: name %(n)d different months, not %(named)d.",
                needed,
                hand=say(TEYAKU[event.yaku][0]),
                named=named,
            )
        )


def _refuse_too_many_of_a_month(play: Play, event: HandShown) -> None:
    shown = Counter[int]()
    for hand in (*play.hands, hand_of(event)):
        for month in months(hand.cards) or hand.months:
            known = (hand.cards & of_month(month)).bit_count()
            shown[month] += known or _CARDS_OF_EACH[hand.yaku]
    for month, number in shown.items():
        if number > 4:
            raise BadCards(say("Month %(month)d has only four cards for both hands together.", month=month))
