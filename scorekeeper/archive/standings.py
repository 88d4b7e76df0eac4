"""The table of a league: which matches count, what they bring its players, how that grew, who is ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from .archive import ArchivedMatch, View
from .digests import Digest, Gains, MatchResult, units
from .leagues import PARTS, League, Scheme, points
from .players import Player, Players
from .results import Results, results

CURVES: Final = 3  # players whose course is drawn
_Merit: TypeAlias = tuple["Gains | Fraction | int", ...]


class StandingsRow(NamedTuple):
    """A player of the league. ``rank``: None for a guest, and for who has played too few matches."""

    player: Player
    matches: int = 0
    wins: int = 0
    ties: int = 0
    gains: Gains = Gains()
    points: Fraction = Fraction(0)
    rank: int | None = None

    @property
    def losses(self) -> int:
        return self.matches - self.wins - self.ties


class LeagueTable(NamedTuple):
    """The table of a league at a moment."""

    rows: tuple[StandingsRow, ...]  # by rank; behind them those without one
    matches: tuple[ArchivedMatch, ...]  # those that count, the latest first
    to_play: tuple[tuple[Player, tuple[Player, ...]], ...]  # who has no match with whom; each pair once
    course: LeagueCourse  # of those who are first, by evening
    units: tuple[str, ...]  # what the matches bring besides match points: "coins", "points", or both
    several_rules: bool  # whether coins of several rule sets are added together


def table(league: League, view: View) -> LeagueTable:
    """The table of a league, and the matches that count.

    A player whose matches are all in the bin, and of whom nothing was said, has no name and no row.
    """
    members = _members(league, view.players)
    matches = tuple(played for played in view.matches if _has(league, members, played))
    won = sums_by_player(league.points, matches)
    players = [player for id_ in members or won if (player := view.players.find(id_))]
    rows = tuple(_ranked(league, matches, [_row(player, won.get(player.id)) for player in players]))
    return LeagueTable(
        rows=rows,
        matches=matches,
        to_play=tuple(_to_play(matches, players)) if members else (),
        course=course(league.points, reversed(matches), [row.player.id for row in rows[:CURVES]]),
        units=units(played.digest for played in matches),
        several_rules=len({played.digest.rules for played in matches}) > 1,
    )


def counts(league: League, played: ArchivedMatch, players: Players) -> bool:
    """Whether a match counts in a league.

    It does if it is of the game of the league and finished, at least one round of it was played, on an
    evening of the league, by its rule set, and if every seat is taken by another player of the league.
    """
    return _has(league, _members(league, players), played)


def _members(league: League, players: Players) -> frozenset[str]:
    """The ids of the players of a league, each that of whom they turned out to be; empty: everybody."""
    found = ((id_, players.find(id_)) for id_ in league.players)
    return frozenset(player.id if player else id_ for id_, player in found)


def _has(league: League, members: frozenset[str], played: ArchivedMatch) -> bool:
    digest, day = played.digest, played.evening
    if not digest.counts or digest.game != league.game or (league.rules and digest.rules != league.rules):
        return False
    if len({*played.players}) < len(digest.players):
        return False
    if members and not members.issuperset(played.players):
        return False
    if day is None:
        return not league.since and not league.until
    return (league.since or day) <= day <= (league.until or day)


def _row(player: Player, won: PlayerSums | None) -> StandingsRow:
    if won is None:
        return StandingsRow(player)
    own, parts = won
    return StandingsRow(player, own.matches, own.won, own.tied, own.gains, Fraction(parts, PARTS))


def _ranked(
    league: League, matches: Sequence[ArchivedMatch], rows: list[StandingsRow]
) -> Iterator[StandingsRow]:
    """The rows with their ranks: by the order of the scheme, then by the matches between those who are equal.

    Who is still equal shares the rank.
    """

    def merit(row: StandingsRow) -> _Merit:
        return _merit(league.points, row)

    least = max(league.minimum, 1)
    in_order = sorted(sorted(rows, key=lambda row: _by_name(row.player)), key=merit, reverse=True)
    ranked = [row for row in in_order if row.matches >= least and not row.player.guest]
    rank = 1
    for _, equal in groupby(ranked, key=merit):
        for still_equal in _parted(league.points, matches, list(equal)):
            yield from (row._replace(rank=rank) for row in still_equal)
            rank += len(still_equal)
    others = (row for row in in_order if row.matches < least or row.player.guest)
    yield from sorted(others, key=lambda row: row.player.guest)


def _merit(scheme: Scheme, row: StandingsRow) -> _Merit:
    """What decides who is ahead: more of it is better."""
    return tuple(getattr(row, what) for what in scheme.order)


def _parted(
    scheme: Scheme, matches: Sequence[ArchivedMatch], equal: list[StandingsRow]
) -> list[list[StandingsRow]]:
    """Equal players, the best first in matches that two or more of them played; the still equal together."""
    if len(equal) == 1:
        return [equal]
    ids = {row.player.id for row in equal}
    won = sums_by_player(scheme, (played for played in matches if len(ids.intersection(played.players)) > 1))

    def merit(row: StandingsRow) -> _Merit:
        return _merit(scheme, _row(row.player, won.get(row.player.id)))

    return [list(still) for _, still in groupby(sorted(equal, key=merit, reverse=True), key=merit)]


def _to_play(
    matches: Iterable[ArchivedMatch], players: Sequence[Player]
) -> Iterator[tuple[Player, tuple[Player, ...]]]:
    """Each player with those, further on in the list, with whom there is no match.

    Players who play no more are left out.
    """
    tables = {played.players for played in matches}
    met = {pair for sat in tables for pair in combinations(sorted(sat), 2)}
    active = sorted((player for player in players if not player.archived), key=_by_name)
    for at, player in enumerate(active, 1):
        missing = [other for other in active[at:] if tuple(sorted((player.id, other.id))) not in met]
        if missing:
            yield player, tuple(missing)


def _by_name(player: Player) -> tuple[str, str]:
    return player.name.casefold(), player.id


LeagueCourse: TypeAlias = tuple[tuple[int, ...], ...]


class PlayerSums(NamedTuple):
    """What matches brought a player."""

    results: Results
    parts: int  # of a match point


def sums_by_player(scheme: Scheme, matches: Iterable[ArchivedMatch]) -> Mapping[str, PlayerSums]:
    """What some matches brought each of their players, by id."""
    ended, parts = defaultdict[str, list[MatchResult]](list), defaultdict[str, int](int)
    for played in matches:
        for id_, brought in zip(played.players, _match_points(scheme, played.digest), strict=True):
            ended[id_].append(played.result_by_player[id_])
            parts[id_] += brought
    return {id_: PlayerSums(results(ended[id_]), parts[id_]) for id_ in ended}


def course(scheme: Scheme, matches: Iterable[ArchivedMatch], ids: Sequence[str]) -> LeagueCourse:
    """What each of these players had at the start and after each evening on which one of them played.

    That is match points, without parts of one; or coins where only they count. ``matches``: those that count,
    the earliest first.
    """
    had, in_points = dict.fromkeys(ids, 0), "points" in scheme.order
    theirs = (played for played in matches if not had.keys().isdisjoint(played.players))
    grown = [tuple(had.values())]
    for _, evening in groupby(theirs, key=attrgetter("evening")):
        for played in evening:
            digest = played.digest
            brought = _match_points(scheme, digest) if in_points else digest.gains
            for id_, won in zip(played.players, brought, strict=True):
                if id_ in had:
                    had[id_] += won
        grown.append(tuple([won // PARTS if in_points else won for won in had.values()]))
    return tuple(grown)


def _match_points(scheme: Scheme, digest: Digest) -> tuple[int, ...]:
    return points(scheme, digest.gains, digest.winners, digest.pays)
