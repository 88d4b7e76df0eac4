"""A table to measure at: an installation in a temporary folder, its app, server, phones and matches."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any, Final, NamedTuple

import msgspec
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper import server as web_server
from scorekeeper.access import Link, Links, Role
from scorekeeper.archive.leagues import KIND as LEAGUES
from scorekeeper.archive.leagues import League
from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import BY_ID, each, of_month, text, union
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    KoikoiCalled,
    MatchStarted,
    RoundCorrected,
    RoundEvent,
    RoundWon,
    as_values,
    event,
)
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.koikoi.scoring.score import Circumstances, Score
from scorekeeper.koikoi.simulation import turns
from scorekeeper.koikoi.simulation.deals import deal
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.store.documents import as_value
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.times import utc_now
from scorekeeper.web import create_app

from .browser import Phones, chromium
from .process import Process, served

PLAYERS = ("Aiko", "Botan")
LENGTH = 12
BESIDE_CHECKOUT: Final = Path(__file__).parents[2] / "shared" / "bench" / "rounds.json"
CAPTURED_BESIDE: Final = BESIDE_CHECKOUT.parents[1] / "counted" / "rounds.json"
_SEED: Final = 11
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


class Played(NamedTuple):
    """A won round: who stopped, the calls and the captured cards (sets of bits) by seat."""

    winner: int
    calls: tuple[int, int]
    piles: tuple[int, int]

    def score(self, pile: Pile | None = None) -> Score:
        """What the winner gets under the default rules, for the whole pile or what is announced of it."""
        own = self.calls[self.winner]
        at = Circumstances(own=own, others=sum(self.calls) - own)
        return scorer(rules("default")).score(pile or Pile(self.piles[self.winner]), at)

    @property
    def special(self) -> Pile:
        """The winner's brights, animals and ribbons; chaff as a number."""
        return _chaff_counted(self.piles[self.winner])

    @property
    def announced(self) -> Pile:
        """What the winner announces: the cards of the yaku, chaff as a number."""
        cards = 0
        for line in self.score().lines:
            cards |= line.cards
        return _chaff_counted(cards)

    @property
    def events(self) -> list[RoundEvent]:
        calls = [KoikoiCalled(player=seat) for seat, number in enumerate(self.calls) for _ in range(number)]
        return [*calls, RoundWon(player=self.winner, piles=tuple(text(pile) for pile in self.piles))]


@cache
def rounds() -> tuple[Played, ...]:
    """A hundred rounds: those of the file beside the checkout, or as many that two simulated players play."""
    return read(BESIDE_CHECKOUT) if BESIDE_CHECKOUT.is_file() else play(100)


def read(path: Path) -> tuple[Played, ...]:
    """A file is a list of ``{"winner": 0, "koikoi": [0, 1], "piles": [["01B", …], ["02A", …]]}``."""

    def played(tree: dict[str, Any]) -> Played:
        mine, theirs = (union(BY_ID[card] for card in pile) for pile in tree["piles"])
        return Played(tree["winner"], (tree["koikoi"][0], tree["koikoi"][1]), (mine, theirs))

    return tuple(map(played, json.loads(path.read_text("utf-8"))))


def play(number: int, seed: int = _SEED) -> tuple[Played, ...]:
    """Won rounds of two simulated players; the same for the same seed."""
    game, policies, chance = Game(rules("default"), 2), [POLICIES["careful"]] * 2, random.Random(seed)
    won: list[Played] = []
    while len(won) < number:
        played = turns.play(game, deal(game, chance), 0, 1, policies, chance)
        if played.stopped is not None:
            mine, theirs = played.calls
            won.append(Played(played.stopped, (mine, theirs), (played.piles[0], played.piles[1])))
    return tuple(won)


def captured(game: str, seats: int) -> list[Sequence[str]]:
    """Everybody's piles in rounds of a game in which every captured card counts.

    They are those of the file beside the checkout, whose trees have ``ruleset``, ``overrides`` and ``piles``;
    where that has none of this game for so many, some in which cards are captured in twos by anybody.
    """
    worked = json.loads(CAPTURED_BESIDE.read_text("utf-8")) if CAPTURED_BESIDE.is_file() else []
    usual = [tree["piles"] for tree in worked if tree["ruleset"] == game and not tree["overrides"]]
    return [piles for piles in usual if len(piles) == seats] or _captured_in_twos(seats, 5)


def _captured_in_twos(seats: int, number: int) -> list[Sequence[str]]:
    chance = random.Random(_SEED)
    found: list[Sequence[str]] = []
    for _ in range(number):
        piles = [0] * seats
        for month in range(1, 13):
            cards = chance.sample([*each(of_month(month))], 4)
            for two in (cards[:2], cards[2:]):
                piles[chance.randrange(seats)] |= union(two)
        found.append([text(pile) for pile in piles])
    return found


