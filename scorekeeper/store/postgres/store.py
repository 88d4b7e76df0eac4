"""The store of an installation in a PostgreSQL database, with its documents: several servers may share it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from ...times import utc_now
from .. import BinRow, EventValues, MatchRow, Place, StoredEvent, list_parts
from ..documents import Document, is_there
from ..errors import InBin, NoSuchMatch, Stale
from ..events import (
    MatchEnd,
    accept,
    drafts,
    readable,
    refuse_long,
    refuse_second,
    refuse_stale_discard,
    to_json,
)
from . import rows as rows_of
from .database import Connection, DatabaseRow, PostgresDatabase
from .rows import MATCHES, OF_MATCH, THIS, change, entry_of, locked, revision

_LISTED: Final = """
    WHERE discarded_at = ''
        AND touched_at > %(since)s AND (touched_at, stored_at, matches.id) < (%(touched)s, coalesce(
            (SELECT stored_at FROM scorekeeper_matches WHERE id = %(id)s), 'infinity'
        ), %(id)s)
    ORDER BY touched_at DESC, stored_at DESC, matches.id DESC
"""
_MATCHES: Final = "FROM scorekeeper_matches AS matches"
_WITH_FIRST: Final = (
    f"{_MATCHES} JOIN scorekeeper_events AS first ON first.match_id = matches.id AND first.seq = 1"
)


class PostgresStore:
    """Implements Store. Threads may share it: each call takes a connection for its one transaction."""

    def __init__(self, database: PostgresDatabase, *, now: Callable[[], str] = utc_now) -> None:
        self._database = database
        self._now = now
        self.documents = PostgresDocuments(database, "documents")
        self.live = PostgresDocuments(database, "live")

    def create(self, match_id: str, events: Sequence[EventValues], digest: bytes = b"") -> None:
        now = self._now()
        sent = drafts(match_id, events, now)

        def work(connection: Connection) -> None:
            rows_of.empty_bin(connection, now)
            end = locked(connection, match_id)
            if end.discarded_at:
                raise InBin(match_id)
            _, new = accept(match_id, 0, end.seq, sent, rows_of.stored(connection, match_id, sent))
            refuse_second(match_id, end.seq, new)
            if new:
                rows_of.begin(connection, match_id, new)
            rows_of.insert(connection, match_id, new, digest)

        self._database.transact(work)

    def append(self, match_id: str, after: int, events: Sequence[EventValues], digest: bytes = b"") -> int:
        sent = drafts(match_id, events, self._now())

        def work(connection: Connection) -> int:
            last = locked(connection, match_id).listed(match_id)
            there = rows_of.stored(connection, match_id, sent)
            seq, new = accept(match_id, after, last, sent, there)
            rows_of.insert(connection, match_id, new, digest)
            return seq

        return self._database.transact(work)

    def events(self, match_id: str, after: int = 0) -> list[EventValues]:
        rows = self._database.ask(
            "SELECT matches.seq, discarded_at, events.seq, event_id, at, body"
            " FROM scorekeeper_matches AS matches LEFT JOIN scorekeeper_events AS events"
            " ON match_id = id AND events.seq > %(after)s WHERE id = %(match)s ORDER BY events.seq",
            {"match": match_id.encode(), "after": after},
        )
        end = MatchEnd(*rows[0][:2]) if rows else MatchEnd()
        end.listed(match_id)  # else it raises
        return [rows_of.event(match_id, row[2:]) for row in rows if row[2] is not None]

    def stored(self, match_id: str) -> list[StoredEvent]:
        rows = self._database.ask(
            f"SELECT seq, event_id, at, body FROM scorekeeper_events {OF_MATCH} ORDER BY seq",
            {"match": match_id.encode()},
        )
        if not rows:
            raise NoSuchMatch(match_id)
        return [entry_of(row) for row in rows]

    def last(self, match_id: str) -> int:
        query = f"SELECT seq, discarded_at FROM scorekeeper_matches {THIS}"
        rows = self._database.ask(query, {"match": match_id.encode()})
        return (MatchEnd(*rows[0]) if rows else MatchEnd()).listed(match_id)

    def matches(self, most: int | None = None, behind: Place | None = None) -> list[MatchRow]:
        rows = self._list(f"id, seq, started_at, touched_at {_MATCHES}", most, behind)
        return [MatchRow(id_.decode(), seq, at.decode(), touched.decode()) for id_, seq, at, touched in rows]

    def revision(self) -> str:
        return revision(self._database, MATCHES)

    def last_seqs(self) -> dict[str, int]:
        rows = self._database.ask(
            "SELECT id, seq FROM scorekeeper_matches WHERE discarded_at = '' ORDER BY stored_at, id"
        )
        return {id_.decode(): seq for id_, seq in rows}

    def digests(self, match_ids: Collection[str] | None = None) -> dict[str, bytes]:
        query = (
            "SELECT match_id, value FROM scorekeeper_digests AS digests"
            " JOIN scorekeeper_matches AS matches ON id = match_id WHERE discarded_at = ''"
        )
        values = {}
        if match_ids is not None:
            query += " AND match_id = ANY(%(matches)s)"
            values = {"matches": [match_id.encode() for match_id in match_ids]}
        return {match_id.decode(): bytes(value) for match_id, value in self._database.ask(query, values)}

    def keep_digests(self, digests: Mapping[str, bytes]) -> None:
        ids = [match_id.encode() for match_id in digests]

        def work(connection: Connection) -> None:
            # a match may be deleted meanwhile: of that no digest is kept; by id, as whoever locks several
            there = connection.execute(
                "SELECT id FROM scorekeeper_matches WHERE id = ANY(%(ids)s) ORDER BY id FOR UPDATE",
                {"ids": ids},
            ).fetchall()
            for (match_id,) in there:
                rows_of.keep_digest(connection, match_id.decode(), digests[match_id.decode()])

        self._database.transact(work)

    def drop_digest(self, match_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(f"DELETE FROM scorekeeper_digests {OF_MATCH}", {"match": match_id.encode()})
            change(connection, MATCHES, match_id)

        self._database.transact(work)

    def first_events(self, most: int) -> list[EventValues]:
        rows = self._list(f"1, first.event_id, first.at, first.body {_WITH_FIRST}", most)
        events = (readable(entry_of(row)) for row in rows)
        return [event for event in events if event is not None]

    def discard(self, match_id: str, after: int) -> None:
        now = self._now()

        def work(connection: Connection) -> None:
            rows_of.empty_bin(connection, now)
            refuse_stale_discard(match_id, after, locked(connection, match_id).listed(match_id))
            connection.execute(
                f"UPDATE scorekeeper_matches SET discarded_at = %(now)s {THIS}",
                {"match": match_id.encode(), "now": now.encode()},
            )
            change(connection, MATCHES, match_id)

        self._database.transact(work, once=True)

    def bin(self) -> list[BinRow]:
        rows = self._database.ask(
            "SELECT matches.id, discarded_at, first.seq, first.event_id, first.at, first.body"
            f" {_WITH_FIRST} WHERE discarded_at > '' ORDER BY discarded_at DESC, matches.id DESC"
        )
        return [BinRow(id_.decode(), readable(entry_of(first)), at.decode()) for id_, at, *first in rows]

    def put_back(self, match_id: str) -> None:
        def work(connection: Connection) -> None:
            changed = connection.execute(
                f"UPDATE scorekeeper_matches SET discarded_at = '' {THIS}", {"match": match_id.encode()}
            )
            if not changed.rowcount:
                raise NoSuchMatch(match_id)
            change(connection, MATCHES, match_id)

        self._database.transact(work)

    def delete(self, match_id: str) -> None:
        def work(connection: Connection) -> None:  # done again, it would find no match: `once`
            if not locked(connection, match_id).discarded_at:
                raise NoSuchMatch(match_id)
            rows_of.delete(connection, match_id)

        self._database.transact(work, once=True)

    def bin_limit(self) -> str:
        now = self._now()
        return self._database.transact(lambda connection: rows_of.limit_of_bin(connection, now))

    def adopt(self, match_id: str, entries: Sequence[StoredEvent], discarded_at: str = "") -> None:
        refuse_long(match_id, *(entry.id for entry in entries))

        def work(connection: Connection) -> None:
            refuse_second(match_id, locked(connection, match_id).seq, entries)
            rows_of.begin(connection, match_id, entries, discarded_at)
            rows_of.insert(connection, match_id, entries)

        self._database.transact(work, once=True)

    def set(self, key: str, value: Any) -> None:
        refuse_long(key)
        text = to_json(value).encode()
        self._database.transact(
            lambda connection: connection.execute(
                "INSERT INTO scorekeeper_settings (key, value) VALUES (%(key)s, %(value)s)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                {"key": key.encode(), "value": text},
            )
        )

    def get(self, key: str, default: Any = None) -> Any:
        query = "SELECT value FROM scorekeeper_settings WHERE key = %(key)s"
        rows = self._database.ask(query, {"key": key.encode()})
        return json.loads(rows[0][0]) if rows else default

    def values(self) -> dict[str, Any]:
        rows = self._database.ask("SELECT key, value FROM scorekeeper_settings ORDER BY key")
        return {key.decode(): json.loads(value) for key, value in rows}

    def close(self) -> None:
        """Nothing to close: the connections are the installation's."""

    def _list(self, wanted: str, most: int | None, behind: Place | None = None) -> list[DatabaseRow]:
        """What is wanted of the matches in the order of the list: those dated in the future last."""
        rows: list[DatabaseRow] = []
        query = f"SELECT {wanted} {_LISTED}"
        for place, since in list_parts(self._now(), behind):
            rows += self._database.ask(
                query if most is None else f"{query} LIMIT %(most)s",
                {
                    "touched": place.touched_at.encode(),
                    "id": place.id.encode(),
                    "since": since.encode(),
                    "most": None if most is None else most - len(rows),
                },
            )
        return rows


