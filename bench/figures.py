"""A measured figure with its limit and its aim, and the table of all of them."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """``value`` in ``unit``; None: not measured, and ``note`` says why. No limit: only for comparison."""

    what: str
    value: float | None
    unit: str = ""
    limit: float | None = None
    aim: float | None = None
    at_least: bool = False  # the limit is the least that will do, not the most
    note: str = ""
    broken: bool = False  # it should have been measured and could not

    @property
    def over(self) -> bool:
        """Whether the limit is exceeded, or should have been measured and was not."""
        if self.broken:
            return True
        if self.value is None or self.limit is None:
            return False
        return self.value < self.limit if self.at_least else self.value > self.limit

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "FAILED" if self.broken else "not measured"
        if self.limit is None:
            return ""
        return "OVER" if self.over else "ok"

    def as_values(self) -> dict[str, Any]:
        """The figure as values for JSON."""
        return {**asdict(self), "over": self.over}


def percentile(values: Sequence[float], part: float) -> float:
    """The value that ``part`` (0 to 1) of all values do not exceed; always a measured value."""
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, -int(-part * len(ordered) // 1) - 1))]


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def table(figures: Sequence[Figure]) -> str:
    """The figures as plain text; notes are under their rows."""
    rows = [("what", "figure", "limit", "aim", "")]
    rows += [
        (
            figure.what,
            _text(figure.value, figure.unit),
            _text(figure.limit),
            _text(figure.aim),
            figure.verdict,
        )
        for figure in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = []
    for row, figure in zip(rows, (None, *figures), strict=True):
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:4], widths[1:4], strict=True)]
        lines.append("  ".join([*cells, row[4]]).rstrip())
        if figure is None:
            lines.append("  ".join("─" * width for width in widths[:4]))
        elif figure.note:
            lines.append(f"    {figure.note}")
    return "\n".join(lines)


def _text(value: float | None, unit: str = "") -> str:
    if value is None:
        return "–"
    number = f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.2f}"
    return f"{number} {unit}".rstrip()
