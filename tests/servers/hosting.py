"""The app's own server in this process, its visitors, and a clock that is moved on by hand."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from patience import PATIENCE, until
from serving import looping

from scorekeeper import limits
from scorekeeper.access import Phone, Phones
from scorekeeper.certificates.home import HomeCertificate
from scorekeeper.installation import Installation
from scorekeeper.server import port_of, server
from scorekeeper.server.channel import Channel
from scorekeeper.times import utc_now
from scorekeeper.web import create_app

HALF = b"POST /key HTTP/1.1\r\nHost: koi\r\nContent-Length: 100\r\n\r\nkey="
FORM = "application/x-www-form-urlencoded"
UPLOAD = "/records/preview"


class Hosted:
    """A server of the app, as the command starts it."""

    def __init__(self, bound: Any, context: ssl.SSLContext | None, installation: Installation) -> None:
        self.bound = bound
        self.port = port_of(bound)
        self.context = context  # of a phone that trusts this computer; None for plain HTTP
        self.installation = installation

    def connect(self, source: str = "127.0.0.1", receives: int = 0) -> socket.socket:
        """A connection, from another address of this computer if one is named. ``receives``: bytes that its
        system keeps unread."""
        opened = self.bare(source, receives)
        return self.context.wrap_socket(opened, server_hostname="localhost") if self.context else opened

    def bare(self, source: str = "127.0.0.1", receives: int = 0) -> socket.socket:
        """A connection on which nothing was said yet."""
        opened = socket.socket()
        opened.settimeout(PATIENCE)
        if receives:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        opened.bind((source, 0))
        opened.connect(("127.0.0.1", self.port))
        return opened

    def status(self, source: str = "127.0.0.1") -> int:
        """The status with which another visitor is answered."""
        with closing(self.connect(source)) as visitor:
            visitor.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\nConnection: close\r\n\r\n")
            return answered(visitor)

    def let_in(self) -> bytes:
        """The header with the cookie of a phone that is let in."""
        app = create_app(self.installation)
        with closing(self.installation.open_store()) as store:
            now, key = utc_now(), self.installation.secrets.key.mark
            secret = Phones(store.live).let_in(Phone(name="", since=now, seen=now, key=key))
        signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        name = f"{'__Host-' if self.context else ''}scorekeeper-{self.installation.id}"
        return f"Cookie: {name}={signer.dumps({'phone': secret})}\r\n".encode()

    @property
    def channels(self) -> list[Channel]:
        """The connections that are open, the first one first."""
        return [*self.bound.active_channels.values()]


class Clock:
    """The clock of the server, which stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    monotonic = time


@contextmanager
def hosted(folder: Path, certificate: HomeCertificate | None = None, proxies: int = 0) -> Iterator[Hosted]:
    installation = Installation(folder)
    authority = certificate.authority if certificate else None
    app = create_app(installation, proxies=proxies, authority=authority)
    contexts = certificate.context if certificate else None
    bound = server(app, threads=4, listen="127.0.0.1:0", proxies=proxies, contexts=contexts)
    trusting = ssl.create_default_context(cadata=certificate.authority.file) if certificate else None
    with looping(bound):
        yield Hosted(bound, trusting, installation)


def head(path: str, length: int, *headers: bytes, method: str = "POST") -> bytes:
    """The head of a request that sends a form of so many bytes."""
    lines = f"{method} {path} HTTP/1.1\r\nHost: koi\r\nContent-Type: {FORM}\r\nContent-Length: {length}\r\n"
    return lines.encode() + b"".join(headers) + b"\r\n"


def answered(connection: socket.socket) -> int:
    """The status of the next answer, which is read whole."""
    return read(connection)[0]


def read(connection: socket.socket) -> tuple[int, bytes]:
    """The status and the body of the next answer; nothing may follow it yet."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.read()


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed it, with or without a word; what else it sent is read."""
    while select.select([connection], [], [], 0)[0]:
        try:
            if not connection.recv(65_536):
                return True
        except (ConnectionResetError, BrokenPipeError):
            return True
    return False


def closes(connection: socket.socket, clock: Clock) -> bool:
    """Whether the other side closes a connection as time goes by."""

    def is_over() -> bool:
        clock.now += limits.WAIT + 1
        return is_closed(connection)

    until(is_over)
    return True


def sent(served: Hosted, path: str, length: int, *headers: bytes) -> int:
    """The status of a form of so many bytes."""
    with served.connect() as visitor:
        visitor.sendall(head(path, length, *headers))
        visitor.sendall(b"key=".ljust(length, b"x"))
        return answered(visitor)
