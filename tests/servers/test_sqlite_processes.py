"""Several processes on one SQLite file, and processes that die."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from store import store_workers
from store.store_workers import SPAWN

from scorekeeper.installation import Installation
from scorekeeper.store.sqlite import SqliteStore

PROCESSES = 4
FIRST = {"type": "match-started", "id": "first"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "scorekeeper.sqlite"
    with closing(SqliteStore(file)) as store:
        store.create("m", [FIRST])
    return file


def run_together(work: Callable[..., None], *args: Any) -> None:
    """Run the work in several processes that start it at the same moment."""
    start = SPAWN.Barrier(PROCESSES, timeout=PATIENCE)
    workers = [
        SPAWN.Process(target=work, args=(args[0], number, *args[1:], start)) for number in range(PROCESSES)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE)
    assert [worker.exitcode for worker in workers] == [0] * PROCESSES


@contextmanager
def running(work: Callable[..., None], path: Path) -> Iterator[Connection]:
    """A process at work and the messages it sends; killed without warning at the end."""
    messages, theirs = SPAWN.Pipe(duplex=False)
    worker = SPAWN.Process(target=work, args=(path, theirs))
    worker.start()
    theirs.close()
    try:
        yield messages
    finally:
        worker.kill()
        worker.join()
    assert worker.exitcode == -signal.SIGKILL


def everything_in(messages: Connection) -> list[Any]:
    """The messages sent before the end of the process; the last one may be cut off."""
    received = []
    try:
        while True:
            received.append(messages.recv())
    except EOFError:
        messages.close()
        return received


def log(path: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with closing(SqliteStore(path)) as store:
        events = store.events("m")
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    return events


def test_appending_at_once_loses_nothing_and_doubles_nothing(path: Path) -> None:
    run_together(store_workers.append_with_retry, path, 25)
    events = log(path)
    assert len(events) == 1 + PROCESSES * 25
    for worker in range(PROCESSES):
        mine = [event["id"] for event in events if event.get("by") == worker]
        assert mine == [f"{worker}-{number}" for number in range(25)]


@pytest.mark.slow
def test_a_fresh_file_can_be_opened_by_all_at_once(tmp_path: Path) -> None:
    run_together(store_workers.open_fresh, tmp_path, 12)
    for number in range(12):
        with closing(SqliteStore(tmp_path / f"{number}.sqlite")) as store:
            assert sorted(row.id for row in store.matches()) == [f"m{worker}" for worker in range(PROCESSES)]


@pytest.mark.parametrize("saves", [1, 37])
def test_a_killed_process_leaves_every_event_it_reported_and_no_half_append(path: Path, saves: int) -> None:
    with running(store_workers.append_threes, path) as messages:
        for _ in range(saves):
            reported = messages.recv()
    reported = max([reported, *everything_in(messages)])
    events = log(path)
    assert len(events) in (reported, reported + 3)  # the last save may be stored and not yet reported
    assert [event["id"] for event in events[1:]] == [f"event-{seq}" for seq in range(2, len(events) + 1)]


def test_a_process_killed_before_its_commit_leaves_nothing_and_blocks_nobody(path: Path) -> None:
    with running(store_workers.hang_before_commit, path) as messages:
        assert messages.recv() == "written"
    messages.close()
    assert len(log(path)) == 1
    with closing(SqliteStore(path)) as store:
        assert store.append("m", 1, [store_workers.threefold(2)]) == 2  # refused where a lock is left behind


def test_a_backup_taken_while_another_process_appends_is_a_prefix(path: Path, tmp_path: Path) -> None:
    copies = []
    with running(store_workers.append_threes, path) as messages, closing(SqliteStore(path)) as store:
        for number in range(5):
            reported = messages.recv()
            while messages.poll():
                reported = messages.recv()
            store.copy(tmp_path / f"copy{number}.sqlite")
            copies.append((reported, tmp_path / f"copy{number}.sqlite"))
        messages.recv()  # it was still appending
    messages.close()
    everything = log(path)
    for reported, copy in copies:
        events = log(copy)
        assert len(events) >= reported
        assert events == everything[: len(events)]
        assert len(events) % 3 == 1


@pytest.mark.slow
def test_several_servers_save_the_same_house_rules_once(tmp_path: Path) -> None:
    """Four processes on one folder post the same rules at the same moment, ten times."""
    installation = Installation(tmp_path)
    installation.open_store().close()
    assert installation.key
    run_together(store_workers.post_rules, tmp_path, 10)
    assert installation.house_rules.names() == tuple(f"house-of-{title}" for title in range(10))
