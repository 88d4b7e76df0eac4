"""The web server of ``scorekeeper serve``: waitress, which finishes open requests when it is stopped.

Limits on how much of it visitors may take up, and HTTPS, which waitress by itself does not speak.
"""

from __future__ import annotations

import copy
import gc
import logging
import select
import signal
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
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


_MOST: Final = 1000  # connections at once; each takes a few kilobytes
_LEFT: Final = 100  # file handles kept for the database, files and Python itself
_WITHOUT_POLL: Final = 400  # select() takes 512 on Windows
_LONGEST_SILENCE: Final = 20  # seconds; a phone that sends a round is never silent that long
_SWEEP: Final = 5  # seconds between two checks for silent connections
_LARGEST_BODY: Final = 20_000_000  # bytes; above 5 MB the app itself refuses with a page of its own


def limits(proxies: int = 0) -> dict[str, Any]:
    """The settings. A connection that sends nothing is closed after 20 to 25 seconds, and enough may be open
    that a few hundred silent ones do not lock others out."""
    poll = hasattr(select, "poll")
    return {
        "connection_limit": min(_MOST, _handles() - _LEFT) if poll else _WITHOUT_POLL,
        "asyncore_use_poll": poll,
        "channel_timeout": _LONGEST_SILENCE,
        "cleanup_interval": _SWEEP,
        "max_request_body_size": _LARGEST_BODY,
        # Waitress removes X-Forwarded headers unless told not to; the app decides which to trust.
        "clear_untrusted_proxy_headers": not proxies,
    }


def _handles() -> int:
    """The number of file handles this process may open, after raising its limit where allowed."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _LEFT
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


Contexts = Callable[[str], ssl.SSLContext]  # for the address of this computer that somebody came to

_GREETING: Final = b"\x16"  # a connection with HTTPS begins so, RFC 8446 section 5.1; no method of HTTP does
_RECORD: Final = 16_384  # bytes; what is encrypted at once is never longer, so one read leaves nothing behind


def encrypt(bound: Any, contexts: Contexts) -> None:
    """Let a server of waitress speak HTTPS to whoever does."""

    def channel(*arguments: Any, **options: Any) -> _Channel:
        return _Channel(contexts, *arguments, **options)

    sockets = bound._map if isinstance(bound, BaseWSGIServer) else bound.map  # of several addresses
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = channel


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is encrypted if its first byte says so."""

    socket: Any  # plain, or encrypted from the first byte on
    adj: Any

    def __init__(self, contexts: Contexts, *arguments: Any, **options: Any) -> None:
        self._contexts = contexts
        self._begun = False  # the first byte is known
        self._encrypted = False
        self._greets = False  # keys are being agreed on
        self._turn = threading.RLock()  # waitress also sends from its threads; OpenSSL wants one at a time
        super().__init__(*arguments, **options)

    def handle_read(self) -> None:
        if not self._begun and not self._begin():
            return
        if not self._encrypted:
            super().handle_read()
        elif self._greets:
            self._greet()
        else:
            self._read()

    def send(self, data: bytes, do_close: bool = True) -> int:
        with self._turn:
            try:
                return int(super().send(data, do_close))
            except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
                return 0  # later

    def handle_close(self) -> None:
        if self.socket and self._encrypted and not self._greets:  # waitress may close it twice
            with self._turn, suppress(OSError, ValueError):
                self.socket.unwrap()  # tells the other side that nothing was cut off
        super().handle_close()

    def _begin(self) -> bool:
        """Look at the first byte without taking it; returns whether there is one."""
        try:
            first = self.socket.recv(1, socket.MSG_PEEK)
            self._begun = bool(first)
            if first == _GREETING:
                self._wrap()
        except BlockingIOError:
            return False
        except OSError:
            self._begun = False
        if not self._begun:
            self.handle_close()
        return self._begun

    def _wrap(self) -> None:
        address = self.socket.getsockname()[0].partition("%")[0]
        self.socket = self._contexts(address).wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False
        )
        self.adj = copy.copy(self.adj)
        self.adj.url_scheme = "https"
        self._encrypted = self._greets = True

    def _greet(self) -> None:
        """Go on agreeing on keys. Whoever does not trust the certificate breaks off here."""
        try:
            self.socket.do_handshake()
            self._greets = False
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass  # the few bytes to send fit into an empty buffer, so it is the other side's turn
        except OSError:
            self.handle_close()

    def _read(self) -> None:
        try:
            with self._turn:
                data = self.socket.recv(_RECORD)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:
            data = b""
        if not data:
            self.handle_close()
            return
        self.last_activity = time.time()
        self.received(data)
