"""The real ``scorekeeper serve`` in a process of its own, and a phone that speaks HTTP to it."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from waitress import wasyncore
from waitress.server import BaseWSGIServer

_TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')


class Answer(NamedTuple):
    status: int
    text: str
    headers: http.client.HTTPMessage


class Served:
    """A running server; ``process`` is killed or stopped by the test."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.secure = "--https" in options
        self.port = _free_port()
        command = [
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--instance",
            str(folder),
            *options,
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", *command],
            stdout=subprocess.PIPE,
            bufsize=0,  # what was read of it is not missing from the end
            stderr=subprocess.STDOUT,
        )
        self._wait()

    def connect(self) -> http.client.HTTPConnection:
        if self.secure:
            trusting = ssl.create_default_context(cafile=self.folder / "https" / "authority.pem")
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=trusting)
        return self.plainly()

    def plainly(self) -> http.client.HTTPConnection:
        """A connection without HTTPS."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def phone(self) -> Phone:
        return Phone(self)

    def end(self) -> str:
        """Wait for the end; returns everything that it wrote."""
        written, _ = self.process.communicate(timeout=60)
        return written.decode()

    def _wait(self) -> None:
        """Wait until it writes something: it is bound to its port by then.

        Trying the port instead would sometimes connect the socket to itself.
        """
        assert self.process.stdout
        while line := self.process.stdout.readline():
            if line.strip():
                return
        raise AssertionError("the server did not start")


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


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    """A server for the block; killed at its end where it still runs."""
    running = Served(folder, *options)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
            running.process.wait()
        if running.process.stdout:
            running.process.stdout.close()


@contextmanager
def looping(server: Any) -> Iterator[None]:
    """A server of waitress at work in a thread of this process.

    It is closed by its own loop: from outside, the loop would be left waiting for files that are closed.
    """
    files = server._map if isinstance(server, BaseWSGIServer) else server.map
    (listening, *_) = (file for file in files.values() if isinstance(file, BaseWSGIServer))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield
    finally:
        server.task_dispatcher.shutdown()
        trigger = listening.trigger
        with trigger.lock:  # or the loop, woken by another pull, closes the trigger before it is pulled here
            trigger.thunks.append(lambda: wasyncore.close_all(files, ignore_all=True))
            trigger._physical_pull()
        thread.join(10)


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
