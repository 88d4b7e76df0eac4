"""The process of one run: ``python -m scorekeeper.lab.worker FOLDER SHARED`` reads what to play.

It keeps the result, and others with the same SHARED wait for its end.

Its standard input stays open as long as whoever began it lives: when that ends, this process ends, too.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

import msgspec

from ..store.files import LockHeld
from .report import play
from .runs import BEGUN, Run, Runs
from .wish import Wish, read

_EVERY: Final = 0.3  # seconds between two reports
_NICE: Final = 10  # the pages of the game go first


class _Stopped(Exception):
    """Somebody stopped the run."""


def main(folder: Path, shared: Path) -> None:
    run = msgspec.json.decode(sys.stdin.buffer.readline(), type=Run)
    wish = read(sys.stdin.buffer.readline())
    Thread(target=_end_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    runs = Runs(folder, shared)
    with suppress(LockHeld), runs.turn():
        _play(runs, run, wish)


def _play(runs: Runs, run: Run, wish: Wish) -> None:
    runs.over()  # what a killed run left
    told_at = 0.0

    def done(rounds: int) -> None:
        nonlocal told_at
        if runs.is_to_stop(run.id):
            raise _Stopped
        if time.monotonic() - told_at >= _EVERY:
            told_at = time.monotonic()
            runs.tell(msgspec.structs.replace(run, done=rounds))

    done(0)
    sys.stdout.buffer.write(BEGUN)
    sys.stdout.buffer.flush()
    try:
        with suppress(_Stopped):
            runs.keep(run.id, play(wish, done=done))
    finally:
        runs.over()


def _end_with_the_server() -> None:
    """Nobody writes anything more: reading ends when the other side does."""
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
