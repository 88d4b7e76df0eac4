"""What the rounds of one seat add up to: sums only, so that they are small and quickly added.

Means and shares of what was counted have their 95 % interval.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
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


def sample(numbers: list[int]) -> AddedNumbers:
    """The sample of some numbers."""
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


class SeatSums(NamedTuple):
    """Sums over the rounds of a seat; ``…_squares``: of the squares of what was added up before it.

    ``…_paid``: the rounds of matches in which coins change hands, to which the coins belong.
    """

    dealt: int = 0  # rounds as the dealer
    dealt_won: int = 0
    dealt_points: Number = 0  # of the rounds won
    dealt_points_squares: Number = 0
    dealt_paid: int = 0
    dealt_coins: Number = 0  # of lost rounds, too
    dealt_coins_squares: Number = 0
    beside: int = 0  # rounds that somebody else dealt
    beside_won: int = 0
    beside_points: Number = 0
    beside_points_squares: Number = 0
    beside_paid: int = 0
    beside_coins: Number = 0
    beside_coins_squares: Number = 0
    with_cards: int = 0  # rounds won whose cards are known
    calls: int = 0  # koi-koi that were called
    called_won: int = 0  # rounds in which the seat called, by how they ended
    called_won_paid: int = 0
    called_won_coins: Number = 0
    called_won_coins_squares: Number = 0
    called_lost: int = 0
    called_lost_paid: int = 0
    called_lost_coins: Number = 0
    called_lost_coins_squares: Number = 0
    called_nobody: int = 0
    called_nobody_paid: int = 0
    called_nobody_coins: Number = 0
    called_nobody_coins_squares: Number = 0
    weighed_paid: int = 0  # rounds where it is known what stopping at the first call would have brought
    weighed_coins: Number = 0  # what they brought more than that
    weighed_coins_squares: Number = 0
    weighed_unpaid: int = 0  # the same of matches in which nobody pays
    weighed_points: Number = 0
    weighed_points_squares: Number = 0


class BestHand(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The won round with the most points, the first of several."""

    points: Number
    round: int
    yaku: tuple[tuple[str, Number], ...]  # by their keys, with the points of each line
    cards: str  # the pile


class SeatRounds(NamedTuple):
    """Some rounds of a seat: how many it won, the points of those, the coins of all where somebody pays."""

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
    """Rounds in which a seat called koi-koi, by how they ended: "won", "lost", "nobody"."""

    calls: int
    endings: dict[str, Ending]

    @property
    def coins(self) -> AddedNumbers:
        """The coins of all these rounds."""
        return sum((ending.coins for ending in self.endings.values()), AddedNumbers())

    @property
    def rounds(self) -> int:
        return sum(ending.rounds for ending in self.endings.values())


