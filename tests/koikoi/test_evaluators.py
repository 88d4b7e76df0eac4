"""The scorer, which remembers what groups of yaku make of projected piles, scores every pile like a scorer
without groups and without memory.

``tests/browser/test_evaluator.py`` compares it with the evaluator in the browser on the same rule sets.
"""

from __future__ import annotations

import pytest
from looks import EVERY_LOOK, daily

from bench.counting import counted
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.circumstances import Circumstances
from scorekeeper.koikoi.scoring.compiling import compiled
from scorekeeper.koikoi.scoring.holding import holding
from scorekeeper.koikoi.scoring.memory import Memory
from scorekeeper.koikoi.scoring.plan import Plan, Row
from scorekeeper.koikoi.scoring.projection import projection
from scorekeeper.koikoi.scoring.scorer import Scorer

from .mixtures import EVERYTHING, RULE_SETS, circumstances, random_piles
from .plain_scorer import all_at_once

PILES = random_piles(1_000 if EVERY_LOOK else 300)
BATCH = 50
MIXED = [name for name in RULE_SETS if name.startswith(("default+", "mixture"))]


@pytest.mark.parametrize("name", daily(MIXED, 2))
def test_a_scorer_with_memory_scores_as_one_without(name: str) -> None:
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


def only(plan: Plan, rows: tuple[Row, ...]) -> Plan:
    """The plan with one reading of the sake cup."""
    return Plan(**{name: getattr(plan, name) for name in plan.__struct_fields__} | {"readings": (rows,)})


def test_a_score_worked_out_before_is_remembered() -> None:
    scorer, piles = Scorer(compiled(EVERYTHING)), random_piles(1_000)
    with counted(Memory._make, holding) as first:
        for held in piles:
            scorer.score(held)
    with counted(Memory._make, holding) as again:
        for held in piles:
            scorer.score(held)
    groups_asked = len(piles) * 13  # groups of yaku in both readings of the cup
    assert first[0] < groups_asked / 5
    assert again == [0, 0]


def test_readings_of_the_cup_share_the_yaku_that_do_not_depend_on_it() -> None:
    memory = Memory(compiled(rules("nintendo_en")), Circumstances())
    shared = {row.id for _, _, group in memory._shared for row in group.rows}
    own = [{row.id for _, _, group in groups for row in group.rows} for groups in memory._own]
    assert {"goko", "akatan", "hanami"} <= shared
    assert own == [{"inoshikacho", "tane", "kasu"}] * 2


def test_yaku_that_depend_on_too_much_are_projected_to_the_whole_pile() -> None:
    tree = {
        "of_any": {"monthly": "each", "min": 2, "points": 1, "extra": 1},
        "chaff_of_any": {
            "monthly": "each",
            "kind": "chaff",
            "min": 1,
            "points": 1,
            "excluded_by": ["of_any"],
        },
        "picked": {
            "cards": ["03B", "03R", "04A", "06A", "07A"],
            "min": 2,
            "points": 2,
            "excluded_by": ["of_any"],
        },
        "kasu": {"excluded_by": ["of_any"]},
        "tan": {"excluded_by": ["of_any"]},
        "tane": {"excluded_by": ["of_any"]},
        "goko": {"excluded_by": ["of_any"]},
    }
    plan = compiled(rules("default", overrides={"yaku": tree}))
    assert projection([row for row in plan.rows if row.id in tree], None).bits == 53
    scorer = Scorer(plan)
    for held in PILES:
        assert scorer.score(held).lines == all_at_once(plan, plan.rows, held, Circumstances())
