"""Piles scored a second: random piles, the complete Score, by each of the named rule sets.

One unit is what the plain scorer in ``unit.py`` does. It is measured beside each rule set, in processor time:
what slows one of them slows both, and other work of the machine does not count.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import harmonic_mean
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
from .figures import Figure, median

FEWEST, MOST = 8, 24
_OF_EACH = 0.4, 0.5  # limit and aim, in units
_OF_MEAN = 0.68, 0.8
_OF_EVERYTHING = 0.2, 0.3
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


def measure() -> Iterator[Figure]:
    piles = random_piles()
    ids = [[card.id for card in each(pile.cards)] for pile in piles]
    plans = {name: compiled(rules(name)) for name in names()}
    plans["everything on"] = compiled(everything_on())
    units: list[float] = []
    taken: dict[str, list[float]] = {name: [] for name in plans}
    for _ in range(_PASSES):
        for name, plan in plans.items():
            units.append(_seconds(unit.points, ids))
            taken[name].append(_seconds(Scorer(plan).score, piles) / units[-1])
    speeds = {name: 1 / median(times) for name, times in taken.items()}
    everything = speeds.pop("everything on")
    yield Figure("piles a second, the unit", round(len(piles) / median(units)), "/s")
    for name, speed in speeds.items():
        yield _figure(name, speed, _OF_EACH)
    yield _figure("mean of these", harmonic_mean(speeds.values()), _OF_MEAN)
    yield _figure("everything on", everything, _OF_EVERYTHING)


def _figure(name: str, speed: float, limits: tuple[float, float]) -> Figure:
    return Figure(f"piles a second, {name}", speed, "units", *limits, at_least=True)


def _seconds(score: Callable[[Given], object], piles: Sequence[Given]) -> float:
    """Seconds of the processor for all piles; a scorer is new, nobody has asked it yet."""
    gc.collect()
    started = thread_time()
    for pile in piles:
        score(pile)
    return thread_time() - started
