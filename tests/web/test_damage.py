"""Damaged data affects only its own pages: all others work, and it can be deleted."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from extent import daily
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.match import Match
from scorekeeper.web import match_repository
from scorekeeper.web.match_cache import Replays

from .fixtures import Table
from .guests import code_of, guest
from .player import Page, Player
from .rules_pages import spoil_rules

PAGES = (
    *("/", "/history", "/players", "/figures", "/leagues", "/matches/new", "/rules", "/hand", "/bin"),
    *("/records/new", "/phones", "/phones/links/new"),
)


def spoil(installation: Installation, sql: str, *values: str | bytes | int) -> None:
    with closing(sqlite3.connect(installation.database)) as connection, connection:
        assert connection.execute(sql, values).rowcount == 1


def stored(**event: Any) -> str:
    return json.dumps({"id": "spoilt", **event})


DAMAGE = {
    "no JSON": "Dear diary",
    "a list": "[1, 2]",
    "nested beyond reason": "[" * 100_000,
    "a newer version": stored(type="photo-taken", player=0),
    "an unknown field": stored(type="round-won", player=0, mood="good"),
    "a round that never was": stored(type="round-corrected", round=7, events=[{"type": "round-exhausted"}]),
    "a player who is not there": stored(type="round-won", player=2, piles=["01B 03B 08B"]),
    "a call of a player who is not there": stored(type="koikoi-called", player=2),
    "points for other seats": stored(type="points-adjusted", points=[1, 2, 3], reason="x"),
    "cards that do not exist": stored(type="round-won", player=0, piles=["13X"]),
    "a second start": stored(type="match-started", players=["A", "B"], ruleset="dutch"),
    "too many taken back": stored(type="taken-back"),
}


@pytest.fixture
def sound(table: Table) -> Page:
    """A match that is not damaged."""
    return table.begin("Cleo", "Dan")


def damage(table: Table, installation: Installation, body: str, seq: int = 2) -> str:
    """A match with a damaged event; the address of its notepad."""
    notepad = table.score(table.begin("Anna", "Ben"), 0, "01B 03B 08B")
    match_id = notepad.path.rpartition("/")[2]
    spoil(installation, "UPDATE events SET body = ? WHERE match_id = ? AND seq = ?", body, match_id, seq)
    if "taken-back" in body:  # nothing but the start is left to take back
        spoil(
            installation,
            "INSERT INTO events VALUES (?, 3, 'more', '2026-01-01T00:00:00.000Z', ?)",
            match_id,
            body,
        )
    return notepad.path


def test_pages_open_beside_damaged_matches(
    table: Table, player: Player, installation: Installation, sound: Page
) -> None:
    addresses = [damage(table, installation, body) for body in DAMAGE.values()]
    for page in (*PAGES, sound.path):
        assert player.open(page).status == 200, page
    assert [player.open(address).status for address in addresses] == [422] * len(DAMAGE)


@pytest.mark.parametrize("page", ["/", "/history", "/players", "/figures"])
def test_a_match_that_is_deleted_while_a_list_is_made_does_not_spoil_the_list(
    table: Table,
    player: Player,
    installation: Installation,
    sound: Page,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
) -> None:
    gone = table.begin("Anna", "Ben").path.rpartition("/")[2]

    def deleted_before(match_id: str) -> Match:
        if match_id == gone:
            store.discard(gone, store.last(gone))
        return load(match_id)

    load = match_repository.load
    monkeypatch.setattr(match_repository, "load", deleted_before)
    with closing(installation.open_store()) as store:
        store.drop_digest(gone)
        listed = player.open(page)
    assert listed.status == 200
    assert ("Cleo" in listed.text) == (page != "/figures")


@pytest.mark.parametrize("kind", daily(DAMAGE, 3))
def test_a_damaged_match_is_listed_downloaded_and_deleted(
    table: Table, player: Player, installation: Installation, sound: Page, kind: str
) -> None:
    body = DAMAGE[kind]
    address = damage(table, installation, body)
    home = player.open("/")
    assert "This version of the app cannot read one match" in home.text
    assert "Cleo – Dan" in home.text
    assert player.open(address).status == 422
    raw = player.client.get(home.link("Save the match"))
    assert raw.status_code == 200
    record = json.loads(raw.data)
    assert record["format"] == "koikoi-match-unreadable/1"
    assert record["why"]
    assert record["events"][1]["body"] == body
    asked = player.open(home.link("Delete"))
    assert "Delete the match that cannot be read?" in asked.text
    after = player.send(asked.form("/deletion"))
    assert "cannot be read" not in after.text
    assert "Anna – Ben" in player.open("/bin").text


@pytest.mark.parametrize("kind", ["no JSON", "a player who is not there"])
def test_once_a_damaged_match_was_opened_the_list_says_so(
    table: Table, player: Player, installation: Installation, kind: str
) -> None:
    notepad = table.score(table.begin("Anna", "Ben"), 0, "01B 03B 08B")
    assert "cannot read" not in player.open("/").text
    spoil(installation, "UPDATE events SET body = ? WHERE seq = 2", DAMAGE[kind])
    assert player.open(notepad.path).status == 422
    assert "This version of the app cannot read one match" in player.open("/").text


def test_a_match_whose_start_is_damaged_is_put_back_and_deleted_too(
    app: Flask, table: Table, player: Player, installation: Installation, sound: Page
) -> None:
    damage(table, installation, "Dear diary", seq=1)
    app.extensions["replays"] = Replays()  # as after a restart
    for page in (*PAGES, sound.path):
        assert player.open(page).status == 200, page
    asked = player.open(player.open("/").link("Delete"))
    player.send(asked.form("/deletion"))
    assert "A match that cannot be read" in player.open("/bin").text
    player.send(player.open("/bin").form("/restoration"))
    assert "This version of the app cannot read one match" in player.open("/").text


def test_a_damaged_database_is_named_on_a_page_but_not_where_it_is(
    app: Flask,
    player: Player,
    installation: Installation,
    caplog: pytest.LogCaptureFixture,
) -> None:
    looking = guest(app, code_of(installation, "viewer"))
    installation.release()
    installation.database.write_bytes(b"Dear diary" * 1_000)
    for visitor in (player, looking):
        for address in ("/", "/phones", "/matches/nope", "/key"):
            caplog.clear()
            page = visitor.open(address)
            assert page.status == 500, address
            assert "scorekeeper.sqlite is damaged or is not a database." in page.text
            assert str(installation.folder) not in page.html
            assert f"{installation.database} is damaged" in caplog.text


RULES = {
    "nested beyond reason": "x = " + "[" * 3000 + "]" * 3000,
    "nested tables": "x = " + "{a = " * 3000 + "1" + "}" * 3000,
    "a number of 5000 digits": "rounds = " + "1" * 5000,
    "a dotted key of 900 parts": ".".join(["a"] * 900) + " = 1",
    "no TOML": "[[[",
    "an unknown option": "nope = 3",
    "a wrong type": "title = 3",
    "its own parent": 'extends = "odd"',
    "of an unknown parent": 'extends = "nowhere"',
    "too large": "# " + "x" * 200_001,
}


def test_pages_open_beside_damaged_house_rules(
    player: Player, installation: Installation, sound: Page
) -> None:
    for number, toml in enumerate(RULES.values()):
        spoil_rules(installation, f"odd-{number}", toml)
    for page in (*PAGES, sound.path, "/rules/dutch"):
        assert player.open(page).status == 200, page
    assert len(player.open("/rules").all("div", "notice error")) == len(RULES)


@pytest.mark.parametrize("kind", daily(RULES, 3))
def test_damaged_house_rules_are_named_with_why_and_can_be_deleted(
    player: Player, installation: Installation, kind: str
) -> None:
    spoil_rules(installation, "odd", RULES[kind])
    rules = player.open("/rules")
    (why,) = rules.all("div", "notice error")
    assert why.startswith("The rules “odd” cannot be read. ")
    assert len(why.removesuffix("Delete")) > len("The rules “odd” cannot be read. ")
    assert player.open("/rules/odd").status == 422
    sent = player.open("/rules/new").form("/rules")
    sent["title"] = "Fine"
    assert "Fine" in player.send(sent).text  # another rule set is still kept
    player.send(player.open(player.open("/rules").link("Delete")).form("/deletion"))
    assert installation.house_rules.names() == ("fine",)
    asked = player.open(player.open("/bin").link("Delete for good"))
    assert player.send(asked.form("/deletion")).status == 200
    assert installation.house_rules.bin() == []
