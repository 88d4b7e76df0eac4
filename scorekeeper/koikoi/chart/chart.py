"""The chart of a rule set, worked out once for equal rules."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...sentences import Sentence
from ..rules.ruleset import RuleSet
from ..scoring.scorer import scorer
from .examples import Example, examples
from .rows import ChartRow, rows
from .together import together


class Chart(NamedTuple):
    """The yaku with their cards, how they go together, and the doublings worked out."""

    rows: tuple[ChartRow, ...]
    together: tuple[Sentence, ...]
    examples: tuple[Example, ...]


@lru_cache(maxsize=128)
def chart(rules: RuleSet) -> Chart:
    """The chart of a rule set."""
    plan = scorer(rules).plan
    return Chart(rows(rules, plan), together(rules, plan), examples(rules, scorer(rules)))
