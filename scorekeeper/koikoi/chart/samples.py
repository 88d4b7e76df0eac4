"""Piles of which examples are made: the cards of each yaku, and of two or three yaku together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from ..cards import of_month
from ..pile import Pile
from ..rules.deal import deck
from ..rules.ruleset import RuleSet
from ..scoring.plan import Plan, Row

ROUND: Final = 1  # of the examples; its month is that of the month cards
_MOST: Final = {1: 64, 2: 20, 3: 12}  # of so many of the dearest yaku, each one, each two, each three


def sample_piles(rules: RuleSet, plan: Plan) -> list[Pile]:
    """The piles, those of few cards first."""
    return sorted(dict.fromkeys(_piles(plan, deck(rules))), key=len)


def _piles(plan: Plan, in_play: int) -> Iterator[Pile]:
    dearest = sorted(plan.rows, key=lambda row: -row.points)
    made = [cards for row in dearest if (cards := _sample(row) & in_play)]
    for number, most in _MOST.items():
        for some in combinations(made[:most], number):
            pile = 0
            for cards in some:
                pile |= cards
            yield Pile(pile)


def _sample(row: Row) -> int:
    """Cards that make a yaku, in the round of the examples; of a kind those of the earliest months."""
    if row.monthly:
        return _first(row.core & of_month(ROUND), row.size)
    made = 0
    for cards, least in row.needs:
        made |= _first(cards & ~made, least)
    return made


def _first(cards: int, number: int) -> int:
    """So many of the cards, from the first month on."""
    taken = 0
    while cards and taken.bit_count() < number:
        taken |= cards & -cards
        cards &= cards - 1
    return taken
