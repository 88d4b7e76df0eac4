"""How finished matches ended for somebody, and what the matches of one player or of a filter come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import accumulate
from math import inf
from typing import NamedTuple, TypeAlias

from ..koikoi.figures.match_figures import Totals, totals
from ..koikoi.figures.seat_figures import BestHand, Counted, SeatParts, together
from .archive import ArchivedMatch, View
from .digests import Digest, Gains, MatchResult, total, units
from .filter import Filter
from .players import Player, Players


class Results(NamedTuple):
    """Matches that count, together."""

    won: int = 0
    lost: int = 0
    tied: int = 0
    gains: Gains = Gains()

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.tied


def results(ended: Iterable[MatchResult]) -> Results:
    matches = list(ended)
    outcomes = [match.outcome for match in matches]
    won, lost, tied = map(outcomes.count, (1, -1, 0))
    return Results(won, lost, tied, total([Gains(), *(match.gains for match in matches)]))


def _against(match: ArchivedMatch, player: str, other: int) -> int:
    """Of a match that counts: 1 if a player ended before the one on another seat, −1 behind, 0 if tied."""
    own, theirs = max(_place(match.digest, seat) for seat in match.seats(player)), _place(match.digest, other)
    return (own > theirs) - (own < theirs)


def _place(digest: Digest, seat: int) -> tuple[bool, int]:
    """Where a seat ended: who won is first, even with as many coins as another."""
    return seat in digest.winners, digest.balance[seat]


_By: TypeAlias = tuple[tuple[str, Results], ...]


class Career(NamedTuple):
    """The matches of a player: results of those that count (``Digest.counts``), parts of all rounds."""

    player: str  # id
    matches: tuple[ArchivedMatch, ...]  # all of them, the latest first
    counting: tuple[ArchivedMatch, ...]  # those that count, the earliest first
    results: Results
    against: _By  # by the id of the other player, who was met most first
    by_rules: _By  # by the title of the rules, what was played most first
    parts: SeatParts
    yaku: Counted
    best: BestPlayed | None

    @property
    def units(self) -> tuple[str, ...]:
        """What the matches that count bring: "coins", "points", or both."""
        return units(match.digest for match in self.counting)

    @property
    def units_between(self) -> tuple[str, ...]:
        """Of these, what is won from other players: points only where nobody wins what nobody lost."""
        of_points = [match.digest.gains for match in self.counting if not match.digest.pays]
        return tuple(unit for unit in self.units if unit == "coins" or not any(map(sum, of_points)))

    def course(self, unit: str) -> list[tuple[ArchivedMatch | None, int]]:
        """What the player had before the first match that counts with this unit, and after each of them."""
        matches = [match for match in self.counting if match.digest.pays == (unit == "coins")]
        brought = (getattr(match.result_by_player[self.player].gains, unit) for match in matches)
        return list(zip([None, *matches], accumulate(brought, initial=0), strict=True))


def career_of(player: str, view: View) -> Career:
    """What all matches of the player with an id come to."""
    matches = [played for played in view.matches if player in played.players]
    counting = tuple(match for match in reversed(matches) if match.digest.counts)
    sat = together([match.digest.figures.seats[seat] for match in matches for seat in match.seats(player)])
    return Career(
        player=player,
        matches=tuple(matches),
        counting=counting,
        results=results(match.result_by_player[player] for match in counting),
        against=_by_opponent(player, counting),
        by_rules=_by_rules(player, counting),
        parts=sat.parts,
        yaku=sat.yaku,
        best=best_hand(reversed(matches), view.players, player),
    )


def _by_opponent(player: str, counting: Sequence[ArchivedMatch]) -> _By:
    """The results against each other player: who ended before whom."""
    met = defaultdict[str, list[MatchResult]](list)
    for match in counting:
        own = match.result_by_player[player]
        for seat, other in enumerate(match.players):
            if other != player:
                met[other].append(own._replace(outcome=_against(match, player, seat)))
    return _most_first({other: results(matches) for other, matches in met.items()})


def _by_rules(player: str, counting: Sequence[ArchivedMatch]) -> _By:
    played = defaultdict[str, list[MatchResult]](list)
    for match in counting:
        played[match.digest.rules].append(match.result_by_player[player])
    return _most_first({rules: results(matches) for rules, matches in played.items()})


def _most_first(by_key: Mapping[str, Results]) -> _By:
    return tuple(sorted(by_key.items(), key=lambda item: (-item[1].matches, item[0])))


class Figures(NamedTuple):
    """What some matches add up to, and their best hand; of several the earliest."""

    totals: Totals
    best: BestPlayed | None


def figures(view: View, wanted: Filter) -> Figures:
    """The figures of the matches of the archive that ``wanted`` leaves."""
    matches = [*wanted.matches(view)][::-1]
    return Figures(totals(played.digest.figures for played in matches), best_hand(matches, view.players))


class BestPlayed(NamedTuple):
    """The best hand of some matches: whose it was, as they are called now, and in which match."""

    hand: BestHand
    player: str
    match_id: str
    evening: date | None


def best_hand(matches: Iterable[ArchivedMatch], players: Players, of: str = "") -> BestPlayed | None:
    """The won round with the most points whose cards are known; of several the earliest.

    ``matches``: the earliest first. ``of``: the id of the only player who is looked at.
    """
    most, best = -inf, None
    for played in matches:
        for seat, figures in enumerate(played.digest.figures.seats):
            hand = figures.best
            if hand and hand.points > most and of in ("", played.players[seat]):
                most, best = hand.points, (hand, seat, played)
    if best is None:
        return None
    hand, seat, played = best
    player = players.find(played.players[seat])
    return BestPlayed(hand, player.name if player else played.digest.players[seat], played.id, played.evening)


class PlayerRow(NamedTuple):
    """A player in the list of all."""

    player: Player
    matches: int  # all of them
    results: Results  # of those that count
    last: ArchivedMatch

    @property
    def share(self) -> float:
        """Of the matches that count, those that were won: from 0 to 1; 0 of none."""
        return self.results.won / self.results.matches if self.results.matches else 0.0


def regulars(matches: Iterable[ArchivedMatch], players: Players) -> tuple[PlayerRow, ...]:
    """Everybody who played in some matches, the latest first: who played last first."""
    sat = defaultdict[str, list[ArchivedMatch]](list)
    for played in matches:
        for id_ in dict.fromkeys(played.players):
            sat[id_].append(played)
    return tuple(_regular(player, sat[id_]) for id_ in sat if (player := players.find(id_)))


def _regular(player: Player, sat: Sequence[ArchivedMatch]) -> PlayerRow:
    """``sat``: the latest first."""
    own = results(result for match in sat if (result := match.result_by_player.get(player.id)))
    return PlayerRow(player, len(sat), own, sat[0])
