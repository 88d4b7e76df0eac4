"""The matches of one evening together: what each player won over it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from .archive import ArchivedMatch, View
from .digests import Gains, total, units


class EveningStanding(NamedTuple):
    """A player over an evening."""

    player: str  # id
    name: str
    matches: int
    won: int  # matches; a tie is won by nobody
    gains: Gains


class Evening(NamedTuple):
    """The matches that started on one evening, in that order; none where nobody played."""

    day: date
    matches: tuple[ArchivedMatch, ...]
    # who won the most coins, or points, first; or matches, where some bring coins and others points
    standings: tuple[EveningStanding, ...]
    before: date | None  # the evening before on which there were matches
    after: date | None

    @property
    def units(self) -> tuple[str, ...]:
        """What its matches bring: "coins", "points", or both."""
        return units(match.digest for match in self.matches)


def evening(view: View, day: date) -> Evening:
    """What was played on the evening of a day."""
    matches = tuple(played for played in reversed(view.matches) if played.evening == day)
    days = {played.evening for played in view.matches if played.evening}
    return Evening(
        day,
        matches,
        _standings(view, matches),
        before=max((other for other in days if other < day), default=None),
        after=min((other for other in days if other > day), default=None),
    )


def _standings(view: View, matches: Sequence[ArchivedMatch]) -> tuple[EveningStanding, ...]:
    """Who sat in these matches, each with the sums over all of them; one without a round counts as none."""
    mixed = len(units(match.digest for match in matches)) > 1
    played, won, gains, names = Counter[str](), Counter[str](), dict[str, Gains](), dict[str, str]()
    for match in matches:
        played.update(set(match.players) if match.digest.rounds else ())
        won.update(id_ for id_, ended in match.result_by_player.items() if ended.outcome == 1)
        for player, name, gain in zip(match.players, match.digest.players, match.digest.gains, strict=True):
            known = view.players.find(player)
            names[player] = known.name if known else name
            gains[player] = total((gains.get(player, Gains()), Gains.of(match.digest, gain)))
    standings = (EveningStanding(id_, names[id_], played[id_], won[id_], gains[id_]) for id_ in names)
    in_order = sorted(standings, key=lambda one: (-one.gains.coins, -one.gains.points, one.name.casefold()))
    return tuple(sorted(in_order, key=lambda one: -one.won) if mixed else in_order)
