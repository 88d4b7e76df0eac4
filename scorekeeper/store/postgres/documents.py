"""The documents of an installation in a PostgreSQL database, in one table."""

from __future__ import annotations

import json
from typing import Any, Final

from ..documents import Document, is_there
from ..errors import Stale
from ..events import refuse_long, to_json
from .tenant import PostgresSpace, Transaction, change, revision

_HERE: Final = "space = %(space)s AND kind = %(kind)s"
_THIS: Final = f"{_HERE} AND id = %(id)s"
_ROW: Final = "(space, kind, id, version, value) VALUES (%(space)s, %(kind)s, %(id)s, %(version)s, %(value)s)"


class PostgresDocuments:
    """Implements Documents in the table ``scorekeeper_`` and its name."""

    def __init__(self, space: PostgresSpace, name: str) -> None:
        self._space = space
        self._name = name
        self._table = f"scorekeeper_{name}"

    def revision(self) -> str:
        return revision(self._space, self._name)

    def all(self, kind: str) -> dict[str, Document]:
        rows = self._space.ask(
            f"SELECT id, version, value FROM {self._table} WHERE {_HERE} ORDER BY id", kind=kind.encode()
        )
        return {id_.decode(): Document(version, json.loads(value)) for id_, version, value in rows}

    def get(self, kind: str, id_: str) -> Document | None:
        query = f"SELECT version, value FROM {self._table} WHERE {_THIS}"
        return _document(self._space.ask(query, kind=kind.encode(), id=id_.encode()))

    def kinds(self) -> list[str]:
        query = f"SELECT DISTINCT kind FROM {self._table} WHERE space = %(space)s ORDER BY kind"
        rows = self._space.ask(query)
        return [kind.decode() for (kind,) in rows]

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        refuse_long(kind, id_)
        text = to_json(document.value).encode()

        def work(transaction: Transaction) -> None:
            query = f"INSERT INTO {self._table} {_ROW} ON CONFLICT DO NOTHING"
            row = {"kind": kind.encode(), "id": id_.encode(), "version": document.version, "value": text}
            if not transaction.execute(query, **row).rowcount:
                raise Stale
            change(transaction, self._name, id_)

        self._space.transact(work, once=True)

    def put(self, kind: str, id_: str, known: int, value: Any) -> int:
        refuse_long(kind, id_)
        key = {"kind": kind.encode(), "id": id_.encode()}
        text = to_json(value).encode()

        def work(transaction: Transaction) -> int:
            query = f"SELECT version, value FROM {self._table} WHERE {_THIS} FOR UPDATE"
            there = _document(transaction.execute(query, **key).fetchall())
            if is_there(there, known, value):
                return there.version if there else 0
            change(transaction, self._name, id_)
            if value is None:
                transaction.execute(f"DELETE FROM {self._table} WHERE {_THIS}", **key)
                return 0
            if there:
                query = f"UPDATE {self._table} SET version = %(version)s, value = %(value)s WHERE {_THIS}"
            else:  # of two who write it first, one meets the other's key, and then reads what that wrote
                query = f"INSERT INTO {self._table} {_ROW}"
            transaction.execute(query, **key, version=known + 1, value=text)
            return known + 1

        return self._space.transact(work)


def _document(rows: list[tuple[Any, ...]]) -> Document | None:
    return Document(rows[0][0], json.loads(rows[0][1])) if rows else None
