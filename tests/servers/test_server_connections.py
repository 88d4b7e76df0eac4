"""Visitors who take up connections, over real sockets: others are still answered.

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

from .hosting import HALF, UPLOAD, Clock, Hosted, answered, closes, head, hosted, is_closed, sent

PICTURE = b"GET /static/cards.svg HTTP/1.1\r\nHost: koi\r\n\r\n"


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


def test_connections_of_a_web_server_in_front_are_not_those_of_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_AN_ADDRESS", 10)
    with hosted(tmp_path, proxies=1) as served, ExitStack() as held:
        opened = [held.enter_context(served.connect()) for _ in range(30)]
        for connection in opened:
            connection.sendall(b"GET /key HTTP/1.1\r\nHost: koi\r\n\r\n")
            assert answered(connection) == 200
