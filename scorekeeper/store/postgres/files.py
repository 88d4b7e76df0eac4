"""The small files of an installation in a PostgreSQL database, so that all its servers have the same."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from typing import Final

from ...times import utc_now
from ..files import Stamp
from .database import PostgresDatabase

_THIS: Final = "scorekeeper_files WHERE path = %(path)s"
_IN_FOLDER: Final = "WHERE path > %(first)s AND path < %(last)s"
_GREATEST: Final = b"\xff"  # sorts after every path


class PostgresFiles:
    """Implements SmallFiles."""

    def __init__(self, database: PostgresDatabase, *, now: Callable[[], str] = utc_now) -> None:
        self._database = database
        self._now = now

    def called(self, path: str) -> str:
        return f"{path} in {self._database.address}"

    def paths(self, folder: str) -> list[str]:
        query = f"SELECT path FROM scorekeeper_files {_IN_FOLDER} ORDER BY path"
        rows = self._database.ask(query, _in_folder(folder))
        return [path.decode().removeprefix(f"{folder}/") for (path,) in rows]

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

    def rename(self, folder: str, name: str) -> None:
        query = f"UPDATE scorekeeper_files SET path = %(name)s || substring(path FROM %(place)s) {_IN_FOLDER}"
        values = {"name": name.encode(), "place": len(folder.encode()) + 1}
        self._database.transact(
            lambda connection: connection.execute(query, {**values, **_in_folder(folder)})
        )

    def _insert(self, path: str, content: bytes, conflict: str) -> None:
        row = {"path": path.encode(), "at": self._now().encode(), "content": content}
        row["stamp"] = secrets.token_hex(8).encode()
        query = (
            "INSERT INTO scorekeeper_files (path, at, stamp, content)"
            f" VALUES (%(path)s, %(at)s, %(stamp)s, %(content)s) ON CONFLICT {conflict}"
        )
        self._database.transact(lambda connection: connection.execute(query, row))

    def _found(self, path: str, columns: str) -> tuple[bytes, ...]:
        rows = self._database.ask(f"SELECT {columns} FROM {_THIS}", {"path": path.encode()})
        if not rows:
            raise self._missing(path)
        return rows[0]

    def _missing(self, path: str) -> FileNotFoundError:
        return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.called(path))


def _in_folder(folder: str) -> dict[str, bytes]:
    start = f"{folder}/".encode()
    return {"first": start, "last": start + _GREATEST}
