"""How finished matches ended for somebody, and what the matches of one player or of a filter come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from ..koikoi.figures.match_figures import Totals, totals
from ..koikoi.figures.seat_figures import BestHand, SeatFigures, together
from .archive import ArchivedMatch, View
from .digests import Digest
from .filter import Filter
from .people import People


class Gains(NamedTuple):
    """What matches brought, below 0 where they cost some: coins, and points where nobody pays.

    One is never added to the other: a point may be worth any number of coins.
    """

    coins: int = 0
    points: int = 0

    @classmethod
    def of(cls, match: Digest, gain: int) -> Gains:
        """What one match brought."""
        return cls(coins=gain) if match.pays else cls(points=gain)


def units(matches: Iterable[Digest]) -> tuple[str, ...]:
    """Of ``Gains`` that which some matches bring: "coins", "points", or both; of no match, coins."""
    paying = {match.pays for match in matches} or {True}
    return tuple(unit for unit, pays in (("coins", True), ("points", False)) if pays in paying)


def total(gains: Iterable[Gains]) -> Gains:
    """The sum of each unit."""
    return Gains(*map(sum, zip(*gains, strict=True)))


class Participation(NamedTuple):
    """A match that a player sat in."""

    played: ArchivedMatch
    seats: tuple[int, ...]  # more than one only where names of one match were said to be one person

    @classmethod
    def of(cls, played: ArchivedMatch, player: str) -> Participation:
        """The match with the seats of the player with an id."""
        return cls(played, tuple([seat for seat, id_ in enumerate(played.players) if id_ == player]))

    @property
    def gains(self) -> Gains:
        """What the match brought: what the player has more than at its start."""
        digest = self.played.digest
        return Gains.of(digest, sum([digest.balance[seat] - digest.purse for seat in self.seats]))


class Results(NamedTuple):
    """Matches that count, together."""

    won: int = 0
    lost: int = 0
    tied: int = 0
    gains: Gains = Gains()

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.tied


class Ended(NamedTuple):
    """How a finished match ended for a player: 1 for won, −1 for lost, 0 for tied; and what it brought."""

    outcome: int
    gains: Gains


def results(ended: Iterable[Ended]) -> Results:
    """The results of some matches."""
    matches = list(ended)
    won, lost, tied = (sum(match.outcome == outcome for match in matches) for outcome in (1, -1, 0))
    return Results(won, lost, tied, total([Gains(), *(match.gains for match in matches)]))


def finished(sat: Sequence[Participation]) -> tuple[Participation, ...]:
    """Those that count of some matches, the latest first: the earliest first."""
    return tuple(match for match in reversed(sat) if match.played.digest.counts)


def ended(sat: Participation) -> Ended:
    """How a finished match ended."""
    return Ended(outcome(sat), sat.gains)


def outcome(sat: Participation) -> int:
    """Of a finished match: 1 if the player won it, −1 if somebody else did, 0 for a tie with others."""
    winners = sat.played.digest.winners
    if winners == sat.seats:
        return 1
    if not any(seat in winners for seat in sat.seats):
        return -1
    return 1 if all(seat in sat.seats for seat in winners) else 0


def against(sat: Participation, other: int) -> int:
    """Of a finished match: 1 if the player ended before the one on another seat, −1 behind, 0 if tied."""
    digest = sat.played.digest
    own, theirs = max(_place(digest, seat) for seat in sat.seats), _place(digest, other)
    return (own > theirs) - (own < theirs)


def _place(digest: Digest, seat: int) -> tuple[bool, int]:
    """Where a seat ended: who won is first, even with as many coins as another."""
    return seat in digest.winners, digest.balance[seat]


_By: TypeAlias = tuple[tuple[str, Results], ...]


class BestRound(NamedTuple):
    """The round in which a player won the most points, of those whose cards are known."""

    match_id: str
    hand: BestHand


class Career(NamedTuple):
    """The matches of a player: results of those that count (``Digest.counts``), figures of all rounds."""

    sat: tuple[Participation, ...]  # all of them, the latest first
    finished: tuple[Participation, ...]  # those that count, the earliest first
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

    def course(self, unit: str) -> list[tuple[Participation | None, int]]:
        """What the player had before the first finished match with this unit, and after each of them."""
        brought = [
            (match, getattr(gains, unit))
            for match, gains in zip(self.finished, self.gains, strict=True)
            if match.played.digest.pays == (unit == "coins")
        ]
        sums = accumulate((gain for _, gain in brought), initial=0)
        return list(zip([None, *(match for match, _ in brought)], sums, strict=True))


def career(sat: Sequence[Participation]) -> Career:
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


def _against(finished: Sequence[Participation], ends: Sequence[Ended]) -> _By:
    """The results against each other player: who ended before whom."""
    met = defaultdict[str, list[Ended]](list)
    for match, end in zip(finished, ends, strict=True):
        for seat, other in enumerate(match.played.players):
            if seat not in match.seats:
                met[other].append(Ended(against(match, seat), end.gains))
    return _most_first({other: results(matches) for other, matches in met.items()})


def _by_rules(finished: Sequence[Participation], ends: Sequence[Ended]) -> _By:
    played = defaultdict[str, list[Ended]](list)
    for match, end in zip(finished, ends, strict=True):
        played[match.played.digest.rules].append(end)
    return _most_first({rules: results(matches) for rules, matches in played.items()})


def _most_first(by_key: Mapping[str, Results]) -> _By:
    return tuple(sorted(by_key.items(), key=lambda item: (-item[1].matches, item[0])))


def _best(sat: Sequence[Participation]) -> BestRound | None:
    """The best hand; of several the earliest."""
    hands = (
        BestRound(match.played.id, hand)
        for match in reversed(sat)
        for seat in reversed(match.seats)
        if (hand := match.played.digest.figures.seats[seat].best)
    )
    return max(hands, key=lambda best: best.hand.points, default=None)


class Figures(NamedTuple):
    """What some matches add up to, and their best hand; of several the earliest."""

    totals: Totals
    best: BestPlayed | None


def figures(view: View, wanted: Filter) -> Figures:
    """The figures of the matches of the archive that ``wanted`` leaves."""
    matches = [*wanted.matches(view)][::-1]
    return Figures(totals(played.digest.figures for played in matches), best_hand(matches, view.people))


class BestPlayed(NamedTuple):
    """The best hand of some matches: whose it was, as they are called now, and in which match."""

    hand: BestHand
    player: str
    match_id: str
    evening: date | None


def best_hand(matches: Iterable[ArchivedMatch], people: People) -> BestPlayed | None:
    """The won round with the most points; of several the earliest that is known.

    ``matches``: the earliest first.
    """
    hands = (
        (seat.best, place, played)
        for played in matches
        for place, seat in enumerate(played.digest.figures.seats)
        if seat.best
    )
    best = max(hands, key=lambda found: found[0].points, default=None)
    if best is None:
        return None
    hand, seat, played = best
    player = people.find(played.players[seat])
    return BestPlayed(hand, player.name if player else played.digest.players[seat], played.id, played.evening)
