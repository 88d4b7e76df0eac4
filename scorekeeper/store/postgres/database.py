"""A database that speaks PostgreSQL's protocol: its connections, its transactions and its tables.

The SQL is what PostgreSQL, CockroachDB and YugabyteDB have in common:

- no advisory locks: some of CockroachDB's functions for them do nothing
  (https://www.cockroachlabs.com/docs/v23.2/postgresql-compatibility);
- no LISTEN and NOTIFY: YugabyteDB had them for long among what it does not support
  (https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility/);
- no sequences: keys begin with random ids made by the app, which spread over the machines, as CockroachDB
  recommends in place of SERIAL (https://www.cockroachlabs.com/docs/stable/serial).
"""

from __future__ import annotations

import hashlib
import os
import random
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TypeAlias, TypeVar

import psycopg
from psycopg import IsolationLevel
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from ..errors import BrokenStore
from .errors import BUSY, LOST, UNREACHABLE, address_of, is_lost, to_be_run_again, trouble_with
from .tables import FILLED, prepare

Result = TypeVar("Result")
DatabaseRow: TypeAlias = tuple[Any, ...]
Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
Connection: TypeAlias = psycopg.Connection[DatabaseRow]

_LOCK: Final = (  # a row can be locked only once it is there
    "INSERT INTO scorekeeper_locks (name) VALUES (%s) ON CONFLICT DO NOTHING",
    "SELECT name FROM scorekeeper_locks WHERE name = %s FOR UPDATE",
)
_TRIES: Final = 20  # of a transaction that others disturb
_LOSSES: Final = 4  # of connections during one transaction
_LONGEST_PAUSE: Final = 0.5  # seconds between two tries
LOCK_PATIENCE: Final = 10.0  # seconds for another process in the same block
_PATIENCE: Final = 5.0  # seconds for a connection
_MOST_CONNECTIONS: Final = 10  # connections of a process; each is used for a transaction only


