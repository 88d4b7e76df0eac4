"""What all matches of one player come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from ..koikoi.figures.seat_figures import BestHand, SeatFigures, together
from .results import Ended, Results, Sat, against, outcome, results


class BestRound(NamedTuple):
    """The round in which a player won the most points, of those whose cards are known."""

    match_id: str
    hand: BestHand


class Career(NamedTuple):
    """The matches of a player: results of those that count (``Digest.counts``), figures of all rounds."""

    sat: Sequence[Sat]  # all of them, the latest first
    finished: tuple[Sat, ...]  # those that count, the earliest first
    results: Results
    course: tuple[int, ...]  # the coins before the first finished match and after each of them
    against: tuple[tuple[str, Results], ...]  # by the id of the other player, who was met most first
    by_rules: tuple[tuple[str, Results], ...]  # by the title of the rules, what was played most first
    figures: SeatFigures
    best: BestRound | None


def career(sat: Sequence[Sat]) -> Career:
    """The career of a player who sat in these matches, the latest first."""
    finished = tuple(match for match in reversed(sat) if match.played.digest.counts)
    ended = [Ended(outcome(match), match.coins) for match in finished]
    return Career(
        sat=sat,
        finished=finished,
        results=results(ended),
        course=tuple(accumulate((match.coins for match in ended), initial=0)),
        against=_against(finished, ended),
        by_rules=_by_rules(finished, ended),
        figures=together(match.played.digest.figures.seats[seat] for match in sat for seat in match.seats),
        best=_best(sat),
    )


def _against(finished: Sequence[Sat], ended: Sequence[Ended]) -> tuple[tuple[str, Results], ...]:
    """The results against each other player: who ended before whom."""
    met = defaultdict[str, list[Ended]](list)
    for match, end in zip(finished, ended, strict=True):
        for seat, other in enumerate(match.played.players):
            if seat not in match.seats:
                met[other].append(Ended(against(match, seat), end.coins))
    return _most_first(met)


def _by_rules(finished: Sequence[Sat], ended: Sequence[Ended]) -> tuple[tuple[str, Results], ...]:
    played = defaultdict[str, list[Ended]](list)
    for match, end in zip(finished, ended, strict=True):
        played[match.played.digest.rules].append(end)
    return _most_first(played)


def _most_first(ended: Mapping[str, list[Ended]]) -> tuple[tuple[str, Results], ...]:
    by_key = [(key, results(matches)) for key, matches in ended.items()]
    return tuple(sorted(by_key, key=lambda item: (-item[1].matches, item[0])))


def _best(sat: Iterable[Sat]) -> BestRound | None:
    """The first of the best."""
    hands = [
        BestRound(match.played.id, hand)
        for match in sat
        for seat in match.seats
        if (hand := match.played.digest.figures.seats[seat].best)
    ]
    return max(reversed(hands), key=lambda best: best.hand.points, default=None)
