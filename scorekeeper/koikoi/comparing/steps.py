"""From the points by one rule set to the points by another, one step after the other.

Each step replaces something of the first score by what the second has: a yaku, a cap, a factor. It says how
many points of the whole result that makes, so the steps add up to the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence, say
from ..match import reasons
from ..rules import phrases
from ..rules.summary import CAPS
from ..scoring.score import Factor
from .factors import Change, changed_factors, effect
from .judged import Judged
from .missing import why_missing, why_other_points

replace = msgspec.structs.replace
TOGETHER: Final = "together"
FACTOR: Final = "factor."


class Step(NamedTuple):
    """Something that differs, how many points of the result it makes, and maybe why.

    ``about``: what it is about, the same for any two rule sets: ("hanami", "gone"). ``times``: where a yaku
    pays other points, the multiplier that they are counted with.
    """

    about: tuple[str, str]
    sentence: Sentence
    points: int
    why: Sentence | None = None
    times: int = 1


class _State(msgspec.Struct, frozen=True, gc=False):
    """A score half-way from one rule set to another."""

    whole: int  # what the lines are worth together
    factors: tuple[Factor, ...]
    combine: str
    max_base: int | None
    max_factor: int | None
    max_points: int | None

    @property
    def multiplier(self) -> int:
        result = 1
        for factor in self.factors:
            result = result * factor.times if self.combine == "product" else result + factor.more
        return _capped(result, self.max_factor)

    @property
    def points(self) -> int:
        added = sum(factor.plus for factor in self.factors)
        return _capped(_capped(self.whole, self.max_base) * self.multiplier + added, self.max_points)


def steps(before: Judged, after: Judged) -> tuple[Step, ...]:
    """What makes the second score other than the first; empty for the same lines, factors and points."""
    made: list[Step] = []
    state = _state(before)
    for parts in (_of_lines, _of_factors, _of_combining, _of_caps):
        for make, following in parts(before, after, state):
            made.append(make(following.points - state.points))
            state = following
    both = bool(before.score.lines and after.score.lines)
    return tuple(
        step for step in made if step.points or (both and step.about[1] != TOGETHER) or _is_yaku(step)
    )


def _is_yaku(step: Step) -> bool:
    return not step.about[0].startswith(FACTOR) and step.about[1] != TOGETHER


_Parts = Iterator[tuple[Callable[[int], Step], _State]]  # a step by its points, and the state after it


def _state(judged: Judged) -> _State:
    multipliers = judged.rules.multipliers
    return _State(
        whole=sum(line.points for line in judged.score.lines),
        factors=judged.score.factors,
        combine=multipliers.combine,
        max_base=multipliers.max_base,
        max_factor=multipliers.max_factor,
        max_points=multipliers.max_points,
    )


def _of_lines(before: Judged, after: Judged, state: _State) -> _Parts:
    """The yaku that are worth other points, then those that only the second rules count."""
    times = state.multiplier
    for yaku in dict.fromkeys((*before.yaku, *after.yaku)):
        was, now = before.points_of(yaku), after.points_of(yaku)
        if was == now:
            continue
        state = replace(state, whole=state.whole + now - was)
        yield _line_step(before, after, yaku, times), state


def _line_step(before: Judged, after: Judged, yaku: str, times: int) -> Callable[[int], Step]:
    was, now = before.points_of(yaku), after.points_of(yaku)
    name = phrases.yaku(yaku, after.rules if yaku in after.rules.yaku else before.rules)
    why: Sentence | None
    if yaku not in after.yaku:
        how, words = "gone", say("%(yaku)s does not count", yaku=name)
        why = why_missing(after, yaku)
    elif yaku not in before.yaku:
        how, words = "new", say("%(yaku)s counts: %(points)d", yaku=name, points=now)
        missing = why_missing(before, yaku)
        why = missing and say("%(rules)s: %(why)s", rules=before.title, why=missing)
    else:
        how = "changed"
        words = say("%(yaku)s: %(points)d instead of %(before)d", yaku=name, points=now, before=was)
        why = why_other_points(before, after, yaku)

    def step(points: int) -> Step:
        return Step((yaku, how), words, points, why, times if points == (now - was) * times else 1)

    return step


def _of_factors(before: Judged, after: Judged, state: _State) -> _Parts:
    """The factors that only one of the rules has, or that do something else."""
    factors = list(state.factors)
    for change in changed_factors(before.score, after.score):
        if change.before is None:
            assert change.after is not None
            factors.append(change.after)
        else:
            place = factors.index(change.before)
            factors[place : place + 1] = [] if change.after is None else [change.after]
        state = replace(state, factors=tuple(factors))
        yield _factor_step(change, after), state


def _factor_step(change: Change, after: Judged) -> Callable[[int], Step]:
    known = change.after or change.before
    assert known is not None
    reason = reasons.factor_reason(known, (), None)
    if change.after is None:
        how, words = "gone", say("%(reason)s: does not count", reason=reason)
    elif change.before is None:
        how, words = "new", say("%(reason)s: %(effect)s", reason=reason, effect=effect(change.after))
    else:
        how = "changed"
        words = say(
            "%(reason)s: %(effect)s instead of %(before)s",
            reason=reason,
            effect=effect(change.after),
            before=effect(change.before),
        )
    why = _why_not_big(after) if known.id == "big" and change.after is None else None
    return lambda points: Step((f"{FACTOR}{known.id}", how), words, points, why)


def _why_not_big(after: Judged) -> Sentence | None:
    """Why these rules, though they multiply high scores, do not multiply this one."""
    big = after.rules.multipliers.big
    return phrases.value("multipliers.big", msgspec.to_builtins(big), after.rules) if big else None


def _of_combining(before: Judged, after: Judged, state: _State) -> _Parts:
    following = replace(state, combine=after.rules.multipliers.combine)
    if following.combine != state.combine:
        words = say(
            "%(option)s: %(value)s",
            option=phrases.title("multipliers.combine", after.rules),
            value=phrases.value("multipliers.combine", following.combine, after.rules),
        )
        yield _table_step("combine", words), following


def _of_caps(before: Judged, after: Judged, state: _State) -> _Parts:
    for cap, sentence in CAPS.items():
        was, now = (getattr(judged.rules.multipliers, cap) for judged in (before, after))
        if was != now:
            state = replace(state, **{cap: now})
            words = say(sentence, most=now) if now else say("no limit of %(most)d", most=was)
            yield _table_step(cap, words), state


def _table_step(about: str, words: Sentence) -> Callable[[int], Step]:
    """A step that is about all factors or yaku together."""
    return lambda points: Step((about, TOGETHER), words, points)


def _capped(number: int, most: int | None) -> int:
    return number if most is None else min(number, most)
