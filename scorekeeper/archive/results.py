"""How finished matches ended for somebody: won, lost or tied, and what they brought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .digest import Digest
from .played import Played


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


class Sat(NamedTuple):
    """A match that a player sat in."""

    played: Played
    seats: tuple[int, ...]  # more than one only where names of one match were said to be one person

    @classmethod
    def of(cls, played: Played, player: str) -> Sat:
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


def finished(sat: Sequence[Sat]) -> tuple[Sat, ...]:
    """Those that count of some matches, the latest first: the earliest first."""
    return tuple(match for match in reversed(sat) if match.played.digest.counts)


def ended(sat: Sat) -> Ended:
    """How a finished match ended."""
    return Ended(outcome(sat), sat.gains)


def outcome(sat: Sat) -> int:
    """Of a finished match: 1 if the player won it, −1 if somebody else did, 0 for a tie with others."""
    winners = sat.played.digest.winners
    if winners == sat.seats:
        return 1
    if not any(seat in winners for seat in sat.seats):
        return -1
    return 1 if all(seat in sat.seats for seat in winners) else 0


def against(sat: Sat, other: int) -> int:
    """Of a finished match: 1 if the player ended before the one on another seat, −1 behind, 0 if tied."""
    digest = sat.played.digest
    own, theirs = max(_place(digest, seat) for seat in sat.seats), _place(digest, other)
    return (own > theirs) - (own < theirs)


def _place(digest: Digest, seat: int) -> tuple[bool, int]:
    """Where a seat ended: who won is first, even with as many coins as another."""
    return seat in digest.winners, digest.balance[seat]
