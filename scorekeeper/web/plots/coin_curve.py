"""The coin curve: how the coins of every player went from round to round, as places in a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple
from unicodedata import category, east_asian_width

from ..language import amount
from .axis import Tick, as_text, ticks

WIDTH: Final = 360
HEIGHT: Final = 190
_LEFT, _TOP, _BOTTOM = 34, 14, 166  # the box of the lines; names stand to the right of it
_LETTER = 8.5  # the width of a letter of a name; a kanji has two
_APART = 15  # between two texts, one above the other
_MARKS = ("Mn", "Me")
_LONGEST_NAME = 11  # letters; a kanji counts as two
_MOST_POINTS = 120  # of a line: more are not seen on a phone
_MOST_DOTTED = 24  # rounds, each with a dot
_MOST_TICKS = 6

Spot = tuple[str, str]  # x to the right, y down


class CurveLine(NamedTuple):
    """The line of a seat, with the name at its end."""

    seat: int
    name: str
    points: str  # as an SVG polyline takes them
    dots: tuple[Spot, ...]
    name_at: str


class Level(NamedTuple):
    """A number of coins at the left edge; ``start``: what everybody began with."""

    y: str
    coins: str
    start: bool


class Curve(NamedTuple):
    """A drawing of WIDTH × HEIGHT; ``rows``: the same numbers as text, by round."""

    lines: tuple[CurveLine, ...]
    levels: tuple[Level, ...]
    ticks: tuple[Tick, ...]  # rounds
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    right: int
    left: int = _LEFT
    width: int = WIDTH
    height: int = HEIGHT
    foot: int = HEIGHT - 6  # where the numbers of the rounds stand


def curve(players: Sequence[str], course: Sequence[tuple[int, ...]], purse: int) -> Curve | None:
    """The curve of ``course``, the coins of every seat at the start and after each round; None before that.

    Of a long match only every so many rounds are drawn, the last always.
    """
    rounds = len(course) - 1
    if rounds < 1:
        return None
    every = -(-rounds // _MOST_POINTS)
    shown = [*range(0, rounds, every), rounds]
    names = [_short(name) for name in players]
    scale = _Scale(course, purse, round(WIDTH - 12 - _LETTER * max(map(_width, names))))
    ends = _spread([scale.y(coins) for coins in course[-1]])
    lines = tuple(
        _line(seat, name, [(scale.x(number), scale.y(course[number][seat])) for number in shown], ends[seat])
        for seat, name in enumerate(names)
    )
    return Curve(
        lines=lines if rounds <= _MOST_DOTTED else tuple(line._replace(dots=()) for line in lines),
        levels=tuple(scale.levels()),
        ticks=tuple(Tick(as_text(scale.x(number)), number) for number in ticks(rounds, _MOST_TICKS)),
        rows=tuple((number, course[number]) for number in shown),
        right=scale.right,
    )


class _Scale:
    """Where rounds and coins are drawn; the last round at ``right``."""

    def __init__(self, course: Sequence[tuple[int, ...]], purse: int, right: int) -> None:
        self.right = right
        self.rounds = len(course) - 1
        self.purse = purse
        self.low = min(purse, *map(min, course))
        self.high = max(purse, *map(max, course))

    def x(self, number: int) -> float:
        return _LEFT + (self.right - _LEFT) * number / self.rounds

    def y(self, coins: int) -> float:
        if self.high == self.low:
            return (_TOP + _BOTTOM) / 2
        return _BOTTOM - (_BOTTOM - _TOP) * (coins - self.low) / (self.high - self.low)

    def levels(self) -> list[Level]:
        """The start, and the most and the fewest coins where they are not too near to it."""
        start = self.y(self.purse)
        others = [coins for coins in (self.high, self.low) if abs(self.y(coins) - start) >= _APART]
        shown = (self.purse, *others)
        return [Level(as_text(self.y(coins)), amount(coins), coins == self.purse) for coins in shown]


def _line(seat: int, name: str, places: Sequence[tuple[float, float]], name_at: float) -> CurveLine:
    written = tuple((as_text(x), as_text(y)) for x, y in places)
    return CurveLine(seat, name, " ".join(map(",".join, written)), written, as_text(name_at))


def _spread(heights: Sequence[float]) -> list[float]:
    """The heights of texts, moved so that they are far enough from one another and inside the drawing."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = [heights[seat] for seat in order]
    for upper, lower in pairwise(range(len(placed))):
        placed[lower] = max(placed[lower], placed[upper] + _APART)
    placed[-1] = min(placed[-1], _BOTTOM)
    for lower, upper in pairwise(reversed(range(len(placed)))):
        placed[upper] = min(placed[upper], placed[lower] - _APART)
    return [placed[order.index(seat)] for seat in range(len(heights))]


def _short(name: str) -> str:
    """A name, or the beginning of a long one."""
    if _width(name) <= _LONGEST_NAME:
        return name
    while _width(name) >= _LONGEST_NAME:
        name = name[:-1]
    return f"{name.rstrip(' -')}…"


def _width(name: str) -> int:
    """How many letters wide a name is; a mark above or below a letter takes no place."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in name if category(sign) not in _MARKS)
