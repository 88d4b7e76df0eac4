"""Fifty phones that watch a match; ``python -m bench.crowd``: how many tables one computer carries.

The crowd plays under gunicorn or granian, with as many workers as asked for, on the SQLite file or on a
PostgreSQL server, until something gives in. All of them, and the phones, share this computer; how much each
took of its processors while all tables played is in the table.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from scorekeeper.access import Role
from scorekeeper.installation import Installation
from scorekeeper.storage import VARIABLE

from .process import Process, database, process, served, serving, used
from .rows import MS, P95, WAITED, Row
from .table import LENGTH, Table, rounds

WATCHING = 50
_LIMIT = 1.0  # seconds: a table whose save, or whose question for news, takes longer is not served
_LATE = 2.0  # seconds until the other phone knows a round; phones ask every 0.8 s
_SERVERS = {
    "gunicorn": "gunicorn --workers {workers} --worker-class gthread --threads {threads} --keep-alive 20"
    " --worker-connections 4000 --bind 127.0.0.1:{{port}} --log-level error scorekeeper.wsgi:app()",
    "granian": "granian --interface wsgi --factory --workers {workers} --blocking-threads {threads} --no-ws"
    " --backlog 8192 --backpressure 4000 --host 127.0.0.1 --port {{port}} --log-level error"
    " scorekeeper.wsgi:app",
}


@cache
def _watched(table: Table) -> Step:
    """One match that fifty phones watch, a round every second, for half a minute."""
    setting = Setting(seconds=30.0, pace=1.0, onlookers=WATCHING)
    matches = _with_codes(table, 1)
    with served(table.installation.folder) as server:
        (step,) = _played(server, matches, [1], setting, None)
    if step.troubles:
        raise RuntimeError(next(iter(step.troubles)))
    return step


_AMONG = f"{WATCHING} watching, 95 %"
ROWS = (
    Row(f"news of a save on another phone, {_AMONG}", WAITED, 1000, 300, lambda at: _watched(at).known, P95),
    Row(f"saving a round over HTTP, {_AMONG}", MS, 100, 30, lambda at: _watched(at).saved, P95),
    Row(f"a question for news, answered, {_AMONG}", MS, None, None, lambda at: _watched(at).asked, P95),
)


class Setting(NamedTuple):
    """``pace``: seconds between two rounds of a table; ``stored``: finished matches, there before."""

    seconds: float = 30.0  # for each number of tables
    workers: int = 1
    pace: float = 150.0
    server: str = "gunicorn"
    threads: int = 4
    stored: int = 0
    onlookers: int = 1


class Step(NamedTuple):
    """So many tables played; times in milliseconds, processors as parts of one."""

    tables: int
    questions: float  # for news, a second
    asked: Sequence[float]  # how long these took
    saved: Sequence[float]
    known: Sequence[float]  # from sending a round until another phone knows
    joined: Sequence[float]  # until a phone is let in
    server: float | None
    database: float | None
    phones: float
    load: float  # of the computer before, from whatever runs there
    troubles: Mapping[str, int]

    @property
    def gives_in(self) -> str:
        """What is no longer as it should be, if anything."""
        if self.troubles:
            return next(iter(self.troubles))
        if P95(self.saved) > _LIMIT * 1000:
            return "saving is too slow"
        is_late = P95(self.asked) > _LIMIT * 1000 or P95(self.known) > _LATE * 1000
        return "news come too late" if is_late else ""

    def row(self) -> str:
        server, base = ("–" if share is None else f"{share:.0%}" for share in (self.server, self.database))
        return (
            f"{self.tables:6} {self.questions:11.0f} {P95(self.asked):9.0f} {len(self.saved):6}"
            f" {median(self.saved):8.0f} {P95(self.saved):8.0f} {P95(self.known):9.0f}"
            f" {P95(self.joined):8.0f} {server:>8} {base:>9} {self.phones:7.0%} {self.load:6.1f}"
            f"  {self.gives_in}"
        )


HEAD = (
    "tables questions/s news 95 %  saves   median     95 %     known   joined   server  database"
    "  phones   load\n" + " " * 20 + "       ms              ms       ms        ms       ms"
)


def main() -> int:
    wanted = _arguments()
    setting = Setting(**{name: value for name, value in vars(wanted).items() if name in Setting._fields})
    base = "SQLite" if not wanted.database else wanted.database.partition("@")[0].partition(":")[0]
    print(
        f"{setting.server}, {setting.workers} workers of {setting.threads} threads, {base},"
        f" {setting.stored} matches stored, a round every {setting.pace:.0f} s at each table, two phones each"
    )
    print(HEAD, flush=True)
    with database(wanted.database) as (address, pid):
        for step in steps(wanted.tables, setting, address, pid):
            print(step.row(), flush=True)
    return 0


def steps(tables: list[int], setting: Setting, address: str = "", pid: int | None = None) -> Iterator[Step]:
    """More and more tables, until something gives in; ``pid``: the process of the database at the address."""
    with TemporaryDirectory() as folder:
        installation = Installation(Path(folder) / "instance", address)
        table = Table(installation)
        if setting.stored:
            table.matches(setting.stored, rounds()[:LENGTH])
        matches = _with_codes(table, max(tables))
        installation.release()
        words = _SERVERS[setting.server].format(workers=setting.workers, threads=setting.threads).split()
        with serving(*words, SCOREKEEPER_INSTANCE=str(installation.folder), **{VARIABLE: address}) as server:
            yield from _played(server, matches, tables, setting, pid)


def _with_codes(table: Table, number: int) -> list[tuple[str, str]]:
    """New matches, each with the code of a link that lets its phones in."""
    match_ids = table.matches(number, length=None)
    return [
        (id_, code) for id_, (_, code) in zip(match_ids, table.links(Role.SCORER, *match_ids), strict=True)
    ]


def _played(
    server: Process, matches: list[tuple[str, str]], tables: list[int], setting: Setting, base: int | None
) -> Iterator[Step]:
    words = ("bench.phones", str(server.port), str(setting.pace), str(setting.onlookers))
    with process(*words) as phones:
        phones.order(json.dumps(matches))
        for number in tables:
            load = os.getloadavg()[0]
            phones.order(f"{number} {setting.seconds}")
            phones.out.readline()  # all play
            pids, started = (server.running.pid, base), monotonic()
            before = [used(pid) for pid in pids]
            seen = json.loads(phones.out.readline())
            lasted, after = monotonic() - started, [used(pid) for pid in pids]
            step = _step(number, seen, _shares(before, after, lasted), load)
            yield step
            if step.gives_in:
                return


def _shares(
    before: Sequence[float | None], after: Sequence[float | None], lasted: float
) -> list[float | None]:
    pairs = zip(before, after, strict=True)
    return [None if then is None or now is None else (now - then) / lasted for then, now in pairs]


def _step(tables: int, seen: Mapping[str, Any], shares: Sequence[float | None], load: float) -> Step:
    whats = ("asked", "saved", "known", "joined")
    asked, saved, known, joined = ([seconds * 1000 for seconds in seen[what]] or [0.0] for what in whats)
    questions, (server, base) = len(seen["asked"]) / seen["lasted"], shares
    return Step(
        tables, questions, asked, saved, known, joined, server, base, seen["busy"], load, seen["troubles"]
    )


def _arguments() -> argparse.Namespace:
    usual = Setting(workers=os.cpu_count() or 1)
    parser = argparse.ArgumentParser(
        prog="python -m bench.crowd", description=__doc__, epilog=Setting.__doc__
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[25, 50, 100, 200, 400, 700, 1000, 1500])
    for name, value in usual._asdict().items():
        parser.add_argument(
            f"--{name}", type=type(value), default=value, choices=_SERVERS if name == "server" else None
        )
    parser.add_argument("--database", default="", help="an address, or “embedded”: a server of its own")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
