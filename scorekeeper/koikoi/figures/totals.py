"""The figures of many matches together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from .match_figures import MatchFigures, RoundSums
from .samples import Sample, Share
from .seat_figures import SeatFigures, columns, together


class Totals(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The figures of several matches, all seats of all of them in one."""

    matches: int = 0
    sums: RoundSums = RoundSums()
    points: dict[int, int] = {}  # of won rounds, at most MOST_POINTS → how many
    seats: SeatFigures = SeatFigures()

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


def totals(matches: Iterable[MatchFigures]) -> Totals:
    """The figures of some matches together."""
    matches = tuple(matches)
    return _together(len(matches), matches, (seat for match in matches for seat in match.seats))


def joined(parts: Iterable[Totals]) -> Totals:
    """The totals of several lots of matches together."""
    parts = tuple(parts)
    return _together(sum(part.matches for part in parts), parts, (part.seats for part in parts))


def _together(matches: int, parts: Sequence[MatchFigures | Totals], seats: Iterable[SeatFigures]) -> Totals:
    points: Counter[int] = Counter()
    for part in parts:
        for worth, times in part.points.items():
            points[worth] += times
    sums = RoundSums._make(columns([part.sums for part in parts])) if parts else RoundSums()
    return Totals(matches, sums, dict(sorted(points.items())), together(seats))
