"""The players: a list of everybody, and a page for each with what their matches come to."""

from __future__ import annotations

import csv
import io
import re
from contextlib import closing

import pytest
from extent import daily

from scorekeeper.archive.players import KIND, id_of
from scorekeeper.installation import Installation
from scorekeeper.koikoi.figures.seat_figures import FEWEST_NUMBERS
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.web.players import views

from .fixtures import THREE, Table, deleted
from .one_round import ANNA, BEN, won
from .player import Page, Player


def rows(page: Page) -> list[list[str]]:
    return list(csv.reader(io.StringIO(page.html.removeprefix("\ufeff"))))


def rows_of(page: Page) -> dict[str, list[str]]:
    """The cells beside the name of each player of the list, in its order."""
    found = {}
    for line in re.findall(r"<tr>.*?</tr>", page.html, re.S)[1:]:
        if name := re.search(r'class="names">(.*?)<', line):
            cells = re.findall(r"<td.*?>(.*?)</td>", line, re.S)
            found[name[1].strip()] = [" ".join(re.sub("<.*?>", "", cell).split()) for cell in cells]
    return found


def test_without_a_match_the_list_says_so(player: Player) -> None:
    page = player.open("/players")
    assert "Whoever plays a match is listed here." in page.text


def test_everybody_who_played_is_listed_with_their_matches(player: Player, table: Table) -> None:
    won(table, "Anna", "Ben")
    table.begin("Anna", "Cleo")
    page = player.open("/players")
    assert rows_of(page)["Anna"] == ["1", "1 100%", "+5"]
    assert rows_of(page)["Ben"] == ["1", "0 0%", "−5"]
    assert rows_of(page)["Cleo"] == ["0", "0", "0"]
    assert player.open(page.link("Cleo")).path == f"/players/{id_of('Cleo')}"
    assert list(rows_of(page)) == [*sorted(["Anna", "Cleo"], key=id_of, reverse=True), "Ben"]
    assert not [form for form in page.forms if "q" in form]


def test_the_list_is_a_ranking_by_matches_or_by_coins(player: Player, table: Table) -> None:
    for names in (("Anna", "Ben"), ("Ben", "Anna"), ("Ben", "Anna"), ("Cleo", "Ben")):
        won(table, *names)
    page = player.open("/players")
    assert set(list(rows_of(page))[:2]) == {"Cleo", "Ben"}
    most = player.open(page.link("Who won most"))
    assert [(name, *cells[:3]) for name, cells in rows_of(most).items()] == [
        ("Ben", "1", "4", "2 50%"),
        ("Cleo", "2", "1", "1 100%"),
        ("Anna", "3", "3", "1 33%"),
    ]
    coins = rows_of(player.open(page.link("Most coins")))
    assert [(name, cells[-1]) for name, cells in coins.items()] == [
        ("Cleo", "+5"),
        ("Ben", "0"),
        ("Anna", "−5"),
    ]
    csv_of_most = rows(player.open(most.link("Spreadsheet (CSV)")))
    assert [row[0] for row in csv_of_most[1:]] == ["Ben", "Cleo", "Anna"]


def places(page: Page) -> list[tuple[str, str]]:
    """The players of a ranking, each with the place."""
    return [(name, cells[0]) for name, cells in rows_of(page).items()]


