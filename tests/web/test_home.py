"""Home: the matches of this table, the ones in progress first."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from counting import counted
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match import folding as match_module
from scorekeeper.store import later, utc_now
from scorekeeper.store.sqlite import SqliteStore

from .conftest import Table
from .forms import Page, Player

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]}


def test_without_a_match_home_says_what_the_app_is_for(player: Player) -> None:
    page = player.open("/")
    assert "No match yet" in page.text
    assert player.open(page.link("New match")).status == 200


def test_a_match_in_progress_shows_who_plays_how_it_stands_and_who_deals(
    player: Player, table: Table
) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian")
    table.score(notepad, 0, "01B 03B 08B")
    page = player.open("/")
    assert "At the table" in page.text
    assert "Anna – Ben 105 : 95 Round 2 of 12, Anna deals " in page.text
    assert page.html.count("<time ") == 1
    assert player.open(page.link("Anna – Ben")).path == notepad.path


def test_a_match_that_is_over_stands_below_the_ones_in_progress(player: Player, table: Table) -> None:
    over = table.begin("Cleo", "Dan", rounds="other", rounds_other=1)
    assert "Cleo wins" in table.score(over, 0, "01B 03B 08B").text
    table.begin("Anna", "Ben")
    text = player.open("/").text
    assert text.index("At the table") < text.index("Anna – Ben") < text.index("Finished")
    assert text.index("Finished") < text.index("Cleo – Dan")
    assert "Cleo won · 1 round " in text


@pytest.mark.parametrize(
    ("days", "left"), [(6.9, False), (7.1, True), (400, True)], ids=["this week", "a week ago", "last year"]
)
def test_a_match_that_nobody_finished_is_put_away_after_a_week(
    player: Player, installation: Installation, days: float | int, left: bool
) -> None:
    at = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    store = SqliteStore(installation.database, now=lambda: at)
    store.create("match-0", [{**START, "id": "a"}])
    store.create(
        "match-1", [{**START, "id": "b", "rounds": 1, "players": ["Cleo", "Dan"]}, {**WON, "id": "c"}]
    )
    store.close()
    page = player.open("/")
    assert ("Not finished, older than a week 1 Anna – Ben" in page.text) == left
    assert ("At the table Anna – Ben" in page.text) == (not left)
    assert "Finished Cleo – Dan" in page.text
    assert page.text.count("Anna – Ben") == 1


@pytest.mark.parametrize("at", ["2020-02-14T19:03:07", "2020-02-14"])
def test_a_time_without_a_zone_is_no_error(player: Player, installation: Installation, at: str) -> None:
    store = SqliteStore(installation.database, now=lambda: at)
    store.create("match-0", [{**START, "id": "a"}])
    store.close()
    assert "Not finished, older than a week" in player.open("/").text


def test_the_match_touched_last_stands_first(player: Player, table: Table) -> None:
    first = table.begin("Anna", "Ben")
    table.begin("Cleo", "Dan")
    table.score(first, 0, "01B 03B 08B")
    text = player.open("/").text
    assert text.index("Anna – Ben") < text.index("Cleo – Dan")


def test_more_than_forty_matches_are_listed_on_further_pages(
    player: Player, installation: Installation
) -> None:
    store = SqliteStore(installation.database)
    for number in range(41):
        start = {
            "type": "match-started",
            "id": f"m{number}",
            "players": [f"P{number}", "Ben"],
            "ruleset": "dutch",
        }
        store.create(f"match-{number:02}", [start])
    store.close()
    page = player.open("/")
    assert len([link for link, _ in page.links if link.startswith("/matches/match-")]) == 40
    older = player.open(page.link("Older"))
    assert [link for link, _ in older.links if link.startswith("/matches/match-")] == ["/matches/match-00"]
    assert player.open(older.link("Newer")).text == page.text


def test_a_page_number_that_is_none_is_no_error(player: Player, table: Table) -> None:
    table.begin()
    for number in ("0", "-3", "x", "99", "9" * 30):
        assert player.open(f"/?page={number}").status == 200


def record(*events: dict[str, Any]) -> bytes:
    start = {"type": "match-started", "players": ["Cleo", "Dan"], "ruleset": "dutch"}
    first, *rest = events
    return json.dumps({"format": "koikoi-match/1", "events": [{**start, **first}, *rest]}).encode()


def bring(player: Player, written: bytes) -> Page:
    return player.send(player.open("/records/new").form("/records"), file=(written, "match.json"))


def test_imported_matches_are_listed_by_the_time_they_were_played(player: Player) -> None:
    for name, at in (
        ("noon", "2026-02-14T12:00:00Z"),
        ("eleven", "2026-02-14T20:00:00+09:00"),
        ("midnight", "2026-02-14"),
        ("evening", "2026-02-14T10:00:00.5-08:00"),
    ):
        bring(player, record({"at": at, "players": [name, "Ben"]}))
    text = player.open("/").text
    order = [text.index(f"{name} – Ben") for name in ("evening", "noon", "eleven", "midnight")]
    assert order == sorted(order)


def test_a_record_of_a_time_yet_to_come_is_refused(player: Player) -> None:
    for at in ("9999-12-31T23:59:59Z", later(utc_now(), 2)):
        page = bring(player, record({}, {"type": "deal-voided", "at": at}))
        assert page.status == 422
        assert page.beside("record").startswith(f"event 2: “{at}” is in the future.")
    assert bring(player, record({"at": later(utc_now(), 1)[:19] + "Z"})).status == 200  # clocks differ


def test_a_time_beyond_the_calendar_is_refused(player: Player) -> None:
    page = bring(player, record({"at": "0001-01-01T00:00:00+14:00"}))
    assert page.status == 422
    assert "is no time" in page.text


def test_home_reads_each_match_once_and_a_new_match_none(
    app: Flask, player: Player, table: Table, installation: Installation
) -> None:
    for name in ("Ann", "Ben", "Cleo"):
        table.begin(name, "Dan")
    app.extensions["replays"].clear()
    with counted(SqliteStore.events, match_module.started) as calls:
        player.open("/")
    assert calls == [3, 3]
    app.extensions["replays"].clear()
    with counted(SqliteStore.events, match_module.started) as calls:
        page = player.open("/matches/new")
    assert calls == [0, 0]
    assert all(f'<option value="{name}">' in page.html for name in ("Ann", "Ben", "Cleo", "Dan"))
