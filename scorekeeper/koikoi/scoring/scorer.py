"""Plan + pile + circumstances → Score: the one place that computes points.

The order of evaluation is fixed: the weather strikes out; yaku are formed; the highest of a family; what
replaces what; overlaps; values after a call and by month; exclusions and rivals; the base and its cap;
factors; caps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from ..cards import BRIGHTS, RAIN_MAN, months, of_month
from ..pile import Pile
from ..rules.ruleset import RuleSet
from .circumstances import PLAIN, Circumstances
from .forming import form
from .grouping import grouped, is_count, is_whole_months
from .plan import FactorRow, Plan, Row, compiled, month_of
from .score import NOTHING, Factor, Line, Score

_FIRSTS: Final = 0x1111_1111_1111  # the first card of every month
_MOST_RULES: Final = 128  # rule sets whose scorers are kept
_MOST: Final = 4096  # what a group, and a scorer, remembers


def score(rules: RuleSet, pile: Pile, at: Circumstances = PLAIN) -> Score:
    """What a pile is worth under a rule set."""
    return scorer(rules).score(pile, at)


def dealt_factor(rules: RuleSet, dealt: int) -> Factor | None:
    """What the brights on the dealt field will do to the round; None if nothing."""
    plan, at = scorer(rules).plan, Circumstances(dealt=dealt)
    rows = [row for row in plan.factors if row.id == "field_brights"]
    return _factor(rows[0], plan, at) if rows else None


def scorer(rules: RuleSet) -> Scorer:
    """The evaluator of a rule set, compiled once: equal rule sets have the same one.

    A match carries its scorer; whoever scores without one may ask here every time.
    """
    known = _by_identity.get(id(rules))
    if known is None:
        if len(_by_identity) >= _MOST_RULES:
            _by_identity.clear()
        known = _by_identity[id(rules)] = rules, _by_value(rules)
    return known[1]


def _by_value(rules: RuleSet) -> Scorer:
    """Rule sets hold dictionaries and have no hash, so they are told apart as JSON."""
    return _compiled(msgspec.json.encode(rules))


@lru_cache(maxsize=_MOST_RULES)
def _compiled(encoded: bytes) -> Scorer:
    return Scorer(compiled(msgspec.json.decode(encoded, type=RuleSet)))


class Scorer:
    """The evaluator of one plan. It remembers what groups of cards form, so a pile costs a few look-ups."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._tables: dict[Circumstances, tuple[_Table, ...]] = {}

    def score(self, pile: Pile, at: Circumstances = PLAIN) -> Score:
        """What a pile is worth, with its lines, factors and caps."""
        tables = self._tables.get(at)
        if tables is None:
            tables = self._prepare(at)
        if len(tables) == 1:
            return tables[0].score(pile)
        return max((table.score(pile) for table in tables), key=_better)

    def _prepare(self, at: Circumstances) -> tuple[_Table, ...]:
        if len(self._tables) >= _MOST:
            self._tables.clear()
        tables = tuple(_Table(self.plan, rows, at) for rows in self.plan.readings)
        self._tables[at] = tables
        return tables


def _better(one: Score) -> tuple[int, int]:
    return one.points, one.base


class _Table:
    """The rows in force under fixed circumstances, in groups of yaku that can affect one another."""

    __slots__ = (
        "_big",
        "_groups",
        "_max_base",
        "_outcomes",
        "_plan",
        "_requires",
        "_settles",
        "_single",
        "_where",
        "_whole",
    )

    def __init__(self, plan: Plan, rows: Sequence[Row], at: Circumstances) -> None:
        rows = [row for row in rows if _in_force(row, at)]
        groups = grouped(plan, rows)
        self._plan = plan
        self._where = at
        # A yaku on its own that looks at many cards is worked out; all others are remembered.
        self._single = [group[0] for touches, group in groups if is_count(group, touches)]
        self._whole = [group[0] for _, group in groups if is_whole_months(group)]
        self._groups: list[tuple[int, bool, list[Row], dict[int, tuple[tuple[Line, ...], int]]]] = [
            (touches, any(row.counted for row in group), group, {})
            for touches, group in groups
            if not is_count(group, touches) and not is_whole_months(group)
        ]
        self._requires = frozenset(row.id for row in rows if row.requires_other)
        self._max_base = plan.max_base
        self._settles = bool(self._requires) or plan.max_base is not None
        self._big = plan.big
        factors = tuple(factor for row in plan.factors if (factor := _factor(row, plan, at)) is not None)
        self._outcomes = (_Outcome(plan, factors, None), _Outcome(plan, factors, plan.big))

    def score(self, pile: Pile) -> Score:
        cards, chaff = pile.cards, pile.chaff
        lines: tuple[Line, ...] = ()
        base = 0
        for touches, counted, group, memo in self._groups:
            key = cards & touches
            if counted:
                key |= chaff << 48
            found = memo.get(key)
            if found is None:
                found = self._formed(group, key, memo)
            lines += found[0]
            base += found[1]
        for row in self._single:
            among = cards & row.needs[0][0]
            loose = chaff if row.counted else 0
            further = among.bit_count() + loose - row.size
            if further >= 0:
                points = row.points + row.extra * further
                lines += (Line(row.id, points, among, loose),)
                base += points
        for row in self._whole:
            pairs = cards & cards >> 1
            firsts = pairs & pairs >> 2 & _FIRSTS  # the first card of each month that is held whole
            if firsts:
                points = row.points * (firsts.bit_count() if row.repeat else 1)
                lines += _line_each(row, firsts) if row.separate else (Line(row.id, points, firsts * 15),)
                base += points
        if self._settles:
            return self._settled(lines)
        if not lines:
            return NOTHING
        return self._outcomes[self._is_big(base, len(lines))].score(lines, base)

    def _formed(
        self, group: list[Row], key: int, memo: dict[int, tuple[tuple[Line, ...], int]]
    ) -> tuple[tuple[Line, ...], int]:
        lines = form(self._plan, group, key & ((1 << 48) - 1), key >> 48, self._where.own, self._where.round)
        if len(memo) >= _MOST:
            memo.clear()
        memo[key] = found = (lines, sum(line.points for line in lines))
        return found

    def _settled(self, lines: tuple[Line, ...]) -> Score:
        """The score where some yaku count only beside others, or where the base has a cap."""
        if all(line.yaku in self._requires for line in lines):
            return NOTHING
        whole = sum(line.points for line in lines)
        base = whole if self._max_base is None else min(whole, self._max_base)
        found = self._outcomes[self._is_big(base, len(lines))].score(lines, base)
        return found if base == whole else msgspec.structs.replace(found, caps=("max_base", *found.caps))

    def _is_big(self, base: int, yaku: int) -> bool:
        big = self._big
        if big is None or yaku < big.min_yaku:
            return False
        return (base if big.on == "base" else self._outcomes[0].points(base)) >= big.at


