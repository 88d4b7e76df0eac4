"""Means and shares of what was counted, each with its 95 % interval."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple, TypeAlias

import msgspec

Number: TypeAlias = int | float  # whole, but for numbers that are too large for 64 bits
FEW: Final = 5  # of fewer numbers the interval of a mean is so wide that it says nothing
_Z: Final = 1.959963984540054  # 95 % of a normal distribution lie within so many spreads of its mean
# The same of Student's t, for 1 to 10 degrees of freedom; from there on the series below is exact enough.
_T: Final = (12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600, 2.26216, 2.22814)


class Interval(NamedTuple):
    low: float
    high: float


class Sample(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Numbers that were added up: how many, their sum and the sum of their squares."""

    count: int = 0
    total: Number = 0
    squares: Number = 0

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None

    @property
    def spread(self) -> float | None:
        """The standard deviation; None for fewer than two numbers."""
        if self.count < 2:
            return None
        deviations = self.count * self.squares - self.total * self.total  # times their number
        return sqrt(max(deviations, 0) / (self.count * (self.count - 1)))

    @property
    def interval(self) -> Interval | None:
        """Where the mean of ever more such numbers lies, by Student's t; None for fewer than two."""
        if self.spread is None:
            return None
        mean, reach = self.total / self.count, t_quantile(self.count - 1) * self.spread / sqrt(self.count)
        return Interval(mean - reach, mean + reach)

    def likely(self, least: Number | None = None) -> Interval | None:
        """The interval as far as it says something: None for fewer than FEW numbers.

        ``least``: no number can be lower, so that no mean can.
        """
        interval = self.interval if self.count >= FEW else None
        if interval is None or least is None:
            return interval
        return Interval(max(interval.low, least), interval.high)


class Share(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """``part`` of a ``whole``, both counted."""

    part: int = 0
    whole: int = 0

    @property
    def share(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> Interval | None:
        """Where the share of ever more lies, by Wilson's score; None of nothing."""
        if not self.whole:
            return None
        part, whole, square = self.part, self.whole, _Z * _Z
        centre = (part + square / 2) / (whole + square)
        reach = _Z / (whole + square) * sqrt(part * (whole - part) / whole + square / 4)
        return Interval(max(centre - reach, 0.0), min(centre + reach, 1.0))


def sample(numbers: list[int]) -> Sample:
    """The sample of some numbers."""
    return Sample(len(numbers), sum(numbers), sum(number * number for number in numbers))


def t_quantile(freedom: int) -> float:
    """How many standard errors around a mean hold 95 %, for so many degrees of freedom, at least 1."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
