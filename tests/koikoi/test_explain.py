"""Why a yaku that was formed does not count, or pays what it pays: weather, further cards."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.koikoi.match import explain
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import score
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


@pytest.mark.parametrize(
    ("changed", "held", "parts"),
    [
        ({}, "06A 07A 10A", ()),
        ({}, "06A 07A 10A 02A", (5, 1)),
        ({}, "06A 07A 10A 02A 04A 05A 08A", (5, 4)),
        ({"extra": 2}, "06A 07A 10A 02A 04A", (5, 4)),
        ({"extra": 0}, "06A 07A 10A 02A 04A", ()),
        ({"after_koi": 9}, "06A 07A 10A 02A", ()),  # 9 + 1 by a call, 5 + 1 without
        ({"months": [7], "month_factor": 2}, "06A 07A 10A 02A", ()),  # (5 + 1) × 2 in July
    ],
)
def test_what_further_cards_add(changed: dict[str, Any], held: str, parts: tuple[int, ...]) -> None:
    table = rules({"extends": "nintendo_jp", "yaku": {"inoshikacho": changed}})
    lines = score(table, pile(held), Circumstances(own=1, round=7)).lines
    (line,) = [line for line in lines if line.yaku == "inoshikacho"]
    assert explain.further_cards(line, table) == parts
