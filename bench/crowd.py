"""``python -m bench.crowd``: how many tables at once one computer carries, and what gives in first.

Under gunicorn, with as many workers as asked for. The tables play in a process of their own on the same
computer, so they take a part of it; how much is in the table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from scorekeeper.access.links import Link, Links, Role
from scorekeeper.installation import Installation
from scorekeeper.store import utc_now
from scorekeeper.web import create_app

from .figures import median, percentile
from .processes import free_port, order, out, process, used, wait_for
from .table import Table

_PATIENCE = 60.0  # seconds
_LIMIT = 1.0  # seconds: a table whose save, or whose question for news, takes longer is not served
_LATE = 2.0  # seconds until the other phone knows a round; phones ask every 0.8 s


class Step(NamedTuple):
    """So many tables played; times in milliseconds, processors as parts of one."""

    tables: int
    questions: float  # a second
    asked: float  # 95 % of the questions for news
    saves: int
    saved: tuple[float, float]  # median, 95 %
    known: float  # 95 %, from sending a round until the other phone knows
    server: float
    phones: float
    troubles: Mapping[str, int]

    @property
    def gives_in(self) -> str:
        """What is no longer as it should be, if anything."""
        if self.troubles:
            return next(iter(self.troubles))
        if self.saved[1] > _LIMIT * 1000:
            return "saving is too slow"
        is_late = self.asked > _LIMIT * 1000 or self.known > _LATE * 1000
        return "news come too late" if is_late else ""

    def row(self) -> str:
        return (
            f"{self.tables:6} {self.questions:11.0f} {self.asked:9.0f} {self.saves:6} {self.saved[0]:8.0f}"
            f" {self.saved[1]:8.0f} {self.known:9.0f} {self.server:8.0%} {self.phones:7.0%}  {self.gives_in}"
        )


HEAD = (
    "tables questions/s news 95 %  saves   median     95 %     known   server  phones\n"
    + " " * 20
    + ("       ms              ms       ms        ms")
)


def main() -> int:
    wanted = _arguments()
    print(f"{wanted.workers} workers, a round every {wanted.pace:.0f} s at each table, two phones each")
    print(HEAD)
    for step in steps(wanted.tables, wanted.seconds, wanted.workers, wanted.pace):
        print(step.row(), flush=True)
    return 0


def steps(tables: list[int], seconds: float, workers: int, pace: float) -> Iterator[Step]:
    """More and more tables, until something gives in."""
    with TemporaryDirectory() as folder:
        installation = Installation(Path(folder) / "instance")
        place = Table(create_app(installation), installation)
        match_ids = place.matches(max(tables), length=None)
        with closing(installation.open_store()) as store:
            links = Links(store.live, installation.secret)
            codes = [
                links.code(links.make(Link(Role.SCORER, utc_now(), (match_id,)))) for match_id in match_ids
            ]
        with (
            _served(installation.folder, workers) as (server, port),
            process("bench.tables", "127.0.0.1", str(port), str(pace)) as phones,
        ):
            order(phones, json.dumps(list(zip(match_ids, codes, strict=True))))
            for number in tables:
                before, started = _busy(server.pid), monotonic()
                order(phones, f"{number} {seconds}")
                seen = json.loads(out(phones).readline())
                busy = (_busy(server.pid) - before) / (monotonic() - started)
                step = _step(number, seen, busy)
                yield step
                if step.gives_in:
                    return


def _step(tables: int, seen: Mapping[str, Any], busy: float) -> Step:
    whats = ("asked", "saved", "known")
    asked, saved, known = ([seconds * 1000 for seconds in seen[what]] or [0.0] for what in whats)
    return Step(
        tables,
        len(seen["asked"]) / seen["lasted"],
        percentile(asked, 0.95),
        len(seen["saved"]),
        (median(saved), percentile(saved, 0.95)),
        percentile(known, 0.95),
        busy,
        seen["busy"],
        seen["troubles"],
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[25, 50, 100, 200, 400, 700, 1000])
    parser.add_argument("--seconds", type=float, default=30.0, help="for each number of tables")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--pace", type=float, default=150.0, help="seconds between two rounds of a table")
    return parser.parse_args()


@contextmanager
def _served(folder: Path, workers: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    options = ["--workers", str(workers), "--worker-class", "gthread", "--threads", "8", "--keep-alive", "20"]
    options += ["--worker-connections", "4000", "--bind", f"127.0.0.1:{port}", "--log-level", "error"]
    command = ["gunicorn", *options, "scorekeeper.wsgi:app()"]
    with process(*command, SCOREKEEPER_INSTANCE=str(folder)) as server:
        wait_for(server, port, _PATIENCE)
        yield server, port


def _busy(pid: int) -> float:
    """Seconds of processor time of a server and its workers so far."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(used(each) or 0.0 for each in (pid, *map(int, children)))


if __name__ == "__main__":
    sys.exit(main())
