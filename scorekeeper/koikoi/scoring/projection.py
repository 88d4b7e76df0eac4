"""Maps a pile to a number that keeps only what some yaku depend on: a few cards, or how many of a set.

Piles that are mapped to the same number score the same for these yaku. Cards that all of them treat alike
are interchangeable: for the yaku of ribbons each plain ribbon counts as much as any other, and animals do
not count at all.

``static/js/projection.js`` is the same for the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..cards import DECK
from .holding import count
from .plan import Row, month_of

_FEW: Final = 7  # relevant cards up to which each is told apart
_CHAFF_BITS: Final = 5
_MOST_BITS: Final = 53  # of a whole number in JavaScript; the pile itself takes no more


class Projection(NamedTuple):
    """What the cards of a pile add to its number: the sum over the months and the chaff only counted."""

    months: list[list[int]]  # by month, and by which of its four cards are held
    chaff: int  # for each chaff card that nobody named
    bits: int  # of the whole number


def projection(rows: Sequence[Row], number: int | None) -> Projection:
    """The projection of piles for some yaku in the round with this number."""
    bits = 0
    steps = [0] * 48  # what each card adds
    for alike in interchangeable(rows):
        for bit in _bits(alike):
            steps[bit] = 1 << bits
        bits += alike.bit_count().bit_length()
    months = [_sums(steps[first : first + 4]) for first in range(0, 48, 4)]
    for month, sums in enumerate(months, 1):
        monthly = [
            row for row in rows if row.monthly == "each" or (row.monthly and month_of(number or 0) == month)
        ]
        if monthly:
            bits += _add_month(sums, month, monthly, bits)
    chaff = 1 << bits if any(row.counted for row in rows) else 0
    bits += _CHAFF_BITS if chaff else 0
    return Projection(months, chaff, bits) if bits <= _MOST_BITS else _WHOLE_PILE


def interchangeable(rows: Sequence[Row]) -> list[int]:
    """The sets of cards that some yaku treat alike; monthly yaku are left out."""
    relevant, parts = 0, [DECK]
    for cards in {cards for row in rows for cards in _counted_sets(row)}:
        relevant |= cards
        parts = [part for alike in parts for part in (alike & cards, alike & ~cards) if part]
    if relevant.bit_count() <= _FEW:
        return [1 << bit for bit in _bits(relevant)]
    return [alike for alike in parts if alike & relevant]


def is_exact(rows: Sequence[Row]) -> bool:
    """Whether some yaku tell each of their cards apart."""
    monthly_or_counted = any(row.monthly or row.counted for row in rows)
    return not monthly_or_counted and all(alike.bit_count() == 1 for alike in interchangeable(rows))


def _counted_sets(row: Row) -> list[int]:
    """The sets of cards of which a yaku counts how many are held."""
    counted = [row.ruined_by, row.wild, row.twice]
    if not row.monthly:
        counted += [among for among, _ in row.needs]
    if row.extra:
        counted.append(row.kind)
    if row.leaves_further:
        counted += [1 << bit for bit in _bits(row.core)]
    return counted


def _add_month(sums: list[int], month: int, monthly: Sequence[Row], bits: int) -> int:
    """Add, from this bit on, what monthly yaku make of a month. Returns how many bits this takes."""
    known: dict[tuple[int, ...], int] = {}
    for held in range(16):
        made = tuple([_of_month(row, held << 4 * month - 4) for row in monthly])
        sums[held] += known.setdefault(made, len(known)) << bits
    return (len(known) - 1).bit_length()


def _of_month(row: Row, cards: int) -> int:
    """What a monthly yaku counts of a month's cards: 0 if too few, -1 if the lightning may complete them."""
    number = count(row, cards & row.core)
    if number >= row.size:
        return number if row.extra else row.size
    return -1 if row.wild and number == 3 else 0


def _sums(steps: Sequence[int]) -> list[int]:
    """The sum of every selection of some numbers."""
    sums = [0]
    for step in steps:
        sums += [step + known for known in sums]
    return sums


def _bits(cards: int) -> list[int]:
    """The positions of the bits of a set of cards, from 0."""
    return [bit for bit in range(48) if cards >> bit & 1]


_WHOLE_PILE: Final = Projection(
    [_sums([1 << bit for bit in range(first, first + 4)]) for first in range(0, 48, 4)], 1 << 48, _MOST_BITS
)
