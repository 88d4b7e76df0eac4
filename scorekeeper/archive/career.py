"""What all matches of one player come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from ..koikoi.figures.seat_figures import BestHand, SeatFigures, together
from .results import Results, Sat, against, outcome


class BestRound(NamedTuple):
    """The round in which a player won the most points, of those whose cards are known."""

    match_id: str
    hand: BestHand


class Career(NamedTuple):
    """The matches of a player: results of those that are finished, figures of all rounds that were played."""

    sat: Sequence[Sat]  # all of them, the latest first
    finished: tuple[Sat, ...]  # the earliest first
    results: Results
    course: tuple[int, ...]  # the coins before the first finished match and after each of them
    against: tuple[tuple[str, Results], ...]  # by the id of the other player, who was met most first
    by_rules: tuple[tuple[str, Results], ...]  # by the title of the rules, what was played most first
    figures: SeatFigures
    best: BestRound | None


def career(sat: Sequence[Sat]) -> Career:
    """The career of a player who sat in these matches, the latest first."""
    finished = tuple(match for match in reversed(sat) if match.played.digest.finished)
    return Career(
        sat=sat,
        finished=finished,
        results=_results((outcome(match), match.coins) for match in finished),
        course=tuple(accumulate((match.coins for match in finished), initial=0)),
        against=_against(finished),
        by_rules=_by_rules(finished),
        figures=together(match.played.digest.figures.seats[seat] for match in sat for seat in match.seats),
        best=_best(sat),
    )


def _results(ended: Iterable[tuple[int, int]]) -> Results:
    results = Results()
    for difference, coins in ended:
        results = results.after(difference, coins)
    return results


def _against(finished: Iterable[Sat]) -> tuple[tuple[str, Results], ...]:
    """The results against each other player: who ended before whom."""
    met = defaultdict[str, list[tuple[int, int]]](list)
    for match in finished:
        for seat, other in enumerate(match.played.players):
            if seat not in match.seats:
                met[other].append((against(match, seat), match.coins))
    return _most_first({other: _results(ended) for other, ended in met.items()})


def _by_rules(finished: Iterable[Sat]) -> tuple[tuple[str, Results], ...]:
    played = defaultdict[str, list[tuple[int, int]]](list)
    for match in finished:
        played[match.played.digest.rules].append((outcome(match), match.coins))
    return _most_first({rules: _results(ended) for rules, ended in played.items()})


def _most_first(by_key: dict[str, Results]) -> tuple[tuple[str, Results], ...]:
    return tuple(sorted(by_key.items(), key=lambda item: (-item[1].matches, item[0])))


def _best(sat: Iterable[Sat]) -> BestRound | None:
    """The first of the best."""
    hands = [
        BestRound(match.played.id, hand)
        for match in sat
        for seat in match.seats
        if (hand := match.played.digest.figures.seats[seat].best)
    ]
    return max(reversed(hands), key=lambda best: best.hand.points, default=None)
