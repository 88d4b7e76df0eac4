"""Visitors who take up what they can, over real sockets: others are still answered.

All of it over plain HTTP, and over HTTPS with a certificate of this computer's own.
"""

from __future__ import annotations

import logging
import re
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from extent import daily
from patience import until

from scorekeeper import limits
from scorekeeper.certificates.home import HomeCertificate

from .hosting import HALF, Clock, Hosted, answered, closes, head, hosted, is_closed, read

PICTURE = b"GET /static/cards.svg HTTP/1.1\r\nHost: koi\r\n\r\n"
UPLOAD = "/records/preview"


def silent(served: Hosted, number: int, held: ExitStack) -> list[socket.socket]:
    """Connections that send half a request and then nothing."""
    opened = []
    for _ in range(number):
        opened.append(held.enter_context(served.connect()))
        opened[-1].sendall(HALF)
    return opened


def test_who_never_reads_keeps_nobody_waiting(tmp_path: Path, certificate: HomeCertificate | None) -> None:
    """Twice as many as there are threads, each with two hundred requests in one packet."""
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        for _ in range(8):
            held.enter_context(served.connect(receives=4096)).sendall(PICTURE * 195)
        until(lambda: [channel.total_outbufs_len > 0 for channel in served.channels] == [True] * 8)
        assert served.status() == 200
        assert all(len(channel.requests) <= 1 for channel in served.channels)
        assert all(channel.total_outbufs_len < limits.ANSWER for channel in served.channels)


