"""The tables of the leagues, worked out once for each state of the archive."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from flask import Flask, current_app

from ...archive.archive import Played, View
from ...archive.leagues import League
from ...archive.standings import Row, Table, counts, table
from ..archiving import archived
from .keeping import all_leagues


class Tables:
    """The tables of the leagues by the latest view of the archive. Threads may share this object."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._view: View | None = None
        self._made: dict[League, Table] = {}

    def of(self, league: League, view: View) -> Table:
        with self._lock:
            if view is not self._view:
                self._view, self._made = view, {}
            if league not in self._made:
                self._made[league] = table(league, view)
            return self._made[league]


class Placed(NamedTuple):
    """A league in which a match counts, and the rows of its players."""

    league: League
    rows: tuple[Row, ...]


def init_app(app: Flask) -> None:
    app.extensions["leagues"] = Tables()


def table_of(league: League) -> Table:
    """The table of a league now."""
    tables: Tables = current_app.extensions["leagues"]
    return tables.of(league, archived())


def places_after(match_id: str) -> list[Placed]:
    """The leagues in which a match counts, with the places of its players who have one."""
    kept = [league for league in all_leagues() if not league.archived]
    if not kept:
        return []
    view = archived()
    played = next((played for played in view.matches if played.id == match_id), None)
    if played is None:  # it is still to be read
        return []
    return [_placed(league, played) for league in kept if counts(league, played, view.people)]


def _placed(league: League, played: Played) -> Placed:
    rows = (row for row in table_of(league).rows if row.player.id in played.players and row.rank)
    return Placed(league, tuple(rows))
