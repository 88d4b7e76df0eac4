"""The rows of a match in a PostgreSQL database, read and written within a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .. import Event, StoredEvent, bin_limit
from ..documents import OF_A_MATCH
from ..errors import DamagedMatch
from ..events import MatchEnd, event_of
from .database import Row
from .tenant import Transaction, change

MATCHES: Final = "matches"  # the part whose state changes with every match
HERE: Final = "WHERE space = %(space)s"
THIS: Final = f"{HERE} AND id = %(match)s"
OF_MATCH: Final = f"{HERE} AND match_id = %(match)s"
_AT_ONCE: Final = 500  # rows of an INSERT


def locked(transaction: Transaction, match_id: str) -> MatchEnd:
    """The end of a match; nobody else writes it until the end of the transaction."""
    row = transaction.execute(
        f"SELECT seq, discarded_at FROM scorekeeper_matches {THIS} FOR UPDATE", match=match_id.encode()
    ).fetchone()
    return MatchEnd(*row) if row else MatchEnd()


def stored(transaction: Transaction, match_id: str, sent: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    """The stored events with the ids of the sent entries, by id."""
    rows = transaction.execute(
        f"SELECT seq, event_id, at, body FROM scorekeeper_events {OF_MATCH} AND event_id = ANY(%(ids)s)",
        match=match_id.encode(),
        ids=[entry.id.encode() for entry in sent],
    )
    return {entry.id: entry for entry in map(entry_of, rows)}


def begin(
    transaction: Transaction, match_id: str, new: Sequence[StoredEvent], discarded_at: str = ""
) -> None:
    """Write the row of a match that has no events yet; of two who do, one meets the other's key."""
    transaction.execute(
        "INSERT INTO scorekeeper_matches (space, id, seq, size, started_at, touched_at, discarded_at)"
        " VALUES (%(space)s, %(match)s, 0, 0, %(started)s, %(touched)s, %(discarded)s)",
        match=match_id.encode(),
        started=new[0].at.encode(),
        touched=new[-1].at.encode(),
        discarded=discarded_at.encode(),
    )


def insert(transaction: Transaction, match_id: str, new: Sequence[StoredEvent]) -> None:
    """Write events of a match whose row is there."""
    key = match_id.encode()
    for start in range(0, len(new), _AT_ONCE):
        part = new[start : start + _AT_ONCE]
        transaction.execute(
            "INSERT INTO scorekeeper_events (space, match_id, seq, event_id, at, body)"
            " SELECT %(space)s, %(match)s, * FROM"
            " unnest(%(seqs)s::bigint[], %(ids)s::bytea[], %(times)s::bytea[], %(bodies)s::bytea[])",
            match=key,
            seqs=[entry.seq for entry in part],
            ids=[entry.id.encode() for entry in part],
            times=[entry.at.encode() for entry in part],
            bodies=[entry.body.encode() for entry in part],
        )
    if new:
        transaction.execute(
            "UPDATE scorekeeper_matches"
            f" SET seq = %(seq)s, touched_at = %(at)s, size = size + %(more)s {THIS}",
            match=key,
            seq=new[-1].seq,
            at=new[-1].at.encode(),
            more=sum(len(entry.body.encode()) for entry in new),
        )
        change(transaction, MATCHES, match_id)


def limit_of_bin(transaction: Transaction, now: str) -> str:
    """As ``Store.bin_limit``."""

    def stored_until(moment: str) -> str | None:
        row = transaction.execute(
            "SELECT touched_at FROM scorekeeper_matches WHERE space = %(space)s AND discarded_at = ''"
            " AND touched_at <= %(moment)s ORDER BY touched_at DESC LIMIT 1",
            moment=moment.encode(),
        ).fetchone()
        return row[0].decode() if row else None

    return bin_limit(now, stored_until)


def empty_bin(transaction: Transaction, now: str) -> None:
    """Delete what has been in the bin for too long."""
    over = transaction.execute(
        "SELECT id FROM scorekeeper_matches WHERE space = %(space)s"
        " AND discarded_at > '' AND discarded_at < %(before)s ORDER BY id FOR UPDATE",
        before=limit_of_bin(transaction, now).encode(),
    ).fetchall()
    for (match_id,) in over:
        delete(transaction, match_id.decode())


def delete(transaction: Transaction, match_id: str) -> None:
    """Delete a match with everything beside it."""
    key = match_id.encode()
    transaction.execute(f"DELETE FROM scorekeeper_digests {OF_MATCH}", match=key)
    for table in ("documents", "live"):
        query = f"DELETE FROM scorekeeper_{table} {THIS} AND kind = %(kind)s"
        transaction.execute(query, match=key, kind=OF_A_MATCH.encode())
    transaction.execute(f"DELETE FROM scorekeeper_events {OF_MATCH}", match=key)
    transaction.execute(f"DELETE FROM scorekeeper_matches {THIS}", match=key)
    change(transaction, MATCHES, match_id)


def event(match_id: str, row: Row) -> Event:
    """The event in a row of the events. Raises DamagedMatch."""
    try:
        bytes(row[3]).decode()
    except UnicodeDecodeError as error:
        raise DamagedMatch(match_id, row[0]) from error
    return event_of(match_id, entry_of(row))


def entry_of(row: Sequence[Any]) -> StoredEvent:
    """What is in a row of the events, whether or not it is an event."""
    seq, id_, at, body = row
    return StoredEvent(seq, id_.decode(), at.decode(), body.decode("utf-8", "replace"))
