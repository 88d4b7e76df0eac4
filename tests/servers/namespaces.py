"""A network of its own for a program: every port in it is free, and nobody outside is reached.

It is Linux's network namespace, made with unshare and filled with ip of iproute2.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from chromium import missing
from patience import PATIENCE

_READY: Final = "ip link set lo up && echo ready && exec sleep infinity"
_ASKING: Final = """
import sys, urllib.request as web
print(web.build_opener(web.HTTPCookieProcessor()).open(sys.argv[1]).read().decode())
"""


class Network:
    """A network, kept by a process that sleeps in it."""

    def __init__(self, keeper: int) -> None:
        user = ["--user", "--preserve-credentials"] if os.geteuid() else []
        self._inside: Final = ["nsenter", f"--target={keeper}", *user, "--net"]

    def run(self, *command: str) -> None:
        subprocess.run([*self._inside, *command], check=True)

    def page(self, address: str) -> str:
        """What a browser in this network gets at an address, whatever that leads to."""
        asking = [*self._inside, sys.executable, "-c", _ASKING, address]
        asked = subprocess.run(asking, capture_output=True, text=True, timeout=PATIENCE)
        assert asked.returncode == 0, asked.stderr
        return asked.stdout

    @contextmanager
    def started(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> Iterator[subprocess.Popen[str]]:
        """A program in this network, ended by Ctrl-C if it has not ended by itself."""
        process = subprocess.Popen(
            [*self._inside, *command],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=PATIENCE)


@contextmanager
def network() -> Iterator[Network]:
    """A network without anything but 127.0.0.1; elsewhere than on Linux the test is skipped."""
    if not (shutil.which("unshare") and shutil.which("ip")):
        missing("There is no unshare or no ip here to make a network with.")
    user = ["--map-root-user"] if os.geteuid() else []
    making = ["unshare", *user, "--net", "sh", "-c", _READY]
    with subprocess.Popen(making, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout and keeper.stderr
        try:
            if keeper.stdout.readline() != "ready\n":
                missing(f"No network can be made here: {keeper.stderr.read()}")
            yield Network(keeper.pid)
        finally:
            keeper.kill()
