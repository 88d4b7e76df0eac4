"""How the yaku of the chart go together: bright yaku, and yaku that share further cards."""

from __future__ import annotations

from collections.abc import Iterator

from ...sentences import Sentence, say
from ..rules import phrases
from ..rules.ruleset import RuleSet
from ..rules.summary import bright_yaku
from ..scoring.plan import Plan, Row


def together(rules: RuleSet, plan: Plan) -> tuple[Sentence, ...]:
    """What holds for several yaku at once."""
    return (*bright_yaku(rules), *_further_cards(rules, plan))


def _further_cards(rules: RuleSet, plan: Plan) -> Iterator[Sentence]:
    stacked = False
    for kind, how in (("animals", plan.animals), ("ribbons", plan.ribbons)):
        special = [row for row in plan.rows if row.overlap == kind and not row.counts]
        counting = next((row for row in plan.rows if row.overlap == kind and row.counts), None)
        if not special or counting is None:
            continue
        if how == "special_takes":
            yield say(
                "Beside %(special)s the yaku “%(counting)s” does not count.",
                counting=phrases.yaku(counting.id, rules),
                special=_names(special, rules),
            )
        elif how == "count_takes" and any(row.extra for row in special):
            yield say(
                "Once the yaku “%(counting)s” is made, further cards pay only there.",
                counting=phrases.yaku(counting.id, rules),
            )
        else:
            stacked = stacked or any(row.extra for row in special)
    if stacked:
        yield say("A further card pays in every yaku that it fits.")


def _names(some: list[Row], rules: RuleSet) -> Sentence:
    return phrases.listing([phrases.yaku(row.id, rules) for row in some], inside=True)
