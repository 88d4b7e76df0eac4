"""The leagues in the store, and what a match brings in them."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from flask import abort

from ...archive.leagues import KIND, League, league, leagues
from ...archive.standings import StandingsRow, counts, table
from ...store import Stale
from ...store.documents import as_value
from ..archive_view import archived
from ..context import store


def all_leagues() -> list[League]:
    """The leagues that are not in the bin, by name."""
    return leagues(store().documents.all(KIND))


def find(league_id: str) -> League:
    """A league that is not in the bin; otherwise the page of what is not there."""
    found = find_anywhere(league_id)
    return found if not found.deleted else abort(404)


def find_anywhere(league_id: str) -> League:
    """A league, also one in the bin."""
    document = store().documents.get(KIND, league_id)
    return league(league_id, document) if document else abort(404)


def find_binned(league_id: str) -> League:
    found = find_anywhere(league_id)
    return found if found.deleted else abort(404)


def all_binned() -> list[League]:
    """The leagues in the bin."""
    found = (league(id_, document) for id_, document in store().documents.all(KIND).items())
    return [one for one in found if one.deleted]


def drop(binned: League) -> None:
    """Delete a league for good. Raises Stale."""
    store().documents.put(KIND, binned.id, binned.version, None)


def empty_bin() -> None:
    """Delete the leagues that have been in the bin for long enough."""
    limit = store().bin_limit()
    for binned in all_binned():
        if binned.deleted < limit:
            with suppress(Stale):  # it has just been put back
                drop(binned)


def keep(changed: League) -> None:
    """Store a league in place of its version. Raises Stale."""
    store().documents.put(KIND, changed.id, changed.version, as_value(changed))


class Placed(NamedTuple):
    """A league in which a match counts, and the rows of its players."""

    league: League
    rows: tuple[StandingsRow, ...]


def places_after(match_id: str) -> list[Placed]:
    """The leagues in which a match counts, with the places of its players who have one."""
    current = [league for league in all_leagues() if not league.archived]
    if not current:
        return []
    view = archived(match_id)
    played = view.match(match_id)
    if played is None:  # it cannot be read
        return []
    placed = []
    for one in (one for one in current if counts(one, played, view.players)):
        rows = (row for row in table(one, view).rows if row.player.id in played.players and row.rank)
        placed.append(Placed(one, tuple(rows)))
    return placed
