"""A store of each kind, and an installation to back up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres import POSTGRES, Server

from scorekeeper.store import Store
from scorekeeper.store.postgres.database import PostgresDatabase
from scorekeeper.store.postgres.store import PostgresStore

from .installations import fill
from .stores import Clock, sqlite


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", POSTGRES])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    if request.param == "postgres":
        database: PostgresDatabase = request.getfixturevalue("database")
        yield PostgresStore(database, now=clock)
    else:
        opened = sqlite(tmp_path, clock)
        yield opened
        opened.close()


@pytest.fixture(params=["sqlite", POSTGRES])
def reopen(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Callable[[], Store]:
    """What opens one and the same store, as often as it is called; each is for one thread."""
    if request.param == "sqlite":
        return lambda: sqlite(tmp_path, clock)
    database: PostgresDatabase = request.getfixturevalue("database")
    return lambda: PostgresStore(database, now=clock)


@pytest.fixture
def database(postgres: Server) -> Iterator[PostgresDatabase]:
    """A PostgreSQL database without tables."""
    opened = PostgresDatabase(postgres.new_place())
    yield opened
    opened.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of an installation with a match of two events, a key and a house rule."""
    folder = tmp_path / "instance"
    fill(folder, "old", 1)
    return folder
