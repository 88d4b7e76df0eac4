"""Piles scored a second: random piles, the complete Score, by each of the named rule sets.

One unit is what ``plain_points`` does. It is measured beside each rule set, in processor time: what slows one
of them slows both, and other work of the machine does not count.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from statistics import harmonic_mean, median
from time import thread_time
from typing import TypeVar

from scorekeeper.koikoi.cards import CARDS, each, union
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.evaluate import Scorer
from scorekeeper.koikoi.scoring.plan import compiled

from .rows import Row
from .table import Table

FEWEST, MOST = 8, 24
_EVERYTHING = "everything on"
_PASSES = 7
_BRIGHTS, _ANIMALS, _RIBBONS, _CHAFF = (
    frozenset(card.id for card in CARDS if card.kind == kind)
    for kind in ("bright", "animal", "ribbon", "chaff")
)
_CHAFF_AND_CUP = _CHAFF | {"09A"}
_WHOLE_SETS = (
    ("hanami", frozenset(("03B", "09A")), 1),
    ("tsukimi", frozenset(("08B", "09A")), 1),
    ("inoshikacho", frozenset(("06A", "07A", "10A")), 5),
    ("akatan", frozenset(("01R", "02R", "03R")), 5),
    ("aotan", frozenset(("06R", "09R", "10R")), 5),
    ("akatan_aotan", frozenset(("01R", "02R", "03R", "06R", "09R", "10R")), 10),
)

Given = TypeVar("Given")


def random_piles(number: int = 10_000, seed: int = 48) -> list[Pile]:
    """Piles of 8 to 24 named cards; the same for the same seed."""
    chance = random.Random(seed)
    return [Pile(union(chance.sample(CARDS, chance.randint(FEWEST, MOST)))) for _ in range(number)]


def everything_on() -> RuleSet:
    """Every known yaku, all weather, four own yaku, and the sake cup as whatever pays more."""
    viewings = ["hanami", "tsukimi", "nomi"]
    settings = {
        "yaku": {
            **{name: {"points": row.points or row.usual} for name, row in KNOWN.items()},
            "cranes": {"cards": ["01B", "12B"], "points": 3, "after_koi": 6, "replaces": ["hanami"]},
            "beasts": {"kind": "animal", "min": 3, "not": ["09A", "11A"], "points": 4, "extra": 1},
            "rubbish": {"kind": "chaff", "min": 7, "not": ["11C"], "points": 1, "extra": 1},
            "plain": {"cards": ["04R", "05R", "07R", "11R"], "min": 2, "points": 2, "extra": 1},
        },
        "weather": {
            "rain": {"sign": "captured_month", "ruins": viewings},
            "fog": {"sign": "captured_lead", "ruins": viewings},
        },
        "sake_cup": "best",
    }
    return rules("default", overrides=settings)


@cache
def _speeds(_: Table) -> dict[str, float]:
    """How fast each rule set scores, in units."""
    piles = random_piles()
    ids = [[card.id for card in each(pile.cards)] for pile in piles]
    plans = {name: compiled(rules(name)) for name in names()} | {_EVERYTHING: compiled(everything_on())}
    units: dict[str, list[float]] = {name: [] for name in plans}
    for _pass in range(_PASSES):
        for name, plan in plans.items():
            plain = _seconds(plain_points, ids)
            units[name].append(plain / _seconds(Scorer(plan).score, piles))
    return {name: median(speeds) for name, speeds in units.items()}


def named(table: Table) -> dict[str, float]:
    return {name: speed for name, speed in _speeds(table).items() if name != _EVERYTHING}


def all_at_once(table: Table) -> float:
    return _speeds(table)[_EVERYTHING]


def plain_points(ids: Iterable[str]) -> int:
    """What a pile is worth, by the ids of its cards: a scorer that is written straight down, set by set.

    It knows koikoi_japan before any koi-koi, and neither other rules nor reasons, as most programs do.
    """
    pile = set(ids)
    yaku = {}
    brights = len(pile & _BRIGHTS)
    if brights == 5:
        yaku["goko"] = 10
    elif brights == 4 and "11B" in pile:
        yaku["ameshiko"] = 7
    elif brights == 4:
        yaku["shiko"] = 8
    elif brights == 3 and "11B" not in pile:
        yaku["sanko"] = 5
    for name, cards, worth in _WHOLE_SETS:
        if pile >= cards:
            yaku[name] = worth
    animals, ribbons, chaff = len(pile & _ANIMALS), len(pile & _RIBBONS), len(pile & _CHAFF_AND_CUP)
    if animals >= 5:
        yaku["tane"] = animals - 4
    if ribbons >= 5:
        yaku["tan"] = ribbons - 4
    if chaff >= 10:
        yaku["kasu"] = chaff - 9
    return sum(yaku.values())


def _seconds(score: Callable[[Given], object], piles: Sequence[Given]) -> float:
    """Seconds of the processor for all piles; a scorer is new, nobody has asked it yet."""
    gc.collect()
    started = thread_time()
    for pile in piles:
        score(pile)
    return thread_time() - started


ROWS = (
    Row("piles a second, mean of the rule sets", "units", 0.68, 0.8, named, harmonic_mean, least=True),
    Row("piles a second, the slowest of them", "units", 0.4, 0.5, named, min, least=True),
    Row("piles a second, everything on", "units", None, None, all_at_once, least=True),
)
