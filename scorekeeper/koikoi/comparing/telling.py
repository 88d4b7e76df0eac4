"""The piles that tell most about how two rule sets differ, each for another reason."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ..rules.ruleset import RuleSet
from ..scoring.score import Score
from ..scoring.scorer import scorer
from .factors import changed_factors
from .judged import Judged
from .samples import Sample, samples
from .steps import Step, steps

MOST: Final = 8
_Reasons = frozenset[tuple[str, str]]  # what differs: ("hanami", "gone")


class Telling(NamedTuple):
    """A pile by two rule sets, and what makes the second score other than the first."""

    first: Judged
    second: Judged
    steps: tuple[Step, ...]


class _Candidate(NamedTuple):
    sample: Sample
    first: Score
    second: Score
    reasons: _Reasons

    @property
    def rank(self) -> tuple[int, float, int, int]:
        """The fewest reasons first, then the greatest difference, then the fewest cards and calls."""
        most = max(self.first.points, self.second.points)
        difference = abs(self.first.points - self.second.points)
        at = self.sample.at
        return len(self.reasons), -difference / most, len(self.sample.pile), at.own + at.others


@lru_cache(maxsize=512)
def telling(first: RuleSet, second: RuleSet) -> tuple[Telling, ...]:
    """At most eight piles on which two rule sets differ, the greatest difference first."""
    chosen = _each_for_another_reason(_best_for_each_reason(_candidates(first, second)))
    chosen.sort(key=lambda candidate: candidate.rank[1:])
    return tuple(_told(first, second, candidate) for candidate in chosen)


def _candidates(first: RuleSet, second: RuleSet) -> list[_Candidate]:
    """The samples that the two score differently."""
    one, other = scorer(first), scorer(second)
    candidates = []
    for sample in samples((one.plan, other.plan)):
        was, now = one.score(*sample), other.score(*sample)
        if was.points != now.points:
            candidates.append(_Candidate(sample, was, now, _reasons(was, now)))
    return candidates


def _reasons(was: Score, now: Score) -> _Reasons:
    """What differs, without words: quicker than ``steps``, for the same purpose."""
    before, after = _by_yaku(was), _by_yaku(now)
    yaku = {
        (name, "gone" if name not in after else "new" if name not in before else "changed")
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
    }
    changes = changed_factors(was, now) if was.lines and now.lines else ()
    factors = {
        (factor.id, "gone" if change.after is None else "new" if change.before is None else "changed")
        for change in changes
        if (factor := change.after or change.before)
    }
    return frozenset(yaku | factors | {(cap, "cap") for cap in {*was.caps} ^ {*now.caps}})


def _by_yaku(score: Score) -> dict[str, int]:
    points: dict[str, int] = {}
    for line in score.lines:
        points[line.yaku] = points.get(line.yaku, 0) + line.points
    return points


def _best_for_each_reason(candidates: list[_Candidate]) -> list[_Candidate]:
    best: dict[_Reasons, _Candidate] = {}
    for candidate in candidates:
        rival = best.get(candidate.reasons)
        if rival is None or candidate.rank < rival.rank:
            best[candidate.reasons] = candidate
    return sorted(best.values(), key=lambda candidate: candidate.rank)


def _each_for_another_reason(candidates: list[_Candidate]) -> list[_Candidate]:
    """The first of the candidates of which each has a reason that those before it do not have."""
    chosen: list[_Candidate] = []
    shown: set[tuple[str, str]] = set()
    for candidate in candidates:
        if not candidate.reasons or candidate.reasons - shown:
            chosen.append(candidate)
            shown |= candidate.reasons
    return chosen[:MOST]


def _told(first: RuleSet, second: RuleSet, candidate: _Candidate) -> Telling:
    before, after = (
        Judged(rules, *candidate.sample, score)
        for rules, score in ((first, candidate.first), (second, candidate.second))
    )
    return Telling(before, after, steps(before, after))
