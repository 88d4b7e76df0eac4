"""Looks of several threads into one database are asked together, and each gets its own answer."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from scorekeeper.store import BrokenStore
from scorekeeper.store.postgres import PostgresStore
from scorekeeper.store.postgres_database import PostgresDatabase
from scorekeeper.store.postgres_glances import glances
from scorekeeper.store.postgres_space import PostgresSpace
from scorekeeper.store.postgres_trouble import UNREACHABLE

from .stores import FIRST, event

THREADS = 6


@pytest.fixture
def space(database: PostgresDatabase) -> PostgresSpace:
    return PostgresSpace(database)


@pytest.fixture
def store(space: PostgresSpace) -> PostgresStore:
    store = PostgresStore(space)
    for number in range(THREADS):
        store.create(f"m{number}", [FIRST, *(event(f"{place}") for place in range(number))])
        store.live.keep("phone", f"p{number}", 0, number)
    return store


def look(store: PostgresStore, number: int) -> tuple[int, ...]:
    return store.glance(f"m{number}", [("phone", f"p{number}"), ("phone", "nobody")])


class Held:
    """The questions to a database: the first one waits until all others want to ask, too."""

    def __init__(self, space: PostgresSpace, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[dict[str, Any]] = []
        self.broken = False
        self._ask = space.ask
        self._begun = threading.Event()
        self._glances = glances(space)
        monkeypatch.setattr(space, "ask", self.ask)

    def ask(self, query: str, **values: Any) -> list[tuple[Any, ...]]:
        self.asked.append(values)
        if len(self.asked) == 1:
            self._begun.set()
            while len(self._glances._waiting) < THREADS - 1:
                time.sleep(0.001)
            if self.broken:
                raise BrokenStore(UNREACHABLE, "x")
        return self._ask(query, **values)

    def all_look(self, store: PostgresStore) -> list[Any]:
        with ThreadPoolExecutor(THREADS) as threads:
            first = threads.submit(look, store, 0)
            self._begun.wait()
            looks = [first, *(threads.submit(look, store, number) for number in range(1, THREADS))]
            return [done.exception() or done.result() for done in looks]


def test_who_wants_to_look_meanwhile_is_asked_for_together(
    space: PostgresSpace, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(space, monkeypatch)
    assert held.all_look(store) == [(number + 1, 1, 0) for number in range(THREADS)]
    assert [len(values["ids"]) for values in held.asked] == [1, THREADS - 1]
    assert look(store, 2) == (3, 1, 0)


def test_a_database_that_breaks_is_told_to_those_it_was_asked_for(
    space: PostgresSpace, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(space, monkeypatch)
    held.broken = True
    first, *others = held.all_look(store)
    assert isinstance(first, BrokenStore)
    assert others == [(number + 1, 1, 0) for number in range(1, THREADS)]
    assert look(store, 0) == (1, 1, 0)


def test_many_threads_that_look_again_and_again_get_their_own(store: PostgresStore) -> None:
    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(lambda number: look(store, number % THREADS), range(2000)))
    assert found == [(number % THREADS + 1, 1, 0) for number in range(2000)]
