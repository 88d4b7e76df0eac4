"""What all matches of one player come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from ..koikoi.figures.seat_figures import BestHand, SeatFigures, together
from .results import Ended, Gains, Results, Sat, against, ended, finished, results, units

_By: TypeAlias = tuple[tuple[str, Results], ...]


class BestRound(NamedTuple):
    """The round in which a player won the most points, of those whose cards are known."""

    match_id: str
    hand: BestHand


class Career(NamedTuple):
    """The matches of a player: results of those that count (``Digest.counts``), figures of all rounds."""

    sat: tuple[Sat, ...]  # all of them, the latest first
    finished: tuple[Sat, ...]  # those that count, the earliest first
    gains: tuple[Gains, ...]  # what each of those brought
    results: Results
    against: _By  # by the id of the other player, who was met most first
    by_rules: _By  # by the title of the rules, what was played most first
    figures: SeatFigures
    best: BestRound | None

    @property
    def units(self) -> tuple[str, ...]:
        """What the finished matches bring: "coins", "points", or both."""
        return units(match.played.digest for match in self.finished)

    def course(self, unit: str) -> list[tuple[Sat | None, int]]:
        """What the player had before the first finished match with this unit, and after each of them."""
        brought = [
            (match, getattr(gains, unit))
            for match, gains in zip(self.finished, self.gains, strict=True)
            if match.played.digest.pays == (unit == "coins")
        ]
        sums = accumulate((gain for _, gain in brought), initial=0)
        return list(zip([None, *(match for match, _ in brought)], sums, strict=True))


def career(sat: Sequence[Sat]) -> Career:
    """The career of a player who sat in these matches, the latest first."""
    over = finished(sat)
    ends = [ended(match) for match in over]
    return Career(
        sat=tuple(sat),
        finished=over,
        gains=tuple(end.gains for end in ends),
        results=results(ends),
        against=_against(over, ends),
        by_rules=_by_rules(over, ends),
        figures=together(match.played.digest.figures.seats[seat] for match in sat for seat in match.seats),
        best=_best(sat),
    )


def _against(finished: Sequence[Sat], ends: Sequence[Ended]) -> _By:
    """The results against each other player: who ended before whom."""
    met = defaultdict[str, list[Ended]](list)
    for match, end in zip(finished, ends, strict=True):
        for seat, other in enumerate(match.played.players):
            if seat not in match.seats:
                met[other].append(Ended(against(match, seat), end.gains))
    return _most_first({other: results(matches) for other, matches in met.items()})


def _by_rules(finished: Sequence[Sat], ends: Sequence[Ended]) -> _By:
    played = defaultdict[str, list[Ended]](list)
    for match, end in zip(finished, ends, strict=True):
        played[match.played.digest.rules].append(end)
    return _most_first({rules: results(matches) for rules, matches in played.items()})


def _most_first(by_key: Mapping[str, Results]) -> _By:
    return tuple(sorted(by_key.items(), key=lambda item: (-item[1].matches, item[0])))


def _best(sat: Sequence[Sat]) -> BestRound | None:
    """The best hand; of several the earliest."""
    hands = (
        BestRound(match.played.id, hand)
        for match in reversed(sat)
        for seat in reversed(match.seats)
        if (hand := match.played.digest.figures.seats[seat].best)
    )
    return max(hands, key=lambda best: best.hand.points, default=None)
