"""What the rounds of one seat add up to: sums only, so that they are small and quickly added.

Means and shares of what was counted have their 95 % interval.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

Number: TypeAlias = int | float  # whole, but for numbers that are too large for 64 bits
FEWEST_NUMBERS: Final = 5  # of fewer numbers the interval of a mean is so wide that it says nothing
_Z: Final = 1.959963984540054  # 95 % of a normal distribution lie within so many spreads of its mean
# The same of Student's t, for 1 to 10 degrees of freedom; from there on the series below is exact enough.
_T: Final = (12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600, 2.26216, 2.22814)


class Interval(NamedTuple):
    low: float
    high: float


class AddedNumbers(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Numbers that were added up: how many, their sum and the sum of their squares."""

    count: int = 0
    total: Number = 0
    squares: Number = 0

    def __add__(self, other: AddedNumbers) -> AddedNumbers:
        return AddedNumbers(self.count + other.count, self.total + other.total, self.squares + other.squares)

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
        interval = self.interval if self.count >= FEWEST_NUMBERS else None
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


def sample(numbers: list[int]) -> AddedNumbers:
    return AddedNumbers(len(numbers), sum(numbers), sum(number * number for number in numbers))


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


Counted = dict[str, tuple[int, Number]]  # by key: in how many rounds, and the points of all


class BestHand(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The won round with the most points, the first of several."""

    points: Number
    round: int
    yaku: tuple[tuple[str, Number], ...]  # by their keys, with the points of each line
    cards: str  # the pile


class SeatRounds(NamedTuple):
    """Some rounds of a seat: how many, the points of those it won, the coins of all where somebody pays."""

    rounds: int
    points: AddedNumbers
    coins: AddedNumbers

    @property
    def won(self) -> int:
        return self.points.count


class Ending(NamedTuple):
    """Rounds that ended in one way, and the coins of those in which somebody pays."""

    rounds: int
    coins: AddedNumbers


class Calling(NamedTuple):
    """How often a seat called koi-koi, and the rounds in which it did, by how they ended."""

    calls: int
    won: Ending
    lost: Ending
    nobody: Ending

    @property
    def endings(self) -> dict[str, Ending]:
        return {"won": self.won, "lost": self.lost, "nobody": self.nobody}

    @property
    def coins(self) -> AddedNumbers:
        """The coins of all these rounds."""
        return self.won.coins + self.lost.coins + self.nobody.coins

    @property
    def rounds(self) -> int:
        return self.won.rounds + self.lost.rounds + self.nobody.rounds


class SeatParts(NamedTuple):
    """What the rounds of a seat add up to."""

    dealing: SeatRounds  # the rounds that this seat dealt
    not_dealing: SeatRounds
    with_cards: int  # rounds won whose cards are known: what ``yaku`` is counted over
    calling: Calling
    weighed_coins: AddedNumbers  # what first calls brought more than stopping would have, where that is known
    weighed_points: AddedNumbers  # the same of matches in which nobody pays

    @property
    def rounds(self) -> int:
        return self.dealing.rounds + self.not_dealing.rounds

    @property
    def won(self) -> int:
        return self.points.count

    @property
    def points(self) -> AddedNumbers:
        """The points of the rounds won."""
        return self.dealing.points + self.not_dealing.points

    @property
    def coins(self) -> AddedNumbers:
        """The coins by round, without adjustments."""
        return self.dealing.coins + self.not_dealing.coins

    @property
    def worth_of_calling(self) -> dict[str, AddedNumbers]:
        """The coins, and where nobody pays the points, that calling brought more than stopping would have, as
        far as that is known."""
        return {"coins": self.weighed_coins, "points": self.weighed_points}


def numbers(part: Any) -> Iterator[Number]:
    """All numbers of some parts, one after another: so they are stored, and quickly added."""
    if isinstance(part, AddedNumbers):
        part = msgspec.structs.astuple(part)
    if isinstance(part, tuple):
        for inner in part:
            yield from numbers(inner)
    else:
        yield part


def _parts(sums: Iterable[Number]) -> SeatParts:
    """The parts that these are the ``numbers`` of."""
    left = iter(sums)

    def whole() -> int:
        return int(next(left))

    def added() -> AddedNumbers:
        return AddedNumbers(whole(), next(left), next(left))

    def rounds() -> SeatRounds:
        return SeatRounds(whole(), added(), added())

    def ending() -> Ending:
        return Ending(whole(), added())

    return SeatParts(
        rounds(), rounds(), whole(), Calling(whole(), ending(), ending(), ending()), added(), added()
    )


_NO_ROUNDS: Final = _parts(repeat(0))


class SeatFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of a seat, or of several together. ``yaku`` and ``lucky`` hands by ``yaku_key``."""

    sums: tuple[Number, ...] = tuple(numbers(_NO_ROUNDS))  # of its parts
    yaku: Counted = {}  # of won rounds whose cards are known
    lucky: Counted = {}
    best: BestHand | None = None

    @property
    def parts(self) -> SeatParts:
        return _parts(self.sums)


def together(seats: Sequence[SeatFigures]) -> SeatFigures:
    """The figures of several seats, but no best hand: ``best_hand`` of the archive also says whose it was."""
    if not seats:
        return SeatFigures()
    return SeatFigures(
        tuple(columns([seat.sums for seat in seats])),
        counted([seat.yaku for seat in seats]),
        counted([seat.lucky for seat in seats if seat.lucky]),
    )


def columns(rows: Sequence[tuple[Number, ...]]) -> list[int]:
    """The sums of the columns of some rows, at least one."""
    return list(map(sum, zip(*rows, strict=True)))


def counted(parts: Iterable[Counted]) -> Counted:
    """What was counted in several parts, by key."""
    found = defaultdict[str, list[tuple[int, Number]]](list)
    for part in parts:
        for key, pair in part.items():
            found[key].append(pair)
    return {
        key: (sum([times for times, _ in pairs]), sum([worth for _, worth in pairs]))
        for key, pairs in sorted(found.items())
    }
