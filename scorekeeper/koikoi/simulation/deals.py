"""A deal, and what its cards decide before the first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from ..cards import text
from ..match.events import AnyEvent, DealVoided, FieldDealt, HandShown
from ..match.interpreter import is_late
from ..match.match import Match
from ..match.teyaku import lucky_hands
from ..rules.deal import field_outcome
from .game import Chance, Game

_FIRST_OF_EACH_MONTH: Final = sum(1 << 4 * month for month in range(12))


class Deal(NamedTuple):
    """The cards as they were dealt; the last of the stock is drawn first."""

    hands: tuple[tuple[int, ...], ...]
    field: int
    stock: tuple[int, ...]


def deal(game: Game, chance: Chance) -> Deal:
    deck = game.deck.copy()
    chance.shuffle(deck)
    in_hands = game.seats * game.hand_size
    on_field = in_hands + game.field_size
    hands = tuple(tuple(deck[first : first + game.hand_size]) for first in range(0, in_hands, game.hand_size))
    return Deal(hands, as_set(deck[in_hands:on_field]), tuple(deck[on_field:]))


def as_set(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def deciding(game: Game, dealt: Deal, number: int) -> list[FieldDealt | HandShown]:
    """The events of what was dealt that may decide round ``number`` before its first turn.

    Where a lucky hand goes first, the field is told too: it separates the hand from a deal void before it.
    """
    hands: list[FieldDealt | HandShown] = []
    for seat, places in enumerate(dealt.hands):
        hand = as_set(places)
        if _may_decide(hand) and (lucky := lucky_hands(game.rules, hand)):
            hands.append(HandShown(player=seat, yaku=lucky[0].id, cards=text(hand), round=number))
    field_first = game.rules.deal.goes_first == "field" or not hands
    if field_first and not (_may_decide(dealt.field) and field_outcome(game.rules, dealt.field)):
        return hands
    return [FieldDealt(cards=text(dealt.field)), *hands]


def opened(
    match: Match,
    events: Sequence[FieldDealt | HandShown | DealVoided],
    apply: Callable[[Match, AnyEvent], Match],
) -> tuple[Match, int]:
    """The match after what was dealt is told, as far as the deal lasts; and how many events were needed."""
    voids, done = match.play.voids, len(match.rounds)
    for many, event in enumerate(events):
        if is_over(match, voids, done) and not is_late(match, event):
            return match, many
        match = apply(match, event)
    return match, len(events)


def is_over(match: Match, voids: tuple[object, ...], done: int) -> bool:
    """Whether a deal that began with so many void deals and finished rounds has ended."""
    return len(match.rounds) > done or match.play.voids != voids


def _may_decide(cards: int) -> bool:
    """Whether some cards can be lucky or void a deal: a whole month is there, or all months are even."""
    # all twelve months at once, by their bits: few deals decide anything, and the others cost no more
    pairs = cards & cards >> 1
    odd = cards ^ cards >> 1
    return bool(pairs & pairs >> 2 & _FIRST_OF_EACH_MONTH) or not (odd ^ odd >> 2) & _FIRST_OF_EACH_MONTH