def test_all_requests_of_a_packet_are_answered_in_their_order(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect() as reader:
        asked = b"".join(b"GET %s HTTP/1.1\r\nHost: koi\r\n\r\n" % path for path in (b"/key", b"/nope") * 9)
        reader.sendall(asked + b"GET /static/cards.svg HTTP/1.1\r\nHost: koi\r\nConnection: close\r\n\r\n")
        received = b""
        while part := reader.recv(65_536):
            received += part
        assert re.findall(rb"HTTP/1.1 (\d+)", received) == [b"200", b"403"] * 9 + [b"200"]


def test_who_never_reads_is_closed(tmp_path: Path, certificate: HomeCertificate | None, clock: Clock) -> None:
    with hosted(tmp_path, certificate) as served, served.connect(receives=4096) as visitor:
        visitor.sendall(PICTURE * 9)
        until(lambda: all(channel.total_outbufs_len > 0 for channel in served.channels))
        until(lambda: advanced(clock) and not served.channels)


def test_who_reads_a_little_now_and_then_is_closed(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNSENT", 4096)  # so that the server sees little of the reading at once
    with hosted(tmp_path, certificate) as served, served.connect(receives=4096) as visitor:
        visitor.sendall(PICTURE)
        until(lambda: served.channels and served.channels[0].total_outbufs_len > 0)
        (channel,) = served.channels
        until(lambda: not channel.is_busy)
        due, unsent = channel.due, channel.total_outbufs_len
        clock.now += 1
        until(lambda: visitor.recv(1000) and channel.total_outbufs_len < unsent)
        assert channel.total_outbufs_len > limits.LEAST
        assert channel.due == due
        until(lambda: advanced(clock) and not served.channels)


def test_who_reads_slowly_but_gets_on_is_sent_everything(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect(receives=4096) as reader:
        reader.sendall(PICTURE + PICTURE.replace(b"Host", b"Connection: close\r\nHost"))
        until(lambda: all(channel.total_outbufs_len > 0 for channel in served.channels))
        received = b""
        while part := reader.recv(4096):
            before, received = len(received), received + part
            if before // limits.LEAST < len(received) // limits.LEAST and served.channels:
                (channel,) = served.channels
                clock.now = max(clock.now, channel.due)  # the last moment
        assert received.endswith(b"</svg>\n")
        assert received.count(b"</svg>\n") == 2


def test_of_a_connection_that_is_lost_while_it_is_answered_nothing_more_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head of a body waits behind the answer that cannot be sent any more."""
    monkeypatch.setattr(limits, "BODIES_OF_ONE", limits.BODY)
    with hosted(tmp_path) as served:
        with served.connect(receives=4096) as visitor:
            visitor.sendall(PICTURE + head("/key", limits.BODY))
            until(lambda: served.channels and served.channels[0].total_outbufs_len > 0)
            (channel,) = served.channels
            channel.socket.shutdown(socket.SHUT_WR)  # as of a network that is gone: sending fails
            until(lambda: not served.channels)
        with served.connect() as other:
            other.sendall(head("/key", limits.BODY) + b"key=" + b"x" * (limits.BODY - 4))
            assert answered(other) == 403


def advanced(clock: Clock, seconds: float = limits.WAIT + 1) -> bool:
    clock.now += seconds
    return True


@pytest.mark.parametrize("number", daily([130, 400], 2))
def test_silent_connections_do_not_block_other_visitors(
    tmp_path: Path, certificate: HomeCertificate | None, number: int
) -> None:
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        silent(served, number, held)
        assert served.status() == 200


@pytest.mark.parametrize("begun", daily([b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"G"], 2))
def test_connections_without_a_greeting_do_not_block_other_visitors(
    tmp_path: Path, certificate: HomeCertificate | None, begun: bytes
) -> None:
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        for _ in range(60):
            held.enter_context(served.bare()).sendall(begun)
        assert served.status() == 200


@pytest.mark.parametrize("begun", daily([b"", b"\x16", b"\x16\x03\x01\x02\x00\x01"], 2))
def test_connections_without_a_greeting_are_closed(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock, begun: bytes
) -> None:
    with hosted(tmp_path, certificate) as served:
        with served.bare() as first:
            first.sendall(begun)
            assert closes(first, clock)
        assert served.status() == 200


@pytest.mark.parametrize(
    "whole", [b"GET /key HTTP/1.1\r\nHost: koi\r\n\r\n", b"\x16\x03\x01\x02\x00\x01" + b"\0" * 99]
)
def test_who_sends_a_head_or_a_greeting_byte_by_byte_is_closed(
    tmp_path: Path, home_certificate: HomeCertificate, clock: Clock, whole: bytes
) -> None:
    with hosted(tmp_path, home_certificate) as served, served.bare() as slow:
        until(lambda: served.channels)
        (channel,) = served.channels
        due = channel.due
        clock.now += 1
        for byte in whole[:20]:
            slow.sendall(bytes([byte]))
        assert channel.due == due
        assert closes(slow, clock)


def test_a_slow_head_that_comes_in_time_is_answered(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock
) -> None:
    whole = b"GET /key HTTP/1.1\r\nHost: koi\r\n\r\n"
    with hosted(tmp_path, certificate) as served, served.connect() as slow:
        until(lambda: served.channels)
        (channel,) = served.channels
        slow.sendall(whole[:12])
        until(lambda: channel.request is not None)
        clock.now = channel.due  # the last moment
        assert served.status() == 200  # the server has looked at its connections since
        slow.sendall(whole[12:])
        assert answered(slow) == 200


def test_who_sends_a_body_byte_by_byte_is_closed(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect() as slow:
        slow.sendall(head("/key", limits.BODY))
        until(lambda: served.channels and served.channels[0].request)
        (channel,) = served.channels
        due = channel.due
        clock.now += 1
        slow.sendall(b"k" * 5000)
        until(lambda: channel.request and channel.request.body_bytes_received == 5000)
        assert channel.due == due
        assert closes(slow, clock)


def test_a_body_that_gets_on_is_waited_for(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect() as slow:
        slow.sendall(head(UPLOAD, 5 * limits.LEAST, served.let_in()))
        (channel,) = served.channels
        for _ in range(4):
            until(lambda: channel.request and channel.request.headers_finished and not channel.is_busy)
            due, clock.now = channel.due, channel.due
            slow.sendall(b"x" * limits.LEAST)
            until(lambda due=due: channel.due > due)  # type: ignore[misc]
        slow.sendall(b"x" * limits.LEAST)
        assert answered(slow) == 400  # without a token


def test_a_body_that_never_comes_gives_its_room_back(
    tmp_path: Path, certificate: HomeCertificate | None, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODIES", 30_000)
    with hosted(tmp_path, certificate) as served, served.connect() as lying:
        lying.sendall(head("/key", limits.BODY) + b"key=")
        until(lambda: served.channels and served.channels[0].request)
        assert sent(served, "/key", limits.BODY) == 503
        assert closes(lying, clock)
        assert sent(served, "/key", limits.BODY) == 403


def test_whoever_stops_sending_is_answered_and_then_closed(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with hosted(tmp_path, certificate) as served, served.connect() as half:
        half.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\n\r\n")
        if certificate is None:
            half.shutdown(socket.SHUT_WR)
        assert answered(half) == 200
        if certificate is None:
            assert half.recv(1) == b""


def test_whoever_stops_before_a_request_is_complete_is_closed(
    tmp_path: Path, certificate: HomeCertificate | None
) -> None:
    with hosted(tmp_path, certificate) as served, served.bare() as half:
        half.sendall(HALF[:40])
        half.shutdown(socket.SHUT_WR)
        assert half.recv(1000) == b""


# Connections


def test_of_too_many_connections_from_an_address_the_first_are_closed(
    tmp_path: Path, certificate: HomeCertificate | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_AN_ADDRESS", 10)
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        opened = [held.enter_context(served.bare("127.0.0.2")) for _ in range(30)]
        until(lambda: [is_closed(each) for each in opened] == [True] * 20 + [False] * 10)
        assert served.status("127.0.0.2") == 200
        assert served.status() == 200
        assert not is_closed(opened[-1])


def test_a_phone_that_was_let_in_loses_no_connection_to_strangers(
    tmp_path: Path, certificate: HomeCertificate | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_AN_ADDRESS", 10)
    monkeypatch.setattr(limits, "CONNECTIONS", 20)
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        asks = b"GET / HTTP/1.1\r\nHost: koi\r\n%s\r\n" % served.let_in()
        phones = []
        for _ in range(12):
            phones.append(held.enter_context(served.connect()))
            phones[-1].sendall(asks)
            assert answered(phones[-1]) == 200
        for source in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
            opened = [held.enter_context(served.bare(source)) for _ in range(15)]
        until(lambda: sum(is_closed(each) for each in opened) >= 5)
        for phone in phones:
            phone.sendall(asks)
            assert answered(phone) == 200


def test_where_all_connections_are_taken_one_that_waits_makes_room(
    tmp_path: Path, certificate: HomeCertificate | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 20)
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        opened = [held.enter_context(served.bare(f"127.0.0.{number}")) for number in range(2, 32)]
        until(lambda: [is_closed(each) for each in opened] == [True] * 10 + [False] * 20)
        assert served.status() == 200


def test_the_log_tells_once_of_too_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_AN_ADDRESS", 10)
    with hosted(tmp_path) as served, ExitStack() as held:
        opened = [held.enter_context(served.bare("127.0.0.2")) for _ in range(30)]
        until(lambda: sum(is_closed(each) for each in opened) == 20)
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert said == ["More than 10 connections: one from 127.0.0.2 was closed."]


def test_sixty_phones_behind_one_address_notice_nothing(
    tmp_path: Path, certificate: HomeCertificate | None, caplog: pytest.LogCaptureFixture
) -> None:
    """Each with the six connections that browsers open at once."""
    with hosted(tmp_path, certificate) as served, ExitStack() as held:
        cookies = [served.let_in() for _ in range(60)]
        opened = [(cookie, held.enter_context(served.connect())) for cookie in cookies for _ in range(6)]
        for _ in range(2):
            for cookie, connection in opened:
                connection.sendall(b"GET /settings HTTP/1.1\r\nHost: koi\r\n%s\r\n" % cookie)
            assert [answered(connection) for _, connection in opened] == [200] * 360
        for cookie, connection in opened[::6]:
            connection.sendall(head("/language", limits.BODY, cookie).ljust(limits.BODY, b"x"))
        assert [is_closed(connection) for _, connection in opened] == [False] * 360
        assert served.status() == 200
    assert not caplog.records


# Bodies


def sent(served: Hosted, path: str, length: int, *headers: bytes) -> int:
    """The status of a form of so many bytes."""
    with served.connect() as visitor:
        visitor.sendall(head(path, length, *headers))
        visitor.sendall(b"key=".ljust(length, b"x"))
        return answered(visitor)


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


# Heads


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


# Behind another web server


def test_connections_of_a_web_server_in_front_are_not_those_of_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_AN_ADDRESS", 10)
    with hosted(tmp_path, proxies=1) as served, ExitStack() as held:
        opened = [held.enter_context(served.connect()) for _ in range(30)]
        for connection in opened:
            connection.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\n\r\n")
            assert answered(connection) == 200


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
