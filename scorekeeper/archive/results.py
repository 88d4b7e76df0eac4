"""How finished matches ended for somebody: won, lost or tied, and what they brought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .digest import Digest
from .played import Played


class Sat(NamedTuple):
    """A match that a player sat in."""

    played: Played
    seats: tuple[int, ...]  # more than one only where names of one match were said to be one person

    @property
    def coins(self) -> int:
        """What the match brought: what the player has more than at its start."""
        coins = 0
        for seat in self.seats:
            sums = self.played.digest.figures.seats[seat].sums
            coins += int(sums.dealt_coins + sums.beside_coins + sums.rulings_coins)
        return coins


class Results(NamedTuple):
    """Matches that count, together."""

    won: int = 0
    lost: int = 0
    tied: int = 0
    coins: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.tied


class Ended(NamedTuple):
    """How a finished match ended for a player: 1 for won, −1 for lost, 0 for tied; and its coins."""

    outcome: int
    coins: int


def results(ended: Iterable[Ended]) -> Results:
    """The results of some matches."""
    counted, coins = {1: 0, -1: 0, 0: 0}, 0
    for match in ended:
        counted[match.outcome] += 1
        coins += match.coins
    return Results(counted[1], counted[-1], counted[0], coins)


def added_up(parts: Iterable[Results]) -> Results:
    """The results of several lots of matches together."""
    return Results(*map(sum, zip(*parts, strict=True)))


def finished(sat: Sequence[Sat]) -> tuple[Sat, ...]:
    """Those that count of some matches, the latest first: the earliest first."""
    return tuple(match for match in reversed(sat) if match.played.digest.counts)


def ended(sat: Sat) -> Ended:
    """How a finished match ended."""
    return Ended(outcome(sat), sat.coins)


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
