"""The players: a list of everybody, and a page for each with what their matches come to."""

from __future__ import annotations

import csv
import io
from contextlib import closing
from typing import Any

import pytest

from scorekeeper.archive.people import KIND, id_of
from scorekeeper.installation import Installation
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web.players import views

from .conftest import THREE, Table
from .forms import Page, Player

ANNA, BEN = id_of("Anna"), id_of("Ben")
ONE: Any = {"rules": "russian", "rounds": "other", "rounds_other": 1, "purse": 100}  # the shortest match


def won(table: Table, *names: str, by: int = 0) -> Page:
    """A match of one round."""
    piles = [THREE if seat == by else "" for seat in range(len(names))]
    return table.score(table.begin(*names, **ONE), by, *piles)


def rows(page: Page) -> list[list[str]]:
    return list(csv.reader(io.StringIO(page.html.removeprefix("\ufeff"))))


def test_without_a_match_the_list_says_so(player: Player) -> None:
    page = player.open(player.open("/").link("The players"))
    assert "Whoever plays a match is listed here." in page.text


def test_everybody_who_played_is_listed_with_their_matches(player: Player, table: Table) -> None:
    won(table, "Anna", "Ben")
    table.begin("Anna", "Cleo")
    page = player.open("/players")
    assert "Anna 2 matches · 1 won" in page.text
    assert "Ben 1 match · 0 won" in page.text
    assert player.open(page.link("Cleo")).path == f"/players/{id_of('Cleo')}"
    assert page.text.index("Cleo 1 match") < page.text.index("Ben 1 match")
    assert not [form for form in page.forms if "q" in form]


