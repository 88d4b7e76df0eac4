"""A scoring plan as JSON for the evaluator in the browser, ``static/js/scorer/``.

JavaScript works on bits 32 at a time, so a set of cards is written as two halves of 24 bits: [months 1 to 6,
months 7 to 12]. Values that have no effect are left out; ``readPlan`` puts them back.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ...koikoi.cards import BRIGHTS, CARDS, RAIN_MAN
from ...koikoi.scoring.plan import FactorRow, Plan, Row

_HALF: Final = (1 << 24) - 1
_SILENT: Final = Row(
    id="",
    needs=(),
    core=0,
    monthly="",
    repeat=False,
    separate=False,
    wild=0,
    counted=False,
    twice=0,
    kind=0,
    size=0,
    points=0,
    extra=0,
    after_koi=None,
    months=None,
    month_factor=None,
    ruined_by=0,
    ruined_in=(),
    family="",
    overlap="",
    counts=False,
    leaves_further=False,
    replaces=(),
    excluded_by=(),
    rivals=(),
    requires_other=False,
)


def plan_json(plan: Plan) -> str:
    """The plan as compact JSON; it may stand inside a ``<script type="application/json">`` as it is."""
    # All words in it are ids of yaku, cards and options, so nothing should need escaping; this makes sure.
    return msgspec.json.encode(_tree(plan)).decode().replace("<", "\\u003c")


def _tree(plan: Plan) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "deck": " ".join(card.id for card in CARDS),  # by bit
        "readings": [[_row(row) for row in rows] for rows in plan.readings],
        "highest": plan.highest,
        "animals": plan.animals,
        "ribbons": plan.ribbons,
        "factors": [_factor(row) for row in plan.factors],
        "big": plan.big,
        "combine": plan.combine,
        "max_base": plan.max_base,
        "max_factor": plan.max_factor,
        "max_points": plan.max_points,
    }
    if plan.asks_dealt_brights:
        tree["field_brights"] = _halves(BRIGHTS if plan.rain_man_counts else BRIGHTS & ~RAIN_MAN)
    return tree


def _row(row: Row) -> dict[str, Any]:
    said = {
        name: getattr(row, name)
        for name in row.__struct_fields__
        if name != "core" and getattr(row, name) != getattr(_SILENT, name)
    }
    if row.needs:
        said["needs"] = [[_halves(among), least] for among, least in row.needs]
    for name in {"kind", "ruined_by", "twice", "wild"} & said.keys():
        said[name] = _halves(said[name])
    return said


def _factor(row: FactorRow) -> dict[str, Any]:
    by_table = row.form in ("table", "round")
    steps = {"table": row.table} if by_table else {"factor": row.factor}
    return {"id": row.id, "form": row.form, **steps, **({"by_player": True} if row.by_player else {})}


def _halves(cards: int) -> tuple[int, int]:
    return cards & _HALF, cards >> 24
