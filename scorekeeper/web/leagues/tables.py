"""The tables of the leagues as the archive is now."""

from __future__ import annotations

from typing import NamedTuple

from ...archive.archive import Played, View
from ...archive.leagues import League
from ...archive.standings import Row, Table, counts, table
from ..archive_view import archived
from .keeping import all_leagues


class Placed(NamedTuple):
    """A league in which a match counts, and the rows of its players."""

    league: League
    rows: tuple[Row, ...]


def table_of(league: League) -> Table:
    """The table of a league now."""
    return table(league, archived())


def places_after(match_id: str) -> list[Placed]:
    """The leagues in which a match counts, with the places of its players who have one."""
    kept = [league for league in all_leagues() if not league.archived]
    if not kept:
        return []
    view = archived(match_id)
    played = view.match(match_id)
    if played is None:  # it cannot be read
        return []
    return [_placed(league, played, view) for league in kept if counts(league, played, view.people)]


def _placed(league: League, played: Played, view: View) -> Placed:
    rows = (row for row in table(league, view).rows if row.player.id in played.players and row.rank)
    return Placed(league, tuple(rows))
