"""What some yaku see of a pile: a few cards, or only how many there are of some.

Cards that the yaku all see in the same way are of one sort: to the yaku of ribbons one plain ribbon is as
good as another, and an animal is of no sort at all. Piles that look alike to some yaku are worth the same
to them.

``static/js/sight.js`` is the same for the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..cards import DECK
from .holding import count
from .plan import Row, month_of

_FEW: Final = 7  # cards that are seen one by one
_CHAFF_BITS: Final = 5
_MOST_BITS: Final = 53  # of a whole number in JavaScript; the pile itself takes no more


class Sight(NamedTuple):
    """How a pile looks to some yaku, as a number: the sum of what each month shows, and of counted chaff."""

    months: list[list[int]]  # by the month and by which of its four cards are held
    chaff: int  # for each chaff card that nobody named
    bits: int  # of the whole number


def sight(rows: Sequence[Row], number: int | None) -> Sight:
    """How a pile looks to some yaku in the round with this number."""
    bits = 0
    steps = [0] * 48  # what each card adds
    for sort in sorts(rows):
        for bit in _bits(sort):
            steps[bit] = 1 << bits
        bits += sort.bit_count().bit_length()
    months = [_sums(steps[first : first + 4]) for first in range(0, 48, 4)]
    for month, shown in enumerate(months, 1):
        monthly = [
            row for row in rows if row.monthly == "each" or (row.monthly and month_of(number or 0) == month)
        ]
        if monthly:
            bits += _tell_apart(shown, month, monthly, bits)
    chaff = 1 << bits if any(row.counted for row in rows) else 0
    bits += _CHAFF_BITS if chaff else 0
    return Sight(months, chaff, bits) if bits <= _MOST_BITS else _WHOLE


def sorts(rows: Sequence[Row]) -> list[int]:
    """The sets of cards that some yaku see in the same way, apart from what is seen of whole months."""
    seen, parts = 0, [DECK]
    for look in {look for row in rows for look in _looks(row)}:
        seen |= look
        parts = [part for sort in parts for part in (sort & look, sort & ~look) if part]
    if seen.bit_count() <= _FEW:
        return [1 << bit for bit in _bits(seen)]
    return [sort for sort in parts if sort & seen]


def is_exact(rows: Sequence[Row]) -> bool:
    """Whether some yaku see each card by itself."""
    monthly_or_counted = any(row.monthly or row.counted for row in rows)
    return not monthly_or_counted and all(sort.bit_count() == 1 for sort in sorts(rows))


def _looks(row: Row) -> list[int]:
    """The sets of cards of which a yaku counts how many are held."""
    looks = [row.ruined_by, row.wild, row.twice]
    if not row.monthly:
        looks += [among for among, _ in row.needs]
    if row.extra:
        looks.append(row.kind)
    if row.leaves_further:
        looks += [1 << bit for bit in _bits(row.core)]
    return looks


def _tell_apart(shown: list[int], month: int, monthly: Sequence[Row], bits: int) -> int:
    """Show, from this bit on, what monthly yaku make of a month. Returns the number of bits this takes."""
    known: dict[tuple[int, ...], int] = {}
    for held in range(16):
        made = tuple([_of_month(row, held << 4 * month - 4) for row in monthly])
        shown[held] += known.setdefault(made, len(known)) << bits
    return (len(known) - 1).bit_length()


def _of_month(row: Row, cards: int) -> int:
    """What a monthly yaku makes of the cards of one month: nothing where they are too few for it."""
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
    """The places of the cards of a set."""
    return [bit for bit in range(48) if cards >> bit & 1]


_WHOLE: Final = Sight(
    [_sums([1 << bit for bit in range(first, first + 4)]) for first in range(0, 48, 4)], 1 << 48, _MOST_BITS
)
