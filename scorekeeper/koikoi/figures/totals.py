"""The figures of many matches together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import add, sub

import msgspec

from .match_figures import MatchFigures, RoundSums
from .samples import Sample, Share
from .seat_figures import SeatFigures, columns, together


class Totals(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of several matches, all seats of all of them in one.

    Totals can be added, and one part taken out of them again: both are exact, but for the best hand, which
    a difference does not know.
    """

    matches: int = 0
    sums: RoundSums = RoundSums()
    points: dict[int, int] = {}  # of won rounds, at most MOST_POINTS → how many
    seats: SeatFigures = SeatFigures()

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            self.matches + other.matches,
            RoundSums._make(map(add, self.sums, other.sums)),
            _sorted(Counter(self.points) + Counter(other.points)),
            self.seats + other.seats,
        )

    def __sub__(self, other: Totals) -> Totals:
        """The totals without ``other``, which is among them."""
        return Totals(
            self.matches - other.matches,
            RoundSums._make(map(sub, self.sums, other.sums)),
            _sorted(Counter(self.points) - Counter(other.points)),
            self.seats - other.seats,
        )

    def without_best(self) -> Totals:
        """The same without the best hand: what a difference knows."""
        return msgspec.structs.replace(self, seats=msgspec.structs.replace(self.seats, best=None))

    @property
    def is_exact(self) -> bool:
        """Whether every sum is a whole number: then what is added and taken out again leaves no trace."""
        counted = (*self.seats.yaku.values(), *self.seats.lucky.values())
        return all(isinstance(number, int) for sums in (self.seats.sums, *counted) for number in sums)

    @property
    def rounds(self) -> int:
        return self.sums.rounds

    @property
    def won_points(self) -> Sample:
        """The points of the rounds that somebody won."""
        return self.seats.points

    @property
    def dealer(self) -> Share:
        """Of all rounds, those that the dealer won."""
        return Share(self.seats.sums.dealt_won, self.seats.sums.dealt)

    @property
    def not_dealer(self) -> Share:
        """Of all rounds of all players who were not the dealer, those that they won."""
        return Share(self.seats.sums.beside_won, self.seats.sums.beside)

    @property
    def nobody(self) -> Share:
        """Of all rounds, those that nobody won."""
        return Share(self.sums.nobody, self.sums.rounds)

    @property
    def called(self) -> Share:
        """Of all rounds, those in which somebody called koi-koi."""
        return Share(self.sums.called, self.sums.rounds)


def totals(figures: Iterable[MatchFigures]) -> Totals:
    """The figures of some matches together."""
    figures = tuple(figures)
    if not figures:
        return Totals()
    points: Counter[int] = Counter()
    for match in figures:
        for worth, times in match.points.items():
            points[worth] += times
    return Totals(
        len(figures),
        RoundSums._make(columns([match.sums for match in figures])),
        _sorted(points),
        together(seat for match in figures for seat in match.seats),
    )


def _sorted(points: Counter[int]) -> dict[int, int]:
    return dict(sorted(points.items()))
