"""What is odd about a rule set that can be played: yaku that never count, and settings without effect.

Read from the plan, in which the sake cup, the cards left out and the weather are worked out.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...sentences import count, say
from ..cards import cards, of_month
from ..rules import phrases
from ..rules.odd import Odd, odd_settings
from ..rules.ruleset import RuleSet
from ..rules.yaku import KNOWN
from .compiling import compiled
from .holding import count as counted
from .plan import Plan, Row


def oddities(rules: RuleSet) -> tuple[Odd, ...]:
    """Everything that is odd about a rule set, each with the key of its option; at most one for each."""
    plan = compiled(rules)
    every = (
        *_unmakeable(rules, plan),
        *_swallowed(rules, plan),
        *_weather(rules),
        *_interplay(rules, plan),
        *odd_settings(rules),
    )
    return tuple({odd.option: odd for odd in reversed(every)}.values())[::-1]


def _unmakeable(rules: RuleSet, plan: Plan) -> Iterator[Odd]:
    """Yaku that nobody can make: the deck lacks their cards, or they count in no round."""
    gone = cards(" ".join(rules.deal.without))
    for row in plan.rows:
        if row.months == () and row.month_factor is None:
            yield Odd(f"yaku.{row.id}.months", say("It never counts: no month is named."))
        readings = [other for rows in plan.readings for other in rows if other.id == row.id]
        missing = [lack for reading in readings if (lack := _lack(reading, gone))]
        if len(missing) == len(readings):
            there, least = missing[0]
            yield Odd(
                f"yaku.{row.id}",
                count(
                    "Nobody can make it: it takes %(least)d such cards, and the deck has %(n)d.",
                    "Nobody can make it: it takes %(least)d such cards, and the deck has %(n)d.",
                    there,
                    least=least,
                ),
            )


def _lack(row: Row, gone: int) -> tuple[int, int] | None:
    """How many cards the deck has for a need that it cannot meet, and how many it takes; None if it can."""
    for among, least in row.needs:
        there = counted(row, among & ~gone)
        if row.monthly:
            there = max(counted(row, among & of_month(month) & ~gone) for month in range(1, 13))
            there += bool(row.wild & ~gone) and there == least - 1
        if there < least:
            return there, least
    return None


def _swallowed(rules: RuleSet, plan: Plan) -> Iterator[Odd]:
    """Yaku that never count, because whoever makes them always makes another that counts instead."""
    for place, row in enumerate(plan.rows):
        for other_place, other in enumerate(plan.rows):
            if other is not row and _takes(plan, other, row, first=other_place < place) and _made(row, other):
                yield Odd(
                    f"yaku.{row.id}",
                    say(
                        "It never counts: its cards always make “%(yaku)s” as well, which counts instead.",
                        yaku=phrases.yaku(other.id, rules),
                    ),
                )
                break


def _takes(plan: Plan, other: Row, row: Row, *, first: bool) -> bool:
    """Whether ``row`` never counts beside the other, whatever else is held."""
    always = other.points and not (other.months or other.ruined_by or other.ruined_in or other.requires_other)
    if not always or any(other.id in third.replaces for third in plan.rows):
        return False
    if row.id in other.replaces or (other.id in row.excluded_by and not other.family):
        return True
    in_family = plan.highest and row.family and row.family == other.family
    return bool(in_family and (other.points > row.points or (first and other.points == row.points)))


def _made(row: Row, other: Row) -> bool:
    """Whether every pile that makes a yaku makes the other as well."""
    if row.monthly or other.monthly or row.twice:
        return False
    return all(_surely(row, among) >= least for among, least in other.needs)


def _surely(row: Row, among: int) -> int:
    """How many of some cards every pile that makes a yaku holds at least."""
    return sum(max(least - (own & ~among).bit_count(), 0) for own, least in row.needs)


def _weather(rules: RuleSet) -> Iterator[Odd]:
    """Weather that ruins nothing that is played."""
    played = {name for name in rules.yaku if phrases.is_played(name, rules)}
    touched = played.union(*(KNOWN[name].made_of for name in played & KNOWN.keys()))
    for name, weather in (("rain", rules.weather.rain), ("fog", rules.weather.fog)):
        if weather.sign != "off" and touched.isdisjoint(weather.ruins):
            yield Odd(f"weather.{name}.sign", say("No effect: no yaku that it ruins is played."))


def _interplay(rules: RuleSet, plan: Plan) -> Iterator[Odd]:
    """Options about yaku that are not there: the sake cup, bright yaku, overlaps."""
    none = say("No effect: the yaku that it is about are not played.")
    if rules.sake_cup != "both" and _is_cup_idle(rules, plan):
        yield Odd("sake_cup", none)
    if rules.brights == "cumulative" and sum(row.family == "brights" for row in plan.rows) < 2:
        yield Odd("brights", none)
    for name, how in (("animals", plan.animals), ("ribbons", plan.ribbons)):
        counts = {row.counts for row in plan.rows if row.overlap == name}
        if how != "stack" and counts != {True, False}:
            yield Odd(f"overlap.{name}", none)


def _is_cup_idle(rules: RuleSet, plan: Plan) -> bool:
    """Whether every yaku is the same with the sake cup as an animal and two chaff cards and as neither."""
    readings = [*plan.readings]
    for counted_as in ("both_two_chaff", "neither"):
        readings += compiled(msgspec.structs.replace(rules, sake_cup=counted_as)).readings
    first, *others = [[_without_kind(row) for row in rows] for rows in readings]
    return all(rows == first for rows in others)


def _without_kind(row: Row) -> Row:
    """The yaku without the cards that would be further ones, where those pay nothing."""
    return row if row.extra else msgspec.structs.replace(row, kind=0, twice=0)
