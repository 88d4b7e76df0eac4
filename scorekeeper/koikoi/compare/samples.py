"""Piles on which two rule sets are compared, and those that tell most about how they differ.

Typical piles, and those at the limits that the rules themselves set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from ..cards import LIGHTNING, PHOENIX, RAIN_MAN, SAKE_CUP, first, of_month
from ..pile import Pile
from ..rules.deal import left_out
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from ..scoring.plan import Plan, PlanRow
from ..scoring.score import PLAIN, Circumstances, Score
from .steps import JudgedPile, Step, changed_factors, steps

MOST_CARDS: Final = 16
_MOST_PAIRED: Final = 22  # yaku of which every two are tried together
_ROUND: Final = 1  # in which the cards of the month are collected


class Sample(NamedTuple):
    """A pile, and what else decides its score."""

    pile: Pile
    at: Circumstances


def samples(plans: Iterable[Plan]) -> list[Sample]:
    """What some plans are compared on, each sample once."""
    plans = tuple(plans)
    single = [pile for plan in plans for row in plan.rows for pile in _at_the_limit(row)]
    made = list(dict.fromkeys(first_cards(row) for plan in plans for row in plan.rows))
    pairs = (Pile(one | other) for one, other in combinations(made[:_MOST_PAIRED], 2))
    plain = [Sample(pile, _plain(plans)) for pile in (*single, *pairs)]
    others = [Sample(Pile(cards), at) for cards in made for at in _circumstances(plans)]
    return [one for one in dict.fromkeys((*plain, *others)) if 0 < len(one.pile) <= MOST_CARDS]


def first_cards(row: PlanRow, more: int = 0) -> int:
    """As many cards as a yaku needs, and some more that count for it; those of the earliest months.

    The sake cup only where there is no other card, because rule sets count it differently.
    """
    if row.monthly:
        return first(row.core & of_month(_ROUND), row.size + more)
    made = 0
    for cards, least in row.needs:
        without_cup = cards & ~made & ~SAKE_CUP
        made |= first(without_cup if without_cup.bit_count() >= least else cards & ~made, least)
    return made | first(row.kind & ~made & ~SAKE_CUP, more)


def _at_the_limit(row: PlanRow) -> Iterator[Pile]:
    """A yaku with just the cards it needs, one fewer, some more, with the cup, and in bad weather."""
    cards = first_cards(row)
    yield Pile(cards)
    for more in (1, 2) if row.kind else ():
        yield Pile(first_cards(row, more))
    if row.kind or row.counted:
        fewer = cards & (cards - 1)
        yield Pile(fewer)
        yield Pile(fewer | SAKE_CUP)
        yield Pile(cards | SAKE_CUP)
    for sign in (RAIN_MAN, LIGHTNING, PHOENIX):
        yield Pile(cards | sign)


def _plain(plans: Iterable[Plan]) -> Circumstances:
    """A round without calls; its number only where a plan looks at it."""
    return Circumstances(round=_ROUND) if any(plan.asks_round for plan in plans) else PLAIN


def _circumstances(plans: tuple[Plan, ...]) -> Iterator[Circumstances]:
    """Calls, and whatever else these plans look at."""
    number = _plain(plans).round
    for own, others in ((1, 0), (0, 1), (1, 1), (2, 0)):
        yield Circumstances(own, others, number)
    for month in sorted({month for plan in plans for month in plan.asks_field_months}):
        yield Circumstances(round=number, field_months=(month,))
    if any(plan.asks_dealt_brights for plan in plans):
        yield Circumstances(round=number, dealt_brights=1)
    if number is not None:
        for later in (3, 8, 9, 12):
            yield Circumstances(round=later)


MOST: Final = 8
_Reasons = frozenset[tuple[str, str]]  # what differs: ("hanami", "gone")


class Telling(NamedTuple):
    """A pile by two rule sets, and what makes the second score other than the first."""

    first: JudgedPile
    second: JudgedPile
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
    gone = left_out(first) | left_out(second)
    candidates = []
    for sample in samples((one.plan, other.plan)):
        if sample.pile.cards & gone:
            continue
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
        JudgedPile(rules, *candidate.sample, score)
        for rules, score in ((first, candidate.first), (second, candidate.second))
    )
    return Telling(before, after, steps(before, after))