def test_players_who_are_equal_share_a_place(
    player: Player, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for names in (("Anna", "Ben"), ("Anna", "Ben"), ("Cleo", "Ben"), ("Dan", "Ben")):
        won(table, *names)
    equal = [("Anna", "1"), ("Cleo", "2"), ("Dan", "2"), ("Ben", "4")]
    for order in ("won", "coins"):
        assert places(player.open(f"/players?order={order}")) == equal
    assert "Place" not in player.open("/players").text  # who played last is no better
    monkeypatch.setattr(views, "_MOST_LISTED", 2)
    first = player.open("/players?order=won")
    assert places(first) + places(player.open(first.link("More players"))) == equal


def test_as_many_matches_of_fewer_are_a_better_place(player: Player, table: Table) -> None:
    for names in (("Anna", "Ben"), ("Cleo", "Anna")):
        won(table, *names)
    assert places(player.open("/players?order=won")) == [("Cleo", "1"), ("Anna", "2"), ("Ben", "3")]


def test_of_equal_wins_more_coins_are_a_better_place_and_of_equal_coins_more_wins(
    player: Player, table: Table
) -> None:
    for names in (("Anna", "Ben"), ("Ed", "Fay"), ("Fay", "Ed")):
        won(table, *names)
    table.score(table.begin("Zed", "Cleo", rules="russian", rounds=1, purse=100), 0, f"{THREE} 12B")
    table.begin("Abe", "Bob", rules="russian")
    assert places(player.open("/players?order=won"))[:2] == [("Zed", "1"), ("Anna", "2")]
    assert places(player.open("/players?order=coins"))[2:6] == [
        ("Ed", "3"), ("Fay", "3"), ("Abe", "5"), ("Bob", "5")
    ]  # fmt: skip


def test_who_is_searched_keeps_the_place(
    player: Player, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_MANY", 1)
    won(table, "Anna", "Ben")
    page = player.open("/players?order=won")
    assert places(player.send(page.form("/players").fill(q="ben"))) == [("Ben", "2")]


def test_guests_are_left_out_of_the_places(player: Player, table: Table) -> None:
    won(table, "Anna", "Ben")
    player.send(player.open(f"/players/{ANNA}").form("/marks"), "guest=yes")
    assert places(player.open("/players?order=won"))[0] == ("Ben", "1")


def test_a_filter_leaves_the_matches_that_count(player: Player, table: Table) -> None:
    for names in (("Anna", "Ben"), ("Ben", "Anna"), ("Cleo", "Ben")):
        won(table, *names)
    page = player.open(f"/players?order=won&against={ANNA}")
    assert {name: cells[1:] for name, cells in rows_of(page).items()} == {
        "Anna": ["2", "1 50%", "0"],
        "Ben": ["2", "1 50%", "0"],
    }
    again = player.send(page.form("/players").fill(against="", since="2001-01-01", until="2001-12-31"))
    assert "No matches found." in again.text
    refused = player.open("/players?since=yesterday")
    assert (refused.status, rows_of(refused)) == (422, {})
    assert "“yesterday” is not a day" in refused.beside("since")


def test_many_players_are_searched_and_come_in_parts(
    player: Player, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_MOST_LISTED", 3)
    monkeypatch.setattr(views, "_MANY", 3)
    for name in ("Ben 🦊", "Cleo", "Łukasz", "Żaneta Nowak"):
        table.begin("Anna", name)
    page = player.open("/players")
    first = page.all("span", "names")
    assert len(first) == 3
    assert not [words for _, words in page.links if words == "First players"]
    rest = player.open(page.link("More players"))
    assert player.open(rest.link("First players")).text == page.text
    assert "state=unfinished" in player.open("/players?state=unfinished").link("More players")
    assert sorted(first + rest.all("span", "names")) == ["Anna", "Ben 🦊", "Cleo", "Łukasz", "Żaneta Nowak"]
    found = player.send(page.form("/players").fill(q="nowak ŻANETA"))
    assert found.all("span", "names") == ["Żaneta Nowak"]
    for plain, name in (
        ("zaneta", "Żaneta Nowak"),
        ("lukasz", "Łukasz"),
        ("🦊", "Ben 🦊"),
    ):  # without accents, too
        assert player.open(f"/players?q={plain}").all("span", "names") == [name]
    assert player.open("/players?q=zaneta+ben").all("span", "names") == []
    assert "No player is called “nope”." in player.open("/players?q=nope").text
    assert [player.open(f"/players?q={'x' * letters}").status for letters in (80, 81)] == [200, 422]


def test_guests_and_archived_players_are_folded(player: Player, table: Table) -> None:
    for name, mark in (("Gwen", "guest"), ("Archie", "archived")):
        won(table, "Anna", name)
        page = player.open(f"/players/{id_of(name)}")
        player.send(page.form("/marks") if mark == "guest" else page.forms[-1], f"{mark}=yes")
    page = player.open("/players")
    anna, guests, archived = (page.text.index(words) for words in ("Anna ", "Guests 1", "Archived players 1"))
    assert anna < guests < page.text.index("Gwen") < archived < page.text.index("Archie")
    player.send(player.open(f"/players/{id_of('Gwen')}").forms[-1], "archived=yes")
    page = player.open("/players")
    assert "Archived players 2" in page.text and "Guests" not in page.text, "each is in one list"


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
    assert "The best round 5 Three brights" in page.text
    assert player.open(page.link("The best round")).path == f"{notepad.path}/rounds/1"
    assert page.html.count("cards.svg#03B") >= 1
    assert "from 1 won round with known cards" in page.text
    assert "Anna never called koi-koi. from 1 round" in page.text
    assert "The best round" not in player.open(f"/players/{BEN}").text


def test_no_table_prints_ranges_to_a_family(player: Player, table: Table) -> None:
    notepad = table.begin("Anna", "Ben", rules="russian")
    for _ in range(FEWEST_NUMBERS - 1):
        notepad = table.score(notepad, 0, THREE)
    table.score(notepad, 0, "06R 09R 10R 01R 02R")  # Anna deals, and each round is worth 5 or 6
    figures = player.open("/figures")
    assert "The files also say how sure each number is." in figures.text
    for page in (player.open(f"/players/{ANNA}"), figures):
        assert " to " not in " ".join(page.all("table", "numbers"))


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
    assert "Rounds won – 0 of 1" in page.text


def test_nobody_has_an_unknown_page(player: Player) -> None:
    for address in ("/players/nope", "/players/nope.csv", f"/players/{ANNA}", f"/players/{ANNA}/name"):
        assert player.open(address).status in (404, 405)


def test_a_match_in_the_bin_counts_no_more(player: Player, table: Table) -> None:
    notepad = won(table, "Anna", "Ben")
    deleted(player, notepad)
    assert player.open(f"/players/{ANNA}").status == 404
    assert "Whoever plays a match is listed here." in player.open("/players").text


@pytest.mark.parametrize(
    "name", daily(["Ann/a?#", "髙橋", "<b>&amp;", "ليلى", "%2e%2e", "👩‍👩‍👧‍👦", "x" * 40], 2)
)
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
    assert rows_of(page)["Ａｎｎａ"] == ["3", "3 100%", "+15"]
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
    assert rows(list_of_all)[0][:5] == ["Player", "Matches", "Finished matches", "Won", "Coins"]
    assert [row[:5] for row in sorted(rows(list_of_all)[1:])] == [
        ["'=Anna", "2", "2", "1", "0"],
        ["Ben", "2", "2", "1", "0"],
    ]
    page = player.open(f"/players/{BEN}")
    table_of_one = rows(player.open(page.link("CSV")))
    assert {len(row) for row in table_of_one} == {9}
    assert table_of_one[1] == ["Finished matches", "", "2", "", "1", "1", "0", "0", "0"]
    assert table_of_one[2][:2] == ["Against", "'=Anna"]
    assert ["Yaku", "Three brights", "", "1", "1", "", "", "5", ""] in table_of_one
    assert table_of_one[-1][-1] == "0"


def test_archived_players_are_not_suggested_and_renamed_ones_are_by_their_new_name(
    player: Player, table: Table, installation: Installation
) -> None:
    won(table, "Anna", "Ben")
    won(table, "Cleo", "Ben")
    with closing(SqliteStore(installation.database)) as store:
        store.documents.put(KIND, ANNA, 0, {"name": "Hanna"})
        store.documents.put(KIND, BEN, 0, {"archived": True})
    suggested = player.open("/matches/new").html.partition("<datalist")[2].partition("</datalist>")[0]
    assert [name for name in ("Anna", "Hanna", "Ben", "Cleo") if f'"{name}"' in suggested] == [
        "Hanna",
        "Cleo",
    ]


def test_a_league_keeps_its_archived_players_and_offers_no_others(
    player: Player, table: Table, installation: Installation
) -> None:
    won(table, "Anna", "Ben")
    won(table, "Cleo", "Dan")
    form = player.open("/leagues/new").form("/leagues").fill(name="Spring", who="chosen")
    league = player.send(form.tick("player", ANNA, BEN))
    with closing(SqliteStore(installation.database)) as store:
        for archived in (BEN, id_of("Dan")):
            store.documents.put(KIND, archived, 0, {"archived": True})
    form = player.open(f"{league.path}/edit").form(league.path)
    assert sorted(form.offers("player")) == sorted([ANNA, BEN, id_of("Cleo")])
    assert sorted(form.ticked("player")) == sorted([ANNA, BEN])
    assert "2 players" in player.send(form).text
