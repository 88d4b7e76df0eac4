"""The documents of an installation in a PostgreSQL database, in one table."""

from __future__ import annotations

import json
from typing import Any

from .documents import Document, is_there
from .entries import refuse_long, to_json
from .errors import Stale
from .postgres_database import Connection, PostgresDatabase
from .postgres_states import change, state


class PostgresDocuments:
    """Implements Documents in the table ``scorekeeper_`` and its name."""

    def __init__(self, database: PostgresDatabase, name: str) -> None:
        self._database = database
        self._name = name
        self._table = f"scorekeeper_{name}"

    def state(self) -> str:
        return state(self._database, self._name)

    def all(self, kind: str) -> dict[str, Document]:
        rows = self._database.ask(
            f"SELECT id, version, value FROM {self._table} WHERE kind = %s ORDER BY id", [kind.encode()]
        )
        return {id_.decode(): Document(version, json.loads(value)) for id_, version, value in rows}

    def find(self, kind: str, id_: str) -> Document | None:
        rows = self._database.ask(
            f"SELECT version, value FROM {self._table} WHERE kind = %s AND id = %s",
            [kind.encode(), id_.encode()],
        )
        return _document(rows)

    def kinds(self) -> list[str]:
        rows = self._database.ask(f"SELECT DISTINCT kind FROM {self._table} ORDER BY kind")
        return [kind.decode() for (kind,) in rows]

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        refuse_long(kind, id_)
        key, text = [kind.encode(), id_.encode()], to_json(document.value).encode()

        def work(connection: Connection) -> None:
            written = connection.execute(
                f"INSERT INTO {self._table} (kind, id, version, value) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                [*key, document.version, text],
            )
            if not written.rowcount:
                raise Stale
            change(connection, self._name, id_)

        self._database.transact(work, once=True)

    def keep(self, kind: str, id_: str, known: int, value: Any) -> int:
        refuse_long(kind, id_)
        key, text = [kind.encode(), id_.encode()], to_json(value).encode()

        def work(connection: Connection) -> int:
            there = _document(
                connection.execute(
                    f"SELECT version, value FROM {self._table} WHERE kind = %s AND id = %s FOR UPDATE", key
                ).fetchall()
            )
            if is_there(there, known, value):
                return there.version if there else 0
            change(connection, self._name, id_)
            if value is None:
                connection.execute(f"DELETE FROM {self._table} WHERE kind = %s AND id = %s", key)
                return 0
            if there:
                connection.execute(
                    f"UPDATE {self._table} SET version = %s, value = %s WHERE kind = %s AND id = %s",
                    [known + 1, text, *key],
                )
            else:  # of two who write it first, one meets the other's key, and then reads what that wrote
                connection.execute(
                    f"INSERT INTO {self._table} (kind, id, version, value) VALUES (%s, %s, %s, %s)",
                    [*key, known + 1, text],
                )
            return known + 1

        return self._database.transact(work)


def _document(rows: list[tuple[Any, ...]]) -> Document | None:
    return Document(rows[0][0], json.loads(rows[0][1])) if rows else None