_OF_KIND: Final = "kind = %(kind)s AND id = %(id)s"
_DOCUMENT: Final = "(kind, id, version, value) VALUES (%(kind)s, %(id)s, %(version)s, %(value)s)"


class PostgresDocuments:
    """Implements Documents in the table ``scorekeeper_`` and its name."""

    def __init__(self, database: PostgresDatabase, name: str) -> None:
        self._database = database
        self._name = name
        self._table = f"scorekeeper_{name}"

    def revision(self) -> str:
        return revision(self._database, self._name)

    def all(self, kind: str) -> dict[str, Document]:
        rows = self._database.ask(
            f"SELECT id, version, value FROM {self._table} WHERE kind = %(kind)s ORDER BY id",
            {"kind": kind.encode()},
        )
        return {id_.decode(): Document(version, json.loads(value)) for id_, version, value in rows}

    def get(self, kind: str, id_: str) -> Document | None:
        query = f"SELECT version, value FROM {self._table} WHERE {_OF_KIND}"
        return _document(self._database.ask(query, {"kind": kind.encode(), "id": id_.encode()}))

    def kinds(self) -> list[str]:
        query = f"SELECT DISTINCT kind FROM {self._table} ORDER BY kind"
        rows = self._database.ask(query)
        return [kind.decode() for (kind,) in rows]

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        refuse_long(kind, id_)
        text = to_json(document.value).encode()

        def work(connection: Connection) -> None:
            query = f"INSERT INTO {self._table} {_DOCUMENT} ON CONFLICT DO NOTHING"
            row = {"kind": kind.encode(), "id": id_.encode(), "version": document.version, "value": text}
            if not connection.execute(query, row).rowcount:
                raise Stale
            change(connection, self._name, id_)

        self._database.transact(work, once=True)

    def put(self, kind: str, id_: str, known: int, value: Any) -> int:
        refuse_long(kind, id_)
        key = {"kind": kind.encode(), "id": id_.encode()}
        text = to_json(value).encode()

        def work(connection: Connection) -> int:
            query = f"SELECT version, value FROM {self._table} WHERE {_OF_KIND} FOR UPDATE"
            there = _document(connection.execute(query, key).fetchall())
            if is_there(there, known, value):
                return there.version if there else 0
            change(connection, self._name, id_)
            if value is None:
                connection.execute(f"DELETE FROM {self._table} WHERE {_OF_KIND}", key)
                return 0
            if there:
                query = f"UPDATE {self._table} SET version = %(version)s, value = %(value)s WHERE {_OF_KIND}"
            else:  # of two who write it first, one meets the other's key, and then reads what that wrote
                query = f"INSERT INTO {self._table} {_DOCUMENT}"
            connection.execute(query, {**key, "version": known + 1, "value": text})
            return known + 1

        return self._database.transact(work)


def _document(rows: list[tuple[Any, ...]]) -> Document | None:
    return Document(rows[0][0], json.loads(rows[0][1])) if rows else None
