"""Questions for news that are answered without the app, and whatever ends that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from flask import Flask, request_started
from werkzeug.test import TestResponse

from scorekeeper.access.links import Links
from scorekeeper.installation import Installation
from scorekeeper.store import NoSuchMatch
from scorekeeper.web.matches import unchanged
from scorekeeper.web.operations.answered import Answered

from .conftest import Table, let_in
from .guests import code_of, guest, id_of, kept_links, kept_phones, tonight
from .handing_in import hand_in
from .player import Page, Player

THREE = "01B 03B 08B"


@contextmanager
def requests(app: Flask) -> Iterator[list[None]]:
    """One None for every request that reaches the app meanwhile."""
    seen: list[None] = []

    def note(_: object) -> None:
        seen.append(None)

    with request_started.connected_to(note, app):
        yield seen


class Asking:
    """An open page that asks for news of a match, as often as its test says."""

    def __init__(self, player: Player, notepad: Page, knows: int = 1) -> None:
        self.player = player
        self.address = f"{notepad.path}/news"
        self.query = f"after={knows}&told={knows}&piles=0"

    def ask(self, **more: str) -> TestResponse:
        return self.player.client.get(f"{self.address}?{self.query}", **more)

    def settled(self, app: Flask) -> Asking:
        """Ask until it is answered without the app."""
        for _ in range(3):
            with requests(app) as seen:
                assert self.ask().status_code == 200
            if not seen:
                return self
        raise AssertionError("the app is asked every time")


@pytest.fixture
def notepad(table: Table) -> Page:
    return table.begin(rules="russian")


@pytest.fixture
def asking(app: Flask, player: Player, notepad: Page) -> Asking:
    return Asking(player, notepad).settled(app)


def reaches_the_app(app: Flask, asking: Asking) -> TestResponse:
    with requests(app) as seen:
        answer = asking.ask()
    assert seen
    return answer


def test_the_answer_is_that_of_the_app_in_every_byte(app: Flask, player: Player, notepad: Page) -> None:
    asking = Asking(player, notepad)
    first = asking.ask()
    again = asking.settled(app).ask()
    assert again.data == first.data == b'{"seq":1}\n'
    assert list(again.headers) == list(first.headers)
    assert again.headers["Content-Security-Policy"]
    assert again.headers["Cache-Control"] == "no-cache, private"


def test_a_save_is_told_at_once(app: Flask, table: Table, notepad: Page, asking: Asking) -> None:
    table.score(notepad, 0, THREE)
    assert "Anna stopped" in asking.ask().get_json()["says"]
    Asking(asking.player, notepad, knows=2).settled(app)


def test_after_a_save_the_app_is_asked_once(app: Flask, table: Table, notepad: Page, asking: Asking) -> None:
    table.score(notepad, 0, THREE)
    asking.ask()
    after = Asking(asking.player, notepad, knows=2)
    assert reaches_the_app(app, after).get_json() == {"seq": 2}
    with requests(app) as seen:
        after.ask()
    assert not seen


def test_a_hand_in_is_told_at_once(player: Player, notepad: Page, asking: Asking) -> None:
    hand_in(player, notepad, 0, THREE)
    assert asking.ask().get_json()["piles"] == 1


def test_a_phone_whose_link_is_revoked_is_out_at_once(
    app: Flask, installation: Installation, notepad: Page
) -> None:
    code = code_of(installation, "viewer", id_of(notepad))
    asking = Asking(guest(app, code), notepad).settled(app)
    with kept_links(installation) as links:
        links.revoke(links.opened(code))
    assert asking.ask().status_code == 403


def test_a_guest_of_an_evening_is_out_at_once(app: Flask, installation: Installation, notepad: Page) -> None:
    code = code_of(installation, "viewer", evening=tonight())
    asking = Asking(guest(app, code), notepad).settled(app)
    with kept_links(installation) as links:
        links.revoke(links.opened(code))
    assert asking.ask().status_code == 403


def test_a_link_that_is_revoked_while_the_app_answers_is_noticed_the_next_time(
    app: Flask, installation: Installation, notepad: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone was let in before, so this one answer is as it was; it must not be given again."""
    code = code_of(installation, "viewer", id_of(notepad))
    asking = Asking(guest(app, code), notepad)
    versioned = Links.versioned

    def revoked_meanwhile(links: Links, id_: str) -> object:
        found = versioned(links, id_)
        links.revoke(id_)
        return found

    monkeypatch.setattr(Links, "versioned", revoked_meanwhile)
    assert asking.ask().status_code == 200
    monkeypatch.undo()
    assert asking.ask().status_code == 403


