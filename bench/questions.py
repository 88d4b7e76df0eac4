"""What a question for news costs the app: nearly every request of an evening is one, and nothing is new."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing
from time import thread_time
from typing import Any

from flask.testing import FlaskClient

from scorekeeper.access import Link, Links, Role
from scorekeeper.times import utc_now

from .figures import Figure, median
from .table import Table

_LIMIT, _AIM = 1.0, 0.5
_QUESTIONS, _TIMES = 500, 7


def measure(table: Table) -> Iterator[Figure]:
    match_id = table.match()
    guest = _guest(table, match_id)
    address = f"/matches/{match_id}/news"
    yield Figure(
        "a question for news, nothing is new: processor time in the app",
        _cost(table, guest, address, "after=1&told=1&piles="),
        "ms",
        _LIMIT,
        _AIM,
        note=f"median of {_TIMES} times {_QUESTIONS}, without the web server",
    )


def _guest(table: Table, match_id: str) -> FlaskClient:
    """A phone that a link to the match let in."""
    with closing(table.installation.open_store()) as store:
        links = Links(store.live, table.installation.secret)
        code = links.code(links.make(Link(Role.SCORER, utc_now(), (match_id,))))
    client = table.app.test_client()
    client.post("/join", data={"code": code, "name": "Phone"})
    return client


def _cost(table: Table, guest: FlaskClient, path: str, query: str) -> float:
    """Milliseconds of processor time of a question, asked as a web server asks the app."""
    cookie = guest.get_cookie(f"scorekeeper-{table.installation.id}")
    assert cookie is not None
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost",
        "HTTP_ACCEPT": "application/json",
        "HTTP_COOKIE": f"{cookie.key}={cookie.value}",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
    }
    statuses: set[str] = set()

    def hear(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        statuses.add(status)

    def ask() -> None:
        for part in table.app.wsgi_app(dict(environ), hear):
            assert part == b'{"seq":1}\n'

    times = []
    for _ in range(_TIMES):
        started = thread_time()
        for _ in range(_QUESTIONS):
            ask()
        times.append((thread_time() - started) * 1000 / _QUESTIONS)
    if statuses != {"200 OK"}:
        raise RuntimeError(f"news are answered with {statuses}")
    return median(times)
