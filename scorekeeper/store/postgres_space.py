"""What is one installation's in a PostgreSQL database: itself, or one of its groups.

All of them are in the same tables, whose keys begin with the space: tables of its own for each of many
groups would fill the catalogue of a database. A statement that does not name the space is refused, so that
none reads or writes what is another's.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

import psycopg

from .postgres_database import Connection, PostgresDatabase, Row
from .postgres_tables import FILLED, TABLES

Result = TypeVar("Result")

_NAMED: Final = "%(space)s"
_SIZES: Final = tuple(
    f"(SELECT coalesce(sum({size}), 0) FROM scorekeeper_{table} WHERE space = {_NAMED})"
    for table, size in (
        ("matches", "size"),
        ("documents", "octet_length(value)"),
        ("live", "octet_length(value)"),
        ("files", "octet_length(content)"),
    )
)


class Transaction:
    """A transaction in one space. Values are named, such as ``%(id)s``; ``%(space)s`` is there already."""

    def __init__(self, connection: Connection, space: bytes) -> None:
        self._connection = connection
        self._space = space

    def execute(self, query: str, **values: Any) -> psycopg.Cursor[Row]:
        return self._connection.execute(query, _named(query, self._space, values))


class PostgresSpace:
    """A part of a database. ``group_id``: of which group; empty for the installation itself."""

    def __init__(self, database: PostgresDatabase, group_id: str = "") -> None:
        self._database = database
        self._group_id = group_id
        self._space = group_id.encode()
        self.address = database.address
        self.name = f"{database.name}/{group_id}" if group_id else database.name

    def ask(self, query: str, **values: Any) -> list[Row]:
        """The rows of a single statement that writes nothing."""
        return self._database.ask(query, _named(query, self._space, values))

    def transact(self, work: Callable[[Transaction], Result], *, once: bool = False) -> Result:
        """As that of the database."""
        return self._database.transact(
            lambda connection: work(Transaction(connection, self._space)), once=once
        )

    def alone(self, name: str) -> AbstractContextManager[None]:
        """As that of the database, for names of this space."""
        return self._database.alone(f"{self._group_id}:{name}" if self._group_id else name)

    def is_empty(self) -> bool:
        """Whether nothing was ever stored here."""
        return not any(self.ask(f"SELECT 1 FROM {table} WHERE space = %(space)s LIMIT 1") for table in FILLED)

    def size(self) -> int:
        """Bytes of the events, documents and small files."""
        ((size,),) = self.ask(f"SELECT {' + '.join(_SIZES)}")
        return int(size)

    def remove(self) -> None:
        """Remove everything in it."""

        def work(transaction: Transaction) -> None:
            for table in TABLES:
                transaction.execute(f"DELETE FROM {table} WHERE space = %(space)s")

        self.transact(work)


def _named(query: str, space: bytes, values: dict[str, Any]) -> dict[str, Any]:
    if _NAMED not in query:
        raise AssertionError(f"This reads or writes what is not its own: {query}")
    return {"space": space, **values}
