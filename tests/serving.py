"""The real ``scorekeeper serve`` in a process of its own, and a phone that speaks HTTP to it."""

from __future__ import annotations

import http.client
import os
import re
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import patience
from patience import PATIENCE
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

_TOKEN: Final = re.compile(r'name="csrf-token" content="([^"]+)"')
_PORT: Final = re.compile(r"(?:://|\bon )[^/\s]+:(\d+)")  # "… on 127.0.0.1:8000" behind a web server


class Answer(NamedTuple):
    status: int
    text: str
    headers: http.client.HTTPMessage


class Served:
    """A running server; ``process`` is killed or stopped by the test."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.secure = "--https" in options
        self.port = port  # with 0, the one that the system has chosen, which the server says
        self.process = subprocess.Popen(
            [sys.executable, *self.command(options)],
            env={**os.environ, **self.environment()},
            stdout=subprocess.PIPE,
            bufsize=0,  # what was read of it is not missing from the end
            stderr=subprocess.STDOUT,
        )
        self._wait()

    def command(self, options: Sequence[str]) -> list[str]:
        """What Python runs, and the arguments of it."""
        place = ["--host", "127.0.0.1", "--port", str(self.port), "--instance", str(self.folder)]
        return [patience.__file__, "serve", *place, *options]

    def environment(self) -> dict[str, str]:
        return {}

    def connect(self) -> http.client.HTTPConnection:
        if self.secure:
            trusting = ssl.create_default_context(cafile=self.folder / "https" / "authority.pem")
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trusting)
        return self.plainly()

    def plainly(self) -> http.client.HTTPConnection:
        """A connection without HTTPS."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def phone(self) -> Phone:
        return Phone(self)

    def end(self) -> str:
        """Wait for the end; returns everything that it wrote."""
        written, _ = self.process.communicate(timeout=PATIENCE)
        return written.decode()

    def _wait(self) -> None:
        """Wait until it says at which address it is bound.

        Trying a port instead would sometimes connect the socket to itself.
        """
        assert self.process.stdout
        said = []
        while line := self.process.stdout.readline().decode():
            if address := _PORT.search(line):
                self.port = int(address[1])
                return
            said.append(line)
        raise AssertionError(f"the server did not start: {''.join(said)}")


class Phone:
    """A client that keeps its cookie and the token of the last page that it opened."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.cookie = ""
        self.token = ""

    def let_in(self) -> Phone:
        key = (self.served.folder / "key").read_text().strip()
        self.get("/key")
        assert self.post("/key", key=key).status == 303
        self.get("/")
        return self

    def get(self, address: str) -> Answer:
        return self.send("GET", address, None)

    def post(self, address: str, **fields: str) -> Answer:
        return self.send("POST", address, {"csrf_token": self.token, **fields})

    def send(self, method: str, address: str, fields: Mapping[str, str] | None) -> Answer:
        with closing(self.served.connect()) as connection:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            if fields is not None:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request(method, address, urlencode(fields) if fields is not None else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        if cookie := answer.headers["Set-Cookie"]:
            self.cookie = cookie.split(";")[0]
        if token := _TOKEN.search(text):
            self.token = token[1]
        return Answer(answer.status, text, answer.headers)


def begin(phone: Phone, match_id: str = "match-000001") -> str:
    """Begin a match; returns its address."""
    answer = phone.post(
        "/matches", id=match_id, ruleset="dutch", dealer="0", **{"name-0": "Anna", "name-1": "Ben"}
    )
    assert answer.status == 303
    return f"/matches/{match_id}"


def void_deals(phone: Phone, match: str, number: int, after: int = 1) -> None:
    """Save as many void deals, one after another."""
    for at in range(after, after + number):
        answer = phone.post(
            f"{match}/rounds", id=f"entry-{at:06}", after=str(at), result="other", other="void", step="save"
        )
        assert answer.status == 303


@contextmanager
def stopped(running: Served) -> Iterator[Served]:
    """A server for the block; killed at its end where it still runs."""
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
            running.process.wait()
        if running.process.stdout:
            running.process.stdout.close()


def served(folder: Path, *options: str, port: int = 0) -> AbstractContextManager[Served]:
    """The app's own server for the block, at a free port unless one is named."""
    return stopped(Served(folder, *options, port=port))


@contextmanager
def looping(server: Any) -> Iterator[None]:
    """A server of waitress at work in a thread of this process.

    It is closed by its own loop: from outside, the loop would be left waiting for files that are closed.
    """
    files = server._map if isinstance(server, BaseWSGIServer) else server.map
    (listening, *_) = (file for file in files.values() if isinstance(file, BaseWSGIServer))
    thread = threading.Thread(target=server.run)

    def close() -> None:
        for channel in [*files.values()]:
            if isinstance(channel, HTTPChannel):
                channel.handle_close()  # closes the temporary files of long answers, too
        wasyncore.close_all(files, ignore_all=True)

    thread.start()
    try:
        yield
    finally:
        server.task_dispatcher.shutdown()
        trigger = listening.trigger
        with trigger.lock:  # or the loop, woken by another pull, closes the trigger before it is pulled here
            trigger.thunks.append(close)
            trigger._physical_pull()
        thread.join(PATIENCE)
