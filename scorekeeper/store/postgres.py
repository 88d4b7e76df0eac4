"""The store of an installation in a PostgreSQL database, which several servers may share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from . import BIN_DAYS, BinRow, Event, MatchRow, Place, StoredEvent, later, utc_now
from .documents import OF_A_MATCH
from .entries import (
    accept,
    drafts,
    event_of,
    readable,
    refuse_long,
    refuse_second,
    refuse_stale_discard,
    to_json,
)
from .errors import DamagedMatch, InBin, NoSuchMatch
from .postgres_database import Connection, PostgresDatabase, Row
from .postgres_documents import PostgresDocuments
from .postgres_glances import glances
from .postgres_states import change, state

_LISTED: Final = """
    FROM scorekeeper_matches AS matches{joined}
    WHERE discarded_at = '' AND (touched_at, matches.id) < (%s, %s) AND touched_at > %s
    ORDER BY touched_at DESC, matches.id DESC
"""
_FIRST: Final = " JOIN scorekeeper_events AS first ON first.match_id = matches.id AND first.seq = 1"
_STATE: Final = "matches"
_GREATEST: Final = chr(sys.maxunicode)  # sorts after every time and every id
_BESIDE: Final = ("snapshots", "digests")
_AT_ONCE: Final = 500  # rows of an INSERT


class PostgresStore:
    """Implements Store. Threads may share it: each call takes a connection for its one transaction."""

    def __init__(self, database: PostgresDatabase, *, now: Callable[[], str] = utc_now) -> None:
        self._database = database
        self._now = now
        self.documents = PostgresDocuments(database, "documents")
        self.live = PostgresDocuments(database, "live")

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        now = self._now()
        sent = drafts(match_id, events, now)

        def work(connection: Connection) -> None:
            _empty_bin(connection, now)
            last, discarded_at = _locked(connection, match_id)
            if discarded_at:
                raise InBin(match_id)
            _, new = accept(match_id, 0, last, sent, _stored(connection, match_id, sent))
            refuse_second(match_id, last, new)
            if new:
                _begin(connection, match_id, new)
            _insert(connection, match_id, new)

        self._database.transact(work)

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        sent = drafts(match_id, events, self._now())

        def work(connection: Connection) -> int:
            last = _listed(match_id, _locked(connection, match_id))
            seq, new = accept(match_id, after, last, sent, _stored(connection, match_id, sent))
            _insert(connection, match_id, new)
            return seq

        return self._database.transact(work)

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        rows = self._database.ask(
            "SELECT matches.seq, discarded_at, events.seq, event_id, at, body"
            " FROM scorekeeper_matches AS matches"
            " LEFT JOIN scorekeeper_events AS events ON match_id = id AND events.seq > %s"
            " WHERE id = %s ORDER BY events.seq",
            [after, match_id.encode()],
        )
        _listed(match_id, rows[0][:2] if rows else (0, b""))
        return [_event(match_id, row[2:]) for row in rows if row[2] is not None]

    def stored(self, match_id: str) -> list[StoredEvent]:
        rows = self._database.ask(
            "SELECT seq, event_id, at, body FROM scorekeeper_events WHERE match_id = %s ORDER BY seq",
            [match_id.encode()],
        )
        if not rows:
            raise NoSuchMatch(match_id)
        return [_entry(row) for row in rows]

    def last(self, match_id: str) -> int:
        rows = self._database.ask(
            "SELECT seq, discarded_at FROM scorekeeper_matches WHERE id = %s", [match_id.encode()]
        )
        return _listed(match_id, rows[0] if rows else (0, b""))

    def glance(self, match_id: str, live: Sequence[tuple[str, str]]) -> tuple[int, ...]:
        return glances(self._database).look(match_id, live)

    def matches(self, most: int | None = None, behind: Place | None = None) -> list[MatchRow]:
        rows = self._list("id, seq, started_at, touched_at", "", most, behind)
        return [MatchRow(id_.decode(), seq, at.decode(), touched.decode()) for id_, seq, at, touched in rows]

    def state(self) -> str:
        return state(self._database, _STATE)

    def ends(self) -> dict[str, int]:
        rows = self._database.ask("SELECT id, seq FROM scorekeeper_matches WHERE discarded_at = ''")
        return {id_.decode(): seq for id_, seq in rows}

    def digests(self, match_ids: Collection[str] | None = None) -> dict[str, bytes]:
        query = (
            "SELECT match_id, value FROM scorekeeper_digests JOIN scorekeeper_matches ON id = match_id"
            " WHERE discarded_at = ''"
        )
        values = []
        if match_ids is not None:
            query += " AND match_id = ANY(%s)"
            values = [[match_id.encode() for match_id in match_ids]]
        return {match_id.decode(): bytes(value) for match_id, value in self._database.ask(query, values)}

    def keep_digests(self, digests: Mapping[str, bytes]) -> None:
        self._keep_beside("digests", digests)

    def drop_digest(self, match_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM scorekeeper_digests WHERE match_id = %s", [match_id.encode()])
            change(connection, _STATE, match_id)

        self._database.transact(work)

    def snapshot(self, match_id: str) -> bytes | None:
        rows = self._database.ask(
            "SELECT value FROM scorekeeper_snapshots WHERE match_id = %s", [match_id.encode()]
        )
        return bytes(rows[0][0]) if rows else None

    def keep_snapshot(self, match_id: str, snapshot: bytes) -> None:
        self._keep_beside("snapshots", {match_id: snapshot})

    def beginnings(self, most: int) -> list[Event]:
        rows = self._list("1, first.event_id, first.at, first.body", _FIRST, most)
        events = (readable(_entry(row)) for row in rows)
        return [event for event in events if event is not None]

    def discard(self, match_id: str, after: int) -> None:
        now = self._now()

        def work(connection: Connection) -> None:
            _empty_bin(connection, now)
            refuse_stale_discard(match_id, after, _listed(match_id, _locked(connection, match_id)))
            connection.execute(
                "UPDATE scorekeeper_matches SET discarded_at = %s WHERE id = %s",
                [now.encode(), match_id.encode()],
            )
            change(connection, _STATE, match_id)

        self._database.transact(work, once=True)

    def bin(self) -> list[BinRow]:
        rows = self._database.ask(
            "SELECT matches.id, discarded_at, first.seq, first.event_id, first.at, first.body"
            f" FROM scorekeeper_matches AS matches{_FIRST} WHERE discarded_at > ''"
            " ORDER BY discarded_at DESC, matches.id DESC"
        )
        return [BinRow(id_.decode(), readable(_entry(first)), at.decode()) for id_, at, *first in rows]

    def put_back(self, match_id: str) -> None:
        def work(connection: Connection) -> None:
            changed = connection.execute(
                "UPDATE scorekeeper_matches SET discarded_at = '' WHERE id = %s", [match_id.encode()]
            )
            if not changed.rowcount:
                raise NoSuchMatch(match_id)
            change(connection, _STATE, match_id)

        self._database.transact(work)

    def delete(self, match_id: str) -> None:
        def work(connection: Connection) -> None:
            if not _locked(connection, match_id)[1]:
                raise NoSuchMatch(match_id)
            _delete(connection, match_id)

        self._database.transact(work, once=True)

    def empty_bin(self) -> None:
        now = self._now()
        self._database.transact(lambda connection: _empty_bin(connection, now))

    def adopt(self, match_id: str, entries: Sequence[StoredEvent], discarded_at: str = "") -> None:
        refuse_long(match_id, *(entry.id for entry in entries))

        def work(connection: Connection) -> None:
            refuse_second(match_id, _locked(connection, match_id)[0], entries)
            _begin(connection, match_id, entries, discarded_at)
            _insert(connection, match_id, entries)

        self._database.transact(work, once=True)

    def remember(self, key: str, value: Any) -> None:
        refuse_long(key)
        values = [key.encode(), to_json(value).encode()]
        self._database.transact(
            lambda connection: connection.execute(
                "INSERT INTO scorekeeper_settings (key, value) VALUES (%s, %s)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                values,
            )
        )

    def recall(self, key: str, default: Any = None) -> Any:
        rows = self._database.ask("SELECT value FROM scorekeeper_settings WHERE key = %s", [key.encode()])
        return json.loads(rows[0][0]) if rows else default

    def remembered(self) -> dict[str, Any]:
        rows = self._database.ask("SELECT key, value FROM scorekeeper_settings ORDER BY key")
        return {key.decode(): json.loads(value) for key, value in rows}

    def close(self) -> None:
        """Nothing to close: the connections are the installation's."""

    def _list(self, columns: str, joined: str, most: int | None, behind: Place | None = None) -> list[Row]:
        """Columns of the matches in the order of the list: those dated in the future last."""
        tomorrow = later(self._now(), 1)
        behind = behind or Place(tomorrow, _GREATEST)
        parts = [(behind, tomorrow)]
        if behind.touched_at <= tomorrow:
            parts = [(behind, ""), (Place(_GREATEST, ""), tomorrow)]
        rows: list[Row] = []
        query = f"SELECT {columns} {_LISTED.format(joined=joined)}" + ("" if most is None else " LIMIT %s")
        for place, floor in parts:
            values = [place.touched_at.encode(), place.id.encode(), floor.encode()]
            rest = [] if most is None else [most - len(rows)]
            rows += self._database.ask(query, [*values, *rest])
        return rows

    def _keep_beside(self, what: str, values: Mapping[str, bytes]) -> None:
        """Write what was computed from matches, for those that are still there."""
        ids = [match_id.encode() for match_id in values]

        def work(connection: Connection) -> None:
            there = connection.execute(
                "SELECT id FROM scorekeeper_matches WHERE id = ANY(%s) ORDER BY id FOR UPDATE", [ids]
            ).fetchall()
            for (match_id,) in there:
                connection.execute(
                    f"INSERT INTO scorekeeper_{what} (match_id, value) VALUES (%s, %s)"
                    " ON CONFLICT (match_id) DO UPDATE SET value = excluded.value",
                    [match_id, values[match_id.decode()]],
                )

        self._database.transact(work)


