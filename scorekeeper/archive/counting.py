"""Which matches count in a league, and what they bring its players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache, partial
from typing import Final, NamedTuple

from .courses import Brought, brought
from .leagues import League
from .parts import Part, per_part
from .people import People
from .played import Played
from .results import Gains, total
from .schemes import Scheme, points

_MOST_LEAGUES: Final = 32  # whose sums are kept


class Counting(NamedTuple):
    """Which matches a league counts, and how. Its players are those that they turned out to be."""

    scheme: Scheme
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


class Counted(NamedTuple):
    """What the matches of a part come to in a league."""

    matches: tuple[Played, ...]  # those that count, the latest first
    worth: Mapping[str, Worth]  # by the id of the player
    brought: tuple[Brought, ...]  # the earliest evening first


def counting(league: League, people: People) -> Counting:
    """How a league counts."""
    found = ((id_, people.find(id_)) for id_ in league.players)
    members = frozenset(player.id if player else id_ for id_, player in found)
    return Counting(league.points, members, league.rules, league.since, league.until)


def worth(scheme: Scheme, matches: Iterable[Played]) -> Mapping[str, Worth]:
    """What some matches brought each of their players."""
    return added_up(dict(_of_match(scheme, played)) for played in matches)


def added_up(parts: Iterable[Mapping[str, Worth]]) -> Mapping[str, Worth]:
    """What several lots of matches brought each player."""
    by_player = defaultdict[str, list[Worth]](list)
    for part in parts:
        for id_, one in part.items():
            by_player[id_].append(one)
    return {id_: _sum(some) for id_, some in by_player.items()}


def _sum(worths: Iterable[Worth]) -> Worth:
    matches, wins, ties, gains, parts = zip(*worths, strict=True)
    return Worth(sum(matches), sum(wins), sum(ties), total(gains), sum(parts))


@per_part
def counted(part: Part) -> Callable[[Counting], Counted]:
    """What a part comes to, by how a league counts."""
    return lru_cache(maxsize=_MOST_LEAGUES)(partial(_counted, part.matches))


def _counted(matches: tuple[Played, ...], how: Counting) -> Counted:
    count = tuple(filter(how.has, matches))
    return Counted(count, worth(how.scheme, count), tuple(brought(how.scheme, reversed(count))))


def _of_match(scheme: Scheme, played: Played) -> Iterator[tuple[str, Worth]]:
    gains, winners = played.digest.gains, played.digest.winners
    in_parts = points(scheme, gains, winners, played.digest.pays)
    for seat, id_ in enumerate(played.players):
        won, alone = seat in winners, winners == (seat,)
        gain = Gains.of(played.digest, gains[seat])
        yield id_, Worth(1, int(alone), int(won and not alone), gain, in_parts[seat])
