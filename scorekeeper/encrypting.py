"""HTTPS on waitress, which by itself speaks only plain HTTP.

Its own event loop does it, so everything that it limits (silent and slow visitors, connections, headers,
bodies) and how it stops holds for HTTPS too. A server that reads requests in its threads would be stopped by
as many half requests as it has threads. Visitors who speak plain HTTP to the same port are answered as well:
the app sees it by the scheme.
"""

from __future__ import annotations

import copy
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

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
