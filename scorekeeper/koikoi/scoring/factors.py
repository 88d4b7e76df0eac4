"""From the points of the yaku to the points of the round: factors, additions and caps.

``static/js/factors.js`` is the same for the browser.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ..cards import BRIGHTS, RAIN_MAN
from .circumstances import Circumstances
from .plan import FactorRow, Plan
from .score import Factor, Line, Score

Formed = tuple[tuple[Line, ...], int]  # lines, and what they are worth together


class Factors:
    """The factors under some circumstances, with and without the factor for a big score, and the caps."""

    __slots__ = ("_big", "_max_base", "_max_points", "_usual", "_with_big")

    def __init__(self, plan: Plan, at: Circumstances) -> None:
        factors = tuple(factor for row in plan.factors if (factor := factor_of(row, plan, at)) is not None)
        self._max_base, self._max_points, self._big = plan.max_base, plan.max_points, plan.big
        self._usual = self._with_big = _combined(plan, factors)
        if plan.big is not None:
            self._with_big = _combined(plan, (*factors, Factor("big", plan.big.factor, 0, plan.big.at)))

    def score(self, lines: tuple[Line, ...], whole: int) -> Score:
        """The score of lines that are worth ``whole`` together."""
        base = whole if self._max_base is None else min(whole, self._max_base)
        factors, multiplier, added, caps = self._with_big if self._is_big(base, len(lines)) else self._usual
        points = base * multiplier + added
        if self._max_points is not None and points > self._max_points:
            points, caps = self._max_points, (*caps, "max_points")
        if base < whole:
            caps = ("max_base", *caps)
        return Score(lines, base, factors, multiplier, added, points, caps)

    def pays(self, formed: Formed) -> tuple[int, int]:
        """The points and the base of what is formed, to compare two readings of the sake cup."""
        score = self.score(*formed)
        return (score.points, score.base) if formed[0] else (0, 0)

    def _is_big(self, base: int, yaku: int) -> bool:
        big = self._big
        if big is None or yaku < big.min_yaku:
            return False
        return (base if big.on == "base" else base * self._usual.multiplier + self._usual.added) >= big.at


def hand_score(plan: Plan, points: int, multiplied: str, at: Circumstances) -> Score:
    """The score of a lucky hand: no yaku, and only the factors that count for it, too.

    ``multiplied``: "never", "field_brights", "big" or "both". A lucky hand counts as one yaku.
    """
    if multiplied == "never":
        return Score((), points, (), 1, 0, points, ())
    big = plan.big if multiplied != "field_brights" and plan.big and plan.big.min_yaku < 2 else None
    counts = msgspec.structs.replace(
        plan,
        factors=tuple(
            row for row in plan.factors if row.id == "field_brights" and multiplied in (row.id, "both")
        ),
        big=big and msgspec.structs.replace(big, min_yaku=0),
    )
    return Factors(counts, at).score((), points)


class _Combined(NamedTuple):
    """Several factors together: what they multiply by, what they add, and whether a cap lowered that."""

    factors: tuple[Factor, ...]
    multiplier: int
    added: int
    caps: tuple[str, ...]


def _combined(plan: Plan, factors: tuple[Factor, ...]) -> _Combined:
    multiplier = 1
    for factor in factors:
        multiplier = multiplier * factor.times if plan.combine == "product" else multiplier + factor.more
    added = sum(factor.plus for factor in factors)
    if plan.max_factor is not None and multiplier > plan.max_factor:
        return _Combined(factors, plan.max_factor, added, ("max_factor",))
    return _Combined(factors, multiplier, added, ())


def factor_of(row: FactorRow, plan: Plan, at: Circumstances) -> Factor | None:
    """What one multiplication does under these circumstances; None if nothing."""
    own, others = (min(at.own, 1), min(at.others, at.callers)) if row.by_player else (at.own, at.others)
    n = {
        "own_koi": own,
        "opponent_koi": others,
        "any_koi": own + others,
        "field_brights": _dealt_brights(plan, at),
        "round": at.round or 0,
    }[row.id]
    sign, number = _step(row, n)
    if (sign, number) in (("x", 1), ("+", 0)):
        return None
    return Factor(row.id, number if sign == "x" else 1, number if sign == "+" else 0, n, row.by_player)


def _dealt_brights(plan: Plan, at: Circumstances) -> int:
    if at.dealt_brights is not None:
        return at.dealt_brights
    return (at.dealt & (BRIGHTS if plan.rain_man_counts else BRIGHTS & ~RAIN_MAN)).bit_count()


def _step(row: FactorRow, n: int) -> tuple[str, int]:
    """("x", factor) or ("+", points) for n calls, brights or rounds."""
    if n == 0:
        return ("x", 1)
    match row.form:
        case "flat":
            return ("x", row.factor)
        case "linear":
            return ("x", 1 + (row.factor - 1) * n)
        case "power":
            return ("x", row.factor**n)
        case "count":
            return ("x", n)
        case _:
            return row.table[min(n, len(row.table)) - 1]
