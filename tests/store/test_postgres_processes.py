"""Several processes on one PostgreSQL database, while connections are cut and the server is killed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any

import pytest
from patience import PATIENCE
from postgres import Server

from scorekeeper.store.postgres.database import PostgresDatabase
from scorekeeper.store.postgres.store import PostgresStore

from . import postgres_workers
from .store_workers import SPAWN
from .stores import FIRST

PROCESSES = 4


@pytest.fixture
def place(postgres: Server) -> str:
    place = postgres.new_place()
    with opened(place) as store:
        store.create("m", [FIRST])
    return place


@contextmanager
def opened(place: str) -> Iterator[PostgresStore]:
    database = PostgresDatabase(place)
    yield PostgresStore(database)
    database.close()


def log(place: str) -> list[dict[str, Any]]:
    with opened(place) as store:
        events = store.events("m")
        assert store.last_seqs() == {"m": len(events)}
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert len({event["id"] for event in events}) == len(events)
    return events


def test_processes_append_to_one_match_and_losers_are_told(place: str) -> None:
    start, told = SPAWN.Barrier(PROCESSES, timeout=PATIENCE), [SPAWN.Pipe(False) for _ in range(PROCESSES)]
    workers = [
        SPAWN.Process(target=postgres_workers.append_with_retry, args=(place, number, 30, start, said))
        for number, (_, said) in enumerate(told)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE)
    assert [worker.exitcode for worker in workers] == [0] * PROCESSES
    events = log(place)
    assert len(events) == 1 + 30 * PROCESSES
    for number in range(PROCESSES):
        assert [event["id"] for event in events if event.get("by") == number] == [
            f"{number}-{place}" for place in range(30)
        ]
    # all but one begin with what the first one changed
    assert sum(heard.recv() for heard, _ in told) >= PROCESSES - 1


class Appending:
    """Processes that append until told to stop, and what they were told is stored."""

    def __init__(self, place: str) -> None:
        self.stored: list[str] = []
        self._stop = SPAWN.Event()
        self._heard: list[Connection] = []
        self._workers = []
        for number in range(PROCESSES):
            heard, said = SPAWN.Pipe(duplex=False)
            worker = SPAWN.Process(
                target=postgres_workers.append_until, args=(place, number, self._stop, said)
            )
            worker.start()
            said.close()
            self._heard.append(heard)
            self._workers.append(worker)

    def more(self, number: int) -> None:
        """Wait until so many more are stored."""
        deadline, wanted = time.monotonic() + PATIENCE, len(self.stored) + number
        while len(self.stored) < wanted:
            assert time.monotonic() < deadline
            self._hear(1)

    def end(self) -> None:
        self._stop.set()
        deadline = time.monotonic() + PATIENCE
        while self._heard:
            assert time.monotonic() < deadline
            self._hear(1)
        for worker in self._workers:
            worker.join(PATIENCE)
        assert [worker.exitcode for worker in self._workers] == [0] * 4

    def kill(self) -> None:
        for worker in self._workers:
            worker.kill()
            worker.join()

    def _hear(self, seconds: float) -> None:
        for heard in wait(self._heard, seconds):
            assert isinstance(heard, Connection)
            try:
                self.stored.append(heard.recv())
            except EOFError:
                self._heard.remove(heard)


@pytest.fixture
def appending(place: str) -> Iterator[Appending]:
    four = Appending(place)
    yield four
    four.kill()


@pytest.mark.slow
def test_connections_cut_at_random_lose_and_double_nothing(
    postgres: Server, place: str, appending: Appending
) -> None:
    appending.more(20)
    for _ in range(20):
        postgres.cut(0.5)
        appending.more(8)
    appending.end()
    assert sorted(event["id"] for event in log(place)[1:]) == sorted(appending.stored)


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_has_all_that_was_acknowledged(
    postgres: Server, place: str, appending: Appending
) -> None:
    for _ in range(2):
        appending.more(40)
        postgres.kill()
        postgres.start()
    appending.more(40)
    appending.end()
    assert sorted(event["id"] for event in log(place)[1:]) == sorted(appending.stored)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_was_forked_has_connections_of_its_own(postgres: Server) -> None:
    place = postgres.new_place()
    worker = SPAWN.Process(target=postgres_workers.append_before_and_after_a_fork, args=(place,))
    worker.start()
    worker.join(PATIENCE)
    assert worker.exitcode == 0
    with opened(place) as store:
        assert len(store.last_seqs()) == 41
