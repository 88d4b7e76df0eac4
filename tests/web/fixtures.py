"""An app with an installation of its own for every test, and a player who is let in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import copytree
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from scorekeeper.access import Phone, Phones
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    KoikoiCalled,
    MatchStarted,
    RoundExhausted,
    RoundWon,
    as_values,
    event,
)
from scorekeeper.koikoi.match.follow import follow_all
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.match.undo import with_ids
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.rules.loader import rules as rules_of
from scorekeeper.times import utc_now
from scorekeeper.web import create_app
from scorekeeper.web.access.key_throttle import Guesses
from scorekeeper.web.sheets import export_links

from .forms import Form
from .player import Page, Player, cookie_name
from .rules_journey import Journey

THREE = "01B 03B 08B"  # three brights


@pytest.fixture(scope="session")
def begun_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installation in which nothing was played yet."""
    installation = Installation(tmp_path_factory.mktemp("begun") / "instance")
    installation.open_store().close()
    assert installation.secret
    return installation.folder


@pytest.fixture
def installation(begun_once: Path, tmp_path: Path) -> Installation:
    return Installation(Path(copytree(begun_once, tmp_path / "instance")))


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One app for all tests, so that its templates are compiled once. What it does not foresee fails."""
    app = create_app(Installation(tmp_path_factory.mktemp("shared")))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app


@pytest.fixture
def app(shared_app: Flask, installation: Installation) -> Flask:
    """The app, serving this test's own installation."""
    serve(shared_app, installation)
    return shared_app


def serve(app: Flask, installation: Installation) -> None:
    """Let the app serve an installation."""
    app.extensions["installation"] = installation
    app.config["SECRET_KEY"] = installation.secret
    app.extensions["guesses"] = Guesses()


def let_in(player: Player, installation: Installation) -> Player:
    """Give a phone the cookie that it gets for the key; test_access types the key."""
    now, mark = utc_now(), installation.secrets.key.mark
    with closing(installation.open_store()) as store, player.client.session_transaction() as session:
        session["phone"] = Phones(store.live).let_in(Phone("?", now, now, key=mark))
        session.permanent = True
    return player


@pytest.fixture
def phone(app: Flask, installation: Installation) -> Callable[[], Player]:
    """Makes further phones that know the key."""

    return lambda: let_in(Player(app.test_client()), installation)


@pytest.fixture
def player(phone: Callable[[], Player]) -> Iterator[Player]:
    yield phone()


