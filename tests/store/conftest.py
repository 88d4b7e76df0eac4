"""A store of each kind, and an installation to back up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres import POSTGRES, Server

from scorekeeper.store import Store
from scorekeeper.store.postgres.database import PostgresDatabase
from scorekeeper.store.postgres.store import PostgresStore
from scorekeeper.store.postgres.tenant import PostgresSpace

from .installations import fill
from .stores import FIRST, Clock, event, sqlite


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", POSTGRES, pytest.param("group", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    if request.param == "group":
        yield from store_of_a_group(request.getfixturevalue("database"), clock)
    elif request.param == "postgres":
        database: PostgresDatabase = request.getfixturevalue("database")
        yield PostgresStore(PostgresSpace(database), now=clock)
    else:
        opened = sqlite(tmp_path, clock)
        yield opened
        opened.close()


def store_of_a_group(database: PostgresDatabase, clock: Clock) -> Iterator[Store]:
    """That of a group in a PostgreSQL database, where others have matches and documents of the same names."""
    others = [
        PostgresStore(PostgresSpace(database, group_id), now=Clock()) for group_id in ("", "neighbours")
    ]
    for other in others:
        for match_id in ("m", "n", "binned"):
            other.create(match_id, [FIRST, event("a")])
        other.discard("binned", 2)
        other.keep_digests({"m": b"digest"})
        other.set("key", "value")
        for documents in (other.documents, other.sessions):
            for id_ in ("anna", "m"):
                documents.put("match", id_, 0, "theirs")
    before = [everything(other) for other in others]
    yield PostgresStore(PostgresSpace(database, "ourselves2"), now=clock)
    assert [everything(other) for other in others] == before


def everything(store: Store) -> tuple[object, ...]:
    return (
        store.revision(),
        store.matches(),
        [store.stored(match_id) for match_id in ("m", "n", "binned")],
        store.bin(),
        store.digests(),
        store.values(),
        *((documents.revision(), documents.all("match")) for documents in (store.documents, store.sessions)),
    )


@pytest.fixture(params=["sqlite", POSTGRES])
def reopen(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Callable[[], Store]:
    """What opens one and the same store, as often as it is called; each is for one thread."""
    if request.param == "sqlite":
        return lambda: sqlite(tmp_path, clock)
    database: PostgresDatabase = request.getfixturevalue("database")
    return lambda: PostgresStore(PostgresSpace(database), now=clock)


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
