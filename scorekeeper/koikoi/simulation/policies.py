"""How simulated players choose their cards, and whether they call koi-koi: one row a policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from ..cards import CARDS
from .chance import Chance, below
from .moves import Move
from .worth import Worth, worth_of_kind

_ON_THE_FIELD: Final = tuple(worth_of_kind(card.bit) for card in CARDS)  # to whoever plays next
_FEW_POINTS, _MANY_TURNS = 2, 3


class Choice(NamedTuple):
    """What a player weighs who may stop or call koi-koi."""

    base: int  # points of all yaku
    left: int  # turns of their own that are left
    others: int  # koi-koi calls of the others


Choose = Callable[[Sequence[Move], int, Worth, Chance], Move]
Call = Callable[[Choice, Chance], bool]


class Policy(NamedTuple):
    """``choose`` one of several moves with some cards held; ``calls`` koi-koi, or stops."""

    choose: Choose
    calls: Call


def by_worth(moves: Sequence[Move], held: int, worth: Worth, chance: Chance) -> Move:
    """The capture that is worth most; if there is none, the card that is worth least on the field."""
    best, most = moves[0], float("-inf")
    for move in moves:
        card, taken = move
        value = worth.of(taken | 1 << card, held) if taken else -_ON_THE_FIELD[card]
        if value > most:
            best, most = move, value
    return best


def any_move(moves: Sequence[Move], held: int, worth: Worth, chance: Chance) -> Move:
    return moves[below(chance, len(moves))]


def _early_and_cheap(choice: Choice, chance: Chance) -> bool:
    """Few points, many turns to come, and nobody else has called: then there is most to gain."""
    return choice.base <= _FEW_POINTS and choice.left >= _MANY_TURNS and not choice.others


POLICIES: Final[Mapping[str, Policy]] = {
    "cautious": Policy(by_worth, lambda choice, chance: False),
    "careful": Policy(by_worth, _early_and_cheap),
    "bold": Policy(by_worth, lambda choice, chance: True),
    "random": Policy(any_move, lambda choice, chance: chance.random() < 0.5),
}
