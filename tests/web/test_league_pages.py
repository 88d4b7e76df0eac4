"""What the pages of a league say, and where they lead."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from flask import Flask

from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation
from scorekeeper.web.leagues import forms, views
from scorekeeper.web.leagues.exports import match_points

from .guests import code_of, guest
from .league import DAY, date_form, new, places, play
from .player import Page, Player
from .stored_matches import Shelf, store_match

ANNA, PIET, WIM = map(id_of, ("Anna", "Piet", "Wim"))


@pytest.fixture
def spring(player: Player, monkeypatch: pytest.MonkeyPatch) -> Page:
    """The page of a league of three players, two matches and two dates."""
    monkeypatch.setattr(views, "tonight", lambda: date(2026, 2, 20))
    play(player, "Anna", "Piet")
    play(player, "Piet", "Wim", ruleset="polish_all", day="2026-02-15")
    days = {"since": "2026-02-01", "until": "2026-03-01"}
    page = new(player, "Spring league", "Anna", "Piet", "Wim", **days, minimum=2, scheme="two")
    page = player.send(date_form(page).fill(day="2026-02-20", text="at Anna's"))
    return player.send(date_form(page).fill(day=DAY))


def ids(page: Page) -> list[str]:
    return [address.removeprefix("/matches/") for address, words in page.ways if " – " in words]


def test_a_league_says_who_is_ahead_why_and_when_it_goes_on(spring: Page) -> None:
    assert spring.main == (
        "Spring league Feb 1, 2026 – Mar 1, 2026 · 3 players Table "
        "Place Player Played Won Tied Lost Coins Points Match points "
        "1 Piet 2 1 0 1 +5 0 2 – Anna 1 1 0 0 0 +5 2 – Wim 1 0 0 1 −5 0 0 "
        "Order: match points, then wins, then coins or points, then the matches between those who are still "
        "equal. Whoever is equal then shares the place. A place needs at least 2 matches. "
        "Guests have no place. Coins of several rule sets are added together here. "
        "A point may be worth more coins in one of them than in another. "
        "Which matches count, and for what A match counts when it is finished, at least one round was "
        "played, and everybody in it is a player of this league. Both the first and the last day count. "
        "A match begun after midnight belongs to the evening before. 2 points for a win, 1 for a tie "
        "Two players: 2 for a win, 1 for a tie, 0 for a loss. "
        "Three players: 2, 1 and 0 points for the places. "
        "Among more than two, players who tie share the points of their places. Edit the league "
        "From evening to evening 0 2 1 2 Piet Anna Wim "
        "Next dates Fri, Feb 20, 2026 at Anna's Remove Past dates 1 Sat, Feb 14, 2026 Remove "
        "Add a date Day Where, when (optional) Add "
        "Last matches Piet – Wim +5 : −5 Sun, Feb 15, 2026 Anna – Piet +5 : 0 Sat, Feb 14, 2026 "
        "All 2 matches that count Still to play each other 1 Anna Wim "
        "Share or print Text for the chat Copy Share Spreadsheet (CSV) Dates for the calendar (.ics) "
        "Print on A4 Sharing straight to a chat works only over HTTPS. Save the file instead. New match"
    )
    assert '<tr class="unranked">' in spring.html.partition("Anna</a>")[0].rpartition("Piet</a>")[2]
    assert spring.html.count("unranked") == 2


def test_a_league_leads_to_its_players_matches_files_and_what_changes_it(spring: Page) -> None:
    latest, first = ids(spring)
    assert spring.ways == [
        ("/leagues", "‹"),
        (f"{spring.path}/edit", "Edit the league"),
        (f"{spring.path}/deletion", "Delete the league"),
        (f"/players/{PIET}", "Piet"),
        (f"/players/{ANNA}", "Anna"),
        (f"/players/{WIM}", "Wim"),
        (f"{spring.path}/edit", "Edit the league"),
        ("/evenings/2026-02-14", "Sat, Feb 14, 2026"),
        (f"/matches/{latest}", "Piet – Wim +5 : −5"),
        ("/evenings/2026-02-15", "Sun, Feb 15, 2026"),
        (f"/matches/{first}", "Anna – Piet +5 : 0"),
        ("/evenings/2026-02-14", "Sat, Feb 14, 2026"),
        (f"{spring.path}/matches", "All 2 matches that count"),
        (f"{spring.path}/table.txt", "Text for the chat"),
        (f"{spring.path}/table.csv", "Spreadsheet (CSV)"),
        (f"{spring.path}/table.ics", "Dates for the calendar (.ics)"),
        ("/matches/new", "New match"),
    ]
    assert spring.html.count('data-name="koi-koi-Spring_league.txt"') == 1
    assert spring.html.count('download="koi-koi-Spring_league.') == 2
    assert 'aria-label="Remove: 2026-02-20"' in spring.html
    assert "Archive the league" in spring.text


def test_a_league_of_everybody_without_a_match_says_so(player: Player) -> None:
    page = new(player, "Coins", scheme="coins")
    assert page.main == (
        "Coins without an end · everybody who plays No match counts yet. "
        "Order: coins or points, then wins, then the matches between those who are still equal. "
        "Whoever is equal then shares the place. A place needs at least one match. Guests have no place. "
        "Which matches count, and for what Every match counts that is finished and of which at least one "
        "round was played. What the matches bring, no match points Edit the league "
        "Next dates None so far. Add a date Day Where, when (optional) Add "
        "Share or print Text for the chat Copy Share Spreadsheet (CSV) Print on A4 "
        "Sharing straight to a chat works only over HTTPS. Save the file instead. New match"
    )
    listed = player.open(f"{page.path}/matches")
    assert (listed.main, listed.ways) == ("No match counts yet.", [(page.path, "‹")])
    assert "<small>0 matches</small>" in listed.html


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ({"since": "2026-02-01"}, "from Feb 1, 2026 · everybody who plays"),
        ({"until": "2026-03-01"}, "until Mar 1, 2026 · everybody who plays"),
        ({"minimum": 1}, "without an end · everybody who plays"),
    ],
)
def test_a_league_says_from_when_and_until_when(player: Player, days: dict[str, str], said: str) -> None:
    page = new(player, "Spring", **days)
    assert page.main.startswith(f"Spring {said} No match counts yet.")
    assert ("Both the first and the last day count." in page.text) == ("minimum" not in days)
    assert "A place needs at least one match." in page.text
    assert f"Spring {said}" in player.open("/leagues").main


@pytest.mark.parametrize(("scheme", "drawn"), [("two", True), ("coins", False)])
def test_no_curve_adds_coins_and_points(player: Player, scheme: str, drawn: bool) -> None:
    play(player, "Anna", "Piet")
    page = new(player, "Spring", scheme=scheme)
    assert "From evening to evening" in page.text, "one unit"
    play(player, "Anna", "Piet", ruleset="polish_all")
    assert ("From evening to evening" in player.open(page.path).text) is drawn


def test_a_guest_has_a_row_and_no_place(player: Player) -> None:
    play(player, "Anna", "Piet")
    page = new(player)
    player.send(player.open(f"/players/{ANNA}").form("/marks"), "guest=yes")
    page = player.open(page.path)
    assert [row[:2] for row in places(page)] == [["1", "Piet"], ["–", "Anna <small>guest</small>"]]


def test_only_the_five_last_matches_are_on_the_page_of_a_league(
    player: Player, installation: Installation
) -> None:
    page = new(player, "Spring")
    for number in range(6):
        Shelf(installation).match(f"m{number}", "Anna", "Ben", at=f"2026-02-1{number}T19:00:00Z")
    assert ids(player.open(page.path)) == ["m5", "m4", "m3", "m2", "m1"]
    listed = player.open(player.open(page.path).link("All 6 matches that count"))
    assert ids(listed) == ["m5", "m4", "m3", "m2", "m1", "m0"]
    assert "<small>6 matches</small>" in listed.html
    assert not any("matches" in words for _, words in listed.ways)


@pytest.mark.parametrize(("most", "listed"), [(1, False), (2, True)])
def test_who_has_still_to_play_whom_is_listed_while_the_list_is_short(
    player: Player, monkeypatch: pytest.MonkeyPatch, most: int, listed: bool
) -> None:
    monkeypatch.setattr(views, "_MOST_PAIRS", most)
    play(player, "Anna", "Piet")
    play(player, "Anna", "Wim")
    text = new(player, "Spring", "Anna", "Piet", "Wim").text
    assert ("Still to play each other 1 Piet Wim" in text) is True
    form = player.open("/leagues/new").form("/leagues").fill(name="Summer", who="chosen", others="Zoë")
    text = player.send(form.tick("player", ANNA, PIET)).text
    assert ("Still to play each other 2 Anna Zoë Piet Zoë Share" in text) is listed
    assert ("Still to play each other: 2 Share" in text) is not listed


def test_who_may_only_look_is_offered_nothing_that_changes_a_league(
    app: Flask, installation: Installation, spring: Page
) -> None:
    viewer = guest(app, code_of(installation, "viewer"))
    page = viewer.open(spring.path)
    assert not page.forms
    assert "Add a date" not in page.text
    changing = ("Edit the league", "Delete the league", "New match", "New league")
    assert not [words for _, words in page.ways if words in changing]
    assert page.ways[1:3] == [(f"/players/{PIET}", "Piet"), (f"/players/{ANNA}", "Anna")]
    (way,) = viewer.open("/leagues").ways[1:]
    assert way == (
        spring.path,
        "Spring league Feb 1, 2026 – Mar 1, 2026 · 3 players Next date: Fri, Feb 20, 2026",
    )


def test_the_list_says_of_each_league_when_it_goes_on_and_folds_those_put_away(
    player: Player, spring: Page
) -> None:
    page = player.open("/leagues")
    line = "Spring league Feb 1, 2026 – Mar 1, 2026 · 3 players"
    assert page.main == f"Running {line} Next date: Fri, Feb 20, 2026 New league"
    assert page.ways[0] == ("/", "‹")
    assert page.ways[-1] == ("/leagues/new", "New league")
    away = player.send(player.open(spring.path).form("/archiving"), "archived=yes")
    assert (away.path, "3 players · archived Table" in away.main) == (spring.path, True)
    assert "Archive the league" not in away.text
    page = player.open("/leagues")
    assert page.main == f"Archived 1 {line} New league"
    assert [way for way in page.ways if line in way[1]] == [(spring.path, line)]
    back = player.send(away.form("/archiving"), "archived=no")
    assert "archived" not in back.text


def test_without_leagues_the_list_says_what_one_is_for(player: Player) -> None:
    assert player.open("/leagues").main == (
        "No leagues yet A league ranks a group over many evenings. Your matches count automatically. "
        "New league"
    )


def test_the_form_of_a_league_has_all_that_was_said(player: Player, spring: Page) -> None:
    page = player.open(f"{spring.path}/edit")
    form = page.form(spring.path)
    values = {name: form[name] for name in ("name", "since", "until", "who", "scheme", "rules", "minimum")}
    assert values == {
        "name": "Spring league",
        "since": "2026-02-01",
        "until": "2026-03-01",
        "who": "chosen",
        "scheme": "two",
        "rules": "",
        "minimum": "2",
    }
    assert sorted(form.ticked("player")) == sorted((ANNA, PIET, WIM))
    assert page.ways == [(spring.path, "‹"), (spring.path, "Cancel")]
    assert "<h1>Edit the league <small>Spring league</small></h1>" in page.html
    assert player.send(form).main == spring.main
    assert page.main == (
        "Name First day (optional) Last day (optional) Who plays? Everybody These players Piet Wim Anna "
        "Who has not played yet Names with commas between them. Match points Rules "
        "Matches needed for a place (optional) Cancel Save"
    )


def test_a_new_league_starts_with_everybody_and_any_rules(player: Player, spring: Page) -> None:
    page = player.open("/leagues/new")
    form = page.form("/leagues")
    values = {name: form[name] for name in ("name", "since", "until", "who", "player", "others", "minimum")}
    assert values == {**dict.fromkeys(values, ""), "who": "everybody", "player": None}
    assert (form["scheme"], form["rules"], form["version"]) == ("three", "", "0")
    assert form.offers("scheme") == ["wins", "two", "three", "bonus", "coins"]
    assert len(form.offers("rules")) == 3
    assert page.ways == [("/leagues", "‹"), ("/leagues", "Cancel")]
    assert "<h1>New league</h1>" in page.html
    for option in ("Any rules", "Wins only", "What the matches bring, no match points"):
        assert f">{option}</option>" in page.html


def test_what_comes_too_late_says_what_saving_again_does(player: Player, spring: Page) -> None:
    late = player.open(f"{spring.path}/edit").form(spring.path)
    player.send(date_form(spring).fill(day="2026-02-21"))
    again = player.send(late.fill(name="Summer"))
    assert again.main.startswith(
        "Somebody else has changed this in the meantime. Look at what is new, then change it again. "
        "What you typed is still here; saving it replaces the other change. Name"
    )
    page = player.send(again.form(spring.path))
    assert page.main.startswith("Summer Feb 1")
    assert "Sat, Feb 21, 2026" in page.main, "the date that came in stays"


def test_a_form_that_was_refused_keeps_who_was_ticked_and_typed(player: Player) -> None:
    play(player, "Anna", "Piet")
    form = player.open("/leagues/new").form("/leagues").fill(who="chosen", others="Zoë, Wim")
    again = player.send(form.tick("player", PIET))
    form = again.form("/leagues")
    assert (form.ticked("player"), form["who"], form["others"]) == ([PIET], "chosen", "Zoë, Wim")
    assert sorted(row[1] for row in places(player.send(form.fill(name="Spring")))) == ["Piet", "Wim", "Zoë"]


def test_names_typed_with_japanese_commas_are_apart(player: Player) -> None:
    page = new(player, "Spring", who="chosen", others="太郎、花子, Zoë")
    assert sorted(row[1] for row in places(page)) == ["Zoë", "太郎", "花子"]


def test_before_a_league_is_deleted_the_page_says_what_stays(player: Player, spring: Page) -> None:
    page = player.open(f"{spring.path}/deletion")
    assert page.main == (
        "Delete “Spring league”? Its matches stay. You can restore it from the bin for 30 days. Cancel Delete"
    )
    assert page.ways == [(spring.path, "‹"), (spring.path, "Cancel")]
    gone = player.send(page.form("/deletion"))
    assert (gone.path, "The league was deleted." in gone.text) == ("/leagues", True)
    assert "The league was restored." in player.send(gone.form("/restoration")).text


def test_the_first_and_the_last_day_of_matches_needed_are_kept_to_their_limits(player: Player) -> None:
    for typed, status in (("999", 200), ("0", 200), ("1000", 422), ("-1", 422), ("x", 422)):
        assert new(player, f"League {typed}", minimum=typed).status == status, typed


def test_the_last_page_of_the_matches_of_a_league_leads_back_alone(
    player: Player, monkeypatch: pytest.MonkeyPatch, spring: Page
) -> None:
    monkeypatch.setattr(views, "_ON_A_PAGE", 1)
    first = player.open(f"{spring.path}/matches")
    assert first.ways[-1] == (f"{spring.path}/matches?page=2", "Older matches")
    last = player.open(first.ways[-1][0])
    assert last.ways[-1] == (f"{spring.path}/matches?page=1", "Later matches")
    assert [len(ids(page)) for page in (first, last)] == [1, 1]
    assert ids(first) != ids(last)
    assert [player.open(f"{spring.path}/matches?page={page}").status for page in (0, 3)] == [200, 404]


def test_the_files_of_a_league_say_in_words_and_numbers_what_its_matches_brought(player: Player) -> None:
    play(player, "Anna", "Piet", "Wim", ruleset="polish_all")
    play(player, "Anna", "Piet", day="2026-02-15")
    usual = new(player, "Usual", since="2026-02-01", until="2026-03-01").path
    coins = new(player, "Coins", scheme="coins", minimum=2).path
    dutch = new(player, "Dutch", scheme="coins", rules="Dutch Wikipedia").path
    written = [player.client.get(f"{league}/table.txt").text for league in (usual, coins, dutch)]
    assert written == [
        "Usual\nFeb 1, 2026 – Mar 1, 2026\n\n"
        "1. Anna: points 6, 2 matches, 2 won, coins +10, in the rounds +5\n"
        "2. Piet: points ½, 2 matches, 0 won, coins −5, in the rounds 0\n"
        "2. Wim: points ½, 1 match, 0 won, coins −5, in the rounds 0\n",
        "Coins\n\n"
        "1. Anna: 2 matches, 2 won, coins +10, in the rounds +5\n"
        "2. Piet: 2 matches, 0 won, coins −5, in the rounds 0\n"
        "– Wim: 1 match, 0 won, coins −5, in the rounds 0\n",
        "Dutch\n\n1. Anna: 1 match, 1 won, in the rounds +5\n2. Piet: 1 match, 0 won, in the rounds 0\n",
    ]
    assert player.client.get(f"{coins}/table.csv").data.decode("utf-8-sig").splitlines() == [
        "Place,Player,Matches,Won,Tied,Lost,Coins,Points,Match points",
        "1,Anna,2,2,0,0,10,5,0",
        "2,Piet,2,0,0,2,-5,0,0",
        ",Wim,1,0,0,1,-5,0,0",
    ]


@pytest.mark.parametrize(
    ("sixths", "written"),
    [(0, "0"), (1, "⅙"), (2, "⅓"), (3, "½"), (4, "⅔"), (5, "⅚"), (6, "1"), (15, "2½"), (17, "2⅚")],
)
def test_shared_match_points_are_written_as_fractions(sixths: int, written: str) -> None:
    assert match_points(Fraction(sixths, 6)) == written


def test_the_calendar_has_every_date_of_a_league_each_once(player: Player, spring: Page) -> None:
    answer = player.client.get(f"{spring.path}/table.ics")
    assert answer.headers["Content-Disposition"] == "attachment; filename=koi-koi-Spring_league.ics"
    lines = answer.text.splitlines()
    said = [line for line in lines if line.startswith(("DTSTART", "SUMMARY", "DESCRIPTION", "LOCATION"))]
    assert [line.partition(":")[2].replace("\\", "") for line in said if "2026" in line] == [
        "20260214",
        "20260220",
    ]
    assert sum("Spring league" in line for line in said) == 2
    assert sum("at Anna" in line for line in said) == 1
    uids = [line for line in lines if line.startswith("UID")]
    assert len(set(uids)) == 2
    again = player.client.get(f"{spring.path}/table.ics").text.splitlines()
    assert [line for line in again if line.startswith("UID")] == uids, "a calendar knows them again"


def test_whoever_is_in_a_league_is_not_folded_away(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "_RECENT", 1)
    for names in (("Anna", "Ben"), ("Cleo", "dan"), ("Eve", "Finn")):
        play(player, *names)
        folded = "More players" in player.open("/leagues/new").main
        assert folded is (names[0] != "Anna"), "as many as are shown are too few to be folded"
    offered = player.open("/leagues/new").form("/leagues").offers("player")
    assert offered[1:5] == [id_of(name) for name in ("Anna", "Ben", "Cleo", "dan")], "by name"
    page = new(player, "Spring", "Anna", "Ben")
    assert "More players 4 " in player.open(f"{page.path}/edit").main
    assert "More players 5 " in player.open("/leagues/new").main


def test_the_form_keeps_rules_by_which_no_match_is_left(player: Player, installation: Installation) -> None:
    shelf = Shelf(installation)
    shelf.match("first", "Anna", "Ben")
    page = new(player, "Spring", rules="Dutch Wikipedia")
    shelf.discard("first")
    form = player.open(f"{page.path}/edit").form(page.path)
    assert (form["rules"], form.offers("rules")) == ("Dutch Wikipedia", ["", "Dutch Wikipedia"])


def test_who_has_no_place_yet_is_told_none_at_the_end_of_a_match(player: Player) -> None:
    new(player, "Spring league", minimum=2)
    first = play(player, "Anna", "Piet")
    assert first.status == 200
    assert "Spring league" in first.text and "in place" not in first.text
    assert "Spring league · Anna in place 1" in play(player, "Anna", "Piet").text


def test_a_known_player_typed_as_a_new_one_keeps_the_name(player: Player) -> None:
    play(player, "Anna", "Piet")
    page = new(player, "Spring", who="chosen", others="ANNA, Zoë")
    assert sorted(row[1] for row in places(page)) == ["Anna", "Zoë"]
    zoe = player.open(f"/history?player={id_of('Zoë')}")
    assert zoe.main.endswith("No matches found.")
    assert zoe.form("/history")["player"] == id_of("Zoë"), "although nobody played against her"


def test_a_league_counts_the_matches_of_the_game_that_was_chosen(player: Player) -> None:
    play(player, "Anna", "Ben")
    counted = {"type": "match-started", "players": ["Cleo", "Dan"], "ruleset": "hana_awase", "rounds": 1}
    store_match(player, counted, {"type": "round-exhausted", "piles": ["01B 03B", "08B 12B"]})
    page = new(player, "Spring league", game="Hana-Awase")
    assert [row[1] for row in places(page)] == ["Cleo", "Dan"]
    page = player.send(player.open(f"{page.path}/edit").form(page.path).fill(game="Koi-Koi"))
    assert [row[1] for row in places(page)] == ["Anna", "Ben"]


@pytest.mark.parametrize(("asked", "status"), [("", 200), ("x", 200), ("0", 200), ("1", 200), ("2", 404)])
def test_a_part_of_the_matches_that_no_number_names_is_the_first(
    player: Player, spring: Page, asked: str, status: int
) -> None:
    page = player.open(f"{spring.path}/matches?page={asked}")
    assert page.status == status
    assert len(ids(page)) == (2 if status == 200 else 0)
