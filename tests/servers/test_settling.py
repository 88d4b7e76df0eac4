"""What the server does before its first request."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from patience import PATIENCE

from scorekeeper import server, wsgi


class Bound:
    """A server that stops at once and notes what the garbage collector has been told."""

    spared = 0
    new_objects = 0
    closed = False

    def run(self) -> None:
        self.spared = gc.get_freeze_count()
        self.new_objects = gc.get_threshold()[0]

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The garbage collector as it is without a server, then and afterwards."""
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_objects_loaded_at_the_start_are_frozen_for_the_garbage_collector() -> None:
    bound = Bound()
    server.run(bound)
    assert bound.spared > 10_000
    assert bound.new_objects > 10_000
    assert bound.closed


def test_a_worker_of_another_server_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("SCOREKEEPER_DATABASE", raising=False)
    app = wsgi.app()
    app.extensions["installation"].release()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] > 10_000


def test_a_server_that_nobody_waits_for_stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 100 * PATIENCE)
    stopping = Thread(target=server._Finishing().shutdown, daemon=True)
    stopping.start()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()
