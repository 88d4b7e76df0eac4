"""Which yaku a set of cards forms, and what each is worth: the short evaluator of a plan's rows.

``static/js/forming.js`` is the same evaluator for the browser; both are tested on the same piles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from ..cards import LIGHTNING, months, of_month
from .plan import Plan, Row, month_of
from .score import Line


class Held(NamedTuple):
    """A yaku that is formed, before the others have had their say."""

    row: Row
    times: int  # months of a monthly yaku that pay, otherwise 1
    further: int  # cards beyond what it takes
    cards: int
    counted: int


def form(
    plan: Plan, rows: Sequence[Row], cards: int, chaff: int, own: int, number: int | None
) -> tuple[Line, ...]:
    """The yaku that some cards and ``chaff`` counted ones form, after ``own`` calls, in round ``number``."""
    held: list[Held] = []
    for row in rows:
        held += _held(row, cards, chaff, number)
    if len(held) > 1:  # one alone meets no other
        held = _without_lower(plan, held)
    worth = [(one, points) for one in held if (points := _worth(one, own, number))]
    if len(worth) > 1:
        worth = _side_by_side(worth)
    return tuple([Line(one.row.id, points, one.cards, one.counted) for one, points in worth])


def _without_lower(plan: Plan, held: list[Held]) -> list[Held]:
    """Without what a higher yaku of the family or another yaku takes the place of, or its further cards."""
    if plan.highest:
        held = _highest(held)
    held = _not_replaced(held)
    held = _overlap(held, "animals", plan.animals)
    return _overlap(held, "ribbons", plan.ribbons)


def _side_by_side(worth: list[tuple[Held, int]]) -> list[tuple[Held, int]]:
    """Without what does not count beside others."""
    present = {one.row.id for one, _ in worth}
    kept = [pair for pair in worth if present.isdisjoint(pair[0].row.excluded_by)]
    return _best(kept) if any(one.row.rivals for one, _ in kept) else kept


def _held(row: Row, cards: int, chaff: int, number: int | None) -> tuple[Held, ...]:
    """A yaku as it is held: once or not at all, or for each of its months."""
    if cards & row.ruined_by:
        return ()
    if row.monthly:
        return _monthly(row, cards, number)
    loose = chaff if row.counted else 0
    made = 0
    number_of = _counter(row)
    for among, least in row.needs:
        if number_of(cards & among) + loose < least:
            return ()
        made |= cards & among
    of_kind = cards & row.kind
    further = number_of(of_kind) + loose - row.size
    if row.extra:
        made |= of_kind
    return (Held(row, 1, further if further > 0 else 0, made, loose),)


def _counter(row: Row) -> Callable[[int], int]:
    """As how many cards a set counts for a row."""
    twice = row.twice
    return (lambda cards: cards.bit_count() + (cards & twice).bit_count()) if twice else int.bit_count


def _monthly(row: Row, cards: int, number: int | None) -> tuple[Held, ...]:
    ((among, least),) = row.needs
    number_of = _counter(row)
    wanted = months(cards) if row.monthly == "each" else (month_of(number),) if number else ()
    held = [cards & among & of_month(month) for month in wanted]
    complete = [one for one in held if number_of(one) >= least]
    if cards & row.wild and of_month(11) not in complete:
        complete += [one | LIGHTNING for one in held if one.bit_count() == 3 and not one & of_month(11)][:1]
    single = [Held(row, 1, number_of(one) - least, one, 0) for one in complete]
    if row.separate or len(single) < 2:
        return tuple(single)
    times, furthest = (len(single), sum) if row.repeat else (1, max)
    return (Held(row, times, furthest(one.further for one in single), sum(complete), 0),)


def _highest(held: list[Held]) -> list[Held]:
    """Of the yaku of one family the one worth most, the first of equals."""
    best: dict[str, Held] = {}
    for one in held:
        family = one.row.family
        if family and (family not in best or _points(one) > _points(best[family])):
            best[family] = one
    return [one for one in held if not one.row.family or best[one.row.family] is one]


def _not_replaced(held: list[Held]) -> list[Held]:
    """Without the yaku that another one replaces; one that is replaced replaces nothing itself."""
    if len(held) < 2:
        return held
    gone: set[str] = set()
    waiting = list(held)
    while waiting:
        replaceable = {name for one in waiting for name in one.row.replaces}
        free = [one for one in waiting if one.row.id not in replaceable]
        for one in free:
            if one.row.id not in gone:
                gone.update(one.row.replaces)
        waiting = [one for one in waiting if one.row.id in replaceable]
    return [one for one in held if one.row.id not in gone]


def _overlap(held: list[Held], kind: str, how: str) -> list[Held]:
    """How the special yaku of a kind and the one that counts the kind share further cards."""
    if how == "stack":
        return held
    special = [one for one in held if one.row.overlap == kind and not one.row.counts]
    counting = [one for one in held if one.row.overlap == kind and one.row.counts]
    if how == "count_takes" and counting:
        return [_without_further(one) if one in special else one for one in held]
    if how == "special_takes" and special:
        return _paid_once([one for one in held if one not in counting], special)
    return held


def _without_further(one: Held) -> Held:
    return one._replace(further=0, cards=_core(one))


def _paid_once(held: list[Held], special: list[Held]) -> list[Held]:
    """Further cards, those in no special yaku, are paid once: where they pay most, to the first of equals."""
    cores = 0
    for one in special:
        cores |= _core(one)
    payee = max(special, key=lambda one: one.row.extra)
    paid = []
    for one in held:
        if one is payee:
            further = one.cards & one.row.kind & ~cores
            one = one._replace(further=further.bit_count(), cards=_core(one) | further)
        elif one in special:
            one = _without_further(one)
        paid.append(one)
    return paid


def _core(one: Held) -> int:
    """The cards that make the yaku, and none beyond those it takes."""
    core = 0
    for among, least in one.row.needs:
        made = one.cards & among
        while one.row.extra and made.bit_count() > least:
            made &= made - 1  # without its first card
        core |= made
    return core


def _value(one: Held, points: int) -> int:
    return points * one.times + one.row.extra * one.further


def _points(one: Held) -> int:
    return _value(one, one.row.points)


def _worth(one: Held, own: int, number: int | None) -> int:
    """The value after a call and in its months."""
    row = one.row
    points = row.after_koi if own and row.after_koi is not None else row.points
    worth = _value(one, points)
    if row.month_factor is not None and row.months and number and month_of(number) in row.months:
        worth *= row.month_factor
    return worth


def _best(worth: list[tuple[Held, int]]) -> list[tuple[Held, int]]:
    """Without rivals: of all ways to leave some out, the one worth most, the first yaku kept among equals."""
    present = {one.row.id for one, _ in worth}
    torn = next((one.row for one, _ in worth if not present.isdisjoint(one.row.rivals)), None)
    if torn is None:
        return worth
    with_it = _best([pair for pair in worth if pair[0].row.id not in torn.rivals])
    without = _best([pair for pair in worth if pair[0].row is not torn])
    return max(with_it, without, key=_total)


def _total(worth: list[tuple[Held, int]]) -> int:
    return sum(points for _, points in worth)


def formed_but_ruined(row: Row, cards: int, number: int | None, field_months: Sequence[int]) -> bool:
    """Whether the cards make this yaku and the weather takes it away."""
    spoiled = bool(cards & row.ruined_by) or any(month in row.ruined_in for month in field_months)
    return spoiled and bool(_held(msgspec.structs.replace(row, ruined_by=0), cards, 0, number))
