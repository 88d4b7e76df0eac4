"""The archive behind the pages: all matches together, as they are stored now."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, current_app

from ..archive.archive import KIND, Archive, Remarks, View, remarks
from ..archive.digests import Digest, make_digests, stored_digests
from ..fingerprints import version_of_the_match
from ..store import MatchRow
from .context import installation, store
from .match_repository import load_or_none


def init_app(app: Flask) -> None:
    app.extensions["archive"] = Archive(version_of_the_match())


def archived(match_id: str = "") -> View:
    """All matches, players and remarks of this installation.

    Where digests are still to be made, as after an update, that of the match ``match_id`` is made first.
    """
    return _archive().view(installation().storage.name, store(), load_or_none, match_id)


def fully_archived() -> View:
    """As ``archived``, once every digest is made: for what leaves the app.

    They are made a few at a time, and pages go in between.
    """
    while (view := archived()).missing:
        pass
    return view


def digests_of(rows: Sequence[MatchRow]) -> list[Digest | None]:
    """What each of some matches comes to; None where it cannot be read."""
    ends = {row.id: row.seq for row in rows}
    version = _archive().version
    there = stored_digests(store(), ends, version)
    missing = {id_: seq for id_, seq in ends.items() if id_ not in there}
    others = make_digests(store(), load_or_none, missing, version)
    return [there.get(row.id) or others.get(row.id) for row in rows]


def remarks_of(match_id: str) -> Remarks:
    """What is written beside a match."""
    return remarks(store().documents.get(KIND, match_id))


def _archive() -> Archive:
    archive: Archive = current_app.extensions["archive"]
    return archive
