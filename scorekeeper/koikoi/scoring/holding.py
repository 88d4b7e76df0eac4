"""Which yaku a pile holds, each taken by itself; ``interplay.py`` then decides how they affect one another.

``static/js/holding.js`` is the same for the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ..cards import LIGHTNING, of_month
from ..pile import Pile
from .circumstances import Circumstances
from .plan import Row, month_of


class Held(msgspec.Struct, frozen=True, gc=False):
    """A yaku that a pile holds, before other yaku affect it."""

    row: Row
    times: int  # months of a monthly yaku that pay, otherwise 1
    further: int  # cards beyond those it needs
    among: int  # it is made of those of these cards that the pile holds


def in_force(row: Row, at: Circumstances) -> bool:
    """Whether the round and the weather on the field let a yaku be formed at all."""
    if any(month in row.ruined_in for month in at.field_months):
        return False
    if row.monthly == "round" and at.round is None:
        return False
    if row.months is None or row.month_factor is not None:
        return True
    return at.round is not None and month_of(at.round) in row.months


def holding(row: Row, pile: Pile, number: int | None) -> list[Held]:
    """A yaku as it is held in the round with this number: not at all, once, or for each of its months."""
    if pile.cards & row.ruined_by:
        return []
    if row.monthly:
        return _monthly(row, pile.cards, number)
    counted = pile.chaff if row.counted else 0
    for among, least in row.needs:
        if count(row, pile.cards & among) + (counted if row.counts_chaff_in(among) else 0) < least:
            return []
    further = count(row, pile.cards & row.kind) + counted - row.size
    return [Held(row, 1, max(further, 0), row.core | row.kind if row.extra else row.core)]


def count(row: Row, cards: int) -> int:
    """How many cards a set counts as for a yaku."""
    return cards.bit_count() + (cards & row.twice).bit_count()


def _monthly(row: Row, cards: int, number: int | None) -> list[Held]:
    complete = [among for among in _of_months(row, number) if count(row, cards & among) >= row.size]
    if cards & row.wild and not any(among & of_month(11) for among in complete):
        complete += _completed_by_lightning(row, cards, number)
    held = [Held(row, 1, count(row, cards & among) - row.size, among) for among in complete]
    if row.separate or len(held) < 2:
        return held
    times, furthest = (len(held), sum) if row.repeat else (1, max)
    return [Held(row, times, furthest(month.further for month in held), sum(complete))]


def _of_months(row: Row, number: int | None) -> Iterator[int]:
    """The cards that count for a monthly yaku, month by month."""
    wanted = range(1, 13) if row.monthly == "each" else (month_of(number),) if number else ()
    return (row.core & of_month(month) for month in wanted)


def _completed_by_lightning(row: Row, cards: int, number: int | None) -> list[int]:
    """The first month of which three cards are held, and the lightning that captured the fourth."""
    for among in _of_months(row, number):
        if (cards & among).bit_count() == 3 and not among & of_month(11):
            return [among | LIGHTNING]
    return []


def formed_but_ruined(row: Row, cards: int, number: int | None, field_months: Sequence[int]) -> bool:
    """Whether the cards make this yaku and the weather takes it away."""
    spoiled = bool(cards & row.ruined_by) or any(month in row.ruined_in for month in field_months)
    return spoiled and bool(holding(msgspec.structs.replace(row, ruined_by=0), Pile(cards), number))