def test_many_players_are_searched_and_come_in_parts(
    player: Player, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_MOST_LISTED", 3)
    monkeypatch.setattr(views, "_MANY", 3)
    for name in ("Ben", "Cleo", "Dan", "Żaneta Nowak"):
        table.begin("Anna", name)
    page = player.open("/players")
    first = page.all("span", "names")
    assert len(first) == 3
    rest = player.open(page.link("More players"))
    assert sorted(first + rest.all("span", "names")) == ["Anna", "Ben", "Cleo", "Dan", "Żaneta Nowak"]
    found = player.send(page.form("/players").fill(q="nowak ŻANETA"))
    assert found.all("span", "names") == ["Żaneta Nowak"]
    assert "No player is called “nope”." in player.open("/players?q=nope").text


def test_guests_and_archived_players_are_folded(player: Player, table: Table) -> None:
    for name, mark in (("Gwen", "guest"), ("Archie", "archived")):
        won(table, "Anna", name)
        page = player.open(f"/players/{id_of(name)}")
        player.send(page.form("/marks") if mark == "guest" else page.forms[-1], f"{mark}=yes")
    page = player.open("/players")
    anna, guests, archived = (
        page.text.index(words) for words in ("Anna 2", "Guests 1", "Archived players 1")
    )
    assert anna < guests < page.text.index("Gwen") < archived < page.text.index("Archie")


def test_a_page_says_what_was_won_and_lost_against_whom(player: Player, table: Table) -> None:
    won(table, "Anna", "Ben")
    won(table, "Ben", "Anna", by=1)
    won(table, "Anna", "Ben", by=1)
    won(table, "Cleo", "Anna")
    table.begin("Anna", "Ben")
    page = player.open(f"/players/{ANNA}")
    assert (
        "4 finished matches Won 2 Lost 2 1 unfinished match does not count here. Coins over time" in page.text
    )
    assert "Player Won Lost Coins Ben 2 1 +5 Cleo 0 1 −5" in page.text
    assert player.open(page.link("Cleo")).path == f"/players/{id_of('Cleo')}"
    assert page.html.count('<polyline points="34') == 1
    assert "Match Day Coins 1 " in page.text


def test_a_page_shows_the_best_hand_and_leads_to_its_round(player: Player, table: Table) -> None:
    notepad = won(table, "Anna", "Ben")
    page = player.open(f"/players/{ANNA}")
    assert "The best hand 5 Three brights" in page.text
    assert player.open(page.link("The best hand")).path == f"{notepad.path}/rounds/1"
    assert page.html.count("cards.svg#03B") >= 1
    assert "from 1 won round with known cards" in page.text
    assert "Anna never called koi-koi. from 1 round" in page.text
    assert "The best hand" not in player.open(f"/players/{BEN}").text


def test_a_page_says_how_koi_koi_went(player: Player, table: Table) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian")
    notepad = table.score(notepad, 0, THREE, calls=(1, 0))
    notepad = table.score(notepad, 1, "", THREE, calls=(2, 0))
    page = player.open(f"/players/{ANNA}")
    assert "Called in 2 rounds of 2." in page.text
    text = page.text[page.text.index("After koi-koi") :]
    assert text.startswith("After koi-koi Rounds Coins Won 1 +")
    assert " Lost 1 −" in text
    assert " Nobody won 0 0 " in text
    assert "Ben never called koi-koi. from 2 rounds" in player.open(f"/players/{BEN}").text


def test_who_did_not_win_a_round_has_no_yaku(player: Player, table: Table) -> None:
    won(table, "Anna", "Ben")
    page = player.open(f"/players/{BEN}")
    assert "Favourite yaku" not in page.text
    assert "Rounds won of 100 – 0 0 to 79" in page.text


def test_nobody_has_an_unknown_page(player: Player) -> None:
    for address in ("/players/nope", "/players/nope.csv", f"/players/{ANNA}", f"/players/{ANNA}/name"):
        assert player.open(address).status in (404, 405)


def test_a_match_in_the_bin_counts_no_more(player: Player, table: Table) -> None:
    notepad = won(table, "Anna", "Ben")
    page = player.send(notepad.form("/deletion"))
    player.send(page.form("/deletion"), "sure=yes")
    assert player.open(f"/players/{ANNA}").status == 404
    assert "Whoever plays a match is listed here." in player.open("/players").text


@pytest.mark.parametrize("name", ["髙橋", "ليلى", "👩‍👩‍👧‍👦", "<b>&amp;", "x" * 40, "Ann/a?#", "%2e%2e"])
def test_strange_names_have_a_page(player: Player, table: Table, name: str) -> None:
    notepad = won(table, name, "Ben")
    page = player.open(f"/players/{id_of(name)}")
    assert name in page.text
    assert player.open(f"/players/{id_of(name)}.csv").status == 200
    assert name in player.open(f"{notepad.path}/players").text


def test_names_that_differ_only_in_width_or_capitals_are_one_player(player: Player, table: Table) -> None:
    for name in ("Anna", "ANNA", "Ａｎｎａ"):
        won(table, name, "Ben")
    page = player.open("/players")
    assert "Ａｎｎａ 3 matches · 3 won" in page.text
    assert "3 finished matches Won 3 Lost 0" in player.open(f"/players/{ANNA}").text


def test_three_players(player: Player, table: Table) -> None:
    won(table, "Anna", "Ben", "Cleo")
    assert "Won 1 Lost 0" in player.open(f"/players/{ANNA}").text
    page = player.open(f"/players/{BEN}")
    assert "Player Won Lost Tied Coins Anna 0 1 0" in page.text
    assert "Cleo 0 0 1" in page.text


def test_the_names_of_a_match_that_is_over_lead_to_the_players(player: Player, table: Table) -> None:
    notepad = won(table, "Anna", "Ben")
    assert player.open(notepad.link("Ben")).url == f"/players/{BEN}"
    sheet = player.open(f"{notepad.path}/sheet")
    assert player.open(sheet.link("Anna")).url == f"/players/{ANNA}"
    assert player.open(f"{notepad.path}/players/2").status == 404
    going_on = table.begin("Anna", "Ben")
    assert not [words for _, words in going_on.links if words == "Ben"]


def test_the_numbers_as_tables(player: Player, table: Table, installation: Installation) -> None:
    won(table, "=Anna", "Ben")
    won(table, "=Anna", "Ben", by=1)
    list_of_all = player.open(player.open("/players").link("CSV"))
    assert rows(list_of_all)[0][:3] == ["Player", "Matches", "Won"]
    assert [row[:3] for row in sorted(rows(list_of_all)[1:])] == [["'=Anna", "2", "1"], ["Ben", "2", "1"]]
    page = player.open(f"/players/{BEN}")
    table_of_one = rows(player.open(page.link("CSV")))
    assert {len(row) for row in table_of_one} == {9}
    assert table_of_one[1] == ["Finished matches", "", "2", "", "1", "1", "0", "", "0"]
    assert table_of_one[2][:2] == ["Against", "'=Anna"]
    assert ["Yaku", "Three brights", "", "1", "1", "", "", "5", ""] in table_of_one
    assert table_of_one[-1][-1] == "0"


def test_archived_players_are_not_suggested_and_renamed_ones_are_by_their_new_name(
    player: Player, table: Table, installation: Installation
) -> None:
    won(table, "Anna", "Ben")
    won(table, "Cleo", "Ben")
    with closing(SqliteStore(installation.database)) as store:
        store.documents.keep(KIND, ANNA, 0, {"name": "Hanna"})
        store.documents.keep(KIND, BEN, 0, {"archived": True})
    suggested = player.open("/matches/new").html.partition("<datalist")[2].partition("</datalist>")[0]
    assert [name for name in ("Anna", "Hanna", "Ben", "Cleo") if f'"{name}"' in suggested] == [
        "Hanna",
        "Cleo",
    ]
