"""A scorer that looks at every need of every yaku, which is slow and easy to read."""

from __future__ import annotations

from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.scoring.evaluate import combine, form, in_force, points_of
from scorekeeper.koikoi.scoring.plan import Plan, PlanRow
from scorekeeper.koikoi.scoring.score import Circumstances, Line


def all_at_once(plan: Plan, rows: tuple[PlanRow, ...], held: Pile, at: Circumstances) -> tuple[Line, ...]:
    """The lines of a pile by one reading of the sake cup."""
    rows = tuple(row for row in rows if in_force(row, at))
    held_yaku = [yaku for row in rows for yaku in form(row, held, at.round)]
    lines = [
        Line(yaku.row.id, points, held.cards & yaku.among, held.chaff if yaku.row.counted else 0)
        for yaku in combine(plan, held_yaku, held.cards, at.own, at.round)
        if (points := points_of(yaku, at.own, at.round))
    ]
    needy = {row.id for row in rows if row.requires_other}
    return () if all(line.yaku in needy for line in lines) else tuple(lines)
