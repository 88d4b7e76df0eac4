"""The coin curve: where its lines, names and numbers are drawn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorekeeper.web.plots.axis import step, ticks
from scorekeeper.web.plots.coin_curve import HEIGHT, WIDTH, Curve, curve

NAMES = ("Anna", "Ben", "Cleo")


APART = [1, 2, 3, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000]


def drawn(*course: tuple[int, ...], purse: int = 100, names: tuple[str, ...] = NAMES) -> Curve:
    made = curve(names[: len(course[0])], course, purse)
    assert made is not None
    return made


def places(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (place.split(",") for place in points.split())]


def test_before_the_first_round_there_is_no_curve() -> None:
    assert curve(NAMES[:2], [(100, 100)], 100) is None


def test_lines_run_from_left_to_right_and_more_coins_are_higher() -> None:
    made = drawn((100, 100), (120, 80), (110, 90))
    anna, ben = (places(line.points) for line in made.lines)
    assert (
        [x for x, _ in anna] == [x for x, _ in ben] == [made.left, (made.left + made.right) / 2, made.right]
    )
    assert anna[0] == ben[0]
    assert anna[1][1] < anna[2][1] < anna[0][1] < ben[2][1] < ben[1][1]
    assert made.rows == ((0, (100, 100)), (1, (120, 80)), (2, (110, 90)))
    assert [len(line.dots) for line in made.lines] == [3, 3]


def test_every_place_of_a_curve_is_that_of_its_number() -> None:
    made = drawn((100, 100), (120, 80), (110, 90))
    assert [line.points for line in made.lines] == ["34,90 174,14 314,52", "34,90 174,166 314,128"]
    assert made.lines[0].dots == (("34", "90"), ("174", "14"), ("314", "52"))
    assert [(line.seat, line.name, line.name_at) for line in made.lines] == [
        (0, "Anna", "52"),
        (1, "Ben", "128"),
    ]
    assert [(level.coins, level.y, level.start) for level in made.levels] == [
        ("100", "90", True),
        ("120", "14", False),
        ("80", "166", False),
    ]
    assert [(tick.number, tick.x) for tick in made.ticks] == [(1, "174"), (2, "314")]
    assert (made.left, made.right, made.foot) == (34, 314, 184)


@pytest.mark.parametrize(
    ("names", "right"),
    [
        (("An", "Ben"), 322),
        (("Elevenchars", "Ben"), 254),
        (("An", "花子"), 314),
        (("X" + "\u0323" * 9, "Ben"), 322),
    ],
)
def test_the_longest_name_has_its_room_at_the_right(names: tuple[str, str], right: int) -> None:
    made = drawn((0, 0), (1, -1), purse=0, names=names)
    assert made.right == right
    assert made.lines[0].name == names[0]


@pytest.mark.parametrize(
    ("last", "places"),
    [
        ((100, 100, 100), ["90", "105", "120"]),
        ((300, 0, 0), ["14", "151", "166"]),
        ((0, 300, 0), ["151", "14", "166"]),
        ((0, 0, 0), ["136", "151", "166"]),
    ],
)
def test_names_of_lines_that_end_together_stand_below_one_another(
    last: tuple[int, ...], places: list[str]
) -> None:
    made = drawn((100, 100, 100), last)
    assert [line.name_at for line in made.lines] == places


@pytest.mark.parametrize("course", [[(0, 0), (0, 0)], [(100, 100)] * 13, [(100, 100, 100)] * 2])
def test_where_nothing_changes_the_lines_are_level(course: list[tuple[int, ...]]) -> None:
    made = drawn(*course, purse=course[0][0])
    assert len({y for line in made.lines for _, y in places(line.points)}) == 1
    assert [level.start for level in made.levels] == [True]


@pytest.mark.parametrize(
    "last", [(100, 100, 100), (101, 100, 99), (200, 50, 50), (150, 150, 0), (300, 0, 0), (-5, 5, 300)]
)
def test_names_at_the_end_do_not_cover_one_another(last: tuple[int, ...]) -> None:
    made = drawn((100, 100, 100), (90, 100, 110), last)
    heights = sorted(float(line.name_at) for line in made.lines)
    assert all(lower - upper >= 15 for upper, lower in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= HEIGHT


def test_the_numbers_at_the_left_do_not_cover_one_another() -> None:
    made = drawn((100, 100), (101, 99), (300, 98))
    assert [level.coins for level in made.levels] == ["100", "300"]  # 98 is too near to the start
    assert [level.coins for level in drawn((15, 0), (152, 15), purse=15).levels] == ["15", "152", "0"]
    assert [level.coins for level in drawn((14, 0), (152, 14), purse=14).levels] == ["14", "152"]
    assert drawn((0, 0), (5, -5), purse=0).levels[-1].coins == "−5"


@pytest.mark.parametrize(
    ("rounds", "ticks"),
    [(1, [1]), (6, [1, 2, 3, 4, 5, 6]), (7, [2, 4, 6]), (12, [2, 4, 6, 8, 10, 12]), (99, [20, 40, 60, 80])],
)
def test_some_rounds_are_named_at_the_bottom(rounds: int, ticks: list[int]) -> None:
    assert [tick.number for tick in drawn(*[(0, 0)] * (rounds + 1), purse=0).ticks] == ticks


def test_numbers_along_an_axis_are_round_and_no_farther_apart_than_they_must_be() -> None:
    assert [step(7 * apart - 1, 6) for apart in APART] == APART
    assert [step(7 * apart, 6) for apart in APART] == [*APART[1:], 35_000]
    assert step(0, 6) == 1
    assert [list(ticks(last, 3)) for last in (0, 1, 3, 4)] == [[], [1], [1, 2, 3], [2, 4]]


@pytest.mark.parametrize(
    ("rounds", "points"), [(24, 25), (25, 26), (120, 121), (121, 62), (1000, 113), (9999, 121)]
)
def test_a_long_match_is_drawn_with_few_points_and_to_its_end(rounds: int, points: int) -> None:
    made = drawn(*((number, -number) for number in range(rounds + 1)), purse=0)
    anna = places(made.lines[0].points)
    assert len(anna) == points
    assert anna[-1][0] == made.right <= WIDTH
    assert made.rows[-1] == (rounds, (rounds, -rounds))
    assert bool(made.lines[0].dots) == (rounds <= 24)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna", "Anna"),
        ("Elevenchars", "Elevenchars"),
        ("Twelve chars", "Twelve cha…"),
        ("Wilhelmina-Aleksandra", "Wilhelmina…"),
        ("髙橋花子", "髙橋花子"),
        ("髙橋花子太郎", "髙橋花子太…"),
    ],
)
def test_a_long_name_is_cut(name: str, short: str) -> None:
    assert drawn((0, 0), (1, -1), names=(name, "Ben")).lines[0].name == short
