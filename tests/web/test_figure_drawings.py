"""Drawings of figures: what they show is what was counted, and nothing stands outside."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorekeeper.koikoi.figures.seat_figures import Share
from scorekeeper.web.figures.numbers import yaku_rows
from scorekeeper.web.plots.koikoi_value import GainRow, gains
from scorekeeper.web.plots.shares import Histogram, histogram, parts, ranges

MANY = dict.fromkeys(range(1, 60), 10)
LOSSES = {-55: 1, -12: 2, 10: 3, 145: 1}  # where yaku of the others are lost
FEW_HIGH = {1: 600, 2: 300, 5: 95, 80: 3, 4000: 2}


def drawn(points: dict[int, int]) -> Histogram:
    made = histogram(points)
    assert made is not None
    return made


def test_without_rounds_there_is_no_drawing() -> None:
    assert histogram({}) is None
    assert ranges({"the dealer": Share(0, 0)}) is None
    assert parts({"won": Share(0, 0)}) == ()


@pytest.mark.parametrize(
    "points",
    [
        {5: 1},
        {0: 2},
        {0: 1, 3: 2},
        {1: 3, 20: 1},
        {1: 3, 21: 1},
        {-30: 1},
        {-3: 1, 0: 1},
        LOSSES,
        MANY,
        FEW_HIGH,
    ],
)
def test_every_round_is_in_one_bar(points: dict[int, int]) -> None:
    bars = drawn(points).bars
    assert sum(bar.times for bar in bars) == sum(points.values())
    assert len(bars) <= 22
    for bar, following in pairwise(bars):
        assert bar.last is not None
        assert following.first == bar.last + 1
    for bar in bars:
        worth = range(bar.first, bar.last + 1) if bar.last is not None else range(bar.first, 10**6)
        assert bar.times == sum(times for points_, times in points.items() if points_ in worth)


@pytest.mark.parametrize("points", [{5: 1}, {-30: 1}, LOSSES, MANY, FEW_HIGH])
def test_bars_stand_inside_the_drawing_and_the_highest_fills_it(points: dict[int, int]) -> None:
    made = drawn(points)
    most = max(bar.times for bar in made.bars)
    bottoms = {round(float(bar.y) + float(bar.height), 1) for bar in made.bars}
    assert len(bottoms) == 1
    for bar in made.bars:
        assert made.left <= float(bar.x) < float(bar.x) + float(bar.width) <= made.right
        assert float(bar.height) == pytest.approx(120 * bar.times / most, abs=0.1)


def test_a_few_rounds_of_very_many_points_do_not_make_the_others_thin() -> None:
    *usual, beyond = drawn(FEW_HIGH).bars
    assert [(bar.first, bar.times) for bar in usual] == [(1, 600), (2, 300), (3, 0), (4, 0), (5, 95)]
    assert (beyond.first, beyond.last, beyond.times) == (6, None, 5)
    assert drawn(dict(reversed(FEW_HIGH.items()))) == drawn(FEW_HIGH)
    assert [bar.last for bar in drawn({1: 98, 50: 2}).bars] == [1, None]
    assert drawn({1: 97, 50: 3}).bars[-1].last == 51


def test_a_bar_stands_where_its_points_are_and_the_levels_beside_it() -> None:
    made = drawn({1: 6, 2: 3, 3: 1})
    assert [(bar.first, bar.x, bar.y, bar.width, bar.height, bar.middle) for bar in made.bars] == [
        (1, "48.3", "12", "87.4", "120", "92"),
        (2, "152.3", "72", "87.4", "60", "196"),
        (3, "256.3", "112", "87.4", "20", "300"),
    ]
    assert [(level.times, level.y) for level in made.levels] == [(2, "92"), (4, "52"), (6, "12")]
    assert [level.times for level in drawn({1: 4, 2: 1}).levels] == [2, 4]
    assert made.labels == made.bars
    assert (made.left, made.right, made.below, made.foot) == (40, 352, 140, 148)
    assert (made.width, made.height) == (360, 160)


def test_of_many_bars_every_third_has_its_number_and_that_of_the_rare_ones() -> None:
    twenty = dict.fromkeys(range(1, 21), 10)
    assert [bar.first for bar in drawn(twenty).labels] == [1, 4, 7, 10, 13, 16, 19]
    assert [bar.first for bar in drawn({**twenty, 500: 1}).labels] == [1, 4, 7, 10, 13, 16, 19, 21]
    nineteen = dict.fromkeys(range(1, 20), 10)
    assert [bar.first for bar in drawn({**nineteen, 500: 1}).labels] == [1, 4, 7, 10, 13, 16, 20]
    assert drawn(FEW_HIGH).labels == drawn(FEW_HIGH).bars
    assert [(bar.first, bar.last) for bar in drawn(twenty).bars[-2:]] == [(19, 19), (20, 20)]
    assert [(bar.first, bar.last) for bar in drawn({**twenty, 21: 10}).bars[-2:]] == [(19, 20), (21, 22)]


@pytest.mark.parametrize("points", [{5: 1}, MANY, FEW_HIGH, {1: 9, 20: 1}])
def test_numbers_below_the_bars_do_not_cover_one_another(points: dict[int, int]) -> None:
    places = [float(bar.middle) for bar in drawn(points).labels]
    assert places
    assert all(right - left >= 22 for left, right in pairwise(places))


def test_a_share_is_a_dot_inside_its_range() -> None:
    made = ranges({"dealer": Share(52, 100), "others": Share(0, 3), "all": Share(3, 3)})
    assert made is not None
    for row in made.rows:
        assert 8 <= float(row.low) <= float(row.at) <= float(row.high) <= made.width - 8
        assert float(row.y) < made.bottom
    assert made.ticks == (("8", 0), ("94", 25), ("180", 50), ("266", 75), ("352", 100))
    assert [row.at for row in made.rows] == ["186.9", "8", "352"]
    assert [(row.name_at, row.y) for row in made.rows] == [("16", "30"), ("56", "70"), ("96", "110")]
    assert (made.top, made.bottom, made.foot, made.height) == (4, 124, 140, 144)


def test_what_koikoi_brought_is_a_dot_inside_its_range_to_the_right_of_0_where_it_is_more() -> None:
    """``open`` as soon as the range reaches 0."""
    found = {3: (4, 1, 6), 5: (2, 0, 4), 7: (-2, -5, 1), 9: (-2, -4, 0), 12: (-3, -4, -1)}
    rows = [
        {"base": base, "gain": {"value": value, "low": low, "high": high}}
        for base, (value, low, high) in found.items()
    ]
    made = gains(rows)
    assert made is not None
    assert made.rows == (
        GainRow(3, "292", "208", "348", "16", True, False),
        GainRow(5, "236", "180", "292", "38", False, False),
        GainRow(7, "124", "40", "208", "60", False, False),
        GainRow(9, "124", "68", "180", "82", False, False),
        GainRow(12, "96", "68", "152", "104", False, True),
    )
    assert [(tick.number, tick.x) for tick in made.ticks] == [
        *((-4, "68"), (-2, "124"), (0, "180"), (2, "236"), (4, "292"), (6, "348")),
    ]
    assert (made.left, made.top, made.bottom, made.foot) == (40, 4, 118, 134)
    assert (made.width, made.height) == (360, 138)
    assert gains([]) is None


def test_0_is_on_the_axis_where_koikoi_brought_only_more_or_nothing() -> None:
    for value, numbers, x in (
        (3, [0, 1, 2, 3], "348"),
        (-3, [-3, -2, -1, 0], "40"),
        (0, [0], "40"),
        (6, [0, 1, 2, 3, 4, 5, 6], "348"),
        (7, [0, 2, 4, 6], "348"),
        (-7, [-6, -4, -2, 0], "40"),
    ):
        made = gains([{"base": 1, "gain": {"value": value, "low": value, "high": value}}])
        assert made is not None
        assert [tick.number for tick in made.ticks] == numbers
        assert made.rows[0].at == x


def test_parts_lie_beside_one_another_and_fill_the_bar() -> None:
    made = parts({"won": Share(7, 10), "lost": Share(0, 10), "nobody": Share(3, 10)})
    assert [(part.name, part.x, part.width, part.middle) for part in made] == [
        ("won", "0", "70", "35"),
        ("nobody", "70", "30", "85"),
    ]


@pytest.mark.parametrize(("part", "is_wide"), [(8, False), (9, True)])
def test_a_narrow_part_has_no_number_in_it(part: int, is_wide: bool) -> None:
    assert parts({"won": Share(part, 100)})[0].is_wide is is_wide


def test_beside_a_yaku_stand_five_cards_at_most_that_make_it_by_month() -> None:
    rows = yaku_rows(dict.fromkeys(["ameshiko", "hiki", "kasu", "rokutan", "own.x"], (1, 5)), 20)
    assert {row.id: row.cards for row in rows} == {
        "ameshiko": ("01B", "03B", "08B", "11B"),
        "hiki": ("01B", "01C1", "01C2", "01R"),
        "kasu": ("01C1", "01C2", "02C1", "02C2", "03C1"),
        "own.x": (),
        "rokutan": ("01R", "02R", "03R", "04R", "05R"),
    }


@pytest.mark.parametrize(("rounds", "longest"), [(19, True), (20, False)])
def test_a_bar_has_its_range_only_where_the_range_is_told(rounds: int, longest: bool) -> None:
    often, once = yaku_rows({"sanko": (2, 10), "tane": (1, 1)}, rounds)
    assert ([often.reach, once.reach] == [None, None]) is longest
    assert (float(often.bar) == 100) is longest
    assert float(often.bar) == pytest.approx(2 * float(once.bar), abs=0.2)
    for row in filter(lambda row: row.reach, (often, once)):
        assert row.reach is not None
        assert float(row.reach[0]) < float(row.bar) < float(row.reach[1]) <= 100
