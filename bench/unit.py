"""The unit of speed: a scorer that is written straight down for one rule set, set by set.

It knows koikoi_japan before any koi-koi, and neither other rules nor reasons, as most programs score a pile.
The app is measured beside it in one run, so that the figures of two machines can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.koikoi.cards import CARDS

BRIGHTS, ANIMALS, RIBBONS, CHAFF = (
    frozenset(card.id for card in CARDS if card.kind == kind)
    for kind in ("bright", "animal", "ribbon", "chaff")
)
CHAFF_AND_CUP = CHAFF | {"09A"}
WHOLE_SETS = (
    ("hanami", frozenset(("03B", "09A")), 1),
    ("tsukimi", frozenset(("08B", "09A")), 1),
    ("inoshikacho", frozenset(("06A", "07A", "10A")), 5),
    ("akatan", frozenset(("01R", "02R", "03R")), 5),
    ("aotan", frozenset(("06R", "09R", "10R")), 5),
    ("akatan_aotan", frozenset(("01R", "02R", "03R", "06R", "09R", "10R")), 10),
)


def points(ids: Iterable[str]) -> int:
    """What a pile is worth, by the ids of its cards."""
    pile = set(ids)
    yaku = {}
    brights = len(pile & BRIGHTS)
    if brights == 5:
        yaku["goko"] = 10
    elif brights == 4 and "11B" in pile:
        yaku["ameshiko"] = 7
    elif brights == 4:
        yaku["shiko"] = 8
    elif brights == 3 and "11B" not in pile:
        yaku["sanko"] = 5
    for name, cards, worth in WHOLE_SETS:
        if pile >= cards:
            yaku[name] = worth
    animals, ribbons, chaff = len(pile & ANIMALS), len(pile & RIBBONS), len(pile & CHAFF_AND_CUP)
    if animals >= 5:
        yaku["tane"] = animals - 4
    if ribbons >= 5:
        yaku["tan"] = ribbons - 4
    if chaff >= 10:
        yaku["kasu"] = chaff - 9
    return sum(yaku.values())
