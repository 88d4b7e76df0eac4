"""The pages that look at all matches, with 1,000 and with 10,000 of them: after a save, and again."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import cycle, islice
from typing import Final

import msgspec
from werkzeug.test import TestResponse

from scorekeeper.archive.digests import digest_of, encoded
from scorekeeper.archive.players import id_of
from scorekeeper.fingerprints import version_of_the_match
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.storage import FolderStorage
from scorekeeper.times import evening_of, utc_text

from .figures import Figure, median, percentile
from .rounds import rounds
from .saving import save_round
from .table import LENGTH, Table, taken
from .table import table as fresh_table
from .years import BEGIN, YEARS, Simulated

_LIMITS: Final = {1_000: 20.0, 10_000: 100.0}  # ms, by how many matches there are
_AIM: Final = 10.0
_TIMES: Final = 20
_LEAGUE: Final = "league"  # of everybody


def measure(different: Sequence[Simulated]) -> Iterator[Figure]:
    """``different``: matches that are repeated until there are enough."""
    for matches in _LIMITS:
        yield from _with(matches, different)


def _with(matches: int, different: Sequence[Simulated]) -> Iterator[Figure]:
    with fresh_table() as table:
        last = _fill(table, matches, different)
        table.league(_LEAGUE)
        player = id_of(last.players[0])
        pages = {
            "home": "/",
            "history of a player in a year": f"/history?player={player}&since=2024-01-01&until=2024-12-31",
            "players": "/players?order=won",
            "players, in a year": "/players?order=won&since=2024-01-01&until=2024-12-31",
            "a player": f"/players/{player}",
            "figures": "/figures",
            "an evening": f"/evenings/{evening_of(last.start.at, last.start.zone)}",
            "a league": f"/leagues/{_LEAGUE}",
        }
        saves = _saves(table, last.players[:2])
        for name, address in pages.items():
            title = f"{name}, {matches:,} matches"
            yield from _of_page(table, title, address, partial(next, saves), _LIMITS[matches])


def _saves(table: Table, players: tuple[str, ...]) -> Iterator[None]:
    """Each step saves a round of these players, of one match after the other."""
    client = table.player()
    played, _ = rounds(LENGTH)
    while True:
        match_id = table.match(players=players)
        for won in played:
            save_round(client, match_id, won)
            yield


def _of_page(
    table: Table, title: str, address: str, save: Callable[[], None], limit: float
) -> Iterator[Figure]:
    client = table.player()
    ask = partial(client.get, address)
    taken(ask)  # its templates are compiled
    first = [_after_a_save(save, ask) for _ in range(_TIMES)]
    again = [taken(ask)[1].work for _ in range(_TIMES)]
    for looks, when in ((first, ", first look after a save"), (again, "")):
        median_of = f"median {median(looks):.1f} ms"
        yield Figure(f"{title}{when}", percentile(looks, 0.95), "ms", limit, _AIM, note=median_of)


def _after_a_save(save: Callable[[], None], ask: Callable[[], TestResponse]) -> float:
    save()
    return taken(ask)[1].work


def _fill(table: Table, matches: int, different: Sequence[Simulated]) -> Match:
    """Store the matches and what each comes to, spread over ten years; returns the last one."""
    logs = [[event(tree) for tree in match.events] for match in different]
    digests = [digest_of(replay(log), version_of_the_match()) for log in logs]
    kept: dict[str, bytes] = {}
    with closing(FolderStorage(table.installation.folder).open_store()) as store:
        store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
        for place, (match, digest) in enumerate(islice(cycle(zip(different, digests, strict=True)), matches)):
            at = utc_text((BEGIN + timedelta(days=YEARS * 365 * place / matches)).isoformat())
            match_id = uuid.uuid4().hex
            store.create(match_id, [{**match.events[0], "at": at}, *match.events[1:]])
            kept[match_id] = encoded(msgspec.structs.replace(digest, started=at))
        store.keep_digests(kept)
    return replay([event({**match.events[0], "at": at}), *map(event, match.events[1:])])
