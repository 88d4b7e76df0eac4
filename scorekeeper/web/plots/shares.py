"""Drawings of figures: how often a round brought so many points, shares with their ranges, parts of a whole.

Every place in them is worked out here; the templates only write it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final, NamedTuple

from ...koikoi.figures.seat_figures import Share
from .axis import as_text, step, ticks

WIDTH: Final = 360
HEIGHT: Final = 160
_LEFT, _TOP, _BOTTOM, _RIGHT = 40, 12, 132, 352  # the box of the bars
_MOST_BARS = 20
_MOST_LEVELS = 3
_MOST_LABELS = 9
_GAP = 0.16  # of the width of a bar
_ROW = 40  # of a range: its name, and below it its line
_TAIL = 0.98  # so much of all rounds is drawn; the rest are one bar


class Bar(NamedTuple):
    """Rounds with ``first`` to ``last`` points; ``last`` None: and more."""

    first: int
    last: int | None
    times: int
    x: str
    y: str
    width: str
    height: str
    middle: str


class RoundsLevel(NamedTuple):
    """A number of rounds at the left edge."""

    y: str
    times: int


class Histogram(NamedTuple):
    """Bars in a drawing of WIDTH × HEIGHT."""

    bars: tuple[Bar, ...]
    levels: tuple[RoundsLevel, ...]
    labels: tuple[Bar, ...]  # the bars with a number below them
    left: int = _LEFT
    right: int = _RIGHT
    width: int = WIDTH
    height: int = HEIGHT
    foot: int = _BOTTOM + 16
    below: int = _BOTTOM + 8


class RangeRow(NamedTuple):
    """A share as a dot, and where it lies as a line; ``name_at``: the line of its name."""

    name: str
    at: str
    low: str
    high: str
    y: str
    name_at: str


class Ranges(NamedTuple):
    """Shares one below the other, on an axis from 0 to 100."""

    rows: tuple[RangeRow, ...]
    ticks: tuple[tuple[str, int], ...]
    height: int
    foot: int
    bottom: int
    top: int = 4
    width: int = WIDTH


class BarPart(NamedTuple):
    """A part of a bar; ``middle``: where its number stands, if it is wide enough."""

    name: str
    x: str
    width: str
    middle: str
    share: float
    is_wide: bool


def histogram(points: Mapping[int, int]) -> Histogram | None:
    """How many rounds brought so many points, each number once, or several together; None of nothing."""
    if not points:
        return None
    groups = list(_groups(points))
    most = max(times for _, _, times in groups)
    wide = (_RIGHT - _LEFT) / len(groups)
    bars = tuple(
        _bar(first, last, times, _LEFT + wide * place, wide, most)
        for place, (first, last, times) in enumerate(groups)
    )
    return Histogram(
        bars=bars,
        levels=tuple(
            RoundsLevel(as_text(_height(times, most)), times) for times in ticks(most, _MOST_LEVELS)
        ),
        labels=_labelled(bars),
    )


def ranges(shares: Mapping[str, Share]) -> Ranges | None:
    """Shares with their ranges, by name; None where one is of nothing."""
    rows = []
    for place, (name, share) in enumerate(shares.items()):
        if share.share is None or share.interval is None:
            return None
        at, low, high = (as_text(_across(number)) for number in (share.share, *share.interval))
        rows.append(RangeRow(name, at, low, high, as_text(_ROW * place + 30), as_text(_ROW * place + 16)))
    bottom = _ROW * len(rows) + 4
    marks = tuple((as_text(_across(at / 100)), at) for at in range(0, 101, 25))
    return Ranges(tuple(rows), marks, height=bottom + 20, foot=bottom + 16, bottom=bottom)


def parts(shares: Mapping[str, Share]) -> tuple[BarPart, ...]:
    """Shares of one whole beside one another, from 0 to 100; those of nothing are left out."""
    found, begin = [], 0.0
    for name, share in shares.items():
        if share.share:
            wide = 100 * share.share
            middle = as_text(begin + wide / 2)
            found.append(BarPart(name, as_text(begin), as_text(wide), middle, share.share, wide >= 9))
            begin += wide
    return tuple(found)


def _groups(points: Mapping[int, int]) -> Iterator[tuple[int, int | None, int]]:
    """First and last points, and how many rounds; the last group holds all that is rare and higher."""
    low, high = min(points), _high(points)
    wide = step(high - min(low, 0), _MOST_BARS)
    start = 1 if low > 0 else low // wide * wide
    ends = range(start + wide - 1, high + wide, wide)
    for last in ends:
        first = last - wide + 1
        yield first, last, sum(times for worth, times in points.items() if first <= worth <= last)
    beyond = sum(times for worth, times in points.items() if worth > ends[-1])
    if beyond:
        yield ends[-1] + 1, None, beyond


def _high(points: Mapping[int, int]) -> int:
    """The points that nearly all rounds have at most."""
    needed, rising = _TAIL * sum(points.values()), sorted(points.items())
    seen = accumulate(times for _, times in rising)
    return next(worth for (worth, _), so_far in zip(rising, seen, strict=True) if so_far >= needed)


def _bar(first: int, last: int | None, times: int, x: float, wide: float, most: int) -> Bar:
    y = _height(times, most)
    return Bar(
        first,
        last,
        times,
        as_text(x + wide * _GAP / 2),
        as_text(y),
        as_text(wide * (1 - _GAP)),
        as_text(_BOTTOM - y),
        as_text(x + wide / 2),
    )


def _labelled(bars: tuple[Bar, ...]) -> tuple[Bar, ...]:
    """The bars with a number below them, not too near to one another; that of all that is rare is one."""
    every = -(-len(bars) // _MOST_LABELS)
    if bars[-1].last is not None:
        return bars[::every]
    return (*bars[: -1 - every // 2 : every], bars[-1])


def _height(times: int, most: int) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * times / most


def _across(share: float) -> float:
    return 8 + (WIDTH - 16) * share