@pytest.fixture(scope="module")
def _journey(shared_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Journey:
    return Journey(
        Player(shared_app.test_client()), Installation(tmp_path_factory.mktemp("journey") / "instance")
    )


@pytest.fixture
def journey(shared_app: Flask, _journey: Journey) -> Iterator[Journey]:
    """Rules on their way through the pages; the app serves one installation for a whole module."""
    serve(shared_app, _journey.installation)
    if _journey.player.client.get_cookie(cookie_name(_journey.player.client)) is None:
        let_in(_journey.player, _journey.installation)
    yield _journey
    _journey.forget()


@pytest.fixture
def client(player: Player) -> FlaskClient:
    """What the player's phone sends with, for requests that no form makes."""
    return player.client


@pytest.fixture
def table(player: Player) -> Table:
    return Table(player)


@pytest.fixture
def live(table: Table, player: Player) -> Page:
    """The first turn of a match by the Dutch rules, without scores so far; Anna deals."""
    notepad = table.begin(rules="dutch")
    return table.follow(notepad)


class Table:
    """Players whose matches and rounds are stored at once, or entered by the forms of their phone."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def begin(
        self,
        *names: str,
        rules: str = "nintendo_jp",
        dealer: int = 0,
        rounds: int | None = None,
        purse: int | None = None,
    ) -> Page:
        """The notepad of a new match; ``rounds`` and ``purse`` where they are not as the rules say."""
        installation = self._installation
        rule_set = msgspec.to_builtins(rules_of(rules, installation.house_rules.find))
        players = names or ("Anna", "Ben")
        start = MatchStarted(players=players, ruleset=rule_set, dealer=dealer, rounds=rounds, purse=purse)
        match_id = uuid4().hex
        with closing(installation.open_store()) as store:
            store.set("ruleset", rules)
            store.create(match_id, _as_stored(match_id, start))
        return self.player.open(f"/matches/{match_id}")

    def begin_by_form(
        self, *names: str, rules: str = "nintendo_jp", asked: str = "", **values: str | int
    ) -> Page:
        """A new match, ``dealer`` 0 unless said otherwise; returns its notepad, or the form if refused.

        ``asked``: all that the form asks about the deal, in its words, which is confirmed; else it fails.
        """
        page = self.start(*names, rules=rules, **values)
        asks = page.all("fieldset", "field notice error")
        said = [words.partition(" Play anyway")[0].removeprefix("Before you start ") for words in asks]
        assert said == ([asked] if asked else [])
        return self.player.send(self.answer(page, "so")) if asks else page

    def start(self, *names: str, rules: str = "nintendo_jp", **values: str | int) -> Page:
        """What the form for a new match is answered with: the notepad, or the form that asks or refuses."""
        form = self.player.open(f"/matches/new?ruleset={rules}").form("/matches")
        for seat, name in enumerate(names or ("Anna", "Ben")):
            form[f"name-{seat}"] = name
        return self.player.send(form.fill(**{"dealer": 0, **values}))

    def answer(self, page: Page, how: str) -> Form:
        """The form with what it asks about the deal answered: "so", or "other" for another deal."""
        form = page.form("/matches")
        (value,) = [value for value in form.offers("deal") if value.startswith(how)]
        return form.fill(deal=value)

    def score(self, notepad: Page, result: int | str, *piles: str, calls: tuple[int, ...] = ()) -> Page:
        """The notepad after a round more, won by a seat or "nobody"; piles by seat, "01B 03B 08B 4C"."""
        laid = tuple(str(pile(written)) or None for written in piles)
        ruling = "agreed" if any(calls) else ""
        called = [
            KoikoiCalled(player=seat, ruling=ruling) for seat, times in enumerate(calls) for _ in range(times)
        ]
        if isinstance(result, int):
            ended: AnyEvent = RoundWon(player=result, piles=laid, ruling=ruling)
        else:
            assert result == "nobody"
            ended = RoundExhausted(piles=laid, ruling=ruling)
        return self.store(notepad, *called, ended)

    def store(self, notepad: Page, *events: AnyEvent) -> Page:
        """The notepad after an entry more, as it is after a save."""
        match_id = notepad.path.rpartition("/")[2]
        with closing(self._installation.open_store()) as store:
            match = replay([event(tree) for tree in store.events(match_id)])
            numbered = follow_all(match, events).events[len(match.events) :]
            store.append(match_id, match.seq, _as_stored(uuid4().hex, *numbered))
        return self.player.open(f"{notepad.path}?saved={match.number}")

    @property
    def _installation(self) -> Installation:
        installation: Installation = self.player.client.application.extensions["installation"]
        return installation

    def board(self, notepad: Page) -> Form:
        """The empty board of the next round."""
        return self.player.open(notepad.link("Score round")).form("/rounds")

    def follow(self, notepad: Page) -> Page:
        """The next turn of the round being played, by the menu of its board."""
        return self.player.open(self.player.open(notepad.link("Score round")).link("Follow every turn"))

    def fill(
        self, form: Form, result: str | int, *piles: str, calls: tuple[int, ...] = (), ruling: str = "agreed"
    ) -> Form:
        """Say who stopped and tap the piles by seat, such as "01B 03B 08B 4C".

        ``ruling``: why the calls count, even if these few cards cannot have been worth so many.
        """
        form["result"] = result
        for seat, written in enumerate(piles):
            for card in written.split():
                if card.endswith("C") and card != "11C" and not card.startswith("0"):
                    form[f"chaff-{seat}"] = int(card.removesuffix("C"))
                elif card in form.offers(f"cards-{seat}"):
                    form.tick(f"cards-{seat}", card)
                else:
                    form.force(f"cards-{seat}", *form.ticked(f"cards-{seat}"), card)
        for seat, number in enumerate(calls):
            form[f"calls-{seat}"] = number
        if any(calls) and ruling:
            form.force("ruling", ruling)
        return form

    def enter(self, notepad: Page, result: str | int, *piles: str, calls: tuple[int, ...] = ()) -> Page:
        """Fill the board of the next round and save it; returns the notepad, or the board if refused."""
        return self.player.send(self.fill(self.board(notepad), result, *piles, calls=calls), "step=save")

    def other(self, notepad: Page, what: str) -> Page:
        """Another ending: a lucky hand such as "hand.0.teshi", or "void"."""
        return self.player.send(self.board(notepad).fill(result="other"), f"other={what}")

    def undo(self, notepad: Page) -> Page:
        return self.player.send(notepad.form("/takebacks"))

    def put_back(self, notepad: Page) -> Page:
        """Undo the undo, with the button beside the words that say what was undone."""
        return self.player.send(notepad.form("/reversal"))


def _as_stored(entry_id: str, *events: AnyEvent) -> list[dict[str, Any]]:
    return [as_values(replace(event, at=utc_now())) for event in with_ids(entry_id, events)]


def deleted(player: Player, notepad: Page) -> Page:
    """Delete a match; the page after that."""
    return player.send(asked_to_delete(player, notepad).form("/deletion"))


def asked_to_delete(player: Player, notepad: Page) -> Page:
    """The page that asks before a match is deleted."""
    return player.open(player.open(f"{notepad.path}/about").link("Delete the match"))


def coins(page: Page) -> list[int]:
    """What each seat has, as the notepad shows it at the top."""
    return [int(words.replace("−", "-")) for words in page.all("b", "coins")]


@pytest.fixture
def uninstalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Makes a library missing; the pages look for it again, then and after the test."""

    def remove(library: str) -> None:
        monkeypatch.setitem(sys.modules, library, None)
        export_links._has.cache_clear()

    yield remove
    export_links._has.cache_clear()


def files(folder: Path, sources: dict[str, str]) -> Path:
    """The first of some files with these texts."""
    for name, text in sources.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder / next(iter(sources))
