"""Which cards of the field a card may take, and how simulated players choose: one row a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ..cards import CARDS, DECK, LIGHTNING, of_month
from .game import MONTH, Chance, Worth, below, worth_of_kind


class Move(NamedTuple):
    card: int  # its place in the deck
    taken: int  # the cards of the field that it takes; 0: it is laid on the field


def bits(cards: int) -> list[int]:
    """The cards of a set, each as a set of its own."""
    return [card.bit for card in CARDS if cards & card.bit]


_WILLOW: Final = of_month(11)
_OF_A_MONTH: Final = [held << 4 * month - 4 for month in range(1, 13) for held in range(16)]
# What a card may take of its month: one card of two, all three of three.
TAKES: Final = {
    matching: tuple(bits(matching)) if matching.bit_count() == 2 else (matching,) for matching in _OF_A_MONTH
}
_USUAL_MOVES: Final = [
    {
        matching: tuple(Move(card, taken) for taken in TAKES[matching])
        for matching in TAKES
        if not matching & ~month
    }
    for card, month in enumerate(MONTH)
]


def usual_moves(cards: Iterable[int], field: int) -> list[Move]:
    """Every move with one of some cards, which takes what it matches and otherwise is laid."""
    moves: list[Move] = []
    for card in cards:
        moves += _USUAL_MOVES[card][field & MONTH[card]]
    return moves


def moves_with(cards: Iterable[int], field: int, *, is_wild: bool, may_leave: bool) -> list[Move]:
    """Every move where the lightning may be wild, or a match may be left on the field."""
    moves: list[Move] = []
    for card in cards:
        takes = [taken for taken in TAKES[field & MONTH[card]] if taken]
        if is_wild:
            takes += _by_lightning(card, field)
        if may_leave or not takes:
            takes.append(0)
        moves += [Move(card, taken) for taken in takes]
    return moves


def _by_lightning(card: int, field: int) -> list[int]:
    """What the wild lightning lets a card take of other months: the lightning any card, others only it."""
    if 1 << card == LIGHTNING:
        return bits(field & DECK & ~_WILLOW)
    return [LIGHTNING] if field & LIGHTNING and not _WILLOW >> card & 1 else []


_ON_THE_FIELD: Final = tuple(worth_of_kind(card.bit) for card in CARDS)  # to whoever plays next
_FEW_POINTS, _MANY_TURNS = 2, 3


class StopOrCall(NamedTuple):
    """What a player weighs who may stop or call koi-koi."""

    base: int  # points of all yaku
    left: int  # turns of their own that are left
    others: int  # koi-koi calls of the others


Choose = Callable[[Sequence[Move], int, Worth, Chance], Move]
Call = Callable[[StopOrCall, Chance], bool]


class Policy(NamedTuple):
    """``choose`` one of several moves with some cards held; ``calls`` koi-koi, or stops."""

    choose: Choose
    calls: Call


def by_worth(moves: Sequence[Move], held: int, worth: Worth, chance: Chance) -> Move:
    """The capture that is worth most; if there is none, the card that is worth least on the field."""
    best, most = moves[0], float("-inf")
    for move in moves:
        card, taken = move
        # below 0: any capture is better than laying a card, and of those to lay the one that gives least
        value = worth.of(taken | 1 << card, held) if taken else -_ON_THE_FIELD[card]
        if value > most:
            best, most = move, value
    return best


def any_move(moves: Sequence[Move], held: int, worth: Worth, chance: Chance) -> Move:
    return moves[below(chance, len(moves))]


def _early_and_cheap(choice: StopOrCall, chance: Chance) -> bool:
    """Few points, many turns to come, and nobody else has called: then there is most to gain."""
    return choice.base <= _FEW_POINTS and choice.left >= _MANY_TURNS and not choice.others


POLICIES: Final[Mapping[str, Policy]] = {
    "cautious": Policy(by_worth, lambda choice, chance: False),
    "careful": Policy(by_worth, _early_and_cheap),
    "bold": Policy(by_worth, lambda choice, chance: True),
    "random": Policy(any_move, lambda choice, chance: chance.random() < 0.5),
}