def _locked(connection: Connection, match_id: str) -> tuple[int, bytes]:
    """The seq of the last event and when the match was deleted; nobody else writes it until the end of the
    transaction. 0 where there is no such match."""
    row = connection.execute(
        "SELECT seq, discarded_at FROM scorekeeper_matches WHERE id = %s FOR UPDATE", [match_id.encode()]
    ).fetchone()
    return (row[0], row[1]) if row else (0, b"")


def _listed(match_id: str, row: Row) -> int:
    """The seq of the last event of a match that is not deleted. Raises NoSuchMatch, InBin."""
    last, discarded_at = row
    if discarded_at:
        raise InBin(match_id)
    if not last:
        raise NoSuchMatch(match_id)
    return int(last)


def _stored(connection: Connection, match_id: str, sent: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    """The stored events with the ids of the sent entries, by id."""
    rows = connection.execute(
        "SELECT seq, event_id, at, body FROM scorekeeper_events WHERE match_id = %s AND event_id = ANY(%s)",
        [match_id.encode(), [entry.id.encode() for entry in sent]],
    )
    return {entry.id: entry for entry in map(_entry, rows)}


def _begin(connection: Connection, match_id: str, new: Sequence[StoredEvent], discarded_at: str = "") -> None:
    """Write the row of a match that has no events yet; of two who do, one meets the other's key."""
    times = (new[0].at, new[-1].at, discarded_at)
    connection.execute(
        "INSERT INTO scorekeeper_matches (id, seq, started_at, touched_at, discarded_at)"
        " VALUES (%s, 0, %s, %s, %s)",
        [match_id.encode(), *(time.encode() for time in times)],
    )


def _insert(connection: Connection, match_id: str, new: Sequence[StoredEvent]) -> None:
    key = match_id.encode()
    for start in range(0, len(new), _AT_ONCE):
        part = new[start : start + _AT_ONCE]
        rows = ((key, e.seq, e.id.encode(), e.at.encode(), e.body.encode()) for e in part)
        places = ", ".join(["(%s, %s, %s, %s, %s)"] * len(part))
        connection.execute(
            f"INSERT INTO scorekeeper_events (match_id, seq, event_id, at, body) VALUES {places}",
            [value for row in rows for value in row],
        )
    if new:
        connection.execute(
            "UPDATE scorekeeper_matches SET seq = %s, touched_at = %s WHERE id = %s",
            [new[-1].seq, new[-1].at.encode(), key],
        )
        change(connection, _STATE, match_id)


def _empty_bin(connection: Connection, now: str) -> None:
    over = connection.execute(
        "SELECT id FROM scorekeeper_matches WHERE discarded_at > '' AND discarded_at < %s"
        " ORDER BY id FOR UPDATE",
        [later(now, -BIN_DAYS).encode()],
    ).fetchall()
    for (match_id,) in over:
        _delete(connection, match_id.decode())


def _delete(connection: Connection, match_id: str) -> None:
    key = match_id.encode()
    for table in _BESIDE:
        connection.execute(f"DELETE FROM scorekeeper_{table} WHERE match_id = %s", [key])
    for table in ("documents", "live"):
        connection.execute(
            f"DELETE FROM scorekeeper_{table} WHERE kind = %s AND id = %s", [OF_A_MATCH.encode(), key]
        )
    connection.execute("DELETE FROM scorekeeper_events WHERE match_id = %s", [key])
    connection.execute("DELETE FROM scorekeeper_matches WHERE id = %s", [key])
    change(connection, _STATE, match_id)


def _event(match_id: str, row: Row) -> Event:
    """The event in a row of the events. Raises DamagedMatch."""
    try:
        bytes(row[3]).decode()
    except UnicodeDecodeError as error:
        raise DamagedMatch(match_id, row[0]) from error
    return event_of(match_id, _entry(row))


def _entry(row: Sequence[Any]) -> StoredEvent:
    seq, id_, at, body = row
    return StoredEvent(seq, id_.decode(), at.decode(), body.decode("utf-8", "replace"))
