"""The scorer, which looks at the rarest need of a yaku first, scores every pile like one that looks at all.

``tests/browser/test_evaluator.py`` compares it with the evaluator in the browser on the same rule sets.
"""

from __future__ import annotations

import pytest
from extent import EVERY_LOOK, daily

from scorekeeper.koikoi.scoring.evaluate import Scorer
from scorekeeper.koikoi.scoring.plan import Plan, PlanRow, compiled

from .mixtures import RULE_SETS, circumstances, random_piles
from .plain_scorer import all_at_once

PILES = random_piles(1_000 if EVERY_LOOK else 300)
BATCH = 50
MIXED = [name for name in RULE_SETS if name.startswith(("default+", "mixture"))]


@pytest.mark.parametrize("name", daily(MIXED, 2))
def test_a_scorer_scores_as_a_plain_one(name: str) -> None:
    plan = compiled(RULE_SETS[name])
    scorer = Scorer(plan)
    for first, at in zip(range(0, len(PILES), BATCH), circumstances(name), strict=False):
        for held in PILES[first : first + BATCH]:
            score = scorer.score(held, at)
            readings = [all_at_once(plan, rows, held, at) for rows in plan.readings]
            assert score.lines in readings, f"{held}, {at}"
            together = sum(line.points for line in score.lines)
            assert score.base == min(together, plan.max_base or together)
            if len(readings) > 1:
                alone = [Scorer(only(plan, rows)).score(held, at).points for rows in plan.readings]
                assert score.points == max(alone)


def only(plan: Plan, rows: tuple[PlanRow, ...]) -> Plan:
    """The plan with one reading of the sake cup."""
    return Plan(**{name: getattr(plan, name) for name in plan.__struct_fields__} | {"readings": (rows,)})
