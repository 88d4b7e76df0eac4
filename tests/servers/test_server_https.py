"""HTTPS in waitress: long answers, many at once, and visitors who break off."""

from __future__ import annotations

import hashlib
import http.client
import logging
import re
import select
import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from patience import PATIENCE
from serving import looping

from scorekeeper import limits
from scorekeeper.certificates.home import HomeCertificate
from scorekeeper.server import port_of, server

LONG = bytes(range(256)) * 40_000  # 10 MB: more than a connection takes at once


def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Sends back what was sent, or a long answer; says by which scheme it was asked."""
    if limits.BODY_FOLLOWS in environ:
        start_response("100 Continue", [])
        return []
    size = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(size) if size else LONG
    headers = [("Content-Length", str(len(body))), ("X-Scheme", environ["wsgi.url_scheme"])]
    start_response("200 OK", [*headers, ("X-Visitor", environ["REMOTE_ADDR"])])
    return [body]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> HomeCertificate:
    return HomeCertificate(tmp_path_factory.mktemp("certificate"), ["koi", "localhost", "127.0.0.1"])


@pytest.fixture
def trusting(certificate: HomeCertificate) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=certificate.authority.file)


@pytest.fixture(params=["127.0.0.1:0", "127.0.0.1:0 127.0.0.2:0"], ids=["one address", "two addresses"])
def port(request: pytest.FixtureRequest, certificate: HomeCertificate) -> Iterator[int]:
    """A running server; for two addresses waitress has another class."""
    bound = server(app, listen=request.param, threads=4, contexts=certificate.context)
    with looping(bound):
        yield port_of(bound)


def opened(port: int, trusting: ssl.SSLContext) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=trusting)


def test_the_app_sees_the_scheme_and_the_visitor(port: int, trusting: ssl.SSLContext) -> None:
    plain = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for connection, scheme in ((opened(port, trusting), "https"), (plain, "http")):
        for _ in range(3):  # over one connection
            connection.request("POST", "/", b"x")
            answer = connection.getresponse()
            assert (answer.read(), answer.headers["X-Scheme"], answer.headers["X-Visitor"]) == (
                *(b"x", scheme),
                "127.0.0.1",
            )
        connection.close()


def test_a_long_answer_arrives_whole_at_a_slow_reader(port: int, trusting: ssl.SSLContext) -> None:
    bare = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    with trusting.wrap_socket(bare, server_hostname="localhost") as reader:
        reader.sendall(b"GET / HTTP/1.1\r\nHost: koi\r\nConnection: close\r\n\r\n")
        received = bytearray()
        while part := reader.recv(10_000):
            received += part
    assert hashlib.sha256(received.partition(b"\r\n\r\n")[2]).digest() == hashlib.sha256(LONG).digest()


def test_a_long_body_arrives_whole(port: int, trusting: ssl.SSLContext) -> None:
    connection = opened(port, trusting)
    connection.request("POST", "/", LONG[:5_000_000])
    assert connection.getresponse().read() == LONG[:5_000_000]
    connection.close()


def test_phones_that_ask_and_listen_at_once_do_not_disturb_one_another(
    port: int, trusting: ssl.SSLContext
) -> None:
    """Requests are sent before earlier ones are answered, so the server reads and writes at the same time."""

    def phone(number: int) -> bool:
        bodies = [f"{number}.{request} ".encode() * 3000 for request in range(20)]
        sent = b"".join(
            b"POST / HTTP/1.1\r\nHost: koi\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            for body in bodies
        )
        with trusting.wrap_socket(
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE), server_hostname="localhost"
        ) as connection:
            received = exchanged(connection, sent, sum(map(len, bodies)))
        answers = re.findall(rb"\r\n\r\n([0-9. ]+)", received)
        return answers == bodies

    with ThreadPoolExecutor(6) as phones:
        assert list(phones.map(phone, range(6))) == [True] * 6


def exchanged(connection: ssl.SSLSocket, sent: bytes, least: int) -> bytes:
    """What is received while all of it is sent: at least so many bytes, until nothing follows."""
    connection.setblocking(False)
    received = bytearray()
    at = 0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and (at < len(sent) or len(received) < least or received[-1:] != b" "):
        with suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
            received += connection.recv(65_536)
            continue
        with suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
            at += connection.send(sent[at : at + 16_384])
            continue
        select.select([connection], [connection] if at < len(sent) else [], [], 1)
    return bytes(received)


@pytest.mark.parametrize("name", ["example.com", "localhost.example"])
def test_a_browser_refuses_other_names(port: int, trusting: ssl.SSLContext, name: str) -> None:
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as bare,
        pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"),
    ):
        trusting.wrap_socket(bare, server_hostname=name)


def test_visitors_who_break_off_or_talk_nonsense_leave_no_trace(
    port: int, trusting: ssl.SSLContext, caplog: pytest.LogCaptureFixture
) -> None:
    distrusting = ssl.create_default_context()
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            with (
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as bare,
                pytest.raises(ssl.SSLCertVerificationError),
            ):
                distrusting.wrap_socket(bare, server_hostname="localhost")
            for nonsense in (b"", b"\x16", b"\x16\x03\x01\x00\x02xy", b"\x15\x03\x01", b"\x00" * 99):
                with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as bare:
                    bare.sendall(nonsense)
        connection = opened(port, trusting)
        connection.request("POST", "/", b"x")
        assert connection.getresponse().read() == b"x"
        connection.close()
    assert not caplog.records


def test_old_versions_are_refused(port: int, trusting: ssl.SSLContext) -> None:
    with pytest.warns(DeprecationWarning):
        trusting.minimum_version = trusting.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as bare, pytest.raises(ssl.SSLError):
        trusting.wrap_socket(bare, server_hostname="localhost")
