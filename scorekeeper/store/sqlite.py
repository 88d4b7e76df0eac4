"""The store of an installation: one SQLite file with its documents, one connection per request."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import starmap
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlite_utils import Database

from ..times import utc_now
from . import BinRow, EventValues, MatchRow, Place, StoredEvent, bin_limit, list_parts
from .database import copy_database, is_alone, open_database, writing
from .documents import OF_A_MATCH, Document, is_there
from .errors import DamagedMatch, InBin, NoSuchMatch, Stale, primary_code, trouble_named
from .events import (
    MatchEnd,
    accept,
    drafts,
    event_of,
    readable,
    refuse_long,
    refuse_second,
    refuse_stale_discard,
    to_json,
)

# Rowids are in the order of storing. Behind a match that is gone all are listed that were touched with it.
# With COLLATE the index is searched for both, as it compares texts; without it, for the first alone.
_LISTED: Final = """
    FROM matches JOIN events AS oldest ON oldest.match_id = matches.id AND oldest.seq = 1
    WHERE discarded_at IS NULL AND touched_at > :since AND (touched_at, matches.rowid) < (
        :touched_at, ifnull((SELECT rowid FROM matches WHERE id = :id), 9223372036854775807) COLLATE BINARY)
    ORDER BY touched_at DESC, matches.rowid DESC LIMIT :most
