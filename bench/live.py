"""A match that 50 phones watch: what saving a round takes then, when they know, what they cost the server.

The server is ``scorekeeper serve`` and the phones are real connections, each in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from operator import itemgetter
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple
from urllib.parse import urlencode

from scorekeeper.access import Link, Links, Role
from scorekeeper.times import utc_now

from .figures import Figure, median, percentile
from .processes import free_port, order, out, process, used, wait_for
from .rounds import Played, rounds
from .saving import filled
from .table import Table
from .watching import EVERY

_PHONES = 50
_BLOCKS, _ROUNDS = 2, 8  # of each block so many with nobody watching, and so many with all of them
_EVERY = 0.5  # seconds between two rounds
_IDLE = 5.0  # seconds in which nobody saves anything
_PATIENCE = 10.0  # seconds
_SAVE_LIMIT, _SAVE_AIM = 100.0, 30.0
_NEWS_LIMIT, _NEWS_AIM = 1000.0, 150.0
_IDLE_LIMIT, _IDLE_AIM = 50.0, 15.0  # percent of one processor


class Saved(NamedTuple):
    """A round that was saved: when it was sent, how long the answer took in ms, its last event."""

    sent: float
    took: float
    seq: int


class Scorer:
    """The phone that keeps the score, with the key."""

    def __init__(self, port: int, key: str, match_id: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        self._address = f"/matches/{match_id}"
        self._cookie = ""
        self._ask("GET", f"/key/{key}")

    def save(self, played: Played) -> Saved:
        """Save a round; the form is fetched before."""
        _, page = self._ask("GET", f"{self._address}/rounds/new")
        form = urlencode(list(filled(page.decode(), played).items(multi=True)))
        sent = monotonic()
        status, _ = self._ask("POST", f"{self._address}/rounds", form)
        took = (monotonic() - sent) * 1000
        if status != 303:
            raise RuntimeError(f"a round was not saved: {status}")
        _, news = self._ask("GET", f"{self._address}/news?after=0")
        return Saved(sent, took, json.loads(news)["seq"])

    def _ask(self, method: str, path: str, form: str | None = None) -> tuple[int, bytes]:
        headers = {"Cookie": self._cookie}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, form, headers)
        answer = self._connection.getresponse()
        self._cookie = answer.headers.get("Set-Cookie", self._cookie).split(";")[0]
        return answer.status, answer.read()


def measure(table: Table) -> Iterator[Figure]:
    (match_id,) = table.matches(1, (), None)
    with closing(table.installation.open_store()) as store:
        links = Links(store.live, table.installation.secret)
        link = links.make(Link(Role.VIEWER, utc_now(), (match_id,)))
        code = links.code(link)
        with _served(table.installation.folder) as (server, port), _phones(port, code, match_id) as phones:
            scorer = Scorer(port, table.installation.key, match_id)
            quiet, watched = _alternating(scorer, phones)
            idle = _busy(server.pid)
            revoked = monotonic()
            links.revoke(link)
            sleep(4 * EVERY)
            seen, troubles = _ended(phones)
    yield from _saving(quiet, watched)
    yield from _news(seen, watched)
    yield _idle(idle)
    yield _revocation([its["out"] - revoked for its in seen if its["out"]], troubles)


def _alternating(scorer: Scorer, phones: subprocess.Popen[str]) -> tuple[list[Saved], list[Saved]]:
    """The rounds that were saved with nobody watching, and with everybody."""
    played, _ = rounds(2 * _BLOCKS * _ROUNDS + 2)
    quiet: list[Saved] = []
    watched: list[Saved] = []
    for won in played[-2:]:
        scorer.save(won)  # the first ones of a server take longer
    waiting = iter(played)
    for _ in range(_BLOCKS):
        order(phones, "rest")
        sleep(EVERY)
        quiet += _saves(scorer, [next(waiting) for _ in range(_ROUNDS)])
        order(phones, "watch")
        sleep(2 * EVERY)
        watched += _saves(scorer, [next(waiting) for _ in range(_ROUNDS)])
        sleep(2 * EVERY)  # until all know the last one
    return quiet, watched


def _saves(scorer: Scorer, played: Sequence[Played]) -> Iterator[Saved]:
    """Save a round every half second, or as often as that can be done."""
    for won in played:
        started = monotonic()
        yield scorer.save(won)
        sleep(max(0.0, _EVERY - (monotonic() - started)))


def _saving(quiet: Sequence[Saved], watched: Sequence[Saved]) -> Iterator[Figure]:
    for who, saves in (("nobody watching", quiet), (f"{_PHONES} phones watching", watched)):
        times = [saved.took for saved in saves]
        yield Figure(
            f"saving a round over HTTP, {who}, 95 %",
            percentile(times, 0.95),
            "ms",
            _SAVE_LIMIT,
            _SAVE_AIM,
            note=f"median {median(times):.1f} ms; {len(times)} rounds, one every {_EVERY} s, in turns",
        )


def _news(seen: Sequence[dict[str, Any]], watched: Sequence[Saved]) -> Iterator[Figure]:
    told = _after([sorted([*its["told"], *its["shown"]], key=itemgetter(1)) for its in seen], watched)
    shown = _after([its["shown"] for its in seen], watched)
    for what, part in (("median", 0.5), ("95 %", 0.95)):
        yield Figure(
            f"a saved round is known to {_PHONES} phones, {what}",
            percentile(told, part),
            "ms",
            _NEWS_LIMIT,
            _NEWS_AIM,
            note=f"from sending the round; they ask every {EVERY} s; {len(told)} times; with the new page"
            f" {percentile(shown, part):.0f} ms",
        )
    asked = [seconds * 1000 for its in seen for seconds in its["asked"]]
    yield Figure(
        "for comparison: an answer to a question for news, 95 %",
        percentile(asked, 0.95),
        "ms",
        note=f"median {median(asked):.1f} ms; {len(asked)} questions",
    )


def _after(seen: Sequence[Sequence[tuple[int, float]]], saves: Sequence[Saved]) -> list[float]:
    """Milliseconds from sending each round until each phone had it, alone or with later ones."""
    return [
        (next(moment for seq, moment in its if seq >= saved.seq) - saved.sent) * 1000
        for its in seen
        for saved in saves
    ]


def _idle(busy: float | None) -> Figure:
    return Figure(
        f"processor of the server while {_PHONES} phones watch and nobody saves",
        busy,
        "%",
        _IDLE_LIMIT,
        _IDLE_AIM,
        note=f"of one processor, over {_IDLE:.0f} s"
        if busy is not None
        else "this system does not say what a process uses",
    )


def _revocation(out: Sequence[float], troubles: Sequence[str]) -> Figure:
    note = f"median {median(out) * 1000:.0f} ms" if out else ""
    return Figure(
        f"a link is revoked: the last of {_PHONES} phones is out",
        max(out) * 1000 if out else None,
        "ms",
        _NEWS_LIMIT,
        note="; ".join([note, *troubles[:1]]),
        broken=len(out) != _PHONES or bool(troubles),
    )


def _busy(pid: int) -> float | None:
    """Percent of one processor that a process uses while nobody saves; None where that cannot be read."""
    before = used(pid)
    sleep(_IDLE)
    after = used(pid)
    return None if before is None or after is None else (after - before) / _IDLE * 100


@contextmanager
def _served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """``scorekeeper serve`` on that folder, and its port."""
    port = free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--instance", str(folder)]
    with process("scorekeeper", "serve", *options) as server:
        wait_for(server, port, _PATIENCE)
        yield server, port


@contextmanager
def _phones(port: int, code: str, match_id: str) -> Iterator[subprocess.Popen[str]]:
    with process("bench.watching", "127.0.0.1", str(port), code, match_id, str(_PHONES)) as phones:
        if out(phones).readline().strip() != "joined":
            raise RuntimeError("the phones could not join")
        yield phones


def _ended(phones: subprocess.Popen[str]) -> tuple[list[dict[str, Any]], list[str]]:
    """What each phone saw, and what went wrong with them."""
    assert phones.stdin is not None
    phones.stdin.close()
    seen = json.loads(out(phones).readline())
    return seen["phones"], seen["troubles"]
