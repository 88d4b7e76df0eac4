"""What is one installation's in a PostgreSQL database: itself, or one of its groups; and its states.

States are texts that are other ones after every change, of the matches and of the documents.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, TypeVar

import psycopg

from .database import Connection, PostgresDatabase, Row
from .tables import FILLED, TABLES

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
        def work(transaction: Transaction) -> None:
            for table in TABLES:
                transaction.execute(f"DELETE FROM {table} WHERE space = %(space)s")

        self.transact(work)


def _named(query: str, space: bytes, values: dict[str, Any]) -> dict[str, Any]:
    if _NAMED not in query:
        raise AssertionError(f"This reads or writes what is not its own: {query}")
    return {"space": space, **values}


_SLOTS: Final = 16


def revision(space: PostgresSpace, part: str) -> str:
    rows = space.ask(
        "SELECT slot, value FROM scorekeeper_states WHERE space = %(space)s AND part = %(part)s"
        " ORDER BY slot",
        part=part.encode(),
    )
    return ",".join(f"{slot}:{value.decode()}" for slot, value in rows)


def change(transaction: Transaction, part: str, id_: str) -> None:
    """Give a part another state: a random one, so that an older copy that was put back never has the state of
    something newer."""
    transaction.execute(
        "INSERT INTO scorekeeper_states (space, part, slot, value)"
        " VALUES (%(space)s, %(part)s, %(slot)s, %(value)s)"
        " ON CONFLICT (space, part, slot) DO UPDATE SET value = excluded.value",
        part=part.encode(),
        slot=zlib.crc32(id_.encode()) % _SLOTS,
        value=secrets.token_hex(8).encode(),
    )
