"""Which cards of the field a card may take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ..cards import CARDS, DECK, LIGHTNING, of_month
from .game import MONTH


class Move(NamedTuple):
    card: int  # its place in the deck
    taken: int  # the cards of the field that it takes; 0: it is laid on the field


def bits(cards: int) -> list[int]:
    """The cards of a set, each as a set of its own."""
    return [card.bit for card in CARDS if cards & card.bit]


def _takes(matching: int) -> tuple[int, ...]:
    """What a card may take of its month: one card of two, all three of three."""
    return tuple(bits(matching)) if matching.bit_count() == 2 else (matching,)


_WILLOW: Final = of_month(11)
_OF_A_MONTH: Final = [held << 4 * month - 4 for month in range(1, 13) for held in range(16)]
TAKES: Final = {matching: _takes(matching) for matching in _OF_A_MONTH}
_USUAL: Final = [
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
        moves += _USUAL[card][field & MONTH[card]]
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
