"""A table to measure at: an installation in a temporary folder, its app, a player, matches."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, thread_time
from typing import NamedTuple

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import server as web_server
from scorekeeper.access import Link, Links, Role
from scorekeeper.archive.leagues import KIND as LEAGUES
from scorekeeper.archive.leagues import League
from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import text
from scorekeeper.koikoi.match.events import AnyEvent, KoikoiCalled, MatchStarted, RoundWon, as_values, event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.store.documents import as_value
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.times import utc_now
from scorekeeper.web import create_app

from .rounds import Played

PLAYERS = ("Aiko", "Botan")
LENGTH = 12


class Table:
    """An app with its real store. One connection stays open, as ``scorekeeper serve`` keeps one."""

    def __init__(self, app: Flask, installation: Installation) -> None:
        self.app = app
        self.installation = installation

    def player(self) -> FlaskClient:
        """A client without JavaScript that has the key."""
        client = self.app.test_client()
        client.get(f"/key/{self.installation.key}")
        return client

    def league(self, league_id: str, deleted: str = "") -> None:
        """A new league of everybody, in the bin since ``deleted``."""
        league = League(league_id, name="League", deleted=deleted)
        with closing(self.installation.open_store()) as store:
            store.documents.put(LEAGUES, league_id, 0, as_value(league))

    def link(self) -> str:
        """A new link to look on; its id."""
        link = Link(role=Role.VIEWER, made_at=utc_now())
        with closing(self.installation.open_store()) as store:
            return Links(store.live, self.installation.secret).make(link)

    def match(
        self, played: Sequence[Played] = (), length: int | None = LENGTH, players: tuple[str, ...] = PLAYERS
    ) -> str:
        """A new match of some rounds under the default rules, the first ones played; its id."""
        (match_id,) = self.matches(1, played, length, players)
        return match_id

    def matches(
        self,
        number: int,
        played: Sequence[Played] = (),
        length: int | None = LENGTH,
        players: tuple[str, ...] = PLAYERS,
    ) -> list[str]:
        """That many matches, all alike; without a length they have a target that is never reached."""
        rule_set = rules("default")
        if length is None:
            far = msgspec.structs.replace(rule_set.match, rounds=None, target=9999)
            rule_set = msgspec.structs.replace(rule_set, match=far)
        start = MatchStarted(
            players=players,
            ruleset=msgspec.to_builtins(rule_set),
            dealer=0,
            rounds=length,
            purse=0,  # no purse: nobody goes broke before the last round
        )
        log = [start, *(move for won in played for move in _events(won))]
        trees = [as_values(msgspec.structs.replace(won, id=f"{n:08}.0")) for n, won in enumerate(log)]
        ids = [uuid.uuid4().hex for _ in range(number)]
        with closing(self.installation.open_store()) as store:
            if number > 1 and isinstance(store, SqliteStore):
                store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
            for match_id in ids:
                store.create(match_id, trees)
        return ids

    def replayed(self, match_id: str) -> Match:
        """A match as the store has it."""
        store = self.installation.open_store()
        try:
            return replay(event(tree) for tree in store.events(match_id))
        finally:
            store.close()


@contextmanager
def table() -> Iterator[Table]:
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        installation = Installation(Path(folder))
        app = create_app(installation)
        web_server.settle()  # as ``scorekeeper serve`` does
        yield Table(app, installation)


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The address of the app behind its own server, such as http://127.0.0.1:40123."""
    server = web_server.server(app, threads=8, listen="127.0.0.1:0")
    serving = Thread(target=server.run, daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{web_server.port_of(server)}"
    finally:
        server.close()


class Taken(NamedTuple):
    """How long an answer took and its processor time, both in ms."""

    whole: float
    work: float


def taken(ask: Callable[[], TestResponse]) -> tuple[TestResponse, Taken]:
    """An answer of the app, and how long it took. Raises if it is an error."""
    started, worked = perf_counter(), thread_time()
    answer = ask()
    took = Taken((perf_counter() - started) * 1000, (thread_time() - worked) * 1000)
    if answer.status_code >= 400:
        raise RuntimeError(f"{answer.request.path} answers {answer.status}")
    return answer, took


def _events(played: Played) -> list[AnyEvent]:
    calls = [KoikoiCalled(player=seat) for seat, number in enumerate(played.calls) for _ in range(number)]
    return [*calls, RoundWon(player=played.winner, piles=tuple(text(pile) for pile in played.piles))]