class PostgresDatabase:
    """The database at an address such as ``postgresql://user:password@host/database``.

    Threads may share this object. A process that was forked opens connections of its own. The tables are made
    before the first use. Methods raise BrokenStore.
    """

    def __init__(self, written: str) -> None:
        self.address = address_of(written)  # for people
        # Two that differ only in their options, such as the schema, are two; the text has the password.
        self.name = hashlib.sha256(written.encode()).hexdigest()
        self._written = written
        self._pools: dict[int, ConnectionPool[Connection]] = {}  # by process: at most one is of this one
        self._opening = threading.Lock()
        self._held = threading.local()
        self._close = weakref.finalize(self, _close_own, self._pools)

    def ask(self, query: str, values: Values = ()) -> list[DatabaseRow]:
        """The rows of a single statement that writes nothing."""
        return self._run(lambda connection: connection.execute(query, values).fetchall(), single=True)

    def transact(self, work: Callable[[Connection], Result], *, once: bool = False) -> Result:
        """Do work in one transaction, all or nothing; it is done again as a whole where others disturb it.

        Where the connection breaks during the commit nobody knows whether it was kept. Work that comes to
        the same when it is done twice is then done again; ``once``: it does not, so BrokenStore is raised.
        """
        return self._run(work, once=once)

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """A block in one transaction, with all that this thread asks and does in it.

        No other thread or process is in a block of this name; in such a block there may be others.
        """
        with self._one_transaction() as connection:
            try:
                connection.execute(f"SET LOCAL lock_timeout = {round(LOCK_PATIENCE * 1000)}")
                for statement in _LOCK:
                    connection.execute(statement, [name.encode()])
                yield
            except psycopg.Error as error:
                if to_be_run_again(error) or error.sqlstate == "55P03":  # the lock was not available
                    raise BrokenStore(BUSY, self.address) from error
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """A block in which this thread sees everything as it is at its beginning, and writes nothing."""
        with self._one_transaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"):
            yield

    @contextmanager
    def _one_transaction(self, first: str = "") -> Iterator[Connection]:
        """A block in one transaction, that of the block around it if there is one; ``first``: how a new one
        begins."""
        if (held := getattr(self._held, "connection", None)) is not None:
            yield held
            return
        with trouble_with(self.address), self._connection() as connection, connection.transaction():
            if first:
                connection.execute(first)
            self._held.connection = connection
            try:
                yield connection
            finally:
                self._held.connection = None

    def is_empty(self) -> bool:
        """Whether nothing was ever stored here."""
        return not any(self.ask(f"SELECT 1 FROM {table} LIMIT 1") for table in FILLED)

    def close(self) -> None:
        """Close the connections. The next use opens them again."""
        _close_own(self._pools)

    def _run(
        self, work: Callable[[Connection], Result], *, single: bool = False, once: bool = False
    ) -> Result:
        # inside a block a failure ends the whole block: what was asked in it before may be outdated
        if (held := getattr(self._held, "connection", None)) is not None:
            return work(held)
        lost = 0
        for number in range(_TRIES):
            committing = False
            try:
                with self._connection() as connection:
                    if single:
                        return work(connection)
                    with connection.transaction():
                        result = work(connection)
                        committing = True
                    return result
            except (PoolTimeout, PoolClosed) as error:
                raise BrokenStore(UNREACHABLE, self.address) from error
            except psycopg.Error as error:
                if to_be_run_again(error):
                    time.sleep(random.uniform(0, min(_LONGEST_PAUSE, 0.002 * 2**number)))
                    continue
                if not is_lost(error):
                    with trouble_with(self.address):
                        raise
                lost += 1
                if committing and once:
                    raise BrokenStore(LOST, self.address) from error
                if lost == _LOSSES:
                    raise BrokenStore(UNREACHABLE, self.address) from error
                self._pool().check()  # the others may have broken too, as after a restart of the server
        raise BrokenStore(BUSY, self.address)

    def _connection(self) -> AbstractContextManager[Connection]:
        return self._pool().connection(_PATIENCE)

    def _pool(self) -> ConnectionPool[Connection]:
        """The connections of this process, opened after it was forked: two processes on one connection would
        read each other's answers."""
        process = os.getpid()
        if process not in self._pools:
            with self._opening:
                if process not in self._pools:
                    self._pools[process] = self._opened()
        return self._pools[process]

    def _opened(self) -> ConnectionPool[Connection]:
        # No prepared statements: behind PgBouncer in transaction mode the next transaction may be on another
        # connection, which has none of them (https://www.psycopg.org/psycopg3/docs/advanced/prepare.html).
        settings = {
            "autocommit": True,
            "prepare_threshold": None,
            "connect_timeout": round(_PATIENCE),
            "fallback_application_name": "scorekeeper",
        }
        with trouble_with(self.address):
            with psycopg.connect(self._written, **settings) as connection:  # type: ignore[arg-type]
                prepare(connection, self.address)
            return ConnectionPool(
                self._written,
                kwargs=settings,
                configure=_configure,
                min_size=1,
                max_size=_MOST_CONNECTIONS,
                reconnect_timeout=_PATIENCE,  # then the next request tries at once, not after a growing pause
                open=True,
            )


def _configure(connection: Connection) -> None:
    """Every transaction locks the rows that it decides by, so that it needs no stricter level, whatever the
    default of the database is. CockroachDB runs it as SERIALIZABLE where READ COMMITTED is switched off
    (https://cockroachlabs.com/docs/stable/read-committed); transactions are then run again more often."""
    connection.isolation_level = IsolationLevel.READ_COMMITTED


def _close_own(pools: dict[int, ConnectionPool[Connection]]) -> None:
    """Close the connections of this process; those of its parent are not ours to close."""
    if (pool := pools.pop(os.getpid(), None)) is not None:
        pool.close()
