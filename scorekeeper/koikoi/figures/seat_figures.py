"""What the rounds of one seat add up to: sums only, so that they are small and quickly added.

``SeatSums`` is flat: sums of many seats are those of its columns. ``SeatFigures`` reads it as samples.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from .samples import Number, Sample

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


class Side(NamedTuple):
    """Some rounds of a seat: how many it won, the points of those, the coins of all where somebody pays."""

    rounds: int
    points: Sample
    coins: Sample

    @property
    def won(self) -> int:
        return self.points.count


class Ending(NamedTuple):
    """Rounds that ended in one way, and the coins of those in which somebody pays."""

    rounds: int
    coins: Sample


class Calling(NamedTuple):
    """Rounds in which a seat called koi-koi, by how they ended: "won", "lost", "nobody"."""

    calls: int
    endings: dict[str, Ending]

    @property
    def coins(self) -> Sample:
        """The coins of all these rounds."""
        return sum((ending.coins for ending in self.endings.values()), Sample())

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
    def points(self) -> Sample:
        """The points of the rounds won."""
        return self.dealing.points + self.not_dealing.points

    @property
    def coins(self) -> Sample:
        """The coins by round, without rulings."""
        return self.dealing.coins + self.not_dealing.coins

    @property
    def dealing(self) -> Side:
        """The rounds that this seat dealt."""
        of = self.sums
        return Side(
            of.dealt,
            Sample(of.dealt_won, of.dealt_points, of.dealt_points_squares),
            Sample(of.dealt_paid, of.dealt_coins, of.dealt_coins_squares),
        )

    @property
    def not_dealing(self) -> Side:
        """The rounds that somebody else dealt."""
        of = self.sums
        return Side(
            of.beside,
            Sample(of.beside_won, of.beside_points, of.beside_points_squares),
            Sample(of.beside_paid, of.beside_coins, of.beside_coins_squares),
        )

    @property
    def with_cards(self) -> int:
        """The won rounds whose cards are known: what ``yaku`` is counted over."""
        return self.sums.with_cards

    @property
    def calling(self) -> Calling:
        of = self.sums
        won = Sample(of.called_won_paid, of.called_won_coins, of.called_won_coins_squares)
        lost = Sample(of.called_lost_paid, of.called_lost_coins, of.called_lost_coins_squares)
        nobody = Sample(of.called_nobody_paid, of.called_nobody_coins, of.called_nobody_coins_squares)
        endings = {
            "won": Ending(of.called_won, won),
            "lost": Ending(of.called_lost, lost),
            "nobody": Ending(of.called_nobody, nobody),
        }
        return Calling(of.calls, endings)

    @property
    def worth_of_calling(self) -> dict[str, Sample]:
        """The coins, and where nobody pays the points, that calling brought more than stopping would have, as
        far as that is known."""
        of = self.sums
        return {
            "coins": Sample(of.weighed_paid, of.weighed_coins, of.weighed_coins_squares),
            "points": Sample(of.weighed_unpaid, of.weighed_points, of.weighed_points_squares),
        }


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
