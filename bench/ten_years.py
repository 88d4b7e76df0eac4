"""The pages that look at all matches, with 10,000 of them: after a save, and again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import cycle, islice
from typing import Any, Final

import msgspec

from scorekeeper.archive.days import evening_of
from scorekeeper.archive.digest import digest_of, encoded
from scorekeeper.archive.people import id_of
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replaying import replay
from scorekeeper.store import utc_text
from scorekeeper.web.fingerprints import version_of_the_game

from .figures import Figure, median, percentile
from .table import Table, taken
from .table import table as fresh_table
from .years import BEGIN, YEARS, Simulated

_MATCHES: Final = 10_000
_LIMIT, _AIM = 20.0, 8.0
_AFTER_A_SAVE: Final = 300.0
_SAVES: Final = 3
_TIMES: Final = 20
_LEAGUE: Final = "league"  # of everybody


def measure(different: Sequence[Simulated]) -> Iterator[Figure]:
    """``different``: matches that are repeated until there are enough."""
    with fresh_table() as table:
        last = _fill(table, different)
        table.league(_LEAGUE)
        player = id_of(last.players[0])
        pages = {
            "home": "/",
            "history of a player in a year": f"/history?player={player}&since=2024-01-01&until=2024-12-31",
            "players": "/players?order=won",
            "players, in a year": "/players?order=won&since=2024-01-01&until=2024-12-31",
            "a player": f"/players/{player}",
            "figures": "/figures",
            "an evening": f"/evenings/{evening_of(last.start.at)}",
            "a league": f"/leagues/{_LEAGUE}",
        }
        for name, address in pages.items():
            yield from _of_page(table, name, address, different[0].events)


def _of_page(table: Table, name: str, address: str, events: list[dict[str, Any]]) -> Iterator[Figure]:
    client = table.player()
    ask = partial(client.get, address)
    taken(ask)  # its templates are compiled
    first = []
    for _ in range(_SAVES):
        with closing(table.installation.open_store()) as store:
            store.create(uuid.uuid4().hex, events)
        first.append(taken(ask)[1].work)
    again = [taken(ask)[1].work for _ in range(_TIMES)]
    title = f"{name}, {_MATCHES:,} matches"
    yield Figure(f"{title}, after a save", median(first), "ms", _AFTER_A_SAVE)
    yield Figure(title, percentile(again, 0.95), "ms", _LIMIT, _AIM, note=f"median {median(again):.1f} ms")


def _fill(table: Table, different: Sequence[Simulated]) -> Match:
    """Store the matches and what each comes to, spread over ten years; returns the last one."""
    logs = [[event(tree) for tree in match.events] for match in different]
    digests = [digest_of(replay(log), version_of_the_game()) for log in logs]
    kept: dict[str, bytes] = {}
    with closing(table.installation.open_store()) as store:
        store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
        for place, (match, digest) in enumerate(
            islice(cycle(zip(different, digests, strict=True)), _MATCHES)
        ):
            at = utc_text((BEGIN + timedelta(days=YEARS * 365 * place / _MATCHES)).isoformat())
            match_id = uuid.uuid4().hex
            store.create(match_id, [{**match.events[0], "at": at}, *match.events[1:]])
            kept[match_id] = encoded(msgspec.structs.replace(digest, started=at))
        store.keep_digests(kept)
    return replay([event({**match.events[0], "at": at}), *map(event, match.events[1:])])
