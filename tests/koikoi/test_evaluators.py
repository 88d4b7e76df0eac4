"""The evaluator that remembers groups of yaku scores every pile as forming all rows at once does.

``tests/browser/test_evaluator.py`` compares it with the evaluator in the browser on the same rule sets.
"""

from __future__ import annotations

import msgspec
import pytest

from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.scoring.forming import Line, form
from scorekeeper.koikoi.scoring.plan import Plan, Row, compiled, month_of
from scorekeeper.koikoi.scoring.scorer import Circumstances, Scorer

from .mixtures import RULE_SETS, circumstances, random_piles

PILES = random_piles(1_000)
BATCH = 50
MIXED = [name for name in RULE_SETS if name.startswith(("default+", "mixture"))]


@pytest.mark.parametrize("name", MIXED)
def test_groups_of_yaku_score_as_all_at_once(name: str) -> None:
    plan = compiled(RULE_SETS[name])
    scorer = Scorer(plan)
    readings = [Scorer(msgspec.structs.replace(plan, readings=(rows,))) for rows in plan.readings]
    for first, at in zip(range(0, len(PILES), BATCH), circumstances(name), strict=False):
        for pile in PILES[first : first + BATCH]:
            found = scorer.score(pile, at)
            assert found in [reading.score(pile, at) for reading in readings]
            assert found.points == max(reading.score(pile, at).points for reading in readings)
            for reading in readings:
                one = reading.score(pile, at)
                lines = all_at_once(reading.plan, pile, at)
                assert sorted(one.lines, key=str) == sorted(lines, key=str), f"{pile}, {at}"
                together = sum(line.points for line in lines)
                assert one.base == min(together, plan.max_base or together)


def all_at_once(plan: Plan, pile: Pile, at: Circumstances) -> tuple[Line, ...]:
    """The lines of a pile, worked out without groups and without memory."""
    rows = [row for row in plan.rows if in_force(row, at)]
    lines = form(plan, rows, pile.cards, pile.chaff, at.own, at.round)
    needy = {row.id for row in rows if row.requires_other}
    return () if all(line.yaku in needy for line in lines) else lines


def in_force(row: Row, at: Circumstances) -> bool:
    if set(row.ruined_in) & set(at.field_months):
        return False
    if row.months is None or row.month_factor is not None:
        return True
    return at.round is not None and month_of(at.round) in row.months
