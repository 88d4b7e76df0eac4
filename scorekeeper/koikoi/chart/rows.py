"""The rows of the chart: each yaku in force with its cards, its points and its terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...sentences import Sentence, count, say
from ..cards import DECK, OF_KIND, SAKE_CUP, each, months, of_month
from ..rules import phrases
from ..rules.deal import deck
from ..rules.phrases import narrowed_to, special_terms
from ..rules.ruleset import RuleSet, can_ruin
from ..scoring.plan import Plan, Row

_MOST_DRAWN: Final = 10  # cards of a group; of a larger one some stand for all


class Group(NamedTuple):
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
    groups: tuple[Group, ...]
    terms: tuple[Sentence, ...]


def rows(rules: RuleSet, plan: Plan) -> tuple[ChartRow, ...]:
    """The yaku that can be made, the dearest first, those of one price in the order of a verdict."""
    chart = [_chart_row(rules, plan, *readings) for readings in zip(*plan.readings, strict=True)]
    possible = [row for row in chart if all(group.cards.bit_count() >= group.least for group in row.groups)]
    return tuple(sorted(possible, key=lambda row: -row.points))


def _chart_row(rules: RuleSet, plan: Plan, row: Row, *others: Row) -> ChartRow:
    """The row of a yaku; ``others`` are its other readings, where the sake cup counts as what pays more."""
    core = row.core
    for other in others:
        core |= other.core
    return ChartRow(
        id=row.id,
        points=row.points,
        extra=row.extra,
        groups=(_month_group(row),) if row.monthly else tuple(_groups(row, core, deck(rules))),
        terms=(
            *_cup(row, core, others),
            *_narrowed(row, rules),
            *special_terms(row.id, rules),
            *_weather(row, rules),
        ),
    )


def _groups(row: Row, core: int, in_play: int) -> Iterator[Group]:
    for cards, least in row.needs:
        cards = (core if cards == row.core else cards) & in_play
        whole = cards.bit_count() == least
        words = say("any %(least)d of %(all)d", least=least, all=cards.bit_count())
        yield Group(cards, least, drawn(cards), None if whole else words)


def _month_group(row: Row) -> Group:
    """The cards of the first month that has enough of them stand for any month."""
    least = row.size
    of_months = [row.core & of_month(month) for month in months(row.core)]
    cards = next((cards for cards in of_months if cards.bit_count() >= least), 0)
    return Group(cards, least, cards, _of_month(row.monthly, least))


def _of_month(monthly: str, least: int) -> Sentence:
    if monthly == "round" and least == 4:
        return say("all four of the month of the round")
    if monthly == "round":
        return count("%(n)d of the month of the round", "%(n)d of the month of the round", least)
    return (
        say("all four of any month")
        if least == 4
        else count("%(n)d of one month", "%(n)d of one month", least)
    )


def drawn(cards: int) -> int:
    """All cards of a small group; of a larger one the first of each month, with the sake cup if it counts."""
    if cards.bit_count() <= _MOST_DRAWN:
        return cards
    some = cards & SAKE_CUP
    for month in months(cards):
        if some.bit_count() < _MOST_DRAWN:
            some |= next(each(cards & of_month(month) & ~SAKE_CUP)).bit
    return some


def _counts_a_kind(row: Row) -> bool:
    """Whether any cards of a kind make it, not certain cards."""
    return bool(row.kind) and row.kind == row.core


def _cup(row: Row, core: int, others: tuple[Row, ...]) -> Iterator[Sentence]:
    """Whether the sake cup counts, where that is not seen: for yaku of chaff, and where it is no animal."""
    if not _counts_a_kind(row):
        return
    if core & ~SAKE_CUP & ~OF_KIND["chaff"] == 0:
        if any(reading.twice for reading in (row, *others)):
            yield say("the sake cup counts as two of them")
        elif core & SAKE_CUP:
            yield say("the sake cup counts too")
    elif core & ~OF_KIND["animal"] == 0 and not core & SAKE_CUP:
        yield say("the sake cup does not count")


def _narrowed(row: Row, rules: RuleSet) -> tuple[Sentence, ...]:
    """What the pictures of a yaku of a month leave open."""
    return narrowed_to(row.id, rules) if row.monthly and row.core != DECK else ()


def _weather(row: Row, rules: RuleSet) -> Iterator[Sentence]:
    for key, weather in (("rain", rules.weather.rain), ("fog", rules.weather.fog)):
        if can_ruin(weather, row.id):
            yield say("nothing if %(sign)s", sign=phrases.setting(f"weather.{key}.sign", rules))
