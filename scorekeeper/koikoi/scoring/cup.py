"""What the sake cup counts as: an animal, chaff, both, neither.

It stays the cup in every yaku that names it; this is about yaku of animals and of chaff.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from ..cards import OF_KIND, SAKE_CUP
from ..rules.yaku import Need


class Cup(NamedTuple):
    """How many animals and how many chaff cards the sake cup counts as."""

    animals: int
    chaff: int

    def counts_as(self, kind: str) -> int:
        """How many cards of a kind the cup counts as."""
        return {"animal": self.animals, "chaff": self.chaff}.get(kind, 0)


# The ways in which a table counts the cup; if there are two, the one that pays more is used.
READINGS: Final = {
    "animal": (Cup(1, 0),),
    "chaff": (Cup(0, 1),),
    "both": (Cup(1, 1),),
    "best": (Cup(1, 0), Cup(0, 1)),
    "two_chaff": (Cup(0, 2),),
    "both_two_chaff": (Cup(1, 2),),
    "best_two_chaff": (Cup(1, 0), Cup(0, 2)),
    "neither": (Cup(0, 0),),
}


def cards_of(kind: str, cup: Cup) -> int:
    """All cards that count as this kind; none if there is no such kind."""
    return (OF_KIND.get(kind, 0) & ~SAKE_CUP) | (SAKE_CUP if cup.counts_as(kind) else 0)


def with_cup(need: Need, cup: Cup) -> Need:
    """The need; for a whole kind, with the cup if it counts as that kind and is not left out by name."""
    if need.kind not in ("animal", "chaff"):
        return need
    added = cards_of(need.kind, cup) & SAKE_CUP & ~need.without
    return msgspec.structs.replace(need, cards=(need.cards & ~SAKE_CUP) | added)
