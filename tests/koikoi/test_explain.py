"""Why a yaku that was formed does not count: the weather that ruined it."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.match import explain
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.score import Circumstances


def ruined(held: str, *months: int, **weather: Any) -> dict[str, str]:
    table = rules({"extends": "dutch", "weather": weather})
    taken = explain.ruined(table, pile(held), Circumstances(field_months=months))
    return {yaku: str(said) for yaku, said in taken}


@pytest.mark.parametrize(
    ("sign", "held", "months", "said"),
    [
        ("captured_lead", "03B 09A", (), None),
        ("captured_lead", "03B 09A 11B", (), "the rain man was captured: rain"),
        ("captured_lead", "03B 11B", (), None),  # not formed
        ("captured_lead", "03B 09A 11A", (), None),
        ("captured_month", "03B 09A 11A", (), "11 swallow was captured"),
        ("captured_month", "03B 09A 11C", (), "the lightning was captured: rain"),
        ("field_month", "03B 09A", (11,), "a November card lies on the field: rain"),
        ("field_month", "03B 09A", (12,), None),
    ],
)
def test_rain_takes_flower_viewing(sign: str, held: str, months: tuple[int, ...], said: str | None) -> None:
    taken = ruined(held, *months, rain={"sign": sign, "ruins": ["hanami"]})
    assert taken == ({"hanami": said} if said else {})
