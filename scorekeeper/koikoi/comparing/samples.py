"""Piles on which rule sets are compared: typical ones, and those at the limits that the rules themselves set.

The same for any two rule sets; nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from ..cards import LIGHTNING, PHOENIX, RAIN_MAN, SAKE_CUP, of_month
from ..pile import Pile
from ..scoring.circumstances import PLAIN, Circumstances
from ..scoring.plan import Plan, Row

MOST_CARDS: Final = 16
_MOST_PAIRED: Final = 22  # yaku of which every two are tried together
_ROUND: Final = 1  # in which the cards of the month are collected


class Sample(NamedTuple):
    """A pile, and what else decides its score."""

    pile: Pile
    at: Circumstances


def samples(plans: Iterable[Plan]) -> list[Sample]:
    """What some plans are compared on, each sample once."""
    plans = tuple(plans)
    single = [pile for plan in plans for row in plan.rows for pile in _at_the_limit(row)]
    made = list(dict.fromkeys(first_cards(row) for plan in plans for row in plan.rows))
    pairs = (Pile(one | other) for one, other in combinations(made[:_MOST_PAIRED], 2))
    plain = [Sample(pile, _plain(plans)) for pile in (*single, *pairs)]
    others = [Sample(Pile(cards), at) for cards in made for at in _circumstances(plans)]
    return [one for one in dict.fromkeys((*plain, *others)) if 0 < len(one.pile) <= MOST_CARDS]


def first_cards(row: Row, more: int = 0) -> int:
    """As many cards as a yaku needs, and some more that count for it; those of the earliest months.

    The sake cup only where there is no other card, because rule sets count it differently.
    """
    if row.monthly:
        return _first(row.core & of_month(_ROUND), row.size + more)
    made = 0
    for cards, least in row.needs:
        without_cup = cards & ~made & ~SAKE_CUP
        made |= _first(without_cup if without_cup.bit_count() >= least else cards & ~made, least)
    return made | _first(row.kind & ~made & ~SAKE_CUP, more)


def _at_the_limit(row: Row) -> Iterator[Pile]:
    """A yaku with just the cards it needs, one fewer, some more, with the cup, and in bad weather."""
    cards = first_cards(row)
    yield Pile(cards)
    for more in (1, 2) if row.kind else ():
        yield Pile(first_cards(row, more))
    if row.kind or row.counted:
        fewer = cards & (cards - 1)
        yield Pile(fewer)
        yield Pile(fewer | SAKE_CUP)
        yield Pile(cards | SAKE_CUP)
    for sign in (RAIN_MAN, LIGHTNING, PHOENIX):
        yield Pile(cards | sign)


def _plain(plans: Iterable[Plan]) -> Circumstances:
    """A round without calls; its number only where a plan looks at it."""
    return Circumstances(round=_ROUND) if any(plan.asks_round for plan in plans) else PLAIN


def _circumstances(plans: tuple[Plan, ...]) -> Iterator[Circumstances]:
    """Calls, and whatever else these plans look at."""
    number = _plain(plans).round
    for own, others in ((1, 0), (0, 1), (1, 1), (2, 0)):
        yield Circumstances(own, others, number)
    for month in sorted({month for plan in plans for month in plan.asks_field_months}):
        yield Circumstances(round=number, field_months=(month,))
    if any(plan.asks_dealt_brights for plan in plans):
        yield Circumstances(round=number, dealt_brights=1)
    if number is not None:
        for later in (3, 8, 9, 12):
            yield Circumstances(round=later)


def _first(cards: int, number: int) -> int:
    """So many of the cards, from the first month on; all of them where there are fewer."""
    taken = 0
    while cards and taken.bit_count() < number:
        lowest = cards & -cards
        taken |= lowest
        cards ^= lowest
    return taken
