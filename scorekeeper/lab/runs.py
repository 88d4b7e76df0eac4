"""The runs of one installation: one at a time, in a process of its own; the latest results are kept.

In the folder are the results, ``run.json`` with how far the run is, ``stop`` with the id of the run that is
to stop, and the ``lock`` that the run holds: it ends with its process, however that ends. It also holds the
``turn`` of the installation on this computer, which all of its groups share, so that many groups do not play
at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

import msgspec

from ..store.files import FileLock, LockHeld, write_atomic
from .wish import Wish, write

KEPT: Final = 40  # results; each has some 10 KB
_PATIENCE: Final = 2.0  # seconds
_MOMENT: Final = 0.5  # seconds: whoever asks whether a run goes on holds its lock so long
BEGUN: Final = b"begun\n"  # what a run says when it has the lock
_alive: set[subprocess.Popen[bytes]] = set()  # the runs that this process began; they end with it


class Run(msgspec.Struct, frozen=True):
    """A run, and how many of its rounds are played; ``query`` leads to its page."""

    id: str
    done: int
    rounds: int
    query: str


class Runs:
    """The runs kept in a folder; of all with the same ``shared`` one goes on at a time."""

    def __init__(self, folder: Path, shared: Path | None = None) -> None:
        self._folder = folder
        self._shared = shared or folder

    def result(self, id: str) -> dict[str, Any] | None:
        """The report of a run that was played to its end, if it is still kept."""
        path = self._result(id)
        try:
            told: dict[str, Any] = msgspec.json.decode(path.read_bytes())
            os.utime(path)  # the results that nobody looks at go first
        except (FileNotFoundError, msgspec.DecodeError):
            return None
        return told

    def going_on(self) -> Run | None:
        """The run that goes on now."""
        try:
            run = msgspec.json.decode((self._folder / "run.json").read_bytes(), type=Run)
            with FileLock(self._folder / "lock", exclusive=False):
                return None  # its process was killed
        except LockHeld:
            return run
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def is_elsewhere(self) -> bool:
        """Whether a run goes on that is none of this folder."""
        try:
            with FileLock(self._shared / "turn", exclusive=False):
                return False
        except FileNotFoundError:
            return False
        except LockHeld:
            return self.going_on() is None

    def begin(self, wish: Wish, id: str, query: str) -> bool:
        """Begin a run; returns whether it has begun: another may go on. It ends with this process."""
        for folder in (self._folder, self._shared):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folders = [str(folder.resolve()) for folder in (self._folder, self._shared)]
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper.lab.worker", *folders],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdin and process.stdout
        with suppress(BrokenPipeError):
            run = Run(id, 0, wish.rounds, query)
            process.stdin.write(msgspec.json.encode(run) + b"\n" + write(wish))
            process.stdin.flush()
        has_begun = process.stdout.readline() == BEGUN
        _alive.add(process)
        Thread(target=_wait, args=(process,), name="lab", daemon=True).start()
        return has_begun

    def stop(self, id: str) -> None:
        """Let a run stop, and wait for it a moment: it looks now and then whether it is to."""
        if not self._is_going_on(id):
            return
        write_atomic(self._folder / "stop", id.encode())
        end = time.monotonic() + _PATIENCE
        while self._is_going_on(id) and time.monotonic() < end:
            time.sleep(0.05)

    def _is_going_on(self, id: str) -> bool:
        run = self.going_on()
        return run is not None and run.id == id

    # --- of the process that plays ---

    def is_to_stop(self, id: str) -> bool:
        try:
            return (self._folder / "stop").read_bytes() == id.encode()
        except FileNotFoundError:
            return False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A block in which no other run goes on. Raises LockHeld while one does."""
        own, shared = self._folder / "lock", self._shared / "turn"
        with FileLock(own, exclusive=True, wait=_MOMENT), FileLock(shared, exclusive=True, wait=_MOMENT):
            yield

    def tell(self, run: Run) -> None:
        """How far the run is."""
        path = self._folder / "run.json"
        draft = path.with_suffix(".draft")
        draft.write_bytes(msgspec.json.encode(run))
        draft.replace(path)  # not flushed: after a power cut there is no run

    def keep(self, id: str, told: dict[str, Any]) -> None:
        """Keep a result, and of the others the latest."""
        write_atomic(self._result(id), msgspec.json.encode(told))
        results = sorted(self._folder.glob("result-*.json"), key=lambda path: -path.stat().st_mtime_ns)
        for path in results[KEPT:]:
            path.unlink(missing_ok=True)

    def over(self) -> None:
        """No run goes on any more."""
        for name in ("run.json", "stop"):
            (self._folder / name).unlink(missing_ok=True)
        for draft in self._folder.glob(".result-*"):
            draft.unlink(missing_ok=True)

    def _result(self, id: str) -> Path:
        return self._folder / f"result-{id}.json"


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Wait until a run is over; its pipes are open as long."""
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe:
                pipe.close()
    _alive.discard(process)
