"""Everybody who played, with their matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .career import Career, career
from .people import People, Player
from .played import Played
from .results import Results, Sat, ended, finished, results
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


def regulars(matches: Iterable[Played], people: People) -> tuple[Regular, ...]:
    """Everybody who played in some matches, the latest first: who played last first."""
    by_player = defaultdict[str, list[Sat]](list)
    for played in matches:
        for id_ in dict.fromkeys(played.players):
            by_player[id_].append(Sat.of(played, id_))
    known = ((people.find(id_), sat) for id_, sat in by_player.items())
    return tuple(_regular(player, sat) for player, sat in known if player)


def career_of(id_: str, view: View) -> Career:
    """What all matches of a player come to."""
    return career([Sat.of(played, id_) for played in view.matches if id_ in played.players])


def together(one: str, other: str, view: View) -> list[Played]:
    """The matches that two players sat in together, the latest first."""
    return [played for played in view.matches if one in played.players and other in played.players]


def _regular(player: Player, sat: Sequence[Sat]) -> Regular:
    """``sat``: the latest first."""
    return Regular(player, len(sat), results(map(ended, finished(sat))), sat[0].played.digest.started)