class Table:
    """An app with its real store. One connection stays open, as ``scorekeeper serve`` keeps one."""

    def __init__(self, installation: Installation, opened: ExitStack | None = None) -> None:
        self.installation = installation
        self._opened = opened or ExitStack()

    @cached_property
    def app(self) -> Flask:
        app = create_app(self.installation)
        web_server.settle()  # as ``scorekeeper serve`` does
        return app

    @cached_property
    def server(self) -> Process:
        """``scorekeeper serve`` on the same folder."""
        return self._opened.enter_context(served(self.installation.folder))

    @cached_property
    def phones(self) -> Phones:
        """Phones in front of that server. Raises Missing without a browser."""
        return Phones(self._opened.enter_context(chromium()), self.server.address, self.installation.key)

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

    def links(self, role: Role, *match_ids: str) -> list[tuple[str, str]]:
        """A new link to each match: its id and its code."""
        with closing(self.installation.open_store()) as store:
            links = Links(store.live, self.installation.secret)
            ids = [links.make(Link(role, utc_now(), (match_id,))) for match_id in match_ids]
            return [(link, links.code(link)) for link in ids]

    def match(self, played: Sequence[Played] = (), length: int | None = LENGTH, **more: Any) -> str:
        """A new match of some rounds under the default rules, the first ones played; its id."""
        (match_id,) = self.matches(1, played, length, **more)
        return match_id

    def matches(
        self,
        number: int,
        played: Sequence[Played] = (),
        length: int | None = LENGTH,
        players: tuple[str, ...] = PLAYERS,
        corrected: int = 0,
        game: str = "default",
    ) -> list[str]:
        """That many matches, all alike; without a length they have a target that is never reached.

        Each of the first ``corrected`` rounds was corrected to what it was.
        """
        rule_set = rules(game)
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
        again = [RoundCorrected(n, tuple(won.events)) for n, won in enumerate(played[:corrected], 1)]
        log: list[AnyEvent] = [start, *(move for won in played for move in won.events), *again]
        trees = [as_values(msgspec.structs.replace(one, id=f"{n:08}.0")) for n, one in enumerate(log)]
        ids = [uuid.uuid4().hex for _ in range(number)]
        with closing(self.installation.open_store()) as store:
            if number > 1 and isinstance(store, SqliteStore):
                store._db.execute("PRAGMA synchronous = OFF")  # these need not survive a power cut
            for match_id in ids:
                store.create(match_id, trees)
        return ids

    def replayed(self, match_id: str) -> Match:
        """A match as the store has it."""
        with closing(self.installation.open_store()) as store:
            return replay(event(tree) for tree in store.events(match_id))

    def saves(self, players: tuple[str, ...] = PLAYERS) -> Iterator[Taken]:
        """Each step saves a round, of one match after the other, and says how long that took."""
        client = self.player()
        while True:
            match_id = self.match(players=players)
            for won in rounds()[:LENGTH]:
                yield save_round(client, match_id, won)


@contextmanager
def table() -> Iterator[Table]:
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder, ExitStack() as opened:
        yield Table(Installation(Path(folder)), opened)


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


def save_round(client: FlaskClient, match_id: str, played: Played) -> Taken:
    """Save a round as a player does; the time of the POST alone, the form is fetched before."""
    address = f"/matches/{match_id}/rounds"
    form = filled(client.get(f"{address}/new").text, played)
    answer, took = taken(partial(client.post, address, data=form))
    if answer.status_code != 303:
        raise RuntimeError(f"a round was not saved: {answer.status}")
    return took


def filled(page: str, played: Played) -> MultiDict[str, str]:
    """The form of a board as a player fills it: who stopped, calls, special cards, the number of chaff."""
    winner, pile = played.winner, played.special
    form: MultiDict[str, str] = MultiDict({"result": str(winner), "step": "save"})
    for seat, calls in enumerate(played.calls):
        form[f"calls-{seat}"] = str(calls)
    form.setlist(f"cards-{winner}", [card.id for card in each(pile.cards)])
    form[f"chaff-{winner}"] = str(pile.chaff)
    for name, value in hidden(page[page.index("data-board") :]).items():
        form.setdefault(name, value)
    return form


def hidden(form: str) -> dict[str, str]:
    """The hidden fields of a form as the page has it; of those with one name the first."""
    return dict(reversed(_HIDDEN.findall(form)))


def _chaff_counted(cards: int) -> Pile:
    chaff = [card for card in each(cards) if card.kind == "chaff"]
    return Pile(cards & ~union(chaff), len(chaff))
