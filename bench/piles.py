"""Piles scored a second on one core: random piles, the complete Score, each of the named rule sets.

Measured in processor time, so that other work of the machine does not count.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from statistics import harmonic_mean
from time import thread_time

from scorekeeper.koikoi.cards import CARDS, union
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.evaluate import Scorer
from scorekeeper.koikoi.scoring.plan import compiled

from .figures import Figure, median

FEWEST, MOST = 8, 24
_LIMIT, _LIMIT_OF_EVERYTHING = 100_000, 30_000
_LIMITS_OF_MEAN = (200_000, 300_000)
_PASSES = 5


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
    named = {name: _speed(rules(name), piles) for name in names()}
    for name, speed in named.items():
        yield _figure(name, speed, _LIMIT)
    yield _figure("mean of these", harmonic_mean(named.values()), *_LIMITS_OF_MEAN)
    yield _figure("everything on", _speed(everything_on(), piles), _LIMIT_OF_EVERYTHING)


def _figure(name: str, speed: float, limit: int, aim: int | None = None) -> Figure:
    return Figure(f"piles a second, {name}", round(speed), "/s", limit, aim, at_least=True)


def _speed(rules: RuleSet, piles: list[Pile]) -> float:
    """Piles a second by a scorer that nobody has asked yet: the median of several passes."""
    plan = compiled(rules)
    return len(piles) / median([_pass(Scorer(plan), piles) for _ in range(_PASSES)])


def _pass(scorer: Scorer, piles: list[Pile]) -> float:
    """Seconds for all piles."""
    score = scorer.score
    gc.collect()
    started = thread_time()
    for pile in piles:
        score(pile)
    return thread_time() - started
