"""Many matches and a long match: processor time of the pages that could grow with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape

from flask.testing import FlaskClient

from .figures import Figure, median, percentile
from .rounds import rounds
from .table import LENGTH, Table, table, taken

MATCHES = 10_000
ROUNDS = 300  # more than any table plays
_LIMIT, _AIM = 20.0, 8.0
_TIMES = 20
_OLDER = re.compile(r'href="(/\?before=[^"]+)"')


def measure() -> Iterator[Figure]:
    with table() as place:
        yield from _of_a_long_match(place)
        yield from _of_many_matches(place)


def _of_a_long_match(place: Table) -> Iterator[Figure]:
    client = place.player()
    played, _ = rounds(LENGTH)
    for number, pages in ((99, ("/sheet",)), (ROUNDS, ("", "/rounds?round=150", "/rounds/new", "/sheet"))):
        address = f"/matches/{place.match((played * number)[:number], None)}"
        client.get(address)
        for page in pages:
            what = f"matches/…{page}, {number:,} rounds"
            yield _figure(client, what, [f"{address}{page}"] * _TIMES)


def _of_many_matches(place: Table) -> Iterator[Figure]:
    client = place.player()
    played, _ = rounds(LENGTH)
    place.matches(MATCHES, played[:-1])
    client.get("/")
    yield _figure(client, f"home, {MATCHES:,} matches", ["/"] * _TIMES)
    older = _further(client, _TIMES)
    yield _figure(client, "older matches, listed before", older)
    yield _figure(client, "a new match", ["/matches/new"] * _TIMES)


def _further(client: FlaskClient, number: int) -> list[str]:
    """The addresses of that many further pages of the list, all of them opened once."""
    addresses: list[str] = []
    page = "/"
    while len(addresses) < number:
        link = _OLDER.search(client.get(page).text)
        if link is None:
            raise RuntimeError(f"{page} leads to no older matches")
        page = unescape(link[1])
        addresses.append(page)
    return addresses


def _figure(client: FlaskClient, what: str, addresses: list[str]) -> Figure:
    client.get(addresses[-1])  # compiles the templates
    times = [taken(partial(client.get, address))[1].work for address in addresses]
    return Figure(
        f"processor time, {what}, 95 %",
        percentile(times, 0.95),
        "ms",
        _LIMIT,
        _AIM,
        note=f"{len(times)} times, median {median(times):.1f} ms",
    )
