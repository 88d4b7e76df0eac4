"""HTTPS, which waitress by itself does not speak."""

from __future__ import annotations

import copy
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from .channel import Channel

Contexts = Callable[[str], ssl.SSLContext]  # for the address of this computer that somebody came to

_GREETING: Final = b"\x16"  # a connection with HTTPS begins so, RFC 8446 section 5.1; no method of HTTP does
_RECORD: Final = 16_384  # bytes; what is encrypted at once is never longer, so one read leaves nothing behind


class EncryptedChannel(Channel):
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
                return super().send(data, do_close)
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
            self.gets_on()
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
        if data:
            self.received(data)
        else:
            self.handle_close()
