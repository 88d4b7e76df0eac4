"""What the other processes of test_postgres_processes do. Each has connections of its own."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier, Event

from scorekeeper.store import BrokenStore, Conflict
from scorekeeper.store.postgres.database import PostgresDatabase
from scorekeeper.store.postgres.store import PostgresStore


def append_with_retry(place: str, worker: int, times: int, start: Barrier, said: Connection) -> None:
    """Append so many events, each building on the last one known; say how often somebody was faster."""
    store, told, known = PostgresStore(PostgresDatabase(place)), 0, 1
    start.wait()
    for number in range(times):
        event = {"type": "round-won", "id": f"{worker}-{number}", "by": worker}
        stored = False
        while not stored:
            try:
                known = store.append("m", known, [event])
                stored = True
            except Conflict as conflict:
                known, told = conflict.last, told + 1
    said.send(told)


def append_until(place: str, worker: int, stop: Event, said: Connection) -> None:
    """Append events whatever breaks, as players do who send again what they were not told of.

    Says the id of each that was acknowledged.
    """
    store, known, number = PostgresStore(PostgresDatabase(place)), 1, 0
    while not stop.is_set():
        try:
            known = store.append("m", known, [{"type": "x", "id": f"{worker}-{number}", "by": worker}])
        except Conflict as conflict:
            known = conflict.last
        except BrokenStore:
            continue
        else:
            said.send(f"{worker}-{number}")
            number += 1
    said.close()


def append_before_and_after_a_fork(place: str) -> None:
    """Use the store, fork, and use it in both processes at once."""
    store = PostgresStore(PostgresDatabase(place))
    store.create("m", [{"type": "x", "id": "first"}])
    child = os.fork()
    name = "parent" if child else "child"
    for number in range(20):
        store.create(f"{name}-{number}", [{"type": "x", "id": "first"}])
        assert store.last(f"{name}-{number}") == 1
    if child:
        assert os.waitpid(child, 0)[1] == 0
    else:
        os._exit(0)
