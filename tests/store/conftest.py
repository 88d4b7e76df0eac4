"""A store of each kind, and an installation to back up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store import Store
from scorekeeper.store.memory import MemoryStore

from .installations import fill
from .stores import Clock, sqlite


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = MemoryStore(now=clock) if request.param == "memory" else sqlite(tmp_path, clock)
    yield opened
    opened.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of an installation with a match of two events, a key and a house rule."""
    folder = tmp_path / "instance"
    fill(folder, "old", 1)
    return folder
