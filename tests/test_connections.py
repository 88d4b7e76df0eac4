"""Visitors who open connections and send nothing, over real sockets: others are still answered.

All of it over plain HTTP, and over HTTPS with a certificate of this computer's own.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from serving import looping
from waitress.server import create_server

from scorekeeper.certificates.home import HomeCertificate
from scorekeeper.connections import limits
from scorekeeper.encrypting import encrypt
from scorekeeper.installation import Installation
from scorekeeper.web import create_app

HALF = b"POST /key HTTP/1.1\r\nHost: koi\r\nContent-Length: 100\r\n\r\nkey="


class Served:
    """The app on waitress as the command starts it."""

    def __init__(self, port: int, context: ssl.SSLContext | None) -> None:
        self.port = port
        self.context = context  # of a phone that trusts this computer; None for plain HTTP

    def connect(self) -> socket.socket:
        opened = self.bare()
        return self.context.wrap_socket(opened, server_hostname="localhost") if self.context else opened

    def bare(self) -> socket.socket:
        """A connection on which nothing was said yet."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def status(self) -> int:
        """The status with which another visitor is answered."""
        if self.context:
            visitor: http.client.HTTPConnection = http.client.HTTPSConnection(
                "localhost", self.port, timeout=30, context=self.context
            )
        else:
            visitor = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        visitor.request("GET", "/key")
        answer = visitor.getresponse().status
        visitor.close()
        return answer


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
        yield Served(server.effective_port, context)


def silent(served: Served, number: int, held: ExitStack) -> list[socket.socket]:
    """Connections that send half a request and then nothing."""
    opened = []
    for _ in range(number):
        opened.append(held.enter_context(served.connect()))
        opened[-1].sendall(HALF)
    return opened


@pytest.mark.parametrize("number", [130, 400])
def test_silent_connections_do_not_block_other_visitors(
    tmp_path: Path, certificate: HomeCertificate | None, number: int
) -> None:
    with serving(tmp_path, certificate) as served, ExitStack() as held:
        silent(served, number, held)
        assert served.status() == 200


@pytest.mark.parametrize("begun", [b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"G"])
def test_connections_without_a_greeting_do_not_block_other_visitors(
    tmp_path: Path, certificate: HomeCertificate | None, begun: bytes
) -> None:
    with serving(tmp_path, certificate) as served, ExitStack() as held:
        for _ in range(60):
            held.enter_context(served.bare()).sendall(begun)
        assert served.status() == 200


@pytest.mark.parametrize("begun", [b"", b"\x16", b"\x16\x03\x01\x02\x00\x01"])
def test_connections_without_a_greeting_are_closed(
    tmp_path: Path, certificate: HomeCertificate | None, begun: bytes
) -> None:
    with serving(tmp_path, certificate, channel_timeout=1, cleanup_interval=1) as served:
        with served.bare() as first:
            first.sendall(begun)
            assert ended(first)
        assert served.status() == 200


def test_silent_connections_are_closed(tmp_path: Path, certificate: HomeCertificate | None) -> None:
    soon = {"channel_timeout": 1, "cleanup_interval": 1}
    with serving(tmp_path, certificate, connection_limit=20, **soon) as served, ExitStack() as held:
        first, *_ = silent(served, 40, held)  # twice as many as there is room for
        assert served.status() == 200
        assert ended(first)


def ended(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection, with or without a word."""
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


def test_a_large_head_is_refused(tmp_path: Path, certificate: HomeCertificate | None) -> None:
    with serving(tmp_path, certificate) as served:
        with served.connect() as visitor:
            visitor.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\nX: " + b"x" * 300_000)
            assert visitor.recv(100).startswith(b"HTTP/1.0 431")
        assert served.status() == 200


def test_a_phone_that_is_slow_but_not_silent_is_answered(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with (
        serving(tmp_path, certificate, channel_timeout=1, cleanup_interval=1) as served,
        served.connect() as slow,
    ):
        for byte in HALF[:12]:
            slow.sendall(bytes([byte]))
            time.sleep(0.2)
        slow.sendall(HALF[12:] + b"x" * 96)
        assert slow.recv(100).startswith(b"HTTP/1.1 403")
