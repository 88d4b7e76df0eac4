"""Means and shares with their intervals, against values of published tables."""

from __future__ import annotations

from math import gamma, pi, sqrt

import pytest

from scorekeeper.koikoi.figures.seat_figures import AddedNumbers, Interval, Share, sample, t_quantile


@pytest.mark.parametrize(
    ("freedom", "wanted"),
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (11, 2.201), (12, 2.179), (20, 2.086), (30, 2.042),
     (60, 2.000), (120, 1.980), (1_000_000, 1.960)],
)  # fmt: skip
def test_students_t_is_that_of_the_tables(freedom: int, wanted: float) -> None:
    assert t_quantile(freedom) == pytest.approx(wanted, abs=0.0006)


@pytest.mark.parametrize("freedom", [*range(1, 31), 60, 120])
def test_students_t_leaves_a_fortieth_on_each_side(freedom: int) -> None:
    assert _between(t_quantile(freedom), freedom) == pytest.approx(0.95, abs=1e-5)


def _between(reach: float, n: int) -> float:
    """How much of Student's t lies within so much of its middle: Simpson's rule over its density."""
    steps = 4000
    width = 2 * reach / steps
    heights = [(1 + (step * width - reach) ** 2 / n) ** (-(n + 1) / 2) for step in range(steps + 1)]
    area = width / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]))
    return float(gamma((n + 1) / 2) / gamma(n / 2) / sqrt(n * pi) * area)


def test_of_no_numbers_there_is_no_mean() -> None:
    assert (AddedNumbers().mean, AddedNumbers().spread, AddedNumbers().interval) == (None, None, None)


def test_of_one_number_there_is_a_mean_and_no_interval() -> None:
    one = sample([7])
    assert (one.mean, one.spread, one.interval) == (7, None, None)


def test_of_fewer_than_five_numbers_no_likely_mean_is_said() -> None:
    four, five = sample([1, 1, 1, 90]), sample([1, 1, 1, 1, 90])
    assert (four.likely(), four.likely(0)) == (None, None)
    assert five.interval is not None
    assert five.likely() == five.interval
    assert five.interval.low < 0
    assert five.likely(0) == (0, five.interval.high)


def test_the_interval_of_two_numbers_is_wide() -> None:
    two = sample([1, 3])
    assert two.spread == pytest.approx(sqrt(2))
    assert two.interval == pytest.approx((2 - 12.7062, 2 + 12.7062))


def test_a_mean_its_spread_and_its_interval() -> None:
    """Ten numbers worked out by hand: mean 5.5, variance 82.5 / 9, t of 9 degrees 2.26216."""
    ten = sample(list(range(1, 11)))
    assert ten.mean == 5.5
    assert ten.spread == pytest.approx(3.0276503541)
    assert ten.interval == pytest.approx((3.334147, 7.665853), abs=1e-6)


def test_equal_numbers_have_no_spread() -> None:
    assert sample([10**9] * 3).spread == 0


def test_samples_are_added() -> None:
    some, others = sample([3, -4, 5]), sample([0, 12])
    assert some + others == sample([3, -4, 5, 0, 12]) == others + some


@pytest.mark.parametrize(
    ("part", "whole", "wanted"),
    [(0, 10, (0.0, 0.27753)), (1, 10, (0.01788, 0.40415)), (5, 10, (0.23659, 0.76341)),
     (10, 10, (0.72247, 1.0)), (81, 263, (0.25529, 0.36621)), (0, 1, (0.0, 0.79346))],
)  # fmt: skip
def test_the_interval_of_a_share(part: int, whole: int, wanted: tuple[float, float]) -> None:
    """81 of 263 is the example of Newcombe (1998), who gives .2553 to .3662."""
    share = Share(part, whole)
    assert share.share == part / whole
    assert share.interval == pytest.approx(Interval(*wanted), abs=1e-5)


def test_a_share_of_nothing_is_none() -> None:
    assert (Share(0, 0).share, Share(0, 0).interval) == (None, None)