class SeatFigures(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of a seat, or of several together. ``yaku`` and ``lucky`` hands by ``yaku_key``."""

    sums: SeatSums = SeatSums()
    yaku: Counted = {}  # of won rounds whose cards are known
    lucky: Counted = {}
    best: BestHand | None = None

    @property
    def rounds(self) -> int:
        return self.sums.dealt + self.sums.beside

    @property
    def won(self) -> int:
        return self.sums.dealt_won + self.sums.beside_won

    @property
    def points(self) -> AddedNumbers:
        """The points of the rounds won."""
        return self.dealing.points + self.not_dealing.points

    @property
    def coins(self) -> AddedNumbers:
        """The coins by round, without rulings."""
        return self.dealing.coins + self.not_dealing.coins

    @property
    def dealing(self) -> SeatRounds:
        """The rounds that this seat dealt."""
        of = self.sums
        return SeatRounds(
            of.dealt,
            AddedNumbers(of.dealt_won, of.dealt_points, of.dealt_points_squares),
            AddedNumbers(of.dealt_paid, of.dealt_coins, of.dealt_coins_squares),
        )

    @property
    def not_dealing(self) -> SeatRounds:
        """The rounds that somebody else dealt."""
        of = self.sums
        return SeatRounds(
            of.beside,
            AddedNumbers(of.beside_won, of.beside_points, of.beside_points_squares),
            AddedNumbers(of.beside_paid, of.beside_coins, of.beside_coins_squares),
        )

    @property
    def with_cards(self) -> int:
        """The won rounds whose cards are known: what ``yaku`` is counted over."""
        return self.sums.with_cards

    @property
    def calling(self) -> Calling:
        of = self.sums
        won = AddedNumbers(of.called_won_paid, of.called_won_coins, of.called_won_coins_squares)
        lost = AddedNumbers(of.called_lost_paid, of.called_lost_coins, of.called_lost_coins_squares)
        nobody = AddedNumbers(of.called_nobody_paid, of.called_nobody_coins, of.called_nobody_coins_squares)
        endings = {
            "won": Ending(of.called_won, won),
            "lost": Ending(of.called_lost, lost),
            "nobody": Ending(of.called_nobody, nobody),
        }
        return Calling(of.calls, endings)

    @property
    def worth_of_calling(self) -> dict[str, AddedNumbers]:
        """The coins, and where nobody pays the points, that calling brought more than stopping would have, as
        far as that is known."""
        of = self.sums
        return {
            "coins": AddedNumbers(of.weighed_paid, of.weighed_coins, of.weighed_coins_squares),
            "points": AddedNumbers(of.weighed_unpaid, of.weighed_points, of.weighed_points_squares),
        }


def seat_sums(
    dealing: SeatRounds,
    beside: SeatRounds,
    with_cards: int,
    calling: Calling,
    weighed_coins: AddedNumbers,
    weighed_points: AddedNumbers,
) -> SeatSums:
    """All of these as one row of numbers, from which ``SeatFigures`` takes them again."""
    won, lost, nobody = (calling.endings[how] for how in ("won", "lost", "nobody"))
    return SeatSums(
        dealt=dealing.rounds,
        dealt_won=dealing.points.count,
        dealt_points=dealing.points.total,
        dealt_points_squares=dealing.points.squares,
        dealt_paid=dealing.coins.count,
        dealt_coins=dealing.coins.total,
        dealt_coins_squares=dealing.coins.squares,
        beside=beside.rounds,
        beside_won=beside.points.count,
        beside_points=beside.points.total,
        beside_points_squares=beside.points.squares,
        beside_paid=beside.coins.count,
        beside_coins=beside.coins.total,
        beside_coins_squares=beside.coins.squares,
        with_cards=with_cards,
        calls=calling.calls,
        called_won=won.rounds,
        called_won_paid=won.coins.count,
        called_won_coins=won.coins.total,
        called_won_coins_squares=won.coins.squares,
        called_lost=lost.rounds,
        called_lost_paid=lost.coins.count,
        called_lost_coins=lost.coins.total,
        called_lost_coins_squares=lost.coins.squares,
        called_nobody=nobody.rounds,
        called_nobody_paid=nobody.coins.count,
        called_nobody_coins=nobody.coins.total,
        called_nobody_coins_squares=nobody.coins.squares,
        weighed_paid=weighed_coins.count,
        weighed_coins=weighed_coins.total,
        weighed_coins_squares=weighed_coins.squares,
        weighed_unpaid=weighed_points.count,
        weighed_points=weighed_points.total,
        weighed_points_squares=weighed_points.squares,
    )


def together(seats: Iterable[SeatFigures]) -> SeatFigures:
    """The figures of several seats together."""
    seats = tuple(seats)
    if not seats:
        return SeatFigures()
    return SeatFigures(
        SeatSums._make(columns([seat.sums for seat in seats])),
        _counted(seat.yaku for seat in seats),
        _counted(seat.lucky for seat in seats),
        max((seat.best for seat in seats if seat.best), key=lambda best: best.points, default=None),
    )


def columns(rows: Sequence[tuple[Number, ...]]) -> list[int]:
    """The sums of the columns of some rows, at least one."""
    return list(map(sum, zip(*rows, strict=True)))


def _counted(parts: Iterable[Counted]) -> Counted:
    times: defaultdict[str, int] = defaultdict(int)
    points: defaultdict[str, Number] = defaultdict(int)
    for part in parts:
        if part:
            for key, (rounds, worth) in part.items():
                times[key] += rounds
                points[key] += worth
    return {key: (times[key], points[key]) for key in sorted(times)}
