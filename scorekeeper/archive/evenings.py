"""The matches of one evening together: what each player won over it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from .parts import Part, per_part
from .per_view import PerView
from .played import Played
from .results import Gains, total, units
from .view import View


class Standing(NamedTuple):
    """A player over an evening."""

    player: str  # id
    name: str
    matches: int
    won: int  # matches; a tie is won by nobody
    gains: Gains


class Evening(NamedTuple):
    """The matches that started on one evening, in that order; none where nobody played."""

    day: date
    matches: tuple[Played, ...]
    standings: tuple[Standing, ...]  # who won the most coins first, then the most points
    before: date | None  # the evening before on which there were matches
    after: date | None

    @property
    def units(self) -> tuple[str, ...]:
        """What its matches bring: "coins", "points", or both."""
        return units(match.digest for match in self.matches)


def evening(view: View, day: date) -> Evening:
    """What was played on the evening of a day."""
    days = _days(view)
    matches = tuple(chain.from_iterable(_by_day(part).get(day, ()) for part in reversed(view.parts)))
    before, after = bisect_left(days, day), bisect_right(days, day)
    return Evening(
        day,
        matches,
        _standings(view, matches),
        days[before - 1] if before else None,
        days[after] if after < len(days) else None,
    )


@PerView
def _days(view: View) -> list[date]:
    """Every evening with a match, in order."""
    return sorted(set(chain.from_iterable(map(_by_day, view.parts))))


@per_part
def _by_day(part: Part) -> dict[date, list[Played]]:
    """The matches of each evening, the earliest first."""
    by_day: dict[date, list[Played]] = {}
    for played in reversed(part.matches):
        if played.evening:
            by_day.setdefault(played.evening, []).append(played)
    return by_day


def _standings(view: View, matches: Sequence[Played]) -> tuple[Standing, ...]:
    """Who played in these matches, each with the sums over all of them."""
    played, won, gains, names = Counter[str](), Counter[str](), dict[str, Gains](), dict[str, str]()
    for match in matches:
        winners = match.digest.winners if match.digest.counts else ()
        played.update(set(match.players))
        won.update(match.players[seat] for seat in winners if len(winners) == 1)
        for player, name, gain in zip(match.players, match.digest.players, match.digest.gains, strict=True):
            known = view.people.find(player)
            names[player] = known.name if known else name
            gains[player] = total((gains.get(player, Gains()), Gains.of(match.digest, gain)))
    standings = (Standing(id_, names[id_], played[id_], won[id_], gains[id_]) for id_ in names)
    return tuple(sorted(standings, key=_most_first))


def _most_first(standing: Standing) -> tuple[int, int, str]:
    return -standing.gains.coins, -standing.gains.points, standing.name.casefold()
