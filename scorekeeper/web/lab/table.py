"""A result as rows of a table: every number with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...exports.sheets.csv_sheet import Cell
from ...koikoi.figures.match_figures import yaku_called
from ...languages import Translate

_HEADS = ("ruleset", "figure", "item", "name", "value", "low", "high", "of")


def rows(told: dict[str, Any], translate: Translate) -> Iterator[tuple[Cell, ...]]:
    """The heads of the columns, then the numbers of each rule set, then the differences."""
    yield _HEADS
    for of_set in told["rulesets"]:
        for row in _of(of_set, translate):
            yield of_set["ruleset"], *row
    for row in _of(told.get("differences", {}), translate):
        yield "difference", *row


def _of(part: dict[str, Any], translate: Translate, before: str = "") -> Iterator[tuple[Cell, ...]]:
    for key, value in part.items():
        figure = f"{before}{key}"
        if isinstance(value, dict) and "low" in value:
            yield figure, "", "", value["value"], value["low"], value["high"], ""
        elif isinstance(value, dict):
            yield from _of(value, translate, f"{figure}.")
        elif key == "won_rounds":
            for points, times in value:
                yield figure, points, "", times, "", "", ""
        elif isinstance(value, list):
            yield from _items(figure, value, translate)
        elif key != "ruleset" and value is not None:
            yield figure, "", "", value, "", "", ""


def _items(figure: str, items: list[dict[str, Any]], translate: Translate) -> Iterator[tuple[Cell, ...]]:
    for item in items:
        name = translate(yaku_called(item["key"])) if "key" in item else ""
        about = item["id"] if "id" in item else item["base"]
        for key, value in item.items():
            if isinstance(value, dict):
                numbers = value["value"], value["low"], value["high"]
                yield f"{figure}.{key}", about, name, *numbers, item.get("times", "")
