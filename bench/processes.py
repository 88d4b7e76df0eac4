"""Servers and phones in processes of their own: started, spoken to, ended, and what they use."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from typing import IO


@contextmanager
def process(*words: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """``python -m`` with these words and this environment besides the own one; ended after the block."""
    running = subprocess.Popen(
        [sys.executable, "-m", *words],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait()
        for pipe in (running.stdin, running.stdout):
            if pipe:
                pipe.close()


def order(running: subprocess.Popen[str], line: str) -> None:
    """Write a line to its standard input."""
    assert running.stdin is not None
    running.stdin.write(f"{line}\n")
    running.stdin.flush()


def out(running: subprocess.Popen[str]) -> IO[str]:
    assert running.stdout is not None
    return running.stdout


def free_port() -> int:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(running: subprocess.Popen[str], port: int, patience: float) -> None:
    """Wait at most so many seconds until a server answers. Raises RuntimeError."""
    deadline = monotonic() + patience
    while True:
        with socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        if monotonic() > deadline or running.poll() is not None:
            raise RuntimeError("the server did not start")
        sleep(0.05)


def used(pid: int, *, ended: bool = False) -> float | None:
    """Seconds of processor time of a process so far, with ``ended`` also of its children that have ended.

    None where this system does not say.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return None
    ticks = sum(map(int, fields[11 : 15 if ended else 13]))
    return ticks / os.sysconf("SC_CLK_TCK")
