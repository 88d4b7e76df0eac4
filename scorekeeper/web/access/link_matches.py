"""The matches that a link opens."""

from __future__ import annotations

from collections.abc import Iterator

from ...access import Link
from ...archive.digests import Digest
from ...sentences import versus
from ...store import MatchRow
from ...times import HERE, evening_of
from ..archive_view import digests_of
from ..context import store
from ..match_repository import load_or_none
from ..pagination import MOST_LISTED


def opened_by(link: Link) -> list[tuple[MatchRow, Digest]]:
    """The matches that a link opens and what each comes to, the one touched last first; of a link that opens
    all, the latest."""
    rows = {row.id: row for row in _rows(link)}
    in_order = sorted(rows.values(), key=lambda row: row.touched_at, reverse=True)
    return [(row, digest) for row, digest in zip(in_order, digests_of(in_order), strict=True) if digest]


def names_of(link: Link) -> list[str]:
    """Who plays in the matches that a link opens, one text a match."""
    return [versus(digest.players) for _, digest in opened_by(link)]


def _rows(link: Link) -> Iterator[MatchRow]:
    for row in () if link.matches and not link.evening else store().matches(MOST_LISTED):
        if link.is_for_all or evening_of(row.started_at, HERE) == link.evening:
            yield row
    for match_id in link.matches:
        if match := load_or_none(match_id):  # not deleted meanwhile
            yield MatchRow(match_id, match.seq, match.start.at, match.events[-1].at)
