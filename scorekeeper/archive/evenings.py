"""The matches of one evening together: what each player won over it."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import NamedTuple

from .archive import ArchivedMatch, View
from .digests import Gains, total, units
from .results import BestPlayed, best_hand


class EveningStanding(NamedTuple):
    """A player over an evening."""

    player: str  # id
    name: str
    matches: int
    won: int  # matches; a tie is won by nobody
    gains: Gains


class EveningGame(NamedTuple):
    """The matches of one game on an evening: no other is added to what they brought."""

    title: str
    matches: tuple[ArchivedMatch, ...]
    # who won the most coins, or points, first; or matches, where some bring coins and others points
    standings: tuple[EveningStanding, ...]
    units: tuple[str, ...]  # what its matches bring: "coins", "points", or both
    best: BestPlayed | None  # the hand that brought the most points


class Evening(NamedTuple):
    """The matches that started on one evening, in that order; none where nobody played."""

    day: date
    matches: tuple[ArchivedMatch, ...]
    games: tuple[EveningGame, ...]  # what was played, in that order
    before: date | None  # the evening before on which there were matches
    after: date | None


def evening(view: View, day: date) -> Evening:
    """What was played on the evening of a day."""
    matches = tuple(played for played in reversed(view.matches) if played.evening == day)
    tonight = view._replace(matches=matches)
    days = {played.evening for played in view.matches if played.evening}
    return Evening(
        day,
        matches,
        tuple(_of_game(title, tonight.of(title)) for title in tonight.games),
        before=max((other for other in days if other < day), default=None),
        after=min((other for other in days if other > day), default=None),
    )


def _of_game(title: str, tonight: View) -> EveningGame:
    brought = units(match.digest for match in tonight.matches)
    best = best_hand(tonight.matches, tonight.players)
    return EveningGame(title, tonight.matches, _standings(tonight), brought, best)


def _standings(tonight: View) -> tuple[EveningStanding, ...]:
    """Who sat in these matches, each with the sums over all of them; one without a round counts as none."""
    mixed = len(units(match.digest for match in tonight.matches)) > 1
    played, won, gains, names = Counter[str](), Counter[str](), dict[str, Gains](), dict[str, str]()
    for match in tonight.matches:
        played.update(set(match.players) if match.digest.rounds else ())
        won.update(id_ for id_, ended in match.result_by_player.items() if ended.outcome == 1)
        for player, name, gain in zip(match.players, match.digest.players, match.digest.gains, strict=True):
            known = tonight.players.find(player)
            names[player] = known.name if known else name
            gains[player] = total((gains.get(player, Gains()), Gains.of(match.digest, gain)))
    standings = (EveningStanding(id_, names[id_], played[id_], won[id_], gains[id_]) for id_ in names)
    in_order = sorted(standings, key=lambda one: (-one.gains.coins, -one.gains.points, one.name.casefold()))
    return tuple(sorted(in_order, key=lambda one: -one.won) if mixed else in_order)
