"""Numbers with their 95 % intervals, and the differences of two that were counted in the same rounds.

Every number is the mean of what some rounds brought: all rounds, or those in which there was something to
count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

from ..figures.seat_figures import AddedNumbers, Interval, Share, t_quantile

_PLACES: Final = 6
Key = Hashable
Counts = Mapping[Any, int]  # what a round brought, by key
Estimate = dict[str, float | None]  # its "value", and from "low" to "high"


class Sums:
    """What the rounds of one rule set brought: by key how many counted, their sum and that of their squares.

    A key for which ``is_everywhere`` counts in every round, as 0 where it is missing; any other only where it
    is there.
    """

    def __init__(self, rounds: int, is_everywhere: Callable[[Key], bool]) -> None:
        self._rounds, self.is_everywhere = rounds, is_everywhere
        self._count, self._total, self._squares = Counter[Key](), Counter[Key](), Counter[Key]()

    def add(self, counts: Counts, times: int) -> None:
        for key, brought in counts.items():
            self._count[key] += times
            self._total[key] += times * brought
            self._squares[key] += times * brought * brought

    @property
    def keys(self) -> Iterable[Key]:
        return self._count.keys()

    def sample(self, key: Key) -> AddedNumbers:
        count = self._rounds if self.is_everywhere(key) else self._count[key]
        return AddedNumbers(count, self._total[key], self._squares[key])

    def mean(self, key: Key) -> Estimate:
        sample = self.sample(key)
        return estimate(sample.mean, sample.interval)

    def share(self, key: Key) -> Estimate:
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

    def __init__(self, one: Sums, other: Sums) -> None:
        self.one, self.other = one, other
        self._together: dict[Key, Together] = {}

    def add(self, one: Counts, other: Counts, times: int) -> None:
        """The sums of products of some equal rounds; ``one`` and ``other`` are to be added apart."""
        for key in one.keys() & other.keys():
            often, product, first, second = self._together.get(key, Together())
            x, y = one[key], other[key]
            self._together[key] = Together(
                often + times, product + times * x * y, first + times * x, second + times * y
            )

    def difference(self, key: Key) -> Estimate:
        """By how much the mean of the second rule set is above that of the first.

        The deals are the same, so what chance did to both falls out: the interval comes from what each round
        adds to the difference, (y - mean y) / count y - (x - mean x) / count x.
        """
        one, other = self.one.sample(key), self.other.sample(key)
        if not one.count or not other.count:
            return estimate(None, None)
        often, product, first, second = self._together.get(key, Together())
        if self.one.is_everywhere(key):
            often, first, second = one.count, int(one.total), int(other.total)
        x, y = _mean(one), _mean(other)
        shared = product - y * first - x * second + x * y * often
        variance = (
            _deviations(one) / one.count**2
            + _deviations(other) / other.count**2
            - 2 * shared / (one.count * other.count)
        )
        return estimate(float(y - x), around(float(y - x), float(variance), min(one.count, other.count)))


def estimate(value: float | None, interval: Interval | None) -> Estimate:
    """A number and its interval as plain data, rounded so that every computer writes the same."""
    low, high = interval or (None, None)
    return {"value": _rounded(value), "low": _rounded(low), "high": _rounded(high)}


def around(value: float, variance: float, count: int) -> Interval | None:
    """The interval of a number with such a variance, which was worked out from ``count`` rounds."""
    if count < 2:
        return None
    reach = t_quantile(count - 1) * sqrt(max(variance, 0.0) * count / (count - 1))
    return Interval(value - reach, value + reach)


def spread(points: Mapping[int, int]) -> Estimate:
    """The standard deviation of numbers, given how often each came."""
    count = sum(points.values())
    if count < 2:
        return estimate(None, None)
    deviation = _deviation(points)
    terms = sum(times * _term(x, deviation) ** 2 for x, times in points.items())
    return estimate(deviation.spread, around(deviation.spread, terms / count**2, count))


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
    return estimate(value, around(value, terms / count**2, count))


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
    """The sum of the squares of the distances from the mean."""
    return Fraction(of.squares) - Fraction(of.total) ** 2 / of.count


def _mean(of: AddedNumbers) -> Fraction:
    return Fraction(of.total) / of.count


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, _PLACES) + 0.0  # no -0.0
