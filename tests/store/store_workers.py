"""What the other processes of test_sqlite_processes do. Each opens a connection for every request."""

from __future__ import annotations

import itertools
import multiprocessing
import re
import time
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Barrier
from typing import Any, Final

from flask.testing import FlaskClient
from patience import PATIENCE

from scorekeeper.installation import Installation
from scorekeeper.store import Conflict
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web import create_app

SPAWN: Final = multiprocessing.get_context("spawn")


def append_with_retry(path: Path, worker: int, times: int, start: Barrier) -> None:
    """Append ``times`` events, each building on the last event read."""
    start.wait()
    known = 1
    for number in range(times):
        event = {"type": "round-won", "id": f"{worker}-{number}", "by": worker}
        stored = False
        while not stored:
            with closing(SqliteStore(path)) as store:
                try:
                    known = store.append("m", known, [event])
                    stored = True
                except Conflict as conflict:
                    known = conflict.last


def open_fresh(folder: Path, worker: int, files: int, start: Barrier) -> None:
    """Open files that are not there yet, at the same moment as the others, and write to each."""
    for number in range(files):
        start.wait()
        with closing(SqliteStore(folder / f"{number}.sqlite")) as store:
            store.create(f"m{worker}", [{"type": "match-started", "id": "first"}])


def append_threes(path: Path, seqs: Connection) -> None:
    """Append three events at a time until killed, and send the seq of each save."""
    with closing(SqliteStore(path)) as store:
        last = len(store.events("m"))
        for _ in itertools.count():
            last = store.append("m", last, [threefold(last + place) for place in (1, 2, 3)])
            seqs.send(last)


def hang_before_commit(path: Path, signals: Connection) -> None:
    """Write three events and then never commit them."""
    with closing(SqliteStore(path)) as store:

        def hang() -> None:
            signals.send("written")
            time.sleep(PATIENCE)

        store._db.commit = hang  # type: ignore[method-assign]
        store.append("m", 1, [threefold(place) for place in (2, 3, 4)])


def threefold(seq: int) -> dict[str, Any]:
    return {"type": "turn-taken", "id": f"event-{seq}", "captured": "01B 01R", "note": "花" * 300}


def append_as_told(path: Path, orders: Connection) -> None:
    """Append as many events as told, say so, and keep the connection and its log."""
    with closing(SqliteStore(path)) as store:
        last = len(store.events("m"))
        while True:
            number = orders.recv()
            for _ in range(number):
                last = store.append("m", last, [threefold(last + 1)])
            orders.send(number)


def hold(folder: Path, said: Connection) -> None:
    """Use an installation until killed."""
    installation = Installation(folder)
    installation.storage.hold()
    said.send("held")
    time.sleep(PATIENCE)


def post_rules(folder: Path, number: int, titles: int, start: Barrier) -> None:
    """Send house rules of so many titles, each at the same moment as the other processes."""
    installation = Installation(folder)
    client = create_app(installation).test_client()
    form = {"extends": "dutch", "about": "", "csrf_token": _let_in(client, installation)}
    for title in range(titles):
        start.wait()
        answer = client.post("/rules", data={**form, "title": f"House of {title}"})
        assert answer.status_code == 303, answer.text


def _let_in(client: FlaskClient, installation: Installation) -> str:
    """A client that typed the key; the token of its forms."""
    token = re.compile(r'name="csrf[_-]token" (?:value|content)="([^"]+)"')
    (before,) = token.findall(client.get("/key").text)[:1]
    client.post("/key", data={"key": installation.key, "csrf_token": before})
    (after,) = token.findall(client.get("/rules/received").text)[:1]
    return str(after)
