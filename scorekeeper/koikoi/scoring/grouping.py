"""The yaku of a plan in groups that cannot affect one another, so that each is worked out for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .plan import Plan, Row

_FEW: Final = 10  # cards on which a group of yaku may depend and still be remembered as a whole


def grouped(plan: Plan, rows: Sequence[Row]) -> list[tuple[int, list[Row]]]:
    """The rows in groups that cannot affect one another, small ones put together, with their cards."""
    groups: list[tuple[int, list[Row]]] = []
    for row in rows:
        touching = [one for one in groups if any(_affect(plan, row, other) for other in one[1])]
        groups = [one for one in groups if one not in touching]
        cards, members = row.touches, [row]
        for touches, others in touching:
            cards, members = cards | touches, others + members
        groups.append((cards, members))
    joined: list[tuple[int, list[Row]]] = []
    for cards, members in groups:
        for place, (touches, others) in enumerate(joined):
            if (cards | touches).bit_count() <= max(_FEW, touches.bit_count()):
                joined[place] = (cards | touches, others + members)
                break
        else:
            joined.append((cards, members))
    order = {row.id: number for number, row in enumerate(rows)}
    return [(cards, sorted(members, key=lambda row: order[row.id])) for cards, members in joined]


def _affect(plan: Plan, one: Row, other: Row) -> bool:
    overlap = {"animals": plan.animals, "ribbons": plan.ribbons}.get(one.overlap, "stack")
    return (
        (plan.highest and bool(one.family) and one.family == other.family)
        or (one.overlap == other.overlap and overlap != "stack")
        or one.id in other.replaces + other.excluded_by + other.rivals
        or other.id in one.replaces + one.excluded_by
    )


def is_whole_months(group: list[Row]) -> bool:
    row = group[0]
    plain = row.after_koi is None and row.months is None and not row.ruined_by | row.wild
    return len(group) == 1 and row.monthly == "each" and row.is_whole_month and row.points > 0 and plain


def is_count(group: list[Row], touches: int) -> bool:
    row = group[0]
    return (
        len(group) == 1
        and touches.bit_count() > _FEW
        and not row.monthly
        and not row.twice
        and len(row.needs) == 1
        and row.needs[0][0] == touches
        and row.points > 0
        and row.after_koi is None
        and row.months is None
    )
