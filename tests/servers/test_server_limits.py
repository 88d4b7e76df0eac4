"""Visitors who open connections and send nothing, over real sockets: others are still answered.

All of it over plain HTTP, and over HTTPS with a certificate of this computer's own.
"""

from __future__ import annotations

import http.client
import select
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from extent import daily
from patience import PATIENCE, until
from serving import looping
from waitress.adjustments import Adjustments
from waitress.server import create_server

from scorekeeper.certificates.home import HomeCertificate
from scorekeeper.installation import Installation
from scorekeeper.server import encrypt, limits
from scorekeeper.web import create_app

LARGEST_HEAD = Adjustments.max_request_header_size  # bytes, waitress's own
HALF = b"POST /key HTTP/1.1\r\nHost: koi\r\nContent-Length: 100\r\n\r\nkey="


class Served:
    """The app on waitress as the command starts it."""

    def __init__(self, server: Any, context: ssl.SSLContext | None) -> None:
        self.server = server
        self.port = server.effective_port
        self.context = context  # of a phone that trusts this computer; None for plain HTTP

    def connect(self) -> socket.socket:
        opened = self.bare()
        return self.context.wrap_socket(opened, server_hostname="localhost") if self.context else opened

    def bare(self) -> socket.socket:
        """A connection on which nothing was said yet."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def status(self) -> int:
        """The status with which another visitor is answered."""
        if self.context:
            visitor: http.client.HTTPConnection = http.client.HTTPSConnection(
                "localhost", self.port, timeout=PATIENCE, context=self.context
            )
        else:
            visitor = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        visitor.request("GET", "/key")
        answer = visitor.getresponse().status
        visitor.close()
        return answer


class Clock:
    """The clock of the server, which stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in ("waitress.server", "waitress.channel", "scorekeeper.server"):
        monkeypatch.setattr(f"{module}.time", clock)
    return clock


@pytest.fixture(params=["http", "https"])
def certificate(request: pytest.FixtureRequest, tmp_path: Path) -> HomeCertificate | None:
    if request.param == "http":
        return None
    return HomeCertificate(tmp_path / "https", ["localhost", "127.0.0.1"])


@contextmanager
def serving(folder: Path, certificate: HomeCertificate | None, **changed: int) -> Iterator[Served]:
    options = {**limits(), **changed}
    app = create_app(Installation(folder), authority=certificate.authority if certificate else None)
    server = create_server(app, host="127.0.0.1", port=0, threads=4, **options)
    context = None
    if certificate:
        encrypt(server, certificate.context)
        context = ssl.create_default_context(cadata=certificate.authority.file)
    with looping(server):
        yield Served(server, context)


def silent(served: Served, number: int, held: ExitStack) -> list[socket.socket]:
    """Connections that send half a request and then nothing."""
    opened = []
    for _ in range(number):
        opened.append(held.enter_context(served.connect()))
        opened[-1].sendall(HALF)
    return opened


@pytest.mark.parametrize("number", daily([130, 400], 2))
def test_silent_connections_do_not_block_other_visitors(
    tmp_path: Path, certificate: HomeCertificate | None, number: int
) -> None:
    with serving(tmp_path, certificate) as served, ExitStack() as held:
        silent(served, number, held)
        assert served.status() == 200


@pytest.mark.parametrize("begun", daily([b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"G"], 2))
def test_connections_without_a_greeting_do_not_block_other_visitors(
    tmp_path: Path, certificate: HomeCertificate | None, begun: bytes
) -> None:
    with serving(tmp_path, certificate) as served, ExitStack() as held:
        for _ in range(60):
            held.enter_context(served.bare()).sendall(begun)
        assert served.status() == 200


@pytest.mark.parametrize("begun", daily([b"", b"\x16", b"\x16\x03\x01\x02\x00\x01"], 2))
def test_connections_without_a_greeting_are_closed(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock, begun: bytes
) -> None:
    with serving(tmp_path, certificate) as served:
        with served.bare() as first:
            first.sendall(begun)
            assert ends(first, clock)
        assert served.status() == 200


@pytest.mark.slow
def test_silent_connections_are_closed(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock
) -> None:
    with serving(tmp_path, certificate, connection_limit=20) as served, ExitStack() as held:
        waiting = [held.enter_context(served.bare()) for _ in range(40)]  # twice as many as there is room for
        for each in waiting:
            each.sendall(HALF)
        assert ends(waiting[0], clock)
        assert ends(waiting[-1], clock)
        assert served.status() == 200


def ends(connection: socket.socket, clock: Clock) -> bool:
    """Whether the other side closes a connection as time goes by, with or without a word."""

    def is_over() -> bool:
        clock.now += sum(limits()[name] for name in ("channel_timeout", "cleanup_interval")) + 1
        return bool(select.select([connection], [], [], 0.1)[0])

    until(is_over)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_silent_connection_is_closed_within_half_a_minute() -> None:
    assert limits()["channel_timeout"] + limits()["cleanup_interval"] <= 25
    assert limits()["connection_limit"] >= 400


def test_a_large_body_is_refused_before_it_is_kept(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with serving(tmp_path, certificate) as served:
        with served.connect() as visitor:
            visitor.sendall(
                b"POST /key HTTP/1.1\r\nHost: koi\r\nContent-Length: 30000000\r\n\r\n" + b"x" * 1000
            )
            assert visitor.recv(100).startswith(b"HTTP/1.1 413")
        assert served.status() == 200


@pytest.mark.parametrize(
    ("size", "status"), [(LARGEST_HEAD - 1, b"HTTP/1.1 200"), (LARGEST_HEAD, b"HTTP/1.0 431")]
)
def test_a_large_head_is_refused(
    tmp_path: Path, certificate: HomeCertificate | None, size: int, status: bytes
) -> None:
    """At its limit, which is the first size refused: all of it is read, so that it can be sent to its end."""
    with serving(tmp_path, certificate) as served:
        with served.connect() as visitor:
            visitor.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\nX: ".ljust(size - 4, b"x") + b"\r\n\r\n")
            assert visitor.recv(100).startswith(status)
        assert served.status() == 200


def test_a_phone_that_is_slow_but_not_silent_is_answered(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock
) -> None:
    with serving(tmp_path, certificate) as served, served.connect() as slow:
        until(lambda: served.server.active_channels)
        (channel,) = served.server.active_channels.values()
        for byte in HALF[:12]:
            clock.now += limits()["channel_timeout"]
            slow.sendall(bytes([byte]))
            until(lambda: channel.last_activity == clock.now)
        slow.sendall(HALF[12:] + b"x" * 96)
        assert slow.recv(100).startswith(b"HTTP/1.1 403")
