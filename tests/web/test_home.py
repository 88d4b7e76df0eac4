"""Home: the matches of this table, those in progress first."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from calls import counted
from flask import Flask
from sqlite_utils import Database

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match import start as match_module
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.times import later, utc_now
from scorekeeper.web.match_cache import Replays

from .fixtures import Table
from .guests import code_of, guest, tonight
from .player import Page, Player

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]}


def test_without_a_match_home_says_what_the_app_is_for(player: Player) -> None:
    page = player.open("/")
    assert "No matches yet" in page.text
    assert player.open(page.link("New match")).status == 200


def test_a_match_in_progress_shows_who_plays_how_it_stands_and_who_deals(
    player: Player, table: Table
) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian")
    table.score(notepad, 0, "01B 03B 08B")
    page = player.open("/")
    assert "Now playing" in page.text
    assert "Anna – Ben 105 : 95 Round 2 of 12, Anna deals · " in page.text
    assert "deals\N{NO-BREAK SPACE}· <time " in page.html  # no line begins with the dot
    assert page.html.count("<time ") == 1
    assert player.open(page.link("Anna – Ben")).path == notepad.path


def test_a_match_that_is_over_stands_below_the_ones_in_progress(player: Player, table: Table) -> None:
    over = table.begin("Cleo", "Dan", rounds=1)
    assert "Cleo wins" in table.score(over, 0, "01B 03B 08B").text
    table.begin("Anna", "Ben")
    text = player.open("/").text
    assert text.index("Now playing") < text.index("Anna – Ben") < text.index("Finished")
    assert text.index("Finished") < text.index("Cleo – Dan")
    assert "Cleo won · 1 round · " in text


@pytest.mark.parametrize(
    ("days", "left"), [(6.9, False), (7.1, True), (400, True)], ids=["this week", "a week ago", "last year"]
)
def test_an_unfinished_match_is_folded_away_after_a_week(
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
    assert ("Unfinished, older than a week 1 Anna – Ben" in page.text) == left
    assert ("Now playing Anna – Ben" in page.text) == (not left)
    assert "Finished Cleo – Dan" in page.text
    assert page.text.count("Anna – Ben") == 1


def test_a_match_says_its_game_only_among_those_of_other_games(
    app: Flask, installation: Installation, player: Player, table: Table
) -> None:
    table.begin("Anna", "Ben")
    table.begin("Cleo", "Dan")
    looking = guest(app, code_of(installation, "viewer", evening=tonight()))
    assert "Koi-Koi ·" not in player.open("/").text + looking.open("/").text
    table.begin("Eva", "Finn", rules="hana_awase")
    for text in (player.open("/").text, looking.open("/").text):
        assert (text.count("Koi-Koi ·"), text.count("Hana-Awase ·")) == (2, 1)


@pytest.mark.parametrize("at", ["2020-02-14T19:03:07", "2020-02-14"])
def test_a_time_without_a_zone_is_no_error(player: Player, installation: Installation, at: str) -> None:
    store = SqliteStore(installation.database, now=lambda: at)
    store.create("match-0", [{**START, "id": "a"}])
    store.close()
    assert "Unfinished, older than a week" in player.open("/").text


def test_the_match_touched_last_stands_first(player: Player, table: Table) -> None:
    first = table.begin("Anna", "Ben")
    table.begin("Cleo", "Dan")
    table.score(first, 0, "01B 03B 08B")
    text = player.open("/").text
    assert text.index("Anna – Ben") < text.index("Cleo – Dan")


# The list in parts


def keep(installation: Installation, *at: str, first: int = 0) -> list[str]:
    """Matches of two events each, the last one at these times; their addresses."""
    names = [f"match-{number:05}" for number in range(first, first + len(at))]
    with closing(installation.open_store()) as store:
        for name, moment in zip(names, at, strict=True):
            start = {**START, "id": "a", "rounds": 12, "purse": 100}
            store.create(name, [start, {**WON, "id": "b", "at": moment}])
    return [f"/matches/{name}" for name in names]


def minutes(number: int) -> list[str]:
    return [f"2026-02-14T{19 + minute // 60}:{minute % 60:02}:00.000Z" for minute in range(number)]


def listed(page: Page) -> list[str]:
    return [link for link, _ in page.links if link.startswith("/matches/match-")]


def leads_to(page: Page, words: str) -> bool:
    return any(words == text for _, text in page.links)


@pytest.mark.parametrize("number", [1, 19, 20])
def test_twenty_matches_are_one_page(player: Player, installation: Installation, number: int) -> None:
    kept = keep(installation, *minutes(number))
    page = player.open("/")
    assert listed(page) == kept[::-1]
    assert not leads_to(page, "Older matches")
    assert not leads_to(page, "Latest matches")


def test_more_than_twenty_matches_are_listed_on_further_pages(
    player: Player, installation: Installation
) -> None:
    kept = keep(installation, *minutes(41))
    page = player.open("/")
    second = player.open(page.link("Older matches"))
    third = player.open(second.link("Older matches"))
    assert [len(listed(part)) for part in (page, second, third)] == [20, 20, 1]
    assert listed(page) + listed(second) + listed(third) == kept[::-1]
    assert not leads_to(third, "Older matches")
    assert player.open(third.link("Latest matches")).text == page.text


def test_matches_of_one_second_are_all_listed_once(player: Player, installation: Installation) -> None:
    kept = keep(installation, *["2026-02-14T19:00:00.000Z"] * 21)
    page = player.open("/")
    assert listed(page) + listed(player.open(page.link("Older matches"))) == kept[::-1]


def test_the_next_page_goes_on_where_the_last_one_ended(player: Player, installation: Installation) -> None:
    """Even if the match at its end and another before it were deleted meanwhile, and one was continued."""
    kept = keep(installation, *minutes(30))
    older = player.open("/").link("Older matches")
    with closing(installation.open_store()) as store:
        store.discard("match-00010", 2)
        store.discard("match-00020", 2)
        store.append("match-00015", 2, [{**WON, "id": "c"}])
    assert listed(player.open(older)) == kept[9::-1]
    assert listed(player.open("/"))[0] == kept[15]


@pytest.mark.parametrize("address", ["/?before=", "/?before=x", "/?page=2", "/?page=x"])
def test_an_address_that_names_no_place_of_the_list_leads_to_its_top(
    player: Player, installation: Installation, address: str
) -> None:
    kept = keep(installation, *minutes(2))
    assert listed(player.open(address)) == kept[::-1]


def test_behind_the_last_match_the_list_says_that_there_are_no_older_ones(
    player: Player, installation: Installation
) -> None:
    keep(installation, *minutes(1))
    page = player.open("/?before=1999-12-31T00:00:00.000Z_x")
    assert "There are no older matches." in page.text
    assert "No matches yet" not in page.text
    assert player.open(page.link("Latest matches")).path == "/"


def test_the_list_reads_what_it_shows_and_no_more(player: Player, installation: Installation) -> None:
    counts = []
    for first, number in ((0, 21), (21, 79)):
        keep(installation, *minutes(number), first=first)
        player.open("/")
        with counted(SqliteStore.events, match_module.started, Database.execute, json.loads) as calls:
            page = player.open("/")
        counts.append(calls)
        assert len(listed(page)) == 20
    assert counts[0] == counts[1]
    assert counts[0][:2] == [0, 0]


# What is kept of a match for the list


def test_home_replays_a_match_once_also_after_a_restart(app: Flask, player: Player, table: Table) -> None:
    notepad = table.begin("Ann", "Dan", rules="russian")
    for seen, replays in ((False, 1), (True, 0)):
        app.extensions["replays"] = Replays()
        with counted(match_module.started) as calls:
            page = player.open("/")
        assert calls == [replays], seen
    table.score(notepad, 0, "01B 03B 08B")
    assert "Ann – Dan 100 : 100 Round 1 of 12" in page.text
    assert "Ann – Dan 105 : 95 Round 2 of 12" in player.open("/").text


def test_another_version_of_the_game_replays_the_matches_again(
    player: Player, table: Table, installation: Installation
) -> None:
    table.begin("Ann", "Dan", rules="russian")
    player.open("/")
    with closing(installation.open_store()) as store:
        ((match_id, kept),) = store.digests().items()
        older = msgspec.msgpack.encode(["older", *msgspec.msgpack.decode(kept)[1:]])
        shorter = msgspec.msgpack.encode(msgspec.msgpack.decode(kept)[:-1])
        for digest in (older, shorter, kept[:-1], b""):
            store.keep_digests({match_id: digest})
            assert "Ann – Dan 100 : 100" in player.open("/").text


def test_damage_after_a_match_was_listed_is_noticed_when_it_is_opened(
    app: Flask, player: Player, table: Table, installation: Installation
) -> None:
    notepad = table.begin("Ann", "Dan")
    player.open("/")
    with closing(sqlite3.connect(installation.database)) as connection, connection:
        connection.execute("UPDATE events SET body = 'Dear diary'")
    app.extensions["replays"] = Replays()
    assert player.open(notepad.path).status == 422
    assert "This version of the app cannot read one match" in player.open("/").text


def record(*events: dict[str, Any]) -> bytes:
    start = {"type": "match-started", "players": ["Cleo", "Dan"], "ruleset": "dutch"}
    first, *rest = events
    return json.dumps({"format": "koikoi-match/1", "events": [{**start, **first}, *rest]}).encode()


def bring(player: Player, written: bytes) -> Page:
    return player.bring(written)


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
    assert "is not a valid time" in page.text


def test_a_new_match_offers_the_latest_names_and_replays_no_match_that_was_listed(
    app: Flask, player: Player, table: Table
) -> None:
    for name in ("Ann", "Ben", "Cleo"):
        table.begin(name, "Dan")
    player.open("/")
    app.extensions["replays"] = Replays()
    with counted(SqliteStore.events, match_module.started) as calls:
        page = player.open("/matches/new")
    assert calls == [0, 0]
    assert all(f'<option value="{name}">' in page.html for name in ("Ann", "Ben", "Cleo", "Dan"))


def test_the_settings_say_what_can_be_chosen_and_what_the_symbols_mean(
    app: Flask, installation: Installation, player: Player
) -> None:
    page = player.open("/settings")
    later_off = "In the settings of the phone you can let it stay on longer."
    signs = (
        "What the symbols mean 親 the dealer of the round 光 bright 種 animal 短 ribbon カ chaff Browsers "
        "Everything works in Safari and iOS from 16.4, Chrome from 109, Firefox from 115, and in browsers "
        "made of them. Older ones show plain pages: a match can be played, but nothing is counted while "
        "you tap, and nothing is kept while there is no connection."
    )
    assert page.main == (
        "Language English Polski Русский Nederlands 日本語 On this phone Month and kind on the cards "
        "Keep the screen on The screen is not kept on here: browsers do it only over HTTPS. "
        f"{later_off} Phones and links Import matches Bin {signs}"
    )
    assert page.ways == [
        ("/", "‹"), ("/phones", "Phones and links"), ("/records/new", "Import matches"), ("/bin", "Bin")
    ]  # fmt: skip
    secure = Page(player.client.get("/settings", base_url="https://localhost"), "/settings")
    assert f"The screen is not kept on here: this browser cannot do it. {later_off}" in secure.main
    viewer = guest(app, code_of(installation, "viewer")).open("/settings?back=/rules")
    assert viewer.main.endswith(f"{later_off} This phone {signs}")
    assert viewer.ways == [("/rules", "‹"), ("/phone", "This phone")]
    assert viewer.form("/language")["back"] == "/settings?back=/rules"
