"""The documents of an installation in its SQLite file, in one table."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from .documents import Document, is_there
from .entries import refuse_long, to_json
from .errors import Stale
from .trouble import trouble_named


class SqliteDocuments:
    """Implements Documents in the file of the store."""

    def __init__(
        self,
        path: Path,
        db: Database,
        writing: Callable[[], AbstractContextManager[None]],
        changed: Callable[[], None],
        state: Callable[[], str],
        table: str,
    ) -> None:
        self._path = path
        self._db = db
        self._writing = writing
        self._changed = changed
        self._state = state
        self._table = table

    def state(self) -> str:
        return self._state()

    def all(self, kind: str) -> dict[str, Document]:
        with trouble_named(self._path):
            rows = self._db.execute(
                f"SELECT id, version, value FROM {self._table} WHERE kind = ? ORDER BY id", [kind]
            ).fetchall()
        return {id_: Document(version, json.loads(value)) for id_, version, value in rows}

    def find(self, kind: str, id_: str) -> Document | None:
        with trouble_named(self._path):
            row = self._db.execute(
                f"SELECT version, value FROM {self._table} WHERE kind = ? AND id = ?", [kind, id_]
            ).fetchone()
        return Document(row[0], json.loads(row[1])) if row else None

    def kinds(self) -> list[str]:
        with trouble_named(self._path):
            rows = self._db.execute(f"SELECT DISTINCT kind FROM {self._table} ORDER BY kind").fetchall()
        return [kind for (kind,) in rows]

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        refuse_long(kind, id_)
        with self._writing():
            if self.find(kind, id_):
                raise Stale
            self._changed()
            self._db.execute(
                f"INSERT INTO {self._table} (kind, id, version, value) VALUES (?, ?, ?, ?)",
                [kind, id_, document.version, to_json(document.value)],
            )

    def keep(self, kind: str, id_: str, known: int, value: Any) -> int:
        refuse_long(kind, id_)
        text = to_json(value)
        with self._writing():
            there = self.find(kind, id_)
            if is_there(there, known, value):
                return there.version if there else 0
            self._changed()
            if value is None:
                self._db.execute(f"DELETE FROM {self._table} WHERE kind = ? AND id = ?", [kind, id_])
                return 0
            self._db.execute(
                f"INSERT OR REPLACE INTO {self._table} (kind, id, version, value) VALUES (?, ?, ?, ?)",
                [kind, id_, known + 1, text],
            )
        return known + 1
