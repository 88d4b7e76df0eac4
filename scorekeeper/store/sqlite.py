"""The store of an installation: one SQLite file, one connection for a request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import Event, MatchRow, utc_now
from .database import copy_database, open_database, trouble_named, writing
from .entries import Entry, accept, drafts, refuse_second, to_json
from .errors import NoSuchMatch


class SqliteStore:
    """The contract of Store in the file at ``path``, which is made where there is none.

    Several processes may have the file open. A connection belongs to the thread and the process that
    opened it. Raises BrokenStore.
    """

    def __init__(self, path: str | Path, *, now: Callable[[], str] = utc_now) -> None:
        self.path = Path(path)
        self._now = now
        self._db = open_database(self.path)

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        sent = drafts(events, self._now)
        with self._writing():
            last = self._last(match_id)
            _, fresh = accept(match_id, 0, last, sent, self._stored(match_id, sent))
            refuse_second(match_id, last, fresh)
            if fresh:
                self._db.execute("INSERT INTO matches (id) VALUES (?)", [match_id])
            self._insert(match_id, fresh)

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        sent = drafts(events, self._now)
        with self._writing():
            last = self._last(match_id)
            if not last:
                raise NoSuchMatch(match_id)
            seq, fresh = accept(match_id, after, last, sent, self._stored(match_id, sent))
            self._insert(match_id, fresh)
        return seq

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        with trouble_named(self.path):
            rows = self._db.execute(
                "SELECT seq, event_id, at, body FROM events WHERE match_id = ? AND seq > ? ORDER BY seq",
                [match_id, after],
            ).fetchall()
            if not rows and not self._last(match_id):
                raise NoSuchMatch(match_id)
        return [Entry(*row).event() for row in rows]

    def last(self, match_id: str) -> int:
        with trouble_named(self.path):
            last = self._last(match_id)
        if not last:
            raise NoSuchMatch(match_id)
        return last

    def matches(self) -> list[MatchRow]:
        with trouble_named(self.path):
            rows = self._db.execute(
                """
                SELECT matches.id, newest.seq, oldest.at, newest.at
                FROM matches
                JOIN events AS oldest ON oldest.match_id = matches.id AND oldest.seq = 1
                JOIN events AS newest ON newest.match_id = matches.id
                    AND newest.seq = (SELECT max(seq) FROM events WHERE match_id = matches.id)
                ORDER BY newest.at DESC, matches.id DESC
                """
            ).fetchall()
        return [MatchRow(*row) for row in rows]

    def discard(self, match_id: str) -> None:
        with self._writing():
            if not self._last(match_id):
                raise NoSuchMatch(match_id)
            self._db.execute("DELETE FROM events WHERE match_id = ?", [match_id])
            self._db.execute("DELETE FROM matches WHERE id = ?", [match_id])

    def remember(self, key: str, value: Any) -> None:
        row = {"key": key, "value": to_json(value)}
        with self._writing():
            self._db.table("settings").upsert(row, pk="key")

    def recall(self, key: str, default: Any = None) -> Any:
        with trouble_named(self.path):
            row = self._db.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
        return json.loads(row[0]) if row else default

    def backup(self, path_to: Path) -> None:
        """A copy of everything that is saved now, at any time, also while others write.

        It appears at ``path_to`` complete or not at all, in place of an older file there. Raises
        StoreError when that is the database itself, BrokenStore, OSError.
        """
        copy_database(self._db, self.path, Path(path_to))

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with trouble_named(self.path), writing(self._db):
            yield

    def _last(self, match_id: str) -> int:
        """The seq of the last event, 0 where there is no such match."""
        (last,) = self._db.execute("SELECT max(seq) FROM events WHERE match_id = ?", [match_id]).fetchone()
        return last or 0

    def _stored(self, match_id: str, sent: Sequence[Entry]) -> dict[str, Entry]:
        """What the log has under the ids of the sent entries."""
        rows = (
            self._db.execute(
                "SELECT seq, event_id, at, body FROM events WHERE match_id = ? AND event_id = ?",
                [match_id, entry.id],
            ).fetchone()
            for entry in sent
        )
        return {row[1]: Entry(*row) for row in rows if row}

    def _insert(self, match_id: str, fresh: Sequence[Entry]) -> None:
        rows = (
            {"match_id": match_id, "seq": e.seq, "event_id": e.id, "at": e.at, "body": e.body} for e in fresh
        )
        self._db.table("events").insert_all(rows)
