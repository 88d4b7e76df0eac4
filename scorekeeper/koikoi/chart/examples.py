"""Doublings worked out: for each multiplication a pile, scored by the evaluator that scores the matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ..pile import Pile
from ..rules.ruleset import RuleSet
from ..scoring.circumstances import Circumstances
from ..scoring.plan import FactorRow, Plan
from ..scoring.score import Score
from ..scoring.scorer import Scorer
from .samples import ROUND, sample_piles

_USUAL_BASE: Final = 5  # what a common pile is worth


class Example(NamedTuple):
    """A pile under some circumstances, and what it is worth then."""

    pile: Pile
    score: Score

    @property
    def equation(self) -> str:
        """ "7 × 2 = 14"; an arrow where a cap cuts the result."""
        score = self.score
        times = [factor.times for factor in score.factors if factor.times != 1]
        product = 1
        for factor in times:
            product *= factor
        steps = times if product == score.multiplier else [score.multiplier]
        left = " × ".join(map(str, (score.base, *steps)))
        plus = f" + {score.added}" if score.added else ""
        whole = score.base * score.multiplier + score.added
        cut = f" → {score.points}" if score.points != whole else ""
        return f"{left}{plus} = {whole}{cut}"


def examples(rules: RuleSet, scorer: Scorer) -> tuple[Example, ...]:
    """An example for each multiplication by itself, and one in which several meet."""
    piles = sample_piles(rules, scorer.plan)
    alone = [example for at, ids in _cases(rules, scorer.plan) if (example := _best(scorer, piles, at, ids))]
    return tuple(dict.fromkeys(alone))


def _cases(rules: RuleSet, plan: Plan) -> Iterator[tuple[Circumstances, frozenset[str]]]:
    """The circumstances of each example, and the ids of the factors that it must show."""
    big = {"big"} if plan.big else set()
    calls = {row.id: _times(rules, row) for row in plan.factors if row.id.endswith("_koi")}
    if big:
        yield Circumstances(round=ROUND), frozenset(big)
    for row in plan.factors:
        if row.id in calls:
            yield _called({row.id: calls[row.id]}), frozenset({row.id})
        elif row.id == "field_brights":
            yield Circumstances(round=ROUND, dealt_brights=2), frozenset({row.id})
        else:
            raised = next((n for n, (_, factor) in enumerate(row.table, 1) if factor != 1), ROUND)
            yield Circumstances(round=raised), frozenset({row.id})
    if len(calls) + len(big) > 1 and rules.calls.limit != 0:
        yield _called(dict.fromkeys(calls, 1)), frozenset({*calls, *big})


def _times(rules: RuleSet, row: FactorRow) -> int:
    """How often koi-koi is called in an example: twice where that differs from once and is allowed."""
    limit = rules.calls.limit
    return 1 if row.form == "flat" or row.by_player or (limit is not None and limit < 2) else 2


def _called(calls: dict[str, int]) -> Circumstances:
    others = calls.get("opponent_koi", 0)
    return Circumstances(
        own=calls.get("own_koi", 0) or (0 if others else calls.get("any_koi", 0)), others=others, round=ROUND
    )


def _best(scorer: Scorer, piles: list[Pile], at: Circumstances, ids: frozenset[str]) -> Example | None:
    """Of the piles that show just these factors, the one that reads best; None where there is none."""
    shown = [Example(pile, score) for pile in piles if _shows(score := scorer.score(pile, at), ids)]
    return min(shown, key=_plainness, default=None)


def _shows(score: Score, ids: frozenset[str]) -> bool:
    return {factor.id for factor in score.factors} == ids


def _plainness(example: Example) -> tuple[int, ...]:
    """Low for an example that a table would take: a usual base, few cards, nothing cut by a cap."""
    pile, score = example
    usual = abs(score.base - _USUAL_BASE)
    return (len(score.caps), usual, len(pile))
