"""What drawings have in common: numbers as SVG takes them, and round numbers along an axis."""

from __future__ import annotations

from typing import Final, NamedTuple

_STEPS: Final = (1, 2, 3, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)


class Tick(NamedTuple):
    """A number at the bottom edge."""

    x: str
    number: int


def as_text(number: float) -> str:
    """A place in a drawing, to a tenth."""
    return f"{number:.1f}".removesuffix(".0")


def step(last: int, most: int) -> int:
    """The distance between round numbers, so that there are at most so many up to the last."""
    return next(step for step in (*_STEPS, last) if last // step <= most)


def ticks(last: int, most: int) -> range:
    """At most so many round numbers from the first one up to the last."""
    apart = step(last, most)
    return range(apart, last + 1, apart)
