"""The small files of an installation in a PostgreSQL database, so that all its servers have the same."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from ...times import utc_now
from ..files import Stamp
from .database import Connection, PostgresDatabase

_THIS: Final = "scorekeeper_files WHERE path = %(path)s"
_GREATEST: Final = b"\xff"  # sorts after every path


class PostgresFiles:
    """Implements SmallFiles; ``folder`` is put before every path."""

    def __init__(
        self, database: PostgresDatabase, folder: str = "", *, now: Callable[[], str] = utc_now
    ) -> None:
        self._database = database
        self._now = now
        self._folder = f"{folder}/" if folder else ""

    def called(self, path: str) -> str:
        return f"{self._folder}{path} in {self._database.address}"

    def stamps(self, folder: str = "") -> dict[str, Stamp]:
        start = self._key(f"{folder}/" if folder else "")
        rows = self._database.ask(
            "SELECT path, at, stamp FROM scorekeeper_files WHERE path > %(start)s"
            " AND path < %(end)s ORDER BY path",
            {"start": start, "end": start + _GREATEST},
        )
        stamps = {path[len(start) :].decode(): (at.decode(), stamp.decode()) for path, at, stamp in rows}
        return {name: stamp for name, stamp in stamps.items() if "/" not in name}

    def stamp(self, path: str) -> Stamp:
        at, stamp = self._found(path, "at, stamp")
        return at.decode(), stamp.decode()

    def read(self, path: str) -> bytes:
        (content,) = self._found(path, "content")
        return bytes(content)

    def write(self, path: str, content: bytes) -> None:
        new = "at = excluded.at, stamp = excluded.stamp, content = excluded.content"
        self._insert(path, content, f"(path) DO UPDATE SET {new}")

    def write_if_absent(self, path: str, content: bytes) -> None:
        self._insert(path, content, "DO NOTHING")

    def move(self, path: str, target: str) -> None:
        before, after = self._key(path), self._key(target)

        def work(connection: Connection) -> int:
            connection.execute(f"DELETE FROM {_THIS}", {"path": after})
            moved = connection.execute(
                "UPDATE scorekeeper_files SET path = %(after)s WHERE path = %(before)s",
                {"before": before, "after": after},
            )
            return moved.rowcount

        if not self._database.transact(work):
            raise self._missing(path)

    def remove(self, path: str) -> None:
        key = self._key(path)
        self._database.transact(lambda connection: connection.execute(f"DELETE FROM {_THIS}", {"path": key}))

    def writing(self) -> AbstractContextManager[None]:
        return self._database.alone(self._folder)

    def _insert(self, path: str, content: bytes, conflict: str) -> None:
        row = {"path": self._key(path), "at": self._now().encode(), "content": content}
        row["stamp"] = secrets.token_hex(8).encode()
        query = (
            "INSERT INTO scorekeeper_files (path, at, stamp, content)"
            f" VALUES (%(path)s, %(at)s, %(stamp)s, %(content)s) ON CONFLICT {conflict}"
        )
        self._database.transact(lambda connection: connection.execute(query, row))

    def _found(self, path: str, columns: str) -> tuple[bytes, ...]:
        rows = self._database.ask(f"SELECT {columns} FROM {_THIS}", {"path": self._key(path)})
        if not rows:
            raise self._missing(path)
        return rows[0]

    def _missing(self, path: str) -> FileNotFoundError:
        return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.called(path))

    def _key(self, path: str) -> bytes:
        return f"{self._folder}{path}".encode()
