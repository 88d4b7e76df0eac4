"""The documents of an installation in a PostgreSQL database, in one table."""

from __future__ import annotations

import json
from typing import Any, Final

from ..documents import Document, is_there
from ..errors import Stale
from ..events import refuse_long, to_json
from .database import Connection, PostgresDatabase
from .rows import change, revision

_THIS: Final = "kind = %(kind)s AND id = %(id)s"
_ROW: Final = "(kind, id, version, value) VALUES (%(kind)s, %(id)s, %(version)s, %(value)s)"


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
        query = f"SELECT version, value FROM {self._table} WHERE {_THIS}"
        return _document(self._database.ask(query, {"kind": kind.encode(), "id": id_.encode()}))

    def kinds(self) -> list[str]:
        query = f"SELECT DISTINCT kind FROM {self._table} ORDER BY kind"
        rows = self._database.ask(query)
        return [kind.decode() for (kind,) in rows]

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        refuse_long(kind, id_)
        text = to_json(document.value).encode()

        def work(connection: Connection) -> None:
            query = f"INSERT INTO {self._table} {_ROW} ON CONFLICT DO NOTHING"
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
            query = f"SELECT version, value FROM {self._table} WHERE {_THIS} FOR UPDATE"
            there = _document(connection.execute(query, key).fetchall())
            if is_there(there, known, value):
                return there.version if there else 0
            change(connection, self._name, id_)
            if value is None:
                connection.execute(f"DELETE FROM {self._table} WHERE {_THIS}", key)
                return 0
            if there:
                query = f"UPDATE {self._table} SET version = %(version)s, value = %(value)s WHERE {_THIS}"
            else:  # of two who write it first, one meets the other's key, and then reads what that wrote
                query = f"INSERT INTO {self._table} {_ROW}"
            connection.execute(query, {**key, "version": known + 1, "value": text})
            return known + 1

        return self._database.transact(work)


def _document(rows: list[tuple[Any, ...]]) -> Document | None:
    return Document(rows[0][0], json.loads(rows[0][1])) if rows else None