class _Outcome:
    """The factors of a table, with or without the doubling of a big score."""

    __slots__ = ("_added", "_caps", "_factors", "_max_points", "_multiplier")

    def __init__(self, plan: Plan, factors: tuple[Factor, ...], big: object) -> None:
        if plan.big is not None and big is not None:
            factors = (*factors, Factor("big", plan.big.factor, 0, plan.big.at))
        multiplier = 1
        for factor in factors:
            multiplier = (
                multiplier * factor.times if plan.combine == "product" else multiplier + factor.times - 1
            )
        self._caps: tuple[str, ...] = ()
        if plan.max_factor is not None and multiplier > plan.max_factor:
            multiplier, self._caps = plan.max_factor, ("max_factor",)
        self._factors = factors
        self._multiplier = multiplier
        self._added = sum(factor.plus for factor in factors)
        self._max_points = plan.max_points

    def points(self, base: int) -> int:
        return base * self._multiplier + self._added

    def score(self, lines: tuple[Line, ...], base: int) -> Score:
        points = base * self._multiplier + self._added
        caps = self._caps
        if self._max_points is not None and points > self._max_points:
            points, caps = self._max_points, (*caps, "max_points")
        return Score(lines, base, self._factors, self._multiplier, self._added, points, caps)


def _line_each(row: Row, months_held: int) -> tuple[Line, ...]:
    """A line for each month of which the set holds a card."""
    return tuple(Line(row.id, row.points, of_month(month)) for month in months(months_held))


def _in_force(row: Row, at: Circumstances) -> bool:
    """Whether the round and the weather on the field let a yaku be formed at all."""
    if any(month in row.ruined_in for month in at.field_months):
        return False
    if row.monthly == "round" and at.round is None:
        return False
    if row.months is None or row.month_factor is not None:
        return True
    return at.round is not None and month_of(at.round) in row.months


def _factor(row: FactorRow, plan: Plan, at: Circumstances) -> Factor | None:
    """What one multiplication does under these circumstances; None if nothing."""
    n = {
        "own_koi": at.own,
        "opponent_koi": at.others,
        "any_koi": at.own + at.others,
        "field_brights": _dealt_brights(plan, at),
        "round": at.round or 0,
    }[row.id]
    sign, number = _step(row, n)
    if (sign, number) in (("x", 1), ("+", 0)):
        return None
    return Factor(row.id, number if sign == "x" else 1, number if sign == "+" else 0, n)


def _dealt_brights(plan: Plan, at: Circumstances) -> int:
    if at.dealt_brights is not None:
        return at.dealt_brights
    return (at.dealt & (BRIGHTS if plan.rain_man_counts else BRIGHTS & ~RAIN_MAN)).bit_count()


def _step(row: FactorRow, n: int) -> tuple[str, int]:
    """("x", factor) or ("+", points) for n calls, brights or rounds."""
    if n == 0:
        return ("x", 1)
    match row.form:
        case "flat":
            return ("x", row.factor)
        case "linear":
            return ("x", 1 + (row.factor - 1) * n)
        case "power":
            return ("x", row.factor**n)
        case "count":
            return ("x", n)
        case _:
            return row.table[min(n, len(row.table)) - 1]


# By the identity of rule sets, which are kept so that nothing else gets it.
_by_identity: dict[int, tuple[RuleSet, Scorer]] = {}
