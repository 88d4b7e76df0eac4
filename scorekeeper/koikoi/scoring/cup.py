"""What the sake cup counts as: an animal, chaff, both, neither.

It stays the cup in every yaku that names it; this is about yaku of animals and of chaff.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from ..cards import OF_KIND, SAKE_CUP
from ..rules.yaku import Need


class Cup(NamedTuple):
    """As how many animals and as how many chaff cards the sake cup counts."""

    animals: int
    chaff: int

    def counts_as(self, kind: str) -> int:
        """How many cards of a kind it is."""
        return {"animal": self.animals, "chaff": self.chaff}.get(kind, 0)


# The ways in which a table counts the cup; of several the one that pays more is taken.
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
    """Every card that counts as one of a kind; none where there is no kind."""
    return (OF_KIND.get(kind, 0) & ~SAKE_CUP) | (SAKE_CUP if cup.counts_as(kind) else 0)


def with_cup(one: Need, cup: Cup) -> Need:
    """A need of a whole kind, with the cup where it counts as that kind and was not left out by name."""
    if one.kind not in ("animal", "chaff"):
        return one
    added = cards_of(one.kind, cup) & SAKE_CUP & ~one.without
    return msgspec.structs.replace(one, cards=(one.cards & ~SAKE_CUP) | added)
