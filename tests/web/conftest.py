"""An app with an installation of its own for every test, and a player who is let in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.access.guessing import Guesses

from .forms import Form, Page, Player


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "instance")


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One app for all tests, so that its templates are compiled once."""
    return create_app(Installation(tmp_path_factory.mktemp("shared")))


@pytest.fixture
def app(shared_app: Flask, installation: Installation) -> Flask:
    """The app, serving this test's own installation."""
    shared_app.extensions["installation"] = installation
    shared_app.config["SECRET_KEY"] = installation.secret
    shared_app.extensions["guesses"] = Guesses()
    return shared_app


@pytest.fixture
def phone(app: Flask, installation: Installation) -> Callable[[], Player]:
    """Makes further phones that know the key."""

    def let_in() -> Player:
        player = Player(app.test_client())
        form = player.open("/key").form("/key")
        form["key"] = installation.key
        assert player.send(form).path == "/"
        return player

    return let_in


@pytest.fixture
def player(phone: Callable[[], Player]) -> Iterator[Player]:
    yield phone()


@pytest.fixture
def table(player: Player) -> Table:
    return Table(player)


class Table:
    """Players who begin matches and score rounds on their phone."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def begin(self, *names: str, rules: str = "nintendo_jp", sure: bool = True, **values: str | int) -> Page:
        """A new match, ``dealer`` 0 unless said otherwise; gives its notepad, or the form when refused.

        ``sure``: whatever the form asks first about so many players, they play like this.
        """
        form = self.player.open("/matches/new").form("/matches")
        for seat, name in enumerate(names or ("Anna", "Ben")):
            form[f"name-{seat}"] = name
        page = self.player.send(form.fill(**{"ruleset": rules, "dealer": 0, **values}))
        refused = page.status == 422 and bool(page.forms)
        asks = refused and "deal" in page.form("/matches")
        return self.player.send(self.answer(page, "so")) if sure and asks else page

    def answer(self, page: Page, how: str) -> Form:
        """The form with what it asks about the deal answered: "so", or "other" for the deal on offer."""
        form = page.form("/matches")
        (value,) = [value for value in form.offers("deal") if value.startswith(how)]
        return form.fill(deal=value)

    def board(self, notepad: Page) -> Form:
        """The empty board of the next round."""
        return self.player.open(notepad.link("Score round")).form("/rounds")

    def fill(self, form: Form, result: str | int, *piles: str, calls: tuple[int, ...] = ()) -> Form:
        """Say who stopped and tap the piles by seat, such as "01B 03B 08B 4C"."""
        form["result"] = result
        for seat, pile in enumerate(piles):
            for card in pile.split():
                if card.endswith("C") and card != "11C" and not card.startswith("0"):
                    form[f"chaff-{seat}"] = int(card.removesuffix("C"))
                elif card in form.offers(f"cards-{seat}"):
                    form.tick(f"cards-{seat}", card)
                else:
                    form.force(f"cards-{seat}", *form.ticked(f"cards-{seat}"), card)
        for seat, number in enumerate(calls):
            form[f"calls-{seat}"] = number
        return form

    def score(self, notepad: Page, result: str | int, *piles: str, calls: tuple[int, ...] = ()) -> Page:
        """Fill the board of the next round and save it; gives the notepad, or the board when refused."""
        return self.player.send(self.fill(self.board(notepad), result, *piles, calls=calls), "step=save")

    def other(self, notepad: Page, what: str) -> Page:
        """Another ending: a lucky hand such as "hand.0.teshi", or "void"."""
        return self.player.send(self.board(notepad).fill(result="other"), f"other={what}")

    def undo(self, notepad: Page) -> Page:
        return self.player.send(notepad.form("/takebacks"))


def coins(page: Page) -> list[int]:
    """What each seat has, as the notepad shows it at the top."""
    return [int(words) for words in page.all("b", "coins")]