"""
_ROW: Final = "matches.id, matches.seq, oldest.at, touched_at"
_MATCHES: Final = "state"  # under which the settings have the state of the matches
_DOCUMENTS: Final = "documents"  # under which they have that of the documents; also the name of their table
_LIVE: Final = "live"  # the same


class SqliteStore:
    """Implements Store in the file at ``path``, which is created if needed and ``make`` is true.

    Several processes may have the file open. A connection belongs to the thread and the process that
    opened it. Raises BrokenStore.
    """

    def __init__(self, path: str | Path, *, make: bool = True, now: Callable[[], str] = utc_now) -> None:
        self.path = Path(path)
        self._now = now
        self._db = open_database(self.path, make=make)
        self.alone = is_alone(self._db)
        self._file = _SqliteFile(self.path, self._db)
        self.documents = SqliteDocuments(self._file, _DOCUMENTS)
        self.live = SqliteDocuments(self._file, _LIVE)

    def create(self, match_id: str, events: Sequence[EventValues], digest: bytes = b"") -> None:
        now = self._now()
        sent = drafts(match_id, events, now)
        with self._file.writing():
            self._empty_bin(now)
            end = self._end(match_id)
            if end.discarded_at:
                raise InBin(match_id)
            _, new = accept(match_id, 0, end.seq, sent, self._stored(match_id, sent))
            refuse_second(match_id, end.seq, new)
            if new:
                self._db.execute("INSERT INTO matches (id) VALUES (?)", [match_id])
            self._insert(match_id, new, digest)

    def append(self, match_id: str, after: int, events: Sequence[EventValues], digest: bytes = b"") -> int:
        sent = drafts(match_id, events, self._now())
        with self._file.writing():
            last = self._end(match_id).listed(match_id)
            seq, new = accept(match_id, after, last, sent, self._stored(match_id, sent))
            self._insert(match_id, new, digest)
        return seq

    def events(self, match_id: str, after: int = 0) -> list[EventValues]:
        with trouble_named(self.path):
            self._end(match_id).listed(match_id)  # else it raises
            rows = self._db.execute(
                "SELECT seq, event_id, at, body FROM events WHERE match_id = ? AND seq > ? ORDER BY seq",
                [match_id, after],
            )
            events: list[EventValues] = []
            try:
                for entry in map(StoredEvent._make, rows):
                    events.append(event_of(match_id, entry))
            except sqlite3.OperationalError as error:
                if primary_code(error):
                    raise
                raise DamagedMatch(match_id, after + len(events) + 1) from error  # not UTF-8
        return events

    def stored(self, match_id: str) -> list[StoredEvent]:
        rows = self._file.ask(
            "SELECT seq, event_id, at, CAST(body AS BLOB) FROM events WHERE match_id = ? ORDER BY seq",
            [match_id],
        )
        if not rows:
            raise NoSuchMatch(match_id)
        return [StoredEvent(seq, id_, at, body.decode("utf-8", "replace")) for seq, id_, at, body in rows]

    def last(self, match_id: str) -> int:
        with trouble_named(self.path):
            return self._end(match_id).listed(match_id)

    def matches(self, most: int | None = None, behind: Place | None = None) -> list[MatchRow]:
        return list(starmap(MatchRow, self._list(_ROW, most, behind)))

    def revision(self) -> str:
        return self._file.revision(_MATCHES)

    def last_seqs(self) -> dict[str, int]:
        # one text in place of a row a match, and no look into the index: 2 ms for 10,000 matches, not 5
        rows = "SELECT id, seq FROM matches NOT INDEXED WHERE discarded_at IS NULL ORDER BY rowid"
        query = f"SELECT json_group_object(id, seq) FROM ({rows})"
        ((found,),) = self._file.ask(query)
        return msgspec.json.decode(found, type=dict[str, int])

    def digests(self, match_ids: Collection[str] | None = None) -> dict[str, bytes]:
        query = "SELECT match_id, value FROM digests JOIN matches ON id = match_id WHERE discarded_at IS NULL"
        if match_ids is not None:
            query += f" AND match_id IN ({', '.join('?' * len(match_ids))})"
        return dict(self._file.ask(query, list(match_ids or ())))

    def keep_digests(self, digests: Mapping[str, bytes]) -> None:
        with self._file.writing():
            for match_id, digest in digests.items():
                self._keep_digest(match_id, digest)

    def drop_digest(self, match_id: str) -> None:
        with self._file.writing():
            self._db.execute("DELETE FROM digests WHERE match_id = ?", [match_id])
            self._file.change(_MATCHES)

    def first_events(self, most: int) -> list[EventValues]:
        rows = self._list("1, oldest.event_id, oldest.at, CAST(oldest.body AS BLOB)", most)
        events = (readable(StoredEvent(*row)) for row in rows)
        return [event for event in events if event is not None]

    def discard(self, match_id: str, after: int) -> None:
        now = self._now()
        with self._file.writing():
            self._empty_bin(now)
            refuse_stale_discard(match_id, after, self._end(match_id).listed(match_id))
            self._db.execute("UPDATE matches SET discarded_at = ? WHERE id = ?", [now, match_id])
            self._file.change(_MATCHES)

    def bin(self) -> list[BinRow]:
        rows = self._file.ask(
            """
            SELECT matches.id, events.seq, events.event_id, events.at, CAST(events.body AS BLOB), discarded_at
            FROM matches JOIN events ON match_id = matches.id AND events.seq = 1
            WHERE discarded_at IS NOT NULL
            ORDER BY discarded_at DESC, matches.id DESC
            """
        )
        return [BinRow(match_id, readable(StoredEvent(*event)), at) for match_id, *event, at in rows]

    def put_back(self, match_id: str) -> None:
        with self._file.writing():
            if not self._end(match_id).seq:
                raise NoSuchMatch(match_id)
            self._db.execute("UPDATE matches SET discarded_at = NULL WHERE id = ?", [match_id])
            self._file.change(_MATCHES)

    def delete(self, match_id: str) -> None:
        with self._file.writing():
            if not self._end(match_id).discarded_at:
                raise NoSuchMatch(match_id)
            self._delete(match_id)

    def bin_limit(self) -> str:
        with trouble_named(self.path):
            return bin_limit(self._now(), self._stored_until)

    def adopt(self, match_id: str, entries: Sequence[StoredEvent], discarded_at: str = "") -> None:
        refuse_long(match_id, *(entry.id for entry in entries))
        with self._file.writing():
            refuse_second(match_id, self._end(match_id).seq, entries)
            self._db.execute(
                "INSERT INTO matches (id, discarded_at) VALUES (?, ?)", [match_id, discarded_at or None]
            )
            self._insert(match_id, entries)

    def set(self, key: str, value: Any) -> None:
        refuse_long(key)
        with self._file.writing():
            self._file.set(key, value)

    def get(self, key: str, default: Any = None) -> Any:
        return self._file.get(key, default)

    def values(self) -> dict[str, Any]:
        rows = self._file.ask("SELECT key, value FROM settings ORDER BY key")
        return {key: json.loads(value) for key, value in rows if key not in (_MATCHES, _DOCUMENTS, _LIVE)}

    def copy(self, path_to: Path) -> None:
        """Copy everything saved so far to a new file, even while others write.

        Raises BrokenStore, OSError.
        """
        copy_database(self._db, self.path, path_to)

    def close(self) -> None:
        self._db.close()

    def _list(self, columns: str, most: int | None, behind: Place | None = None) -> list[tuple[Any, ...]]:
        """Columns of the matches in the order of the list: those dated in the future last."""
        rows: list[tuple[Any, ...]] = []
        for place, since in list_parts(self._now(), behind):
            rest = -1 if most is None else most - len(rows)
            values = {**place._asdict(), "since": since, "most": rest}
            rows += self._file.ask(f"SELECT {columns} {_LISTED}", values)
        return rows

    def _end(self, match_id: str) -> MatchEnd:
        last = "SELECT ifnull(max(seq), 0) FROM events WHERE match_id = id"
        query = f"SELECT ({last}), discarded_at FROM matches WHERE id = ?"
        row = self._db.execute(query, [match_id]).fetchone()
        return MatchEnd(*row) if row else MatchEnd()

    def _stored_until(self, moment: str) -> str | None:
        query = "SELECT max(touched_at) FROM matches WHERE discarded_at IS NULL AND touched_at <= ?"
        (latest,) = self._db.execute(query, [moment]).fetchone()
        return latest  # type: ignore[no-any-return]

    def _empty_bin(self, now: str) -> None:
        limit = bin_limit(now, self._stored_until)
        over = self._db.execute("SELECT id FROM matches WHERE discarded_at < ?", [limit]).fetchall()
        for (match_id,) in over:
            self._delete(match_id)

    def _delete(self, match_id: str) -> None:
        self._db.execute("DELETE FROM digests WHERE match_id = ?", [match_id])
        self._db.execute("DELETE FROM documents WHERE kind = ? AND id = ?", [OF_A_MATCH, match_id])
        self._db.execute("DELETE FROM live WHERE kind = ? AND id = ?", [OF_A_MATCH, match_id])
        self._db.execute("DELETE FROM events WHERE match_id = ?", [match_id])
        self._db.execute("DELETE FROM matches WHERE id = ?", [match_id])
        self._file.change(_MATCHES)

    def _stored(self, match_id: str, sent: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
        """The stored events with the ids of the sent entries, by id."""
        query = "SELECT seq, event_id, at, body FROM events WHERE match_id = ? AND event_id = ?"
        rows = (self._db.execute(query, [match_id, entry.id]).fetchone() for entry in sent)
        return {row[1]: StoredEvent(*row) for row in rows if row}

    def _insert(self, match_id: str, new: Sequence[StoredEvent], digest: bytes = b"") -> None:
        rows = (
            {"match_id": match_id, "seq": e.seq, "event_id": e.id, "at": e.at, "body": e.body} for e in new
        )
        self._db.table("events").insert_all(rows)
        if new:
            query = "UPDATE matches SET seq = ?, touched_at = ? WHERE id = ?"
            self._db.execute(query, [new[-1].seq, new[-1].at, match_id])
            if digest:
                self._keep_digest(match_id, digest)
            self._file.change(_MATCHES)

    def _keep_digest(self, match_id: str, digest: bytes) -> None:
        query = "INSERT OR REPLACE INTO digests (match_id, value) SELECT id, ? FROM matches WHERE id = ?"
        self._db.execute(query, [digest, match_id])


class SqliteDocuments:
    """Implements Documents in the file of the store."""

    def __init__(self, file: _SqliteFile, table: str) -> None:
        self._file = file
        self._table = table

    def revision(self) -> str:
        return self._file.revision(self._table)

    def all(self, kind: str) -> dict[str, Document]:
        query = f"SELECT id, version, value FROM {self._table} WHERE kind = ? ORDER BY id"
        rows = self._file.ask(query, [kind])
        return {id_: Document(version, json.loads(value)) for id_, version, value in rows}

    def get(self, kind: str, id_: str) -> Document | None:
        query = f"SELECT version, value FROM {self._table} WHERE kind = ? AND id = ?"
        rows = self._file.ask(query, [kind, id_])
        return Document(rows[0][0], json.loads(rows[0][1])) if rows else None

    def kinds(self) -> list[str]:
        rows = self._file.ask(f"SELECT DISTINCT kind FROM {self._table} ORDER BY kind")
        return [kind for (kind,) in rows]

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        refuse_long(kind, id_)
        with self._file.writing():
            if self.get(kind, id_):
                raise Stale
            self._write(kind, id_, document.version, to_json(document.value))

    def put(self, kind: str, id_: str, known: int, value: Any) -> int:
        refuse_long(kind, id_)
        text = to_json(value)
        with self._file.writing():
            there = self.get(kind, id_)
            if is_there(there, known, value):
                return there.version if there else 0
            if value is None:
                self._file.db.execute(f"DELETE FROM {self._table} WHERE kind = ? AND id = ?", [kind, id_])
                self._file.change(self._table)
                return 0
            self._write(kind, id_, known + 1, text)
        return known + 1

    def _write(self, kind: str, id_: str, version: int, text: str) -> None:
        query = f"INSERT OR REPLACE INTO {self._table} (kind, id, version, value) VALUES (?, ?, ?, ?)"
        self._file.db.execute(query, [kind, id_, version, text])
        self._file.change(self._table)


class _SqliteFile:
    """The open file with its settings, among which is the state of each part: the matches, the documents."""

    def __init__(self, path: Path, db: Database) -> None:
        self._path = path
        self.db = db

    def ask(self, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement that writes nothing."""
        with trouble_named(self._path):
            return self.db.execute(query, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A block in one transaction, all or nothing."""
        with trouble_named(self._path), writing(self.db):
            yield

    def get(self, key: str, default: Any) -> Any:
        rows = self.ask("SELECT value FROM settings WHERE key = ?", [key])
        return json.loads(rows[0][0]) if rows else default

    def set(self, key: str, value: Any) -> None:
        # not sqlite-utils' upsert: it tries out first what SQLite can do, by making a table
        self.db.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", [key, to_json(value)])

    def revision(self, part: str) -> str:
        return str(self.get(part, ""))

    def change(self, part: str) -> None:
        """Give a part another state: a random one, so that an older copy that was put back never has that of
        something newer."""
        self.set(part, secrets.token_hex(8))
