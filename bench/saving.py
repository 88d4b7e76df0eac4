"""The time to save a round through the app, and the part of it that the disk takes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper.koikoi.cards import each
from scorekeeper.koikoi.match import interpreter
from scorekeeper.koikoi.scoring.evaluate import Scorer
from scorekeeper.store.sqlite import SqliteStore

from .counting import counted
from .figures import Figure, median, percentile
from .rounds import Played, rounds, special
from .table import LENGTH, Table, Taken, taken

_LIMIT, _AIM = 30.0, 12.0
_MATCHES = 8
_MOST_WORK = (1, 4, 2)  # loads, folds, scorings of a saved round
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def measure(table: Table) -> Iterator[Figure]:
    played, _ = rounds(LENGTH * _MATCHES)
    client = table.player()
    passes = []
    for number in range(_MATCHES):
        match_id = table.match()
        part = played[number * LENGTH : (number + 1) * LENGTH]
        passes.append([save_round(client, match_id, won) for won in part])
    saves = [won for each_pass in passes for won in each_pass]
    times = [won.whole for won in saves]
    disk = [_flush(table.installation.folder / "flushed") for _ in times]
    yield Figure(
        "saving a round, 95 %",
        percentile(times, 0.95),
        "ms",
        _LIMIT,
        _AIM,
        note=f"of it processor {percentile([one.work for one in saves], 0.95):.1f} ms; {len(times)} rounds,"
        f" median {median(times):.1f} ms, of a match's last round"
        f" {median([one[-1].whole for one in passes]):.1f} ms",
    )
    yield from _work(table, client, played[0])
    yield Figure(
        "for comparison: 4 KB written and flushed to this disk, 95 %",
        percentile(disk, 0.95),
        "ms",
        note=f"median {median(disk):.2f} ms, a save takes {median(times) / median(disk):.1f} × that",
    )


def _work(table: Table, client: FlaskClient, played: Played) -> Iterator[Figure]:
    """The work for a saved round: loads, folds, scorings."""
    form = _form(client, address := f"/matches/{table.match()}/rounds", played)
    with counted(SqliteStore.events, interpreter.apply, Scorer.score) as done:
        client.post(address, data=form)
    for what, number, limit in zip(("loads", "folds", "scorings"), done, _MOST_WORK, strict=True):
        yield Figure(
            f"  {what} for a saved round", number, "", limit, note=f"koi-koi calls in it: {sum(played.calls)}"
        )


def fields(played: Played) -> MultiDict[str, str]:
    """What a player enters: who stopped, the calls, all special cards, the number of chaff."""
    winner = played.winner
    pile = special(played.piles[winner])
    form: MultiDict[str, str] = MultiDict({"result": str(winner), "step": "save"})
    for seat, calls in enumerate(played.calls):
        form[f"calls-{seat}"] = str(calls)
    form.setlist(f"cards-{winner}", [card.id for card in each(pile.cards)])
    form[f"chaff-{winner}"] = str(pile.chaff)
    return form


def save_round(client: FlaskClient, match_id: str, played: Played) -> Taken:
    """Save a round as a player does; the time of the POST alone, the form is fetched before."""
    address = f"/matches/{match_id}/rounds"
    form = _form(client, address, played)
    answer, took = taken(partial(client.post, address, data=form))
    if answer.status_code != 303:
        raise RuntimeError(f"a round was not saved: {answer.status}")
    return took


def _form(client: FlaskClient, address: str, played: Played) -> MultiDict[str, str]:
    """The filled form of a new round."""
    return filled(client.get(f"{address}/new").text, played)


def filled(page: str, played: Played) -> MultiDict[str, str]:
    """The form of a board as a player fills it."""
    form = fields(played)
    for name, value in _HIDDEN.findall(page[page.index("data-board") :]):
        form.setdefault(name, value)
    return form


def _flush(path: Path) -> float:
    started = perf_counter()
    with path.open("ab") as file:
        file.write(bytes(4096))
        file.flush()
        os.fsync(file.fileno())
    return (perf_counter() - started) * 1000
