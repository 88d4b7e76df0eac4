"""Plan + pile + circumstances → Score: the one place that computes points.

The order of evaluation is fixed: the weather strikes out; yaku are formed (``holding.py``); the highest of
a family; what replaces what; overlaps; values after a call and by month; exclusions and rivals
(``interplay.py``); the base and its cap; factors; caps (``factors.py``).

``static/js/scorer.js`` is the same for the browser.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from ..pile import Pile
from ..rules.ruleset import RuleSet
from .circumstances import PLAIN, Circumstances
from .compiling import compiled
from .factors import Factors, factor_of
from .memory import NOTHING_FORMED, Memory
from .plan import Plan
from .score import NOTHING, Factor, Line, Score

_MOST: Final = 4096  # circumstances that a scorer knows


def score(rules: RuleSet, pile: Pile, at: Circumstances = PLAIN) -> Score:
    """What a pile is worth under a rule set."""
    return scorer(rules).score(pile, at)


@lru_cache(maxsize=128)
def scorer(rules: RuleSet) -> Scorer:
    """The evaluator of a rule set, compiled once: equal rule sets have the same one.

    A match carries its scorer; code without a match may call this every time.
    """
    return Scorer(compiled(rules))


class Scorer:
    """The evaluator of one plan; it remembers what it has worked out for some circumstances."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._needy = frozenset(row.id for row in plan.rows if row.requires_other)
        self._asks_round = plan.asks_round
        self._memories: dict[Circumstances, Memory] = {}
        self._known: dict[Circumstances, tuple[Memory, Factors]] = {}

    def score(self, pile: Pile, at: Circumstances = PLAIN) -> Score:
        """What a pile is worth, with its lines, factors and caps; of two readings the better counts."""
        if at.round is not None and not self._asks_round:  # all rounds are alike: prepared once
            at = msgspec.structs.replace(at, round=None)
        memory, factors = self._known.get(at) or self._prepare(at)
        formed = memory.formed(pile)
        if self._needy:
            formed = [reading if self._counts(reading[0]) else NOTHING_FORMED for reading in formed]
        lines, points = formed[0] if len(formed) == 1 else max(formed, key=factors.pays)
        if not lines:
            return NOTHING
        if len(lines) > 1 and not memory.is_in_order:
            lines = memory.in_order(lines)
        return factors.score(lines, points)

    def dealt_factor(self, dealt: int) -> Factor | None:
        """What the brights on the dealt field will do to the round; None if nothing."""
        rows = [row for row in self.plan.factors if row.id == "field_brights"]
        return factor_of(rows[0], self.plan, Circumstances(dealt=dealt)) if rows else None

    def _counts(self, lines: tuple[Line, ...]) -> bool:
        """Whether some yaku needs no other beside it."""
        return any(line.yaku not in self._needy for line in lines)

    def _prepare(self, at: Circumstances) -> tuple[Memory, Factors]:
        if len(self._known) >= _MOST:
            self._known.clear()
        alike = self.plan.to_yaku(at)
        memory = self._memories.get(alike) or Memory(self.plan, alike)
        self._memories[alike] = memory
        self._known[at] = memory, Factors(self.plan, at)
        return self._known[at]
