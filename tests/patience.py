"""How long the tests wait: one long patience, so that none fails because the machine is busy.

Run as a script it is the command ``scorekeeper`` with the same patience. Ctrl-C ends it even where the tests
themselves ignore it, as after ``make test &``.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from importlib import import_module
from typing import Final

PATIENCE: Final = 120.0  # seconds for what takes a moment
OF_THE_PRODUCT: Final = 60.0  # seconds, in place of its own limits, after which it answers without something
LIMITED: Final = ("archive.archive", "server", "store.postgres.database", "store.backup")


def until(is_true: Callable[[], object], pause: float = 0.01) -> None:
    """Wait until it is true, asking again after each pause in seconds."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end, f"not true in {PATIENCE:.0f} seconds"
        time.sleep(pause)


def be_patient(replace: Callable[[object, str, object], None] = setattr) -> None:
    """Let the product wait for what it would otherwise do without; ``replace`` sets an attribute."""
    for name in LIMITED:
        replace(import_module(f"scorekeeper.{name}"), "_PATIENCE", OF_THE_PRODUCT)


if __name__ == "__main__":
    from scorekeeper.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    be_patient()
    main()
