"""What is unusual about a rule set that can be played: yaku that never count, settings without effect.

Nothing here is refused. Only what somebody set is a warning: an option as the schema has it is not. About
yaku it is read from the plan, in which the sake cup, the cards left out and the weather are worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence, count, say
from ..cards import of_month
from ..rules import phrases
from ..rules.choices import why_off
from ..rules.deal import left_out
from ..rules.ruleset import RuleSet
from ..rules.schema import Tree, every_option, value_at
from ..rules.yaku import KNOWN
from .evaluate import count_of, scorer
from .plan import Plan, PlanRow, compiled

_NOT_PLAYED: Final = say("No effect: the yaku that it is about are not played.")


def rule_warnings(rules: RuleSet) -> tuple[RuleWarning, ...]:
    """Every warning about a rule set, each with the key of its option; at most one for each."""
    plan = scorer(rules).plan
    tree: Tree = msgspec.to_builtins(rules)
    every = (
        *_unmakeable(rules, plan),
        *_swallowed(rules, plan),
        *_weather_warnings(rules),
        *_interplay_warnings(rules, plan),
        *_idle(rules, tree),
        *_lucky_hands(rules),
        *_calls(rules),
        *_multipliers(rules),
        *_terms(rules),
    )
    return tuple({warning.option: warning for warning in reversed(every)}.values())[::-1]


def _unmakeable(rules: RuleSet, plan: Plan) -> Iterator[RuleWarning]:
    """Yaku that nobody can make: the deck lacks their cards, or they count in no round."""
    gone = left_out(rules)
    for row in plan.rows:
        if row.months == () and row.month_factor is None:
            yield RuleWarning(f"yaku.{row.id}.months", say("It never counts: no month is named."))
        readings = [other for rows in plan.readings for other in rows if other.id == row.id]
        missing = [lack for reading in readings if (lack := _lack(reading, gone))]
        if len(missing) == len(readings):
            there, least = missing[0]
            yield RuleWarning(
                f"yaku.{row.id}",
                count(
                    "Nobody can make it: it takes %(least)d such cards, and the deck has %(n)d.",
                    "Nobody can make it: it takes %(least)d such cards, and the deck has %(n)d.",
                    there,
                    least=least,
                ),
            )


def _lack(row: PlanRow, gone: int) -> tuple[int, int] | None:
    """How many cards the deck has for a need that it cannot meet, and how many it takes; None if it can."""
    for among, least in row.needs:
        there = count_of(row, among & ~gone)
        if row.monthly:
            there = max(count_of(row, among & of_month(month) & ~gone) for month in range(1, 13))
            there += bool(row.wild & ~gone) and there == least - 1
        if there < least:
            return there, least
    return None


def _swallowed(rules: RuleSet, plan: Plan) -> Iterator[RuleWarning]:
    """Yaku that never count, because whoever makes them always makes another that counts instead."""
    for place, row in enumerate(plan.rows):
        for other_place, other in enumerate(plan.rows):
            if other is not row and _takes(plan, other, row, first=other_place < place) and _made(row, other):
                yield RuleWarning(
                    f"yaku.{row.id}",
                    say(
                        "It never counts: its cards always make “%(yaku)s” as well, which counts instead.",
                        yaku=phrases.yaku(other.id, rules),
                    ),
                )
                break


def _takes(plan: Plan, other: PlanRow, row: PlanRow, *, first: bool) -> bool:
    """Whether ``row`` never counts beside the other, whatever else is held."""
    always = other.points and not (other.months or other.ruined_by or other.ruined_in or other.requires_other)
    if not always or any(other.id in third.replaces for third in plan.rows):
        return False
    if row.id in other.replaces or (other.id in row.excluded_by and not other.family):
        return True
    in_family = plan.highest and row.family and row.family == other.family
    return bool(in_family and (other.points > row.points or (first and other.points == row.points)))


def _made(row: PlanRow, other: PlanRow) -> bool:
    """Whether every pile that makes a yaku makes the other as well."""
    if row.monthly or other.monthly or row.twice:
        return False
    return all(_surely(row, among) >= least for among, least in other.needs)


def _surely(row: PlanRow, among: int) -> int:
    """How many of some cards every pile that makes a yaku holds at least."""
    return sum(max(least - (own & ~among).bit_count(), 0) for own, least in row.needs)


def _weather_warnings(rules: RuleSet) -> Iterator[RuleWarning]:
    """Weather that ruins nothing that is played."""
    played = {name for name in rules.yaku if phrases.is_played(name, rules)}
    touched = played.union(*(KNOWN[name].made_of for name in played & KNOWN.keys()))
    for name, weather in (("rain", rules.weather.rain), ("fog", rules.weather.fog)):
        if weather.sign != "off" and touched.isdisjoint(weather.ruins):
            yield RuleWarning(f"weather.{name}.sign", say("No effect: no yaku that it is about is played."))


def _interplay_warnings(rules: RuleSet, plan: Plan) -> Iterator[RuleWarning]:
    """Options about yaku that are not there: the sake cup, overlaps."""
    if rules.sake_cup != "both" and _is_cup_idle(rules, plan):
        yield RuleWarning("sake_cup", _NOT_PLAYED)
    for name, how in (("animals", plan.animals), ("ribbons", plan.ribbons)):
        counts = {row.counts for row in plan.rows if row.overlap == name}
        if how != "stack" and counts != {True, False}:
            yield RuleWarning(f"overlap.{name}", _NOT_PLAYED)


def _is_cup_idle(rules: RuleSet, plan: Plan) -> bool:
    """Whether every yaku is the same with the sake cup as an animal and two chaff cards and as neither."""
    readings = [*plan.readings]
    for counted_as in ("both_two_chaff", "neither"):
        readings += compiled(msgspec.structs.replace(rules, sake_cup=counted_as)).readings
    first, *others = [[_without_kind(row) for row in rows] for rows in readings]
    return all(rows == first for rows in others)


def _without_kind(row: PlanRow) -> PlanRow:
    """The yaku without the cards that would be further ones, where those pay nothing."""
    return row if row.extra else msgspec.structs.replace(row, kind=0, twice=0)


class RuleWarning(NamedTuple):
    """A setting that is unusual: the dotted key of its option, and why, in a sentence."""

    option: str
    why: Sentence


_TERMS: Final = ("requires_other", "months", "month_factor", "separate", "lightning")


def _idle(rules: RuleSet, tree: Tree) -> Iterator[RuleWarning]:
    """What means nothing beside something else."""
    for key, row in every_option().items():
        value = value_at(tree, key)
        if _is_set(tree, key) and value != row.off and (beside := row.idle_beside(tree)):
            yield RuleWarning(key, _NOT_PLAYED if beside == "yaku" else why_off(beside, rules))


def _is_set(tree: Tree, key: str) -> bool:
    """Whether an option is not as the schema has it."""
    return bool(value_at(tree, key) != msgspec.to_builtins(every_option()[key].default))


def _lucky_hands(rules: RuleSet) -> Iterator[RuleWarning]:
    """What would multiply lucky hands, where it is not played."""
    multiplied, multipliers = rules.deal.teyaku.multiplied, rules.multipliers
    played = {"big": multipliers.big.factor > 1, "field_brights": multipliers.field_brights.form != "off"}
    if multiplied != "never" and not (any(played.values()) if multiplied == "both" else played[multiplied]):
        yield RuleWarning("deal.teyaku.multiplied", say("No effect: nothing is multiplied."))


def _calls(rules: RuleSet) -> Iterator[RuleWarning]:
    least = rules.calls.min_points
    most = max(max(yaku.points, yaku.after_koi or 0) for yaku in rules.yaku.values())
    if least > most:
        yield RuleWarning(
            "calls.min_points",
            count(
                "No yaku alone is worth that much: the best is worth %(n)d point.",
                "No yaku alone is worth that much: the best is worth %(n)d points.",
                most,
            ),
        )
    if rules.exhausted.held_yaku == "last_caller" and rules.calls.limit == 0:
        yield RuleWarning("exhausted.held_yaku", why_off("calls.limit", rules))


def _multipliers(rules: RuleSet) -> Iterator[RuleWarning]:
    multipliers = rules.multipliers
    for name, koi in multipliers.of_koi.items():
        if koi.is_idle:
            yield RuleWarning(f"multipliers.{name}.form", say("Multiplying by 1 changes nothing."))
    if multipliers.koi_counts == "players" and all(
        koi.form in ("off", "flat") for koi in multipliers.of_koi.values()
    ):
        yield RuleWarning("multipliers.koi_counts", say("No effect: a further koi-koi does nothing anyway."))
    if multipliers.round and set(multipliers.round) == {1}:
        yield RuleWarning("multipliers.round", say("Multiplying by 1 changes nothing."))
    if multipliers.big.factor > 1:
        yield from _big(rules)


def _big(rules: RuleSet) -> Iterator[RuleWarning]:
    """What keeps the multiplication of a big score from ever applying."""
    big, most = rules.multipliers.big, rules.multipliers.max_base
    played = sum(phrases.is_played(name, rules) for name in rules.yaku)
    if big.on == "base" and most is not None and most < big.at:
        yield RuleWarning("multipliers.big.at", why_off("multipliers.max_base", rules))
    elif big.min_yaku > played:
        yield RuleWarning(
            "multipliers.big.min_yaku",
            count("No effect: only %(n)d yaku is played.", "No effect: only %(n)d yaku are played.", played),
        )


def _terms(rules: RuleSet) -> Iterator[RuleWarning]:
    """Special terms that do nothing: of a yaku that is not played, of no month or of all, × 1."""
    for name, yaku in rules.yaku.items():
        key = f"yaku.{name}"
        if not phrases.is_played(name, rules):
            for term in _TERMS:
                if getattr(yaku, term):
                    yield RuleWarning(f"{key}.{term}", say("No effect: this yaku is not played."))
            continue
        if yaku.after_koi is not None and rules.calls.limit == 0:
            yield RuleWarning(f"{key}.after_koi", why_off("calls.limit", rules))
        if yaku.month_factor == 1:
            yield RuleWarning(f"{key}.month_factor", say("Multiplying by 1 changes nothing."))
        if yaku.months is not None and yaku.month_factor is None and set(yaku.months) == set(range(1, 13)):
            yield RuleWarning(f"{key}.months", say("No effect: all twelve months are named."))
