"""Numbers with their 95 % intervals, and the differences of two that were counted in the same rounds.

Every number is the mean of what some rounds brought: all rounds, or those in which there was something to
count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from ..figures.seat_figures import AddedNumbers, Interval, Share, t_quantile

_PLACES: Final = 6
Counts = Mapping[str, int]  # what a round brought, by key
Estimate = dict[str, float | None]  # its "value", and from "low" to "high"


class Sums(msgspec.Struct):
    """What the rounds of one rule set brought: by key how many counted, their sum and that of their squares.

    A key counts in every round, as 0 where it is missing; where ``some`` is asked for only where it is there.
    """

    rounds: int = 0
    numbers: dict[str, AddedNumbers] = {}

    def add(self, counts: Counts, times: int) -> None:
        """Take in some rounds that brought the same."""
        self.rounds += times
        for key, brought in counts.items():
            more = AddedNumbers(times, times * brought, times * brought * brought)
            self.numbers[key] = self.numbers.get(key, AddedNumbers()) + more

    def sample(self, key: str, some: bool = False) -> AddedNumbers:
        found = self.numbers.get(key, AddedNumbers())
        return found if some else msgspec.structs.replace(found, count=self.rounds)

    def mean(self, key: str, some: bool = False) -> Estimate:
        sample = self.sample(key, some)
        return estimate(sample.mean, sample.interval)

    def share(self, key: str) -> Estimate:
        """The mean of what is only 0 or 1."""
        sample = self.sample(key)
        share = Share(int(sample.total), sample.count)
        return estimate(share.share, share.interval)


class Together(NamedTuple):
    """What two rule sets brought in the same rounds, as sums over the rounds in which both counted."""

    often: int = 0
    product: int = 0
    first: int = 0
    second: int = 0


class PairedSums:
    """The sums of two rule sets over the same rounds."""

    def __init__(self, one: Sums, other: Sums, together: dict[str, Together]) -> None:
        self.one, self.other, self._together = one, other, together

    def add(self, one: Counts, other: Counts, times: int) -> None:
        """The sums of products of some equal rounds; ``one`` and ``other`` are to be added apart."""
        for key in one.keys() & other.keys():
            often, product, first, second = self._together.get(key, Together())
            x, y = one[key], other[key]
            self._together[key] = Together(
                often + times, product + times * x * y, first + times * x, second + times * y
            )

    def difference(self, key: str, some: bool = False) -> Estimate:
        """By how much the mean of the second rule set is above that of the first.

        The deals are the same, so what chance did to both falls out: the interval comes from what each round
        adds to the difference, (y - mean y) / count y - (x - mean x) / count x.
        """
        one, other = self.one.sample(key, some), self.other.sample(key, some)
        if not one.count or not other.count:
            return estimate(None, None)
        often, product, first, second = self._together.get(key, Together())
        if not some:
            often, first, second = one.count, int(one.total), int(other.total)
        x, y = _mean(one), _mean(other)
        shared = product - y * first - x * second + x * y * often
        variance = (
            _deviations(one) / one.count**2
            + _deviations(other) / other.count**2
            - 2 * shared / (one.count * other.count)
        )
        return estimate(float(y - x), interval_of(float(y - x), float(variance), min(one.count, other.count)))


def estimate(value: float | None, interval: Interval | None) -> Estimate:
    """A number and its interval as plain data, rounded so that every computer writes the same."""
    low, high = interval or (None, None)
    return {"value": _rounded(value), "low": _rounded(low), "high": _rounded(high)}


def interval_of(value: float, variance: float, count: int) -> Interval | None:
    """The interval of a number with such a variance, which was worked out from ``count`` rounds."""
    if count < 2:
        return None
    # the rounds are a sample, of which the variance is too small; as a float it may come out below 0
    reach = t_quantile(count - 1) * sqrt(max(variance, 0.0) * count / (count - 1))
    return Interval(value - reach, value + reach)


def spread(points: Mapping[int, int]) -> Estimate:
    """The standard deviation of numbers, given how often each came."""
    count = sum(points.values())
    if count < 2:
        return estimate(None, None)
    deviation = _deviation(points)
    terms = sum(times * _term(x, deviation) ** 2 for x, times in points.items())
    return estimate(deviation.spread, interval_of(deviation.spread, terms / count**2, count))


def spread_difference(points: Mapping[tuple[int, int], int]) -> Estimate:
    """By how much the standard deviation of the second of pairs of numbers is above that of the first."""
    count = sum(points.values())
    if count < 2:
        return estimate(None, None)
    of_each = [Counter[int](), Counter[int]()]
    for pair, times in points.items():
        for place, x in enumerate(pair):
            of_each[place][x] += times
    one, other = map(_deviation, of_each)
    terms = sum(times * (_term(y, other) - _term(x, one)) ** 2 for (x, y), times in points.items())
    value = other.spread - one.spread
    return estimate(value, interval_of(value, terms / count**2, count))


class _Deviation(NamedTuple):
    mean: float
    spread: float


def _deviation(points: Mapping[int, int]) -> _Deviation:
    count, total = sum(points.values()), sum(x * times for x, times in points.items())
    squares = sum(x * x * times for x, times in points.items())
    return _Deviation(total / count, AddedNumbers(count, total, squares).spread or 0.0)


def _term(x: int, of: _Deviation) -> float:
    """What one number adds to the estimate of a standard deviation."""
    return ((x - of.mean) ** 2 - of.spread**2) / (2 * of.spread) if of.spread else 0.0


def _deviations(of: AddedNumbers) -> Fraction:
    """The sum of the squares of the distances from the mean.

    Exact: of two large sums that are nearly equal floats would leave nothing but their rounding.
    """
    return Fraction(of.squares) - Fraction(of.total) ** 2 / of.count


def _mean(of: AddedNumbers) -> Fraction:
    return Fraction(of.total) / of.count


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, _PLACES) + 0.0  # no -0.0
