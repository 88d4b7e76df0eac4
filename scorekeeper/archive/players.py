"""Everybody who played, with their matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .career import Career, career, joined
from .parts import Part, per_part
from .people import People, Player
from .played import Played
from .results import Results, Sat, added_up, ended, finished, results
from .view import View


class Regular(NamedTuple):
    """A player in the list of all."""

    player: Player
    matches: int  # all of them
    results: Results  # of those that count
    last: str  # when the last one started: UTC, ISO 8601; empty if it is not known

    @property
    def share(self) -> float:
        """Of the matches that count, those that were won: from 0 to 1; 0 of none."""
        return self.results.won / self.results.matches if self.results.matches else 0.0


def regulars(parts: Iterable[Part], people: People) -> tuple[Regular, ...]:
    """Everybody who played in some parts of the archive, the latest first: who played last first."""
    found = defaultdict[str, list[_Own]](list)
    for part in parts:
        for id_, own in _by_player(part).items():
            found[id_].append(own)
    known = ((people.find(id_), own) for id_, own in found.items())
    return tuple(_regular(player, own) for player, own in known if player)


def career_of(id_: str, view: View) -> Career:
    """What all matches of a player come to."""
    return joined([_careers(part)(id_) for part in view.parts if id_ in _by_player(part)])


def together(one: str, other: str, view: View) -> list[Played]:
    """The matches that two players sat in together, the latest first."""
    return [played for played in view.matches if one in played.players and other in played.players]


class _Own(NamedTuple):
    """The matches of a player in a part."""

    sat: tuple[Sat, ...]  # the latest first
    results: Results  # of those that count


@per_part
def _by_player(part: Part) -> dict[str, _Own]:
    """The matches of each player, who played last first."""
    by_player = defaultdict[str, list[Sat]](list)
    for played in part.matches:
        for seat, id_ in enumerate(played.players):
            sat = by_player[id_]
            if sat and sat[-1].played is played:  # two seats of one match are one
                sat[-1] = Sat(played, (*sat[-1].seats, seat))
            else:
                sat.append(Sat(played, (seat,)))
    return {id_: _Own(tuple(sat), results(map(ended, finished(sat)))) for id_, sat in by_player.items()}


@per_part
def _careers(part: Part) -> Callable[[str], Career]:
    """The careers of the players in a part, each worked out when it is asked for."""
    own = _by_player(part)
    return cache(lambda id_: career(own[id_].sat))


def _regular(player: Player, own: Sequence[_Own]) -> Regular:
    """``own``: the latest part first."""
    matches = sum(len(part.sat) for part in own)
    last = own[0].sat[0].played.digest.started
    return Regular(player, matches, added_up(part.results for part in own), last)
