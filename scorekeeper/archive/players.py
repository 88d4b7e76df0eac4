"""Everybody who played, with their matches: put in order once for a view of the archive."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from .archive import Played, View
from .career import Career, career
from .people import Player
from .per_view import PerView
from .results import Ended, Results, Sat, outcome, results


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


class Players:
    """Who played in the matches of a view, who played last first."""

    def __init__(self, view: View) -> None:
        self._matches = {played.id: played for played in view.matches}
        self._sat: dict[str, list[Sat]] = {}
        for played in view.matches:
            for seat, id_ in enumerate(played.players):
                _add(self._sat.setdefault(id_, []), Sat(played, (seat,)))
        found = ((view.people.find(id_), sat) for id_, sat in self._sat.items())
        self.regulars = tuple(_regular(player, sat) for player, sat in found if player)
        self.career = cache(self._career)

    def _career(self, id_: str) -> Career:
        """What the matches of a player come to."""
        return career(self._sat.get(id_, ()))

    def match(self, id_: str) -> Played | None:
        """A match by its id."""
        return self._matches.get(id_)

    def both(self, one: str, other: str) -> list[Sat]:
        """The matches that two players sat in together."""
        return [sat for sat in self._sat.get(one, ()) if other in sat.played.players]


players: Final = PerView(Players)


def _add(before: list[Sat], sat: Sat) -> None:
    """Add a match; two seats of one match are one."""
    if before and before[-1].played is sat.played:
        before[-1] = Sat(sat.played, (*before[-1].seats, *sat.seats))
    else:
        before.append(sat)


def _regular(player: Player, sat: list[Sat]) -> Regular:
    ended = (Ended(outcome(match), match.coins) for match in sat if match.played.digest.counts)
    return Regular(player, len(sat), results(ended), sat[0].played.digest.started)