def test_a_phone_that_is_locked_out_is_out_at_once(
    app: Flask, installation: Installation, notepad: Page, asking: Asking
) -> None:
    with kept_phones(installation) as phones:
        (phone,) = phones.all()
        phones.forget(phone)
    assert asking.ask().status_code == 403


def test_with_a_new_key_phones_of_the_old_one_are_out_at_once(
    app: Flask, installation: Installation, asking: Asking
) -> None:
    installation.secrets.change_key()
    assert asking.ask().status_code == 403


def test_a_phone_without_the_cookie_is_not_answered(app: Flask, notepad: Page, asking: Asking) -> None:
    assert Asking(Player(app.test_client()), notepad).ask().status_code == 403


def test_another_installation_is_not_answered_for(
    app: Flask, asking: Asking, installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> None:
    app.extensions["installation"] = Installation(tmp_path_factory.mktemp("other"))
    assert asking.ask().status_code == 403
    app.extensions["installation"] = installation
    assert asking.ask().status_code == 200


def test_a_match_that_is_deleted_is_gone_at_once(
    app: Flask, installation: Installation, notepad: Page, asking: Asking
) -> None:
    store = installation.open_store()
    store.discard(id_of(notepad), 1)
    assert asking.ask().status_code == 404
    store.delete(id_of(notepad))
    with pytest.raises(NoSuchMatch):
        store.last(id_of(notepad))
    store.close()
    assert asking.ask().status_code == 404


def test_a_database_that_is_gone_is_told_after_a_minute_at_the_latest(
    app: Flask, asking: Asking, installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = monotonic()
    monkeypatch.setattr(unchanged, "monotonic", lambda: now + 61)
    installation.database.rename(installation.folder / "elsewhere")
    assert reaches_the_app(app, asking).status_code == 500


def test_after_a_minute_the_app_is_asked_again(
    app: Flask, asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = monotonic()
    monkeypatch.setattr(unchanged, "monotonic", lambda: now + 59)
    with requests(app) as seen:
        asking.ask()
    assert not seen
    monkeypatch.setattr(unchanged, "monotonic", lambda: now + 61)
    reaches_the_app(app, asking)
    asking.settled(app)


@pytest.mark.parametrize("more", ["&match=x", "&after=2", "x", "&piles=0"])
def test_a_question_that_no_page_asks_is_for_the_app(app: Flask, asking: Asking, more: str) -> None:
    asking.query += more
    for _ in range(3):
        reaches_the_app(app, asking)


def test_over_https_it_is_another_page(app: Flask, asking: Asking) -> None:
    with requests(app) as seen:
        assert (
            asking.ask(base_url="https://localhost").status_code == 403
        )  # the cookie has another name there
    assert seen


def test_of_many_pages_those_that_asked_first_are_forgotten(
    app: Flask, asking: Asking, installation: Installation, notepad: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unchanged, "_MOST", 2)
    others = [Asking(let_in(Player(app.test_client()), installation), notepad).settled(app) for _ in range(2)]
    for other in others:
        other.settled(app)
        with requests(app) as seen:
            other.ask()
        assert not seen
    reaches_the_app(app, asking)


def test_it_is_told_to_whoever_watches_the_app(app: Flask, asking: Asking) -> None:
    told: list[Answered] = []
    app.extensions["watchers"].append(told.append)
    with requests(app) as seen:
        asking.ask()
    app.extensions["watchers"].clear()
    assert not seen
    assert [(a.endpoint, a.method, a.status) for a in told] == [("news.news", "GET", 200)]
    assert 0 < told[0].seconds < 60
