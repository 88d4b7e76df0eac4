"""The drawing of what koi-koi is worth with so many points held; every place in it is worked out here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from .axis import Tick, as_text, step

_WIDTH: Final = 360
_LEFT, _RIGHT = 40, 348
_ROW: Final = 22
_MOST_LINES: Final = 6


class GainRow(NamedTuple):
    """A gain as a dot and where it lies as a line; ``is_more``: it lies above 0, ``is_less``: below."""

    base: int
    at: str
    low: str
    high: str
    y: str
    is_more: bool
    is_less: bool


class GainsPlot(NamedTuple):
    rows: tuple[GainRow, ...]
    ticks: tuple[Tick, ...]  # points
    height: int
    foot: int
    bottom: int
    top: int = 4
    left: int = _LEFT
    width: int = _WIDTH


def gains(rows: Sequence[dict[str, Any]]) -> GainsPlot | None:
    """What koi-koi was worth, a row for each number of points; None of nothing."""
    if not rows:
        return None
    ends = [row["gain"][end] for row in rows for end in ("low", "high")]
    low, high = min(0.0, *ends), max(0.0, *ends)
    wide: float = high - low or 1.0

    def across(number: float) -> str:
        return as_text(_LEFT + (_RIGHT - _LEFT) * (number - low) / wide)

    apart = step(int(wide), _MOST_LINES)
    first = -(int(-low) // apart) * apart
    bottom = _ROW * len(rows) + 8
    return GainsPlot(
        tuple(
            GainRow(
                base=row["base"],
                at=across(row["gain"]["value"]),
                low=across(row["gain"]["low"]),
                high=across(row["gain"]["high"]),
                y=as_text(_ROW * place + 16),
                is_more=row["gain"]["low"] > 0,
                is_less=row["gain"]["high"] < 0,
            )
            for place, row in enumerate(rows)
        ),
        tuple(Tick(across(number), number) for number in range(first, int(high) + 1, apart)),
        height=bottom + 20,
        foot=bottom + 16,
        bottom=bottom,
    )
