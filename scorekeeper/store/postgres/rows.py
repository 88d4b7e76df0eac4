"""The rows of a match in a PostgreSQL database, read and written within a transaction; and the states.

States are texts that are other ones after every change, of the matches and of the documents.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from typing import Any, Final

from .. import EventValues, StoredEvent, bin_limit
from ..documents import OF_A_MATCH
from ..errors import DamagedMatch
from ..events import MatchEnd, event_of
from .database import Connection, DatabaseRow, PostgresDatabase

MATCHES: Final = "matches"  # the part whose state changes with every match
THIS: Final = "WHERE id = %(match)s"
OF_MATCH: Final = "WHERE match_id = %(match)s"
_ROWS_AT_ONCE: Final = 500  # rows of an INSERT


def locked(connection: Connection, match_id: str) -> MatchEnd:
    """The end of a match; nobody else writes it until the end of the transaction."""
    row = connection.execute(
        f"SELECT seq, discarded_at FROM scorekeeper_matches {THIS} FOR UPDATE", {"match": match_id.encode()}
    ).fetchone()
    return MatchEnd(*row) if row else MatchEnd()


def stored(connection: Connection, match_id: str, sent: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    """The stored events with the ids of the sent entries, by id."""
    rows = connection.execute(
        f"SELECT seq, event_id, at, body FROM scorekeeper_events {OF_MATCH} AND event_id = ANY(%(ids)s)",
        {"match": match_id.encode(), "ids": [entry.id.encode() for entry in sent]},
    )
    return {entry.id: entry for entry in map(entry_of, rows)}


def begin(connection: Connection, match_id: str, new: Sequence[StoredEvent], discarded_at: str = "") -> None:
    """Write the row of a match that has no events yet; of two who do, one meets the other's key."""
    connection.execute(
        "INSERT INTO scorekeeper_matches (id, seq, started_at, touched_at, discarded_at)"
        " VALUES (%(match)s, 0, %(started)s, %(touched)s, %(discarded)s)",
        {
            "match": match_id.encode(),
            "started": new[0].at.encode(),
            "touched": new[-1].at.encode(),
            "discarded": discarded_at.encode(),
        },
    )


def insert(connection: Connection, match_id: str, new: Sequence[StoredEvent], digest: bytes = b"") -> None:
    """Write events of a match whose row is there, and what it comes to with them."""
    key = match_id.encode()
    for start in range(0, len(new), _ROWS_AT_ONCE):
        part = new[start : start + _ROWS_AT_ONCE]
        connection.execute(
            "INSERT INTO scorekeeper_events (match_id, seq, event_id, at, body)"
            " SELECT %(match)s, * FROM"
            " unnest(%(seqs)s::bigint[], %(ids)s::bytea[], %(times)s::bytea[], %(bodies)s::bytea[])",
            {
                "match": key,
                "seqs": [entry.seq for entry in part],
                "ids": [entry.id.encode() for entry in part],
                "times": [entry.at.encode() for entry in part],
                "bodies": [entry.body.encode() for entry in part],
            },
        )
    if new:
        connection.execute(
            f"UPDATE scorekeeper_matches SET seq = %(seq)s, touched_at = %(at)s {THIS}",
            {"match": key, "seq": new[-1].seq, "at": new[-1].at.encode()},
        )
        if digest:
            keep_digest(connection, match_id, digest)
        change(connection, MATCHES, match_id)


def keep_digest(connection: Connection, match_id: str, digest: bytes) -> None:
    """Write what a match comes to whose row is locked."""
    connection.execute(
        "INSERT INTO scorekeeper_digests (match_id, value) VALUES (%(match)s, %(value)s)"
        " ON CONFLICT (match_id) DO UPDATE SET value = excluded.value",
        {"match": match_id.encode(), "value": digest},
    )


def limit_of_bin(connection: Connection, now: str) -> str:
    """As ``Store.bin_limit``."""

    def stored_until(moment: str) -> str | None:
        row = connection.execute(
            "SELECT touched_at FROM scorekeeper_matches WHERE discarded_at = ''"
            " AND touched_at <= %(moment)s ORDER BY touched_at DESC LIMIT 1",
            {"moment": moment.encode()},
        ).fetchone()
        return row[0].decode() if row else None

    return bin_limit(now, stored_until)


def empty_bin(connection: Connection, now: str) -> None:
    """Delete what has been in the bin for too long."""
    # in the order of their ids, as all do who lock several: two can never wait for each other
    over = connection.execute(
        "SELECT id FROM scorekeeper_matches"
        " WHERE discarded_at > '' AND discarded_at < %(before)s ORDER BY id FOR UPDATE",
        {"before": limit_of_bin(connection, now).encode()},
    ).fetchall()
    for (match_id,) in over:
        delete(connection, match_id.decode())


def delete(connection: Connection, match_id: str) -> None:
    """Delete a match with everything beside it."""
    key = match_id.encode()
    connection.execute(f"DELETE FROM scorekeeper_digests {OF_MATCH}", {"match": key})
    for table in ("documents", "live"):
        query = f"DELETE FROM scorekeeper_{table} {THIS} AND kind = %(kind)s"
        connection.execute(query, {"match": key, "kind": OF_A_MATCH.encode()})
    connection.execute(f"DELETE FROM scorekeeper_events {OF_MATCH}", {"match": key})
    connection.execute(f"DELETE FROM scorekeeper_matches {THIS}", {"match": key})
    change(connection, MATCHES, match_id)


def event(match_id: str, row: DatabaseRow) -> EventValues:
    """The event in a row of the events. Raises DamagedMatch."""
    try:  # `entry_of` puts a sign in place of what is no text, so that a damaged match can still be copied
        bytes(row[3]).decode()
    except UnicodeDecodeError as error:
        raise DamagedMatch(match_id, row[0]) from error
    return event_of(match_id, entry_of(row))


def entry_of(row: Sequence[Any]) -> StoredEvent:
    """What is in a row of the events, whether or not it is an event."""
    seq, id_, at, body = row
    return StoredEvent(seq, id_.decode(), at.decode(), body.decode("utf-8", "replace"))


_SLOTS: Final = 16  # so many can write a part at once without waiting for the same row


def revision(database: PostgresDatabase, part: str) -> str:
    """The state of a part."""
    rows = database.ask(
        "SELECT slot, value FROM scorekeeper_states WHERE part = %s ORDER BY slot", [part.encode()]
    )
    return ",".join(f"{slot}:{value.decode()}" for slot, value in rows)


def change(connection: Connection, part: str, id_: str) -> None:
    """Give a part another state: a random one, so that an older copy that was put back never has the state of
    something newer."""
    connection.execute(
        "INSERT INTO scorekeeper_states (part, slot, value) VALUES (%s, %s, %s)"
        " ON CONFLICT (part, slot) DO UPDATE SET value = excluded.value",
        [part.encode(), zlib.crc32(id_.encode()) % _SLOTS, secrets.token_hex(8).encode()],
    )
