"""``python -m bench.crowd``: how many tables at once one computer carries, and what gives in first.

Under gunicorn or granian, with as many workers as asked for, on the SQLite file or on a PostgreSQL server.
All of them, and the tables, which play in a process of their own, share this computer; how much each took of
its processors while all tables played is in the table.
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

from scorekeeper.access import Link, Links, Role
from scorekeeper.installation import Installation
from scorekeeper.storage import VARIABLE
from scorekeeper.times import utc_now
from scorekeeper.web import create_app

from .databases import EMBEDDED, Database, database, of_family
from .figures import median, percentile
from .processes import free_port, order, out, process, wait_for
from .rounds import rounds
from .table import LENGTH, Table

_PATIENCE = 60.0  # seconds
_LIMIT = 1.0  # seconds: a table whose save, or whose question for news, takes longer is not served
_LATE = 2.0  # seconds until the other phone knows a round; phones ask every 0.8 s
_SERVERS = {
    "gunicorn": "gunicorn --workers {workers} --worker-class gthread --threads {threads} --keep-alive 20"
    " --worker-connections 4000 --bind 127.0.0.1:{port} --log-level error scorekeeper.wsgi:app()",
    "granian": "granian --interface wsgi --factory --workers {workers} --blocking-threads {threads} --no-ws"
    " --backlog 8192 --backpressure 4000 --host 127.0.0.1 --port {port} --log-level error"
    " scorekeeper.wsgi:app",
}


class Setting(NamedTuple):
    """``pace``: seconds between two rounds of a table; ``stored``: finished matches, there before."""

    seconds: float = 30.0  # for each number of tables
    workers: int = 1
    pace: float = 150.0
    server: str = "gunicorn"
    threads: int = 4
    stored: int = 0


class Step(NamedTuple):
    """So many tables played; times in milliseconds, processors as parts of one."""

    tables: int
    questions: float  # a second
    asked: float  # 95 % of the questions for news
    saves: int
    saved: tuple[float, float]  # median, 95 %
    known: float  # 95 %, from sending a round until the other phone knows
    joined: float  # 95 %, until a phone is let in
    server: float
    database: float | None
    phones: float
    load: float  # of the computer before, from whatever runs there
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
        base = "–" if self.database is None else f"{self.database:.0%}"
        return (
            f"{self.tables:6} {self.questions:11.0f} {self.asked:9.0f} {self.saves:6} {self.saved[0]:8.0f}"
            f" {self.saved[1]:8.0f} {self.known:9.0f} {self.joined:8.0f} {self.server:8.0%} {base:>9}"
            f" {self.phones:7.0%} {self.load:6.1f}  {self.gives_in}"
        )


HEAD = (
    "tables questions/s news 95 %  saves   median     95 %     known   joined   server  database"
    "  phones   load\n" + " " * 20 + "       ms              ms       ms        ms       ms"
)


def main() -> int:
    wanted = _arguments()
    setting = Setting(*(getattr(wanted, name) for name in Setting._fields))
    base = "SQLite" if not wanted.database else wanted.database.partition("@")[0].partition(":")[0]
    print(
        f"{setting.server}, {setting.workers} workers of {setting.threads} threads, {base},"
        f" {setting.stored} matches stored, a round every {setting.pace:.0f} s at each table, two phones each"
    )
    print(HEAD, flush=True)
    with database(wanted.database) as there:
        for step in steps(wanted.tables, setting, there):
            print(step.row(), flush=True)
    return 0


def steps(tables: list[int], setting: Setting, there: Database) -> Iterator[Step]:
    """More and more tables, until something gives in."""
    with TemporaryDirectory() as folder:
        installation = Installation(Path(folder) / "instance", there.address)
        matches = _matches(installation, max(tables), setting.stored)
        with (
            _served(installation, setting, there) as (server, port),
            process("bench.tables", "127.0.0.1", str(port), str(setting.pace)) as phones,
        ):
            order(phones, json.dumps(matches))
            for number in tables:
                load = os.getloadavg()[0]
                order(phones, f"{number} {setting.seconds}")
                out(phones).readline()  # all play
                busy, base, started = of_family(server.pid), there.busy(), monotonic()
                seen = json.loads(out(phones).readline())
                lasted = monotonic() - started
                busy = (of_family(server.pid) - busy) / lasted
                after = there.busy()
                share = None if base is None or after is None else (after - base) / lasted
                step = _step(number, seen, busy, share, load)
                yield step
                if step.gives_in:
                    return


def _matches(installation: Installation, number: int, stored: int) -> list[tuple[str, str]]:
    """New matches, each with the code of a link that lets its phones in."""
    place = Table(create_app(installation), installation)
    if stored:
        played, _ = rounds(LENGTH)
        place.matches(stored, played)
    match_ids = place.matches(number, length=None)
    with closing(installation.open_store()) as store:
        links = Links(store.live, installation.secret)
        made = [links.make(Link(Role.SCORER, utc_now(), (match_id,))) for match_id in match_ids]
    installation.release()
    return list(zip(match_ids, map(links.code, made), strict=True))


def _step(tables: int, seen: Mapping[str, Any], server: float, base: float | None, load: float) -> Step:
    whats = ("asked", "saved", "known", "joined")
    asked, saved, known, joined = ([seconds * 1000 for seconds in seen[what]] or [0.0] for what in whats)
    return Step(
        tables,
        len(seen["asked"]) / seen["lasted"],
        percentile(asked, 0.95),
        len(seen["saved"]),
        (median(saved), percentile(saved, 0.95)),
        percentile(known, 0.95),
        percentile(joined, 0.95),
        server,
        base,
        seen["busy"],
        load,
        seen["troubles"],
    )


def _arguments() -> argparse.Namespace:
    usual = Setting(workers=os.cpu_count() or 1)
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[25, 50, 100, 200, 400, 700, 1000, 1500])
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="for each number of tables")
    parser.add_argument("--workers", type=int, default=usual.workers)
    parser.add_argument("--threads", type=int, default=usual.threads, help="of each worker")
    parser.add_argument(
        "--pace", type=float, default=usual.pace, help="seconds between two rounds of a table"
    )
    parser.add_argument("--stored", type=int, default=0, help="matches that are stored before")
    parser.add_argument("--server", choices=_SERVERS, default=usual.server)
    parser.add_argument("--database", default="", help=f"an address, or “{EMBEDDED}”: a server of its own")
    return parser.parse_args()


@contextmanager
def _served(
    installation: Installation, setting: Setting, there: Database
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    options = {"workers": setting.workers, "threads": setting.threads, "port": port}
    command = _SERVERS[setting.server].format(**options).split()
    environment = {"SCOREKEEPER_INSTANCE": str(installation.folder), VARIABLE: there.address}
    with process(*command, **environment) as server:
        wait_for(server, port, _PATIENCE)
        yield server, port


if __name__ == "__main__":
    sys.exit(main())
