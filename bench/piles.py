"""Piles scored a second: random piles, the complete Score, by each of the named rule sets.

One unit is what the plain scorer in ``unit.py`` does. It is measured beside each rule set, in processor time:
what slows one of them slows both, and other work of the machine does not count.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Sequence
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

from . import unit
from .rows import Row
from .table import Table

FEWEST, MOST = 8, 24
_EVERYTHING = "everything on"
_PASSES = 7

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
            plain = _seconds(unit.points, ids)
            units[name].append(plain / _seconds(Scorer(plan).score, piles))
    return {name: median(speeds) for name, speeds in units.items()}


def named(table: Table) -> dict[str, float]:
    return {name: speed for name, speed in _speeds(table).items() if name != _EVERYTHING}


def all_at_once(table: Table) -> float:
    return _speeds(table)[_EVERYTHING]


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
