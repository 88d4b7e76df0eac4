"""The factors of two scores, paired: which do something else, which only one of them has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ...sentences import Sentence, count, say
from ..scoring.score import Factor, Score

_KOI: Final = ("own_koi", "opponent_koi", "any_koi")


class Change(NamedTuple):
    """A factor before and after; None where a score has none like it."""

    before: Factor | None
    after: Factor | None


def changed_factors(before: Score, after: Score) -> tuple[Change, ...]:
    """What the factors of the second score do that those of the first do not, and the other way round.

    A table that doubles for any koi-koi and one that doubles for an own koi-koi do the same after an own
    koi-koi.
    """
    gone = [factor for factor in before.factors if factor not in after.factors]
    new = [factor for factor in after.factors if factor not in before.factors]
    _paired(gone, new, _do_the_same)
    return (
        *_paired(gone, new, lambda was, now: was.id == now.id),
        *(Change(factor, None) for factor in gone),
        *(Change(None, factor) for factor in new),
    )


def effect(factor: Factor) -> Sentence:
    """What a factor does: "× 2", "+ 1 point"."""
    if factor.plus:
        return count("+ %(n)d point", "+ %(n)d points", factor.plus)
    return say("× %(factor)s", factor=factor.times)


def _do_the_same(was: Factor, now: Factor) -> bool:
    """Whether two factors of the same kind have the same effect."""
    if (was.times, was.plus) != (now.times, now.plus):
        return False
    return was.id == now.id or (was.id in _KOI and now.id in _KOI)


def _paired(gone: list[Factor], new: list[Factor], alike: Callable[[Factor, Factor], bool]) -> list[Change]:
    """The factors that are alike; they are taken out of both lists."""
    pairs = []
    for was in [*gone]:
        now = next((factor for factor in new if alike(was, factor)), None)
        if now is not None:
            gone.remove(was)
            new.remove(now)
            pairs.append(Change(was, now))
    return pairs
