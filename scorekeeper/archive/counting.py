"""Which matches count in a league, what they bring its players, and how that grew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple, TypeAlias

from .leagues import League
from .people import People
from .played import Played
from .results import Gains, total
from .schemes import PARTS, Scheme, points

Course: TypeAlias = tuple[tuple[int, ...], ...]


class Counting(NamedTuple):
    """Which matches a league counts. Its players are those that they turned out to be."""

    members: frozenset[str]  # ids; empty: everybody
    rules: str
    since: date | None
    until: date | None

    def has(self, played: Played) -> bool:
        """Whether a match counts."""
        digest = played.digest
        if not digest.counts or (self.rules and digest.rules != self.rules):
            return False
        if len({*played.players}) < len(digest.players):
            return False
        if self.members and not self.members.issuperset(played.players):
            return False
        day = played.evening
        if day is None:
            return not self.since and not self.until
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


class Worth(NamedTuple):
    """What matches brought a player."""

    matches: int
    wins: int
    ties: int
    gains: Gains
    parts: int  # of a match point


def counting(league: League, people: People) -> Counting:
    """Which matches a league counts."""
    found = ((id_, people.find(id_)) for id_ in league.players)
    members = frozenset(player.id if player else id_ for id_, player in found)
    return Counting(members, league.rules, league.since, league.until)


def worth(scheme: Scheme, matches: Iterable[Played]) -> Mapping[str, Worth]:
    """What some matches brought each of their players, by id."""
    by_player = defaultdict[str, list[Worth]](list)
    for played in matches:
        for id_, one in _of_match(scheme, played):
            by_player[id_].append(one)
    return {id_: _sum(some) for id_, some in by_player.items()}


def course(scheme: Scheme, matches: Iterable[Played], ids: Sequence[str]) -> Course:
    """What each of these players had at the start and after each evening on which one of them played.

    That is match points, without parts of one; or coins where only they count. ``matches``: those that count,
    the earliest first.
    """
    had = dict.fromkeys(ids, 0)
    theirs = (played for played in matches if not had.keys().isdisjoint(played.players))
    grown = [tuple(had.values())]
    for _, evening in groupby(theirs, key=lambda played: played.evening):
        for played in evening:
            for id_, parts in zip(played.players, _brought(scheme, played), strict=True):
                if id_ in had:
                    had[id_] += parts
        grown.append(tuple(parts // PARTS for parts in had.values()))
    return tuple(grown)


def _of_match(scheme: Scheme, played: Played) -> Iterator[tuple[str, Worth]]:
    gains, winners = played.digest.gains, played.digest.winners
    in_parts = points(scheme, gains, winners, played.digest.pays)
    for seat, id_ in enumerate(played.players):
        won, alone = seat in winners, winners == (seat,)
        gain = Gains.of(played.digest, gains[seat])
        yield id_, Worth(1, int(alone), int(won and not alone), gain, in_parts[seat])


def _sum(worths: Iterable[Worth]) -> Worth:
    matches, wins, ties, gains, parts = zip(*worths, strict=True)
    return Worth(sum(matches), sum(wins), sum(ties), total(gains), sum(parts))


def _brought(scheme: Scheme, played: Played) -> tuple[int, ...]:
    """What a match brought by seat, in parts of match points or of coins."""
    gains = played.digest.gains
    if "points" in scheme.order:
        return points(scheme, gains, played.digest.winners, played.digest.pays)
    return tuple(PARTS * gain for gain in gains)
