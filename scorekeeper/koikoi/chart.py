"""The yaku chart of a rule set: what makes each yaku in force, what it pays, and worked examples.

The rows have their cards, points and terms; for each multiplication there is a pile, scored by the evaluator
that scores the matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from math import prod
from operator import or_
from typing import Final, NamedTuple

from ..sentences import Sentence, count, say
from .cards import DECK, OF_KIND, SAKE_CUP, each, months, of_month
from .pile import Pile
from .rules import phrases
from .rules.deal import deck, left_out
from .rules.ruleset import RuleSet, can_ruin, may_be_called
from .scoring.evaluate import Scorer, scorer
from .scoring.plan import FactorRow, Plan, PlanRow
from .scoring.samples import dearest_piles
from .scoring.score import Circumstances, Score

ROUND: Final = 1  # of the examples; its month is that of the month cards
_USUAL_BASE: Final = 5  # what a common pile is worth


class ChartExample(NamedTuple):
    """A pile under some circumstances, and what it is worth then."""

    pile: Pile
    score: Score

    @property
    def equation(self) -> str:
        """ "7 × 2 = 14"; an arrow where a cap cuts the result."""
        score = self.score
        times = [factor.times for factor in score.factors if factor.times != 1]
        steps = times if prod(times) == score.multiplier else [score.multiplier]
        left = " × ".join(map(str, (score.base, *steps)))
        plus = f" + {score.added}" if score.added else ""
        whole = score.base * score.multiplier + score.added
        cut = f" → {score.points}" if score.points != whole else ""
        return f"{left}{plus} = {whole}{cut}"


def examples(rules: RuleSet, scorer: Scorer) -> tuple[ChartExample, ...]:
    """An example for each multiplication by itself, and one in which several meet."""
    piles = sorted(dearest_piles([scorer.plan], left_out(rules)), key=len)
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
    all_called = _called(dict.fromkeys(calls, 1))
    if len(calls) + len(big) > 1 and may_be_called(rules, all_called.own, all_called.others):
        yield all_called, frozenset({*calls, *big})


def _times(rules: RuleSet, row: FactorRow) -> int:
    """How often koi-koi is called in an example: twice where that differs from once and is allowed."""
    return 1 if row.form == "flat" or row.by_player or not may_be_called(rules, 2, 0) else 2


def _called(calls: dict[str, int]) -> Circumstances:
    others = calls.get("opponent_koi", 0)
    return Circumstances(
        own=calls.get("own_koi", 0) or (0 if others else calls.get("any_koi", 0)), others=others, round=ROUND
    )


def _best(scorer: Scorer, piles: list[Pile], at: Circumstances, ids: frozenset[str]) -> ChartExample | None:
    """Of the piles that show just these factors, the one that reads best; None where there is none."""
    scored = (ChartExample(pile, scorer.score(pile, at)) for pile in piles)
    shown = [example for example in scored if {factor.id for factor in example.score.factors} == ids]
    return min(shown, key=_plainness, default=None)


def _plainness(example: ChartExample) -> tuple[int, ...]:
    """Low for an example that a table would take: a usual base, few cards, nothing cut by a cap."""
    pile, score = example
    return len(score.caps), abs(score.base - _USUAL_BASE), len(pile)


_MOST_DRAWN: Final = 10  # cards of a group; of a larger one some stand for all


class CardGroup(NamedTuple):
    """Cards of which a yaku needs a number."""

    cards: int
    least: int
    drawn: int  # the cards that are drawn: all of them, or some that stand for them
    words: Sentence | None  # "any 5 of 9"; None where all of them are needed


class ChartRow(NamedTuple):
    """A yaku in force: its cards, what it pays, what else holds for it."""

    id: str
    points: int
    extra: int  # for each further card
    groups: tuple[CardGroup, ...]
    terms: tuple[Sentence, ...]


def rows(rules: RuleSet, plan: Plan) -> tuple[ChartRow, ...]:
    """The yaku that can be made, the dearest first, those of one price in the order of a verdict."""
    chart = [_chart_row(rules, plan, *readings) for readings in zip(*plan.readings, strict=True)]
    possible = [row for row in chart if all(group.cards.bit_count() >= group.least for group in row.groups)]
    return tuple(sorted(possible, key=lambda row: -row.points))


def _chart_row(rules: RuleSet, plan: Plan, row: PlanRow, *others: PlanRow) -> ChartRow:
    """The row of a yaku; ``others`` are its other readings, where the sake cup counts as what pays more."""
    core = reduce(or_, (reading.core for reading in (row, *others)))
    return ChartRow(
        id=row.id,
        points=row.points,
        extra=row.extra,
        groups=(_month_group(row),) if row.monthly else tuple(_groups(row, core, deck(rules))),
        terms=(
            *_cup(row, core, others),
            # what the pictures of a yaku of a month leave open
            *(phrases.narrowed_to(row.id, rules) if row.monthly and row.core != DECK else ()),
            *phrases.special_terms(row.id, rules),
            *_weather(row, rules),
        ),
    )


def _groups(row: PlanRow, core: int, in_play: int) -> Iterator[CardGroup]:
    for cards, least in row.needs:
        cards = (core if cards == row.core else cards) & in_play
        whole = cards.bit_count() == least
        words = None if whole else say("any %(least)d of %(all)d", least=least, all=cards.bit_count())
        yield CardGroup(cards, least, drawn(cards), words)


def _month_group(row: PlanRow) -> CardGroup:
    """The cards of the first month that has enough of them stand for any month."""
    least = row.size
    of_months = [row.core & of_month(month) for month in months(row.core)]
    cards = next((cards for cards in of_months if cards.bit_count() >= least), 0)
    return CardGroup(cards, least, cards, _of_month(row.monthly, least))


def _of_month(monthly: str, least: int) -> Sentence:
    if monthly == "round":
        if least == 4:
            return say("all four of the month of the round")
        return count("%(n)d of the month of the round", "%(n)d of the month of the round", least)
    if least == 4:
        return say("all four of any month")
    return count("%(n)d of one month", "%(n)d of one month", least)


def drawn(cards: int) -> int:
    """All cards of a small group; of a larger one the first of each month, with the sake cup if it counts."""
    if cards.bit_count() <= _MOST_DRAWN:
        return cards
    some = cards & SAKE_CUP
    for month in months(cards):
        if some.bit_count() < _MOST_DRAWN:
            some |= next(each(cards & of_month(month) & ~SAKE_CUP)).bit
    return some


def _cup(row: PlanRow, core: int, others: tuple[PlanRow, ...]) -> Iterator[Sentence]:
    """Whether the sake cup counts, where that is not seen: for yaku of chaff, and where it is no animal."""
    if not row.kind or row.kind != row.core:
        return  # certain cards make it, not any of a kind
    if core & ~SAKE_CUP & ~OF_KIND["chaff"] == 0:
        if any(reading.twice for reading in (row, *others)):
            yield say("the sake cup counts as two of them")
        elif core & SAKE_CUP:
            yield say("the sake cup counts too")
    elif core & ~OF_KIND["animal"] == 0 and not core & SAKE_CUP:
        yield say("the sake cup does not count")


def _weather(row: PlanRow, rules: RuleSet) -> Iterator[Sentence]:
    for key, weather in (("rain", rules.weather.rain), ("fog", rules.weather.fog)):
        if can_ruin(weather, row.id):
            yield say("nothing if %(sign)s", sign=phrases.setting(f"weather.{key}.sign", rules))


class Chart(NamedTuple):
    """The yaku with their cards, and the doublings worked out."""

    rows: tuple[ChartRow, ...]
    examples: tuple[ChartExample, ...]


@lru_cache(maxsize=128)
def chart(rules: RuleSet) -> Chart:
    plan = scorer(rules).plan
    return Chart(rows(rules, plan), examples(rules, scorer(rules)))
