"""The web server of ``scorekeeper serve``, which finishes open requests when it is stopped."""

from __future__ import annotations

import gc
import logging
import signal
import time
from typing import Any, Final

from flask import Flask
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher

_PATIENCE: Final = 5.0  # seconds to finish requests; service managers wait about ten before they kill
_NEW_OBJECTS: Final = 20_000  # that may be held before the garbage collector looks at them; Python has 700


class _Finishing(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Answers waiting requests before it stops; waitress alone would drop them."""

    def shutdown(self, cancel_pending: bool = True, timeout: float | None = None) -> bool:
        deadline = time.monotonic() + _PATIENCE
        while self.queue and time.monotonic() < deadline:
            time.sleep(0.01)
        return bool(super().shutdown(cancel_pending, timeout or _PATIENCE))


def server(app: Flask, *, threads: int, **options: Any) -> Any:
    """A server for the app, bound to its port; ``options`` are waitress' own. Raises OSError."""
    # Many phones that ask at once wait for each other for some milliseconds: no reason to fill the window,
    # which shows the code for further phones, with a line for each.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    dispatcher = _Finishing()
    dispatcher.set_thread_count(threads)
    return create_server(app, _dispatcher=dispatcher, threads=threads, ident="scorekeeper", **options)


def port_of(bound: Any) -> int:
    """The port that a server is bound to, also where the system has chosen it; with several addresses, as of
    localhost, that of the first."""
    ((_, port), *_) = getattr(bound, "effective_listen", None) or [(None, bound.effective_port)]
    return int(port)


def run(bound: Any) -> None:
    """Serve until Ctrl-C or SIGTERM, then finish open requests. Only in the main thread."""
    settle()
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        bound.run()
    finally:
        signal.signal(signal.SIGTERM, before)
        bound.close()


def settle() -> None:
    """Spare the garbage collector what the start has loaded, which stays as long as the process.

    Looking through it took 30 ms of whatever request was being answered. What answers leave behind is looked
    through seldom, for nearly all of it goes without the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])


def _stop(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise SystemExit(0)
