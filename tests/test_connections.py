"""Visitors who open connections and send nothing, over real sockets: others are still answered."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from waitress.server import create_server

from scorekeeper.connections import limits
from scorekeeper.installation import Installation
from scorekeeper.web import create_app

HALF = b"POST /key HTTP/1.1\r\nHost: koi\r\nContent-Length: 100\r\n\r\nkey="


@contextmanager
def serving(folder: Path, **changed: int) -> Iterator[int]:
    """The app on waitress as the command starts it; returns the port."""
    options = {**limits(), **changed}
    server = create_server(create_app(Installation(folder)), host="127.0.0.1", port=0, threads=4, **options)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.effective_port
    finally:
        server.close()
        thread.join(10)


def silent(port: int, number: int, held: ExitStack) -> list[socket.socket]:
    """Connections that send half a request and then nothing."""
    opened = []
    for _ in range(number):
        opened.append(held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)))
        opened[-1].sendall(HALF)
    return opened


def status(port: int) -> int:
    """The status with which another visitor is answered."""
    visitor = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    visitor.request("GET", "/key")
    answer = visitor.getresponse().status
    visitor.close()
    return answer


@pytest.mark.parametrize("number", [130, 400])
def test_silent_connections_do_not_block_other_visitors(tmp_path: Path, number: int) -> None:
    with serving(tmp_path) as port, ExitStack() as held:
        silent(port, number, held)
        assert status(port) == 200


def test_silent_connections_are_closed(tmp_path: Path) -> None:
    soon = {"channel_timeout": 1, "cleanup_interval": 1}
    with serving(tmp_path, connection_limit=20, **soon) as port, ExitStack() as held:
        first, *_ = silent(port, 40, held)  # twice as many as there is room for
        assert status(port) == 200
        assert first.recv(1) == b""


def test_a_silent_connection_is_closed_within_half_a_minute() -> None:
    assert limits()["channel_timeout"] + limits()["cleanup_interval"] <= 25
    assert limits()["connection_limit"] >= 400


def test_a_large_body_is_refused_before_it_is_kept(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as visitor:
            visitor.sendall(
                b"POST /key HTTP/1.1\r\nHost: koi\r\nContent-Length: 30000000\r\n\r\n" + b"x" * 1000
            )
            assert visitor.recv(100).startswith(b"HTTP/1.1 413")
        assert status(port) == 200


def test_a_phone_that_is_slow_but_not_silent_is_answered(tmp_path: Path) -> None:
    with (
        serving(tmp_path, channel_timeout=1, cleanup_interval=1) as port,
        socket.create_connection(("127.0.0.1", port), timeout=10) as slow,
    ):
        for byte in HALF[:12]:
            slow.sendall(bytes([byte]))
            time.sleep(0.2)
        slow.sendall(HALF[12:] + b"x" * 96)
        assert slow.recv(100).startswith(b"HTTP/1.1 403")
