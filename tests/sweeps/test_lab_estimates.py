"""Intervals hold the true number in about 95 of 100 cases, also those of differences."""

from __future__ import annotations

from collections import Counter
from random import Random

from scorekeeper.koikoi.figures.seat_figures import AddedNumbers
from scorekeeper.koikoi.simulation.estimates import Estimate, PairedSums, Sums, spread, spread_difference

ROUNDS, TRIALS = 200, 400
ENOUGH = range(int(0.92 * TRIALS), int(0.98 * TRIALS))


def holds(estimate: Estimate, true: float) -> bool:
    low, high = estimate["low"], estimate["high"]
    return low is not None and high is not None and low <= true <= high


def test_intervals_hold_the_true_number() -> None:
    """Three of ten rounds are won; those bring 1 to 6 points."""
    chance, held = Random(1), Counter[str]()
    for _ in range(TRIALS):
        sums = Sums()
        points = [chance.randint(1, 6) if chance.random() < 0.3 else 0 for _ in range(ROUNDS)]
        for number in points:
            sums.add({"won": 1, "points": number, "some": number} if number else {}, 1)
        held["share"] += holds(sums.share("won"), 0.3)
        held["mean"] += holds(sums.mean("points"), 1.05)
        held["of some"] += holds(sums.mean("some", some=True), 3.5)
        held["spread"] += holds(spread(Counter(points)), (0.3 * 91 / 6 - 1.05**2) ** 0.5)
    assert {name for name, times in held.items() if times not in ENOUGH} == set(), held


def test_intervals_of_differences_hold_the_true_difference() -> None:
    """The second rule set doubles what is at least 5, on the same rounds, and adds a win now and then."""
    chance, held, widths = Random(2), Counter[str](), [0.0, 0.0]
    for _ in range(TRIALS):
        pair = PairedSums(Sums(), Sums(), {})
        both: Counter[tuple[int, int]] = Counter()
        for _ in range(ROUNDS):
            one = chance.randint(1, 6) if chance.random() < 0.5 else 0
            other = one * 2 if one >= 5 else one or (1 if chance.random() < 0.2 else 0)
            counts = [{"points": points, "some": points} if points else {} for points in (one, other)]
            for sums, of in zip((pair.one, pair.other), counts, strict=True):
                sums.add(of, 1)
            pair.add(counts[0], counts[1], 1)
            both[one, other] += 1
        held["mean"] += holds(pair.difference("points"), 0.5 * 11 / 6 + 0.1)
        held["of some"] += holds(pair.difference("some", some=True), (0.5 * 32 / 6 + 0.1) / 0.6 - 3.5)
        first, second = 0.5 * 91 / 6, 0.5 * (30 + 100 + 144) / 6 + 0.1
        true = (second - (0.5 * 32 / 6 + 0.1) ** 2) ** 0.5 - (first - 1.75**2) ** 0.5
        held["spread"] += holds(spread_difference(both), true)
        widths[0] += width(pair.difference("points"))
        widths[1] += width(pair.one.mean("points")) + width(pair.other.mean("points"))
    assert {name for name, times in held.items() if times not in ENOUGH} == set(), held
    assert widths[0] < widths[1] / 2  # what the same deals are for


def width(estimate: Estimate) -> float:
    assert estimate["low"] is not None and estimate["high"] is not None
    return estimate["high"] - estimate["low"]


def test_a_difference_of_means_is_that_of_a_sample_of_differences() -> None:
    pair = PairedSums(Sums(), Sums(), {})
    for one, other in ((1, 3), (4, 4), (0, 2), (7, 1)):
        first, second = ({"points": number} if number else {} for number in (one, other))
        pair.one.add(first, 1)
        pair.other.add(second, 1)
        pair.add(first, second, 1)
    of_each = AddedNumbers(4, 2 + 0 + 2 - 6, 4 + 0 + 4 + 36)
    found, expected = pair.difference("points"), of_each.interval
    assert expected
    assert (found["value"], found["low"]) == (-0.5, round(expected.low, 6))


def test_of_nothing_nothing_is_known() -> None:
    pair = PairedSums(Sums(), Sums(), {})
    nothing = {"value": None, "low": None, "high": None}
    assert (
        pair.difference("some", some=True)
        == pair.one.mean("points")
        == spread({})
        == spread({3: 1})
        == nothing
    )
    assert spread_difference({(1, 2): 1}) == nothing


def test_a_single_round_on_one_side_leaves_a_difference_without_a_range() -> None:
    """Some hundred on the other side say nothing of how much that one came about by chance."""
    for often in ((1, 300), (300, 1)):
        pair = PairedSums(Sums(), Sums(), {})
        for sums, times in zip((pair.one, pair.other), often, strict=True):
            sums.add({"some": 4}, times)
            sums.add({}, 300 - times)
        pair.add({"some": 4}, {"some": 4}, 1)
        assert pair.difference("some", some=True) == {"value": 0.0, "low": None, "high": None}
