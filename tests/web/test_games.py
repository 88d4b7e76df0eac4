"""Several games at one table: what is counted over several matches is of one game, and lists name it."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import closing
from datetime import date
from typing import Any, Final
from urllib.parse import unquote

import pytest
from archive.matches import Table as ArchiveTable

from scorekeeper.archive.evenings import evening
from scorekeeper.archive.leagues import KIND as LEAGUES
from scorekeeper.archive.players import id_of
from scorekeeper.exports.sheets.bgstats import bgstats_link
from scorekeeper.exports.sheets.sheet import sheet_of
from scorekeeper.installation import Installation
from scorekeeper.koikoi.figures.match_figures import figures_of

from .player import Page, Player, read_in
from .stored_matches import Shelf

ANNA: Final = id_of("Anna")
PILES: Final = ("01B 03B 08B 02A 04A 9C", "05A 06A 07A 12B 11B 6C", "01R 02R 03R 08A 09A 10A 9C")
DAY: Final = "2026-02-14"
OVER_SEVERAL: Final = (
    *("/", "/history", "/history.csv", "/players", "/players.csv", f"/players/{ANNA}"),
    *(f"/players/{ANNA}.csv", "/figures", "/figures.csv", "/figures.json", f"/evenings/{DAY}"),
    *(f"/evenings/{DAY}.txt", "/leagues", "/leagues/cup", "/leagues/new"),
)


@pytest.fixture
def shelf(installation: Installation) -> Shelf:
    """Two matches of Koi-Koi, and a league of it."""
    shelf = Shelf(installation)
    shelf.match("first", "Anna", "Ben", at=f"{DAY}T18:00:00Z")
    shelf.match("second", "Anna", "Ben", wins=1, ruleset="russian", at=f"{DAY}T19:00:00Z")
    with closing(shelf.store()) as store:
        store.documents.put(LEAGUES, "cup", 0, {"name": "Cup"})
    return shelf


def count_cards(
    shelf: Shelf, id_: str, ruleset: Any = "hana_awase", players: str = "Anna Ben Chris", piles: Any = PILES
) -> None:
    """A match of one round of a game in which every captured card counts, after the others of the evening."""
    shelf.match(id_, *players.split(), wins=None, purse=0, ruleset=ruleset, at=f"{DAY}T20:00:00Z")
    with closing(shelf.store()) as store:
        counted = {"type": "round-exhausted", "id": "counted", "piles": list(piles)}
        store.append(id_, 1, [counted])


def words_of(page: Page) -> str:
    """What a page says but for the choice of a game."""
    page.html = re.sub(r'<nav class="actions full" aria-label="Game">.*?</nav>', "", page.html, flags=re.S)
    return page.text


def test_where_only_koikoi_is_played_no_page_knows_of_games(shelf: Shelf, player: Player) -> None:
    for address in OVER_SEVERAL:
        page = player.open(address)
        assert page.status == 200, address
        assert "game=" not in page.html and 'aria-label="Game"' not in page.html, address
        assert 'name="game"' not in page.html and "· Koi-Koi" not in page.text, address


@pytest.mark.parametrize("address", ["/figures", "/players", f"/players/{ANNA}", "/leagues/cup"])
def test_another_game_changes_nothing_of_what_is_counted_of_koikoi(
    shelf: Shelf, player: Player, address: str
) -> None:
    alone = player.open(address).text
    for number, game in enumerate(("hana_awase", "roppyakken", "sakura")):
        count_cards(shelf, f"other{number}", game)
    beside = words_of(player.open(f"{address}?game=Koi-Koi"))
    assert beside.replace("Koi-Koi · without an end", "without an end") == alone


@pytest.mark.parametrize("file", ["/figures.csv", "/figures.json", f"/players/{ANNA}.csv", "/players.csv"])
def test_another_game_changes_nothing_in_the_files_of_koikoi(shelf: Shelf, player: Player, file: str) -> None:
    alone = player.client.get(file).text
    count_cards(shelf, "hana")
    beside = player.client.get(f"{file}?game=Koi-Koi").text
    assert re.sub(r'{\s*"game": "Koi-Koi"\s*}', "{}", beside) == alone
    assert player.client.get(f"{file}?game=Hana-Awase").text != alone


def test_two_counted_games_are_not_added_either(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana")
    alone = player.client.get("/figures.json?game=Hana-Awase").json
    count_cards(shelf, "sakura", "sakura")
    assert player.client.get("/figures.json?game=Hana-Awase").json == alone
    assert player.client.get("/figures.json?game=Sakura (Higo-bana)").json != alone


def test_house_rules_of_a_game_are_that_game(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana")
    house = {"extends": "hana_awase", "title": "Our flowers", "yaku": {"goko": {"points": 200}}}
    count_cards(shelf, "house", house)
    page = player.open("/figures?game=Hana-Awase")
    assert "The 2 matches of these statistics" in page.text
    lines = player.open("/history?game=Hana-Awase").text
    assert "Hana-Awase · Our flowers" in lines
    assert "Hana-Awase · Hana-Awase" not in lines, "rules that are called as the game say it once"


def test_a_page_is_of_the_game_that_was_played_last_and_leads_to_the_others(
    shelf: Shelf, player: Player
) -> None:
    count_cards(shelf, "hana")
    for address in ("/figures", "/players", f"/players/{ANNA}"):
        page = player.open(address)
        assert 'aria-current="true">Hana-Awase</a>' in page.html
        assert 'aria-current="true">Koi-Koi</a>' in player.open(page.link("Koi-Koi")).html
    assert "1 match" in player.open("/history?game=Hana-Awase").text
    assert "3 matches" in player.open("/history").text
    assert "3 matches" in player.open("/history?game=Go").text, "a game that nobody played"


def test_the_filter_keeps_the_game(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana")
    page = player.open("/figures?game=Koi-Koi")
    form = page.form("/figures")
    form["rules"] = "Russian booklet"
    found = player.send(form)
    assert "1 match of these statistics" in found.text
    assert "game=Koi-Koi" in found.link("Who won most")
    assert "Hana-Awase" not in re.findall(r"<option value=\"([^\"]*)\"", page.html)


def test_lists_name_the_game_where_there_are_several(shelf: Shelf, player: Player) -> None:
    assert "Dutch Wikipedia" in player.open("/history").text
    count_cards(shelf, "hana")
    assert "Koi-Koi · Dutch Wikipedia" in player.open("/history").text
    home = player.open("/").text
    assert re.search(r"1 round · Koi-Koi · ", home)
    assert re.search(r"1 round · Hana-Awase · ", home)
    (cells,) = [row for row in csv.DictReader(io.StringIO(_csv(player))) if row["Player 3"] == "Chris"]
    assert (cells["Game"], cells["Coins or points 3"], cells["Player 4"]) == ("Hana-Awase", "16", "")


def _csv(player: Player) -> str:
    return str(player.client.get("/history.csv").data.decode("utf-8-sig"))


def test_an_evening_has_a_table_for_each_game(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana")
    page = player.open(f"/evenings/{DAY}")
    assert "What the evening brought Koi-Koi" in page.text
    assert "Points over the evening Hana-Awase" in page.text
    text = player.client.get(f"/evenings/{DAY}.txt").data.decode()
    assert text.startswith("Koi-Koi, Hana-Awase, Sat, ")
    koikoi, hana = text.split("\n\nHana-Awase\n")
    assert "\n\nKoi-Koi\n" in koikoi and "Chris" not in koikoi
    assert "Chris +16" in hana and "Best round: Anna, 21 points (Pine-plum-cherry)\n" in hana
    with closing(shelf.store()) as store:
        of = evening(ArchiveTable(store).view(), date.fromisoformat(DAY))
    assert [game.title for game in of.games] == ["Koi-Koi", "Hana-Awase"]
    assert [row.name for row in of.games[0].standings] == ["Ben", "Anna"], "Chris played no Koi-Koi"


def test_a_round_without_any_yaku_can_be_the_best_of_an_evening(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "cards", "bakappana")
    text = player.client.get(f"/evenings/{DAY}.txt").data.decode()
    assert "Best round: Anna, 1 points\n" in text


def test_a_league_is_of_one_game(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana", players="Anna Ben", ruleset="mushi", piles=("01B 02A 03B", "08B"))
    form = player.open("/leagues/new").form("/leagues")
    assert form.offers("game") == ["Mushi", "Koi-Koi"]
    form["name"], form["game"] = "Insects", "Mushi"
    page = player.send(form)
    assert "Mushi · without an end" in page.text
    assert len(page.all("td", "n coins")) == 2, "of Anna and Ben, and nothing that Koi-Koi brought"
    assert "0 for a loss." in page.text and "Three players:" not in page.text, "Mushi is for two"
    assert "Three players:" in (koikoi := player.open("/leagues/cup").text) and "Four" not in koikoi
    assert "Mushi · without an end" in player.open("/leagues").text
    form = player.open("/leagues/new").form("/leagues")
    form["name"], form["game"], form["rules"] = "Mixed", "Mushi", "Russian booklet"
    assert player.send(form).beside("rules") == "These are rules of another game."


def test_a_league_says_what_a_match_of_as_many_as_played_in_it_brings(
    installation: Installation, player: Player
) -> None:
    house = {"extends": "mushi", "title": "Our insects", "match": {"players": [3]}}
    shelf = Shelf(installation)
    count_cards(shelf, "two", "mushi", "Anna Ben", ("01B 02A 03B", "08B"))
    assert player.send(player.open("/leagues/new").form("/leagues").fill(name="Two")).status == 200
    address = player.open("/leagues").link("Two")
    assert "Three players" not in player.open(address).text
    count_cards(shelf, "three", house, piles=("01B 02A 03B", "08B", ""))
    assert "Three players: 3, 1 and 0 points for the places." in player.open(address).text


def test_a_table_that_plays_another_game_alone_has_leagues_of_it(
    installation: Installation, player: Player
) -> None:
    count_cards(
        Shelf(installation), "hana", players="Anna Ben", ruleset="mushi", piles=("01B 02A 03B", "08B")
    )
    form = player.open("/leagues/new").form("/leagues")
    form["name"] = "Insects"
    page = player.send(form)
    assert "Anna" in page.text and "Mushi" not in page.text


def test_what_such_a_game_has_not_is_not_there(installation: Installation, player: Player) -> None:
    count_cards(Shelf(installation), "hana")
    for address in ("/figures", f"/players/{ANNA}"):
        page = player.open(address)
        assert page.status == 200
        assert 'id="koikoi"' not in page.html and "Draws" not in page.text
        assert 'aria-label="Game"' not in page.html, "of one game there is nothing to choose"
    assert "Koi-koi" not in player.client.get(f"/players/{ANNA}.csv").text
    assert "koikoi" not in player.client.get("/figures.csv").text
    figures = {row["figure"]: row for row in json.loads(player.client.get("/figures.json").text)["figures"]}
    assert not [name for name in figures if name.startswith(("koikoi", "rounds."))]
    assert (figures["yaku.rounds"]["value"], figures["yaku.rounds"]["of"]) == (1, 1)


@pytest.mark.parametrize(("game", "points"), [("hana_awase", True), ("sakura", False), ("roppyakken", False)])
def test_points_are_won_from_others_only_where_they_lose_them(
    installation: Installation, player: Player, game: str, points: bool
) -> None:
    deck = (
        "01B 03B 08B 02A 04A 9C",
        "05A 06A 07A 12B 11B 04R 05R 06R 07R 6C",
        "01R 02R 03R 08A 09A 10A 09R 10R 11R 11A 9C",
    )
    count_cards(Shelf(installation), "one", game, piles=deck)
    page = player.open(f"/players/{ANNA}")
    against = page.html.partition('aria-labelledby="against"')[2].partition("</section>")[0]
    assert ("Points" in against, "Lost" in against) == (points, True)
    rows = list(csv.DictReader(io.StringIO(player.open(f"/players/{ANNA}.csv").html.lstrip("\ufeff"))))
    assert [bool(row["Points"]) for row in rows if row["What"] == "Against"] == [points] * 2
    assert all(row["Points"] for row in rows if row["What"] == "Finished matches")


def test_the_yaku_of_all_players_count_where_every_card_counts(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana")
    page = player.open("/figures?game=Hana-Awase")
    assert "How often each yaku was made, and its points." in page.text
    assert "ribbons" in page.text, "of Chris, who did not make most"
    with closing(shelf.store()) as store:
        match = ArchiveTable(store).load("hana")
    assert match is not None
    anna, ben, chris = figures_of(match).seats
    assert (anna.yaku, ben.yaku, chris.yaku) == ({"omotesugawara": (1, 30)}, {}, {"akatan": (1, 40)})
    assert (anna.best and anna.best.points, chris.best) == (21, None)


def test_bgstats_knows_the_games_apart(shelf: Shelf) -> None:
    count_cards(shelf, "hana")
    with closing(shelf.store()) as store:
        table = ArchiveTable(store)
        games = {}
        for id_ in ("first", "hana"):
            match = table.load(id_)
            assert match is not None
            link = bgstats_link(sheet_of(match, "ja"), id_)
            games[id_] = json.loads(unquote(str(link).partition("data=")[2]))["game"]
    assert (games["first"]["name"], games["first"]["bggId"]) == ("Koi-Koi", 11865)
    assert (games["hana"]["name"], games["hana"]["sourceGameId"]) == ("Hana-Awase", "hana-awase")
    assert "bggId" not in games["hana"]


def test_the_games_are_named_in_the_readers_language(shelf: Shelf, player: Player) -> None:
    count_cards(shelf, "hana")
    read_in(player.client, "ja")
    assert ">花合わせ</a>" in player.open("/figures").html
