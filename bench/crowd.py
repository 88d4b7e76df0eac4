"""Fifty phones that watch a match; ``python -m bench.crowd``: how many tables one computer carries.

The crowd plays under gunicorn, on the SQLite file or on a PostgreSQL server, until something gives in. All of
them, and the phones, share this computer; how much each took of its processors is in the table.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from scorekeeper.access import Role
from scorekeeper.installation import Installation
from scorekeeper.storage import VARIABLE

from .process import Process, database, process, served, serving, used
from .rows import MS, P95, WAITED, Row
from .table import LENGTH, Table, rounds

WATCHING = 50
_LIMIT = 1000  # ms: a table whose save, or whose question for news, takes longer is not served
_LATE = 2000  # ms until the other phone knows a round; phones ask every 0.8 s
_SERVER = (
    "gunicorn --workers {workers} --worker-class gthread --threads 4 --keep-alive 20"
    " --worker-connections 4000 --bind 127.0.0.1:{{port}} --log-level error scorekeeper.wsgi:app()"
)


class Setting(NamedTuple):
    seconds: float = 30.0  # for each number of tables
    workers: int = os.cpu_count() or 1
    pace: float = 150.0  # seconds between two rounds of a table
    stored: int = 0  # finished matches, there before
    onlookers: int = 1


class Step(NamedTuple):
    """So many tables played; times in milliseconds, processors as parts of one, where they are known."""

    tables: int
    questions: float  # for news, a second
    asked: Sequence[float]  # how long these took
    saved: Sequence[float]
    known: Sequence[float]  # from sending a round until another phone knows
    joined: Sequence[float]  # until a phone is let in
    server: float | None
    database: float | None
    phones: float
    troubles: Mapping[str, int]

    @property
    def gives_in(self) -> str:
        """What is no longer as it should be, if anything."""
        if self.troubles:
            return next(iter(self.troubles))
        if P95(self.saved) > _LIMIT:
            return "saving is too slow"
        is_late = P95(self.asked) > _LIMIT or P95(self.known) > _LATE
        return "news come too late" if is_late else ""

    def cells(self) -> tuple[str, ...]:
        """As under ``_HEAD``."""
        times = P95(self.asked), len(self.saved), median(self.saved), P95(self.saved), P95(self.known)
        numbers = (f"{number:.0f}" for number in (self.tables, self.questions, *times, P95(self.joined)))
        shares = (self.server, self.database, self.phones)
        return (*numbers, *("–" if share is None else f"{share:.0%}" for share in shares), self.gives_in)


_HEAD = (
    *("tables", "questions/s", "news 95 %", "saves", "median", "95 %", "known 95 %", "joined 95 %"),
    *("server", "database", "phones", ""),
)


@cache
def _watched(table: Table) -> Step:
    """One match that fifty phones watch, a round every second, for half a minute."""
    setting, matches = Setting(pace=1.0, onlookers=WATCHING), _with_codes(table, 1)
    with served(table.installation.folder) as server:
        (step,) = _played(server, matches, [1], setting)
    if step.troubles:
        raise RuntimeError(step.gives_in)
    return step


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[25, 50, 100, 200, 400, 700, 1000, 1500])
    parser.add_argument("--database", default="", help="an address, or “embedded”: a server of its own")
    for name, value in Setting()._asdict().items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    wanted = vars(parser.parse_args())
    tables, written = wanted.pop("tables"), wanted.pop("database")
    print(*(f"{name} {value:g}" for name, value in wanted.items()), written or "SQLite", sep=", ")
    print(*(head.rjust(11) for head in _HEAD), flush=True)
    with database(written) as (address, pid):
        for step in steps(tables, Setting(**wanted), address, pid):
            print(*(cell.rjust(11) for cell in step.cells()), flush=True)


def steps(tables: list[int], setting: Setting, address: str = "", pid: int | None = None) -> Iterator[Step]:
    """More and more tables, until something gives in; ``pid``: the process of the database at the address."""
    with TemporaryDirectory() as folder:
        installation = Installation(Path(folder) / "instance", address)
        table = Table(installation)
        if setting.stored:
            table.matches(setting.stored, rounds()[:LENGTH])
        matches = _with_codes(table, max(tables))
        installation.release()
        words = _SERVER.format(workers=setting.workers).split()
        with serving(*words, SCOREKEEPER_INSTANCE=str(installation.folder), **{VARIABLE: address}) as server:
            yield from _played(server, matches, tables, setting, pid)


def _with_codes(table: Table, number: int) -> list[tuple[str, str]]:
    """New matches, each with the code of a link that lets its phones in."""
    ids = table.matches(number, length=None)
    return [(id_, code) for id_, (_, code) in zip(ids, table.links(Role.SCORER, *ids), strict=True)]


def _played(
    server: Process,
    matches: list[tuple[str, str]],
    tables: list[int],
    setting: Setting,
    base: int | None = None,
) -> Iterator[Step]:
    pids = (server.running.pid, base)
    words = ("bench.phones", str(server.port), str(setting.pace), str(setting.onlookers))
    with process(*words) as phones:
        phones.order(json.dumps(matches))
        for number in tables:
            phones.order(f"{number} {setting.seconds}")
            phones.out.readline()  # all play
            before, started = [used(pid) for pid in pids], monotonic()
            seen = json.loads(phones.out.readline())
            now, lasted = [used(pid) for pid in pids], monotonic() - started
            app, db = (
                None if new is None or old is None else (new - old) / lasted
                for old, new in zip(before, now, strict=True)
            )
            asked, saved, known, joined = (
                [seconds * 1000 for seconds in seen[what]] or [0.0]
                for what in ("asked", "saved", "known", "joined")
            )
            often, busy, troubles = len(seen["asked"]) / seen["lasted"], seen["busy"], seen["troubles"]
            step = Step(number, often, asked, saved, known, joined, app, db, busy, troubles)
            yield step
            if step.gives_in:
                return


_AMONG = f"{WATCHING} watching, 95 %"
ROWS = (
    Row(f"news of a save on another phone, {_AMONG}", WAITED, 1000, 300, lambda at: _watched(at).known, P95),
    Row(f"saving a round over HTTP, {_AMONG}", MS, 100, 30, lambda at: _watched(at).saved, P95),
    Row(f"a question for news, answered, {_AMONG}", MS, None, None, lambda at: _watched(at).asked, P95),
)


if __name__ == "__main__":
    main()
