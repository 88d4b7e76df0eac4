"""How much visitors may send, over real sockets: one phone, one address, all together.

All of it over plain HTTP, and over HTTPS with a certificate of this computer's own.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from patience import until

from scorekeeper import limits
from scorekeeper.certificates.home import HomeCertificate

from .hosting import UPLOAD, Hosted, answered, head, hosted, read, sent


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        ("/key", limits.BODY, 403),
        ("/key", limits.BODY + 1, 413),
        ("/key", 30_000_000, 413),
        (UPLOAD, limits.BODY, 403),
        (UPLOAD, limits.BODY + 1, 403),
        ("/static/cards.svg", limits.BODY + 1, 403),
        ("/nope", limits.BODY + 1, 403),
    ],
)
def test_who_was_not_let_in_sends_little_and_is_told_so_while_sending(
    tmp_path: Path, certificate: HomeCertificate | None, path: str, length: int, status: int
) -> None:
    with hosted(tmp_path, certificate) as served:
        assert sent(served, path, length) == status


@pytest.mark.parametrize("path", ["/static/cards.svg", "/health/live"])
def test_with_what_is_the_same_for_everybody_nobody_sends_much(
    tmp_path: Path, certificate: HomeCertificate | None, path: str
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect() as visitor:
        visitor.sendall(head(path, limits.BODY + 1, served.let_in(), method="GET"))
        assert answered(visitor) == 413


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        (UPLOAD, limits.BODY_OF_A_PHONE, 400),  # without a token
        (UPLOAD, limits.BODY_OF_A_PHONE + 1, 413),
        ("/nope", limits.BODY_OF_A_PHONE, 404),
    ],
)
def test_who_was_let_in_sends_more(
    tmp_path: Path, certificate: HomeCertificate | None, path: str, length: int, status: int
) -> None:
    with hosted(tmp_path, certificate) as served:
        assert sent(served, path, length, served.let_in()) == status


def test_a_cookie_that_lets_nobody_in_any_more_sends_little(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with hosted(tmp_path, certificate) as served:
        cookie = served.let_in()
        served.installation.secrets.change_key()
        assert sent(served, UPLOAD, limits.BODY + 1, cookie) == 403


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux lists the files of a process")
def test_of_a_stranger_nothing_is_written_to_disk(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        cookie, before = served.let_in(), unnamed_files()
        for _ in range(20):
            stranger = held.enter_context(served.connect())
            stranger.sendall(head(UPLOAD, 20_000_000))
            stranger.sendall(b"x" * 1_000_000)
            assert answered(stranger) == 403
            stranger.sendall(b"x" * 1_000_000)
        assert unnamed_files() == before
        phone = held.enter_context(served.connect())
        phone.sendall(head(UPLOAD, 2_000_000, cookie))
        phone.sendall(b"x" * 1_000_000)
        until(lambda: unnamed_files() == before + 1_000_000)  # so that this test would see it


def unnamed_files() -> int:
    """The bytes of files that this process has open and that have no name, as waitress keeps long bodies."""
    sizes = 0
    for opened in Path("/proc/self/fd").iterdir():
        try:
            name = str(opened.readlink())
            if name.endswith(" (deleted)") and "sqlite" not in name:  # of a test before
                sizes += opened.stat().st_size
        except FileNotFoundError:  # closed meanwhile
            continue
    return sizes


def test_one_phone_has_no_more_than_two_large_files_on_the_way(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        phone, other = served.let_in(), served.let_in()
        first, _ = (begun(served, held, phone) for _ in range(2))
        assert sent(served, UPLOAD, limits.BODY + 1, phone) == 503
        assert sent(served, UPLOAD, limits.BODY_OF_A_PHONE, other) == 400
        assert sent(served, "/key", limits.BODY) == 403
        first.sendall(b"x" * limits.BODY_OF_A_PHONE)
        assert answered(first) == 400
        assert sent(served, UPLOAD, limits.BODY_OF_A_PHONE, phone) == 400


def begun(served: Hosted, held: ExitStack, cookie: bytes) -> socket.socket:
    """A connection on which a large file may be sent now."""
    opened = held.enter_context(served.connect())
    opened.sendall(head(UPLOAD, limits.BODY_OF_A_PHONE, b"Expect: 100-continue\r\n", cookie))
    assert opened.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    return opened


def test_all_together_have_only_so_much_on_the_way(
    tmp_path: Path, certificate: HomeCertificate | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODIES", 2 * limits.BODY_OF_A_PHONE + 20_000)
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        for _ in range(2):
            begun(served, held, served.let_in())
        assert sent(served, UPLOAD, 20_001, served.let_in()) == 503
        assert sent(served, UPLOAD, 20_000, served.let_in()) == 400


def test_strangers_of_one_address_have_only_so_much_on_the_way(
    tmp_path: Path, certificate: HomeCertificate | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODIES_OF_ONE", 2 * limits.BODY)
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        for _ in range(2):
            waiting = held.enter_context(served.connect())
            waiting.sendall(head("/key", limits.BODY))
        until(lambda: [channel.request is not None for channel in served.channels] == [True] * 2)
        assert sent(served, "/key", 5) == 503
        with served.connect("127.0.0.2") as other:
            other.sendall(head("/key", 5) + b"key=x")
            assert answered(other) == 403
        assert sent(served, UPLOAD, limits.BODY + 1, served.let_in()) == 400


@pytest.mark.parametrize(("parts", "status"), [(16, 403), (17, 411)])
def test_a_body_that_does_not_say_its_length_is_small(
    tmp_path: Path, certificate: HomeCertificate | None, parts: int, status: int
) -> None:
    part = b"3e0\r\n" + b"x" * 992 + b"\r\n"
    with hosted(tmp_path, certificate) as served, served.connect() as visitor:
        visitor.sendall(b"POST /key HTTP/1.1\r\nHost: koi\r\nTransfer-Encoding: chunked\r\n\r\n")
        visitor.sendall(part * parts + b"0\r\n\r\n")
        assert answered(visitor) == status


@pytest.mark.parametrize(
    ("path", "length", "said"),
    [
        ("/key", limits.BODY, b"100 Continue"),
        ("/key", limits.BODY + 1, b"413 REQUEST ENTITY TOO LARGE"),
        (UPLOAD, limits.BODY + 1, b"403 FORBIDDEN"),
    ],
)
def test_who_asks_first_is_told_before_sending(
    tmp_path: Path, certificate: HomeCertificate | None, path: str, length: int, said: bytes
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect() as polite:
        polite.sendall(head(path, length, b"Expect: 100-continue\r\n"))
        assert polite.recv(40).startswith(b"HTTP/1.1 " + said)


@pytest.mark.parametrize(
    ("size", "status", "said"),
    [(limits.HEAD, 200, b"Open</button>"), (limits.HEAD + 1, 431, b"may have 16 kB")],
)
def test_a_large_head_is_refused(
    tmp_path: Path, certificate: HomeCertificate | None, size: int, status: int, said: bytes
) -> None:
    with hosted(tmp_path, certificate) as served:
        with served.connect() as visitor:
            visitor.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\nX: ".ljust(size - 4, b"x") + b"\r\n\r\n")
            received = read(visitor)
            assert received[0] == status
            assert said in received[1]
        assert served.status() == 200


@pytest.mark.parametrize("address", ["http://[", "http://[::1/", "http://]/key", "//[/key"])
def test_an_address_that_cannot_be_read_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    with hosted(tmp_path) as served, served.connect() as visitor:
        visitor.sendall(f"GET {address} HTTP/1.1\r\nHost: koi\r\n\r\n".encode())
        assert answered(visitor) in (400, 403)
    assert not caplog.records


def test_bodies_are_those_of_the_address_that_the_web_server_in_front_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODIES_OF_ONE", 2 * limits.BODY)
    with hosted(tmp_path, proxies=1) as served, ExitStack() as held:
        for number in range(2):  # what a visitor claims stands before what the web server adds
            waiting = held.enter_context(served.connect())
            waiting.sendall(head("/key", limits.BODY, b"X-Forwarded-For: 10.0.0.%d, 10.1.1.1\r\n" % number))
        until(lambda: [channel.request is not None for channel in served.channels] == [True] * 2)
        assert sent(served, "/key", 5, b"X-Forwarded-For: 10.1.1.1\r\n") == 503
        assert sent(served, "/key", 5, b"X-Forwarded-For: 10.1.1.2\r\n") == 403
        assert sent(served, "/key", 5) == 403
