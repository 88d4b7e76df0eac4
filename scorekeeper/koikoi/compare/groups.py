"""A pile by many rule sets: those that say the same are one group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...sentences import Sentence, say
from ..scoring.evaluate import scorer
from ..scoring.questions import open_questions
from .steps import ScoredPile, Step, steps


class AgreeingRules(NamedTuple):
    """Rule sets with the same score for a pile, by id, and what differs from the rule set in force.

    Where they have different reasons, a step has that of the first, with its name. ``open_questions``: what
    they would also have to know of the pile, as ids of ``scoring.questions``.
    """

    names: tuple[str, ...]
    scored: ScoredPile  # of the first of them
    steps: tuple[Step, ...]
    open_questions: tuple[str, ...]


def groups(force: ScoredPile, others: Mapping[str, ScoredPile]) -> tuple[AgreeingRules, ...]:
    """The rule sets in groups that make the same of the pile, in the order of their first."""
    alike: dict[object, list[str]] = {}
    for name, scored in others.items():
        alike.setdefault(_made(scored), []).append(name)
    return tuple(_group(force, {name: others[name] for name in names}) for names in alike.values())


def _made(scored: ScoredPile) -> object:
    """What rules make of a pile: lines and factors by what they do, the points, what they ask."""
    score = scored.score
    lines = tuple((line.yaku, line.points) for line in score.lines)
    factors = tuple((factor.id, factor.times, factor.plus) for factor in score.factors)
    return lines, factors, score.points, _open_questions(scored)


def _open_questions(scored: ScoredPile) -> tuple[str, ...]:
    return open_questions(scorer(scored.rules), scored.pile, scored.at)


def _group(force: ScoredPile, alike: Mapping[str, ScoredPile]) -> AgreeingRules:
    all_steps = [steps(force, scored) for scored in alike.values()]
    first = next(iter(alike.values()))
    shared = tuple(step._replace(why=_why(step, all_steps, first)) for step in all_steps[0])
    return AgreeingRules(tuple(alike), first, shared, _open_questions(first))


def _why(step: Step, all_steps: Sequence[Sequence[Step]], first: ScoredPile) -> Sentence | None:
    """The reason for a step, with the name of the rules where others have another."""
    if all(other.why == step.why for others in all_steps for other in others if other.about == step.about):
        return step.why
    return say("%(rules)s: %(why)s", rules=first.title, why=step.why) if step.why else None
