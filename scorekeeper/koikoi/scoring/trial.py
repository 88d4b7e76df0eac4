"""A pile on which a change of rules shows: tried while rules are edited.

Some piles and circumstances are scored by the rules before and after the change; the one whose points change
most, as a ratio, is returned. So a doubling shows on the pile that it doubles, and a yaku that is worth a
point more on a pile that makes just that yaku.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from ..cards import Card, each, months, of_month, union
from ..pile import Pile, pile
from ..rules.deal import left_out
from ..rules.ruleset import RuleSet, may_be_called
from .evaluate import Scorer, scorer
from .plan import Plan, PlanRow, compiled
from .score import Circumstances, Score

Calls = tuple[int, int]  # own, and those of the others

FIRST_ROUND: Final = Circumstances(round=1)
USUAL: Final = pile("01R 02R 03R 06A 07A 10A")  # shown while nothing differs
_TELLING: Final = (
    USUAL,
    *map(
        pile,
        (
            "01B 03B 08B",
            "03B 08B 09A",
            "03B 09A",
            "03B 09A 11B",  # rain
            "03B 09A 11C",
            "08B 09A 12B",  # fog
            "01B 03B 11B 12B",
            "01B 03B 08B 09A 11B 12B",
            "01B 03B 08B 10C 1C",  # six and seven points by common rules
            "01B 03B 08B 10C 2C",
            "09A 9C",
            "02A 04A 05A 06A 07A 10A",
            "01R 02R 03R 04R 05R 07R",
            "01R 02R 03R 06R 09R 10R",
            "01B 01R 01C1 01C2",
        ),
    ),
)
_CALLS: Final = ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1))  # the fewest first


class Trial(NamedTuple):
    """A pile under some circumstances, and what it is worth before and after a change of rules."""

    pile: Pile
    at: Circumstances
    before: Score
    after: Score

    @property
    def differs(self) -> bool:
        return self.before.points != self.after.points


def trial(before: RuleSet, after: RuleSet, held: Pile | None = None, calls: Calls | None = None) -> Trial:
    """The pile whose points change most between two rule sets, among equals the simplest.

    ``held`` and ``calls``, where they are given, are tried and nothing else.
    """
    old, new = scorer(before), Scorer(compiled(after))  # every keystroke makes other rules: not kept
    gone = left_out(before) | left_out(after)
    piles = (held,) if held is not None else tuple(_piles(old.plan, new.plan, gone))
    shown = USUAL if USUAL in piles and not USUAL.cards & gone else piles[0]  # while nothing differs
    best = _tried(shown, FIRST_ROUND if calls is None else _at(*calls), old, new)
    if old.plan == new.plan:
        return best
    tried_calls = [calls] if calls else [some for some in _CALLS if may_be_called(after, *some)]
    for at in _circumstances(old.plan, new.plan, tried_calls):
        for some in piles:
            tried = _tried(some, at, old, new)
            if _change(tried) > _change(best):
                best = tried
    return best


def seen_from(before: RuleSet, tried: Trial) -> Trial:
    """The same pile under the same circumstances, compared with other rules before the change."""
    return tried._replace(before=scorer(before).score(tried.pile, tried.at))


def _tried(held: Pile, at: Circumstances, old: Scorer, new: Scorer) -> Trial:
    return Trial(held, at, old.score(held, at), new.score(held, at))


def _change(tried: Trial) -> tuple[float, int]:
    """How many times as much the higher of both scores is, and its base if the lower is nothing."""
    low, high = sorted((tried.before, tried.after), key=lambda score: score.points)
    if low.points == high.points:
        return 1, 0
    return (high.points / low.points, 0) if low.points else (inf, high.base)


def _piles(old: Plan, new: Plan, gone: int) -> Iterator[Pile]:
    """The piles to try, each once: telling ones, and for each yaku one that makes it and little else."""
    made = (some for plan in (new, old) for row in plan.rows for some in _made_for(row, plan))
    for some in dict.fromkeys((*_TELLING, *made)):
        if not some.cards & gone:
            yield some


def _made_for(row: PlanRow, plan: Plan) -> Iterator[Pile]:
    """A pile that makes a yaku with the fewest cards, and one with a card more where that pays."""
    if row.monthly:
        month = (row.months or months(row.core))[0]
        yield Pile(_some(row.core & of_month(month), row.size, plan))
        return
    held = 0
    for among, least in row.needs:
        held |= _some(among & ~row.ruined_by & ~held, least, plan)
    yield Pile(held)
    if row.extra and (further := row.kind & ~held):
        yield Pile(held | _some(further, 1, plan))


def _some(among: int, number: int, plan: Plan) -> int:
    """So many cards of a set, those first that few yaku name: so that they make no other."""
    named = [row.core for row in plan.rows if not row.counts and not row.monthly]

    def others(card: Card) -> int:
        return sum(bool(core & card.bit) for core in named)

    return union(sorted(each(among), key=others)[:number])


def _circumstances(old: Plan, new: Plan, calls: Sequence[Calls]) -> Iterator[Circumstances]:
    """What is tried with every pile, the usual first: calls, rounds, brights dealt, months on the field."""
    plans = (old, new)
    asked = any(_asks_calls(plan) for plan in plans)
    yield from (_at(*some) for some in (calls if asked else calls[:1]))
    own, others = calls[0]
    for number in sorted({number for plan in plans for number in _rounds(plan)}):
        yield Circumstances(own=own, others=others, round=number)
    if any(plan.asks_dealt_brights for plan in plans):
        yield from (Circumstances(own=own, others=others, round=1, dealt_brights=number) for number in (1, 2))
    for month in sorted({month for plan in plans for month in plan.asks_field_months}):
        yield Circumstances(own=own, others=others, round=1, field_months=(month,))


def _at(own: int, others: int) -> Circumstances:
    return Circumstances(own=own, others=others, round=1)


def _rounds(plan: Plan) -> Iterator[int]:
    """Rounds after the first in which something is worth more or less than in others."""
    for row in plan.rows:
        yield from (row.months or ())[:1]
    for factor in plan.factors:
        if factor.id == "round":
            yield from range(2, min(len(factor.table), 12) + 1)


def _asks_calls(plan: Plan) -> bool:
    """Whether anything depends on the calls."""
    called = any(row.id.endswith("_koi") for row in plan.factors)
    return called or any(row.from_koi or row.after_koi is not None for row in plan.rows)
