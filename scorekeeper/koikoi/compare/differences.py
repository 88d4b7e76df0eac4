"""The piles that tell most about how two rule sets differ: some to compare them, one for a change."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from ..cards import DECK
from ..pile import Pile
from ..rules.deal import left_out
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from ..scoring.samples import USUAL_PILE, CallCounts, Sample, calls_by, circumstances, samples
from ..scoring.score import PLAIN, Circumstances, Score
from .steps import ScoredPile, Step, changed_factors, steps

MOST_PILES: Final = 8
_Reasons = frozenset[tuple[str, str]]  # what differs: ("hanami", "gone")


class DifferingPile(NamedTuple):
    """A pile by two rule sets, and what makes the second score other than the first."""

    first: ScoredPile
    second: ScoredPile
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
def differing_piles(first: RuleSet, second: RuleSet) -> tuple[DifferingPile, ...]:
    """At most eight piles on which two rule sets differ, the greatest difference first."""
    chosen = _each_for_another_reason(_best_for_each_reason(_candidates(first, second)))
    chosen.sort(key=lambda candidate: candidate.rank[1:])
    return tuple(_differing_pile(first, second, candidate) for candidate in chosen)


def _candidates(first: RuleSet, second: RuleSet) -> list[_Candidate]:
    """The samples that the two score differently."""
    one, other = scorer(first), scorer(second)
    tried = samples((one.plan, other.plan), calls_by(first, second), left_out(first) | left_out(second))
    scored = ((sample, one.score(*sample), other.score(*sample)) for sample in tried)
    return [
        _Candidate(sample, was, now, _reasons(was, now))
        for sample, was, now in scored
        if was.points != now.points
    ]


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
    return chosen[:MOST_PILES]


def _differing_pile(first: RuleSet, second: RuleSet, candidate: _Candidate) -> DifferingPile:
    before, after = (
        ScoredPile(rules, *candidate.sample, score)
        for rules, score in ((first, candidate.first), (second, candidate.second))
    )
    return DifferingPile(before, after, steps(before, after))


class Trial(NamedTuple):
    """A pile under some circumstances, and what it is worth before and after a change of rules."""

    pile: Pile
    at: Circumstances
    before: Score
    after: Score

    @property
    def differs(self) -> bool:
        return self.before.with_cards != self.after.with_cards


def trial(
    before: RuleSet, after: RuleSet, held: Pile | None = None, calls: CallCounts | None = None
) -> Trial:
    """The pile whose points change most between two rule sets, as a ratio; among equals the simplest, and
    one of several yaku only where no other changes.

    So a doubling shows on the pile that it doubles, and a yaku that is worth a point more on a pile that
    makes just that yaku. ``held`` and ``calls``, where they are given, are tried and nothing else.
    """
    old, new = scorer(before), scorer(after)
    plans, gone = (new.plan, old.plan), left_out(before) | left_out(after)
    some_calls = [calls] if calls else calls_by(after)
    alike = old.plan == new.plan
    if alike and held is None and not USUAL_PILE.cards & gone:
        held = USUAL_PILE

    def tried(together: bool) -> Trial:
        if held is not None:
            chosen = [Sample(held, at) for at in circumstances(plans, some_calls)]
        else:
            chosen = samples(plans, some_calls, gone, together=together)
            chosen = chosen or [Sample(Pile(DECK & ~gone), PLAIN)]
        chosen = chosen[:1] if alike else chosen
        return max((Trial(*some, old.score(*some), new.score(*some)) for some in chosen), key=_change)

    alone = tried(together=False)
    return alone if alone.differs or held is not None or alike else tried(together=True)


def seen_from(before: RuleSet, tried: Trial) -> Trial:
    """The same pile under the same circumstances, compared with other rules before the change."""
    return tried._replace(before=scorer(before).score(tried.pile, tried.at))


def _change(tried: Trial) -> float:
    """How many times as much the higher of both scores is."""
    low, high = sorted((tried.before.with_cards, tried.after.with_cards))
    return 1 if low == high else high / low if low else inf
