"""What the list of the players and the page of each say, and where they lead."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.archive.players import id_of
from scorekeeper.installation import Installation
from scorekeeper.web.players import page as player_page
from scorekeeper.web.players import views

from .guests import code_of, guest
from .one_round import ANNA, BEN
from .player import Page, Player
from .stored_matches import Shelf, store_match

CLEO = id_of("Cleo")
FIELDS = "Player Against Rules Finished? First day Last day Show "
COUNTS = "Every match counts that is finished and of which at least one round was played."
COLUMNS = "Player Matches Won Coins Points "
ORDERS = "Who played last Who won most Most coins Which matches count "
EDITING = (
    "Edit player Rename New name Rename Is the same person as… The other player Continue "
    "Only a guest Archive Guests and archived players are listed separately and not suggested."
)


@pytest.fixture
def four(installation: Installation) -> Shelf:
    """Four matches by three rule sets; the third is not finished."""
    shelf = Shelf(installation)
    shelf.match("first", "Anna", "Ben", at="2026-02-13T19:00:00Z")
    shelf.match("second", "Anna", "Cleo", ruleset="russian", wins=1, at="2026-02-14T19:00:00Z")
    shelf.match("third", "Ben", "Cleo", "Anna", ruleset="polish_all", wins=None, at="2026-02-14T21:00:00Z")
    shelf.match("fourth", "Anna", "Ben", ruleset="polish_all", at="2026-02-15T21:00:00Z")
    return shelf


def offers(page: Page) -> list[tuple[str, list[tuple[str, str]], list[tuple[str, str]]]]:
    """What each form of a page would send, and its buttons that say something."""
    return [
        (
            form.action,
            [(name, value) for name, value in form.values().items() if name != "csrf_token"],
            [(button.name, button.value) for button in form.buttons if button.name],
        )
        for form in page.forms
    ]


@pytest.mark.parametrize(
    ("order", "table", "ids"),
    [
        (
            "last",
            f"{COLUMNS}Ben Feb 15, 2026 2 0 0% −5 0 Anna Feb 15, 2026 3 2 67% 0 +5 "
            "Cleo Feb 14, 2026 1 1 100% +5 0 ",
            [BEN, ANNA, CLEO],
        ),
        (
            "won",
            f"Place {COLUMNS}1 Anna 3 2 67% 0 +5 2 Cleo 1 1 100% +5 0 3 Ben 2 0 0% −5 0 ",
            [ANNA, CLEO, BEN],
        ),
        (
            "coins",
            f"Place {COLUMNS}1 Cleo 1 1 100% +5 0 2 Anna 3 2 67% 0 +5 3 Ben 2 0 0% −5 0 ",
            [CLEO, ANNA, BEN],
        ),
    ],
)
def test_the_list_is_in_the_order_that_was_asked_for_and_says_it(
    four: Shelf, player: Player, order: str, table: str, ids: list[str]
) -> None:
    page = player.open(f"/players?order={order}")
    assert page.main == f"{ORDERS}{FIELDS}{table}{COUNTS}"
    assert [address for address, _ in page.ways] == [
        *("/", f"/players.csv?order={order}"),
        *(f"/players?order={key}" for key in ("last", "won", "coins")),
        *(f"/players/{id_}" for id_ in ids),
    ]
    assert f'href="/players?order={order}" aria-current="true"' in page.html
    assert page.html.count("aria-current") == 1
    decides = {"last": 0, "won": 3, "coins": 6}[order]
    assert page.html.count(" decides") == decides
    assert page.form("/players")["order"] == order
    written = player.client.get(f"/players.csv?order={order}").data.decode("utf-8-sig").splitlines()
    rows = {
        ANNA: "Anna,4,3,2,0,5,2026-02-15,0,0",
        BEN: "Ben,3,2,0,-5,0,2026-02-15,0,0",
        CLEO: "Cleo,2,1,1,5,0,2026-02-14,0,0",
    }
    assert written == [
        "Player,Matches,Finished matches,Won,Coins,Points,Last match,Guest,Archived",
        *(rows[id_] for id_ in ids),
    ]


def test_a_list_of_points_alone_is_ordered_by_points(player: Player, installation: Installation) -> None:
    Shelf(installation).match("first", "Anna", "Ben")
    assert player.open("/players").main == (
        f"Who played last Who won most Most points Which matches count {FIELDS}"
        f"Player Matches Won Points Ben Feb 14, 2026 1 0 0% 0 Anna Feb 14, 2026 1 1 100% +5 {COUNTS}"
    )


def test_guests_and_archived_players_stay_folded_until_somebody_is_searched(
    four: Shelf, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_MANY", 2)
    player.send(player.open(f"/players/{BEN}").form("/marks"), "guest=yes")
    player.send(player.open(f"/players/{CLEO}").forms[-1], "archived=yes")
    page = player.open("/players?order=won")
    assert page.main.endswith(
        f"Show Place {COLUMNS}1 Anna 3 2 67% 0 +5 "
        f"Guests 1 {COLUMNS}Ben Feb 15, 2026 2 0 0% −5 0 "
        f"Archived players 1 {COLUMNS}Cleo Feb 14, 2026 1 1 100% +5 0 {COUNTS}"
    )
    assert '<details class="panel" open>' not in page.html
    found = player.send(page.form("/players").fill(q="ben"))
    assert found.main.endswith(
        f"Show Guests 1 {COLUMNS}Ben Feb 15, 2026 2 0 0% −5 0 {COUNTS} Show all players"
    )
    assert found.html.count('<details class="panel" open>') == 1
    assert found.link("Show all players") == "/players?order=won"
    nobody = player.open("/players?order=won&q=zoe")
    assert nobody.main.endswith("Show No player is called “zoe”. Show all players")
    assert player.client.get("/players.csv?q=ben").data.decode("utf-8-sig").splitlines()[1:] == [
        "Ben,3,2,0,-5,0,2026-02-15,1,0"
    ]
    assert player.client.get("/players.csv").text.count("2026-02-14,0,1") == 1


def test_a_filter_of_the_list_that_leaves_nothing_or_is_refused_says_so(four: Shelf, player: Player) -> None:
    empty = player.open("/players?since=2027-01-01&order=won")
    assert empty.main.endswith("Show All matches No matches found.")
    assert empty.form("/players")["order"] == "won"
    refused = player.open("/players?since=x&order=won")
    assert refused.main.endswith("Correct what is marked above, then search again.")
    for address in ("/players.csv?since=x", f"/players?player={ANNA}&against={ANNA}"):
        assert player.open(address).status == 422
    kept = player.open(f"/players?against={BEN}&words=dutch")
    assert kept.form("/players")["words"] == "dutch"
    assert kept.link("Most coins") == f"/players?against={BEN}&words=dutch&order=coins"
    assert [way for way in kept.ways if way[1] in ("Anna", "Cleo")] == []
    rows = "Ben Feb 13, 2026 1 0 0% 0 0 Anna Feb 13, 2026 1 1 100% 0 +5"
    assert kept.main.endswith(f"Show All matches {COLUMNS}{rows} {COUNTS}")


def test_the_page_of_a_player_says_what_all_matches_came_to(four: Shelf, player: Player) -> None:
    page = player.open(f"/players/{ANNA}")
    assert page.main == (
        "3 finished matches Won 2 Lost 1 1 unfinished match does not count here. "
        "Coins over time 0 0 −5 1 2 Anna The curve as a table Match Day Coins 1 Feb 14, 2026 −5 "
        "2 Feb 15, 2026 0 Points over time +5 0 5 1 Anna The curve as a table Match Day Points "
        "1 Feb 13, 2026 5 "
        "Against everybody Player Won Lost Coins Ben 2 0 +5 Cleo 0 1 −5 Won: finished ahead. "
        "By rule set Rule set Won Lost Coins Points Dutch Wikipedia 1 0 0 +5 "
        "Polish booklet, optional rules 1 0 +5 0 Russian booklet 0 1 −5 0 "
        "Coins of several rule sets are added together here. "
        "A point may be worth more coins in one of them than in another. "
        "Latest matches Anna – Ben 25 : 15 Anna won · 1 round · Feb 15, 2026 "
        "Ben – Cleo – Anna 20 : 20 : 20 Round 1 of 1, Ben deals · Feb 14, 2026 "
        "Anna – Cleo 15 : 25 Cleo won · 1 round · Feb 14, 2026 "
        "Anna – Ben 25 : 20 Anna won · 1 round · Feb 13, 2026 All matches of Anna "
        "Was it somebody else of the same name? Open the match, then “About this match” and “Who played”. "
        "The best round 5 Three brights "
        "Favourite yaku Yaku How often Points Rounds Three brights sankō 三光 2 of 2 5.0 2 "
        "from 2 won rounds with known cards "
        "Koi-koi Anna never called koi-koi. from 3 rounds "
        "As the dealer, and not Dealer Not the dealer Rounds 3 0 Rounds won 2 of 3 – "
        f"Coins of a round 0.0 from 2 rounds – Unfinished matches count here too. {EDITING}"
    )
    assert page.ways == [
        ("/players", "‹"),
        ("#change", "Edit player"),
        (f"/players/{ANNA}.csv", "Spreadsheet (CSV)"),
        (f"/players/{BEN}", "Ben"),
        (f"/players/{CLEO}", "Cleo"),
        ("/matches/fourth", "Anna – Ben 25 : 15 Anna won · 1 round · Feb 15, 2026"),
        ("/matches/third", "Ben – Cleo – Anna 20 : 20 : 20 Round 1 of 1, Ben deals · Feb 14, 2026"),
        ("/matches/second", "Anna – Cleo 15 : 25 Cleo won · 1 round · Feb 14, 2026"),
        ("/matches/first", "Anna – Ben 25 : 20 Anna won · 1 round · Feb 13, 2026"),
        (f"/history?player={ANNA}", "All matches of Anna"),
        ("/matches/first/rounds/1", "The best round"),
    ]
    own = f"/players/{ANNA}"
    assert offers(page) == [
        (f"{own}/name", [("version", "0"), ("name", "Anna")], []),
        (f"{own}/merger", [("version", "0"), ("into", "")], []),
        (f"{own}/marks", [("version", "0")], [("guest", "yes")]),
        (f"{own}/marks", [("version", "0")], [("archived", "yes")]),
    ]
    assert page.form("/merger").offers("into") == ["", BEN, CLEO]


def test_the_file_of_a_player_has_every_number_of_the_page(four: Shelf, player: Player) -> None:
    answer = player.client.get(f"/players/{ANNA}.csv")
    assert answer.headers["Content-Disposition"] == "attachment; filename=koi-koi-Anna.csv"
    assert answer.data.decode("utf-8-sig").splitlines() == [
        "What,Name,Matches,Rounds,Won,Lost,Tied,Points,Coins",
        "Finished matches,,3,,2,1,0,5,0",
        "Against,Ben,2,,2,0,0,,5",
        "Against,Cleo,1,,0,1,0,,-5",
        "Rule set,Dutch Wikipedia,1,,1,0,0,5,0",
        'Rule set,"Polish booklet, optional rules",1,,1,0,0,0,5',
        "Rule set,Russian booklet,1,,0,1,0,0,-5",
        "Dealer,,,3,2,,,10,0",
        "Not the dealer,,,0,0,,,0,",
        "Koi-koi,Won,,0,,,,,",
        "Koi-koi,Lost,,0,,,,,",
        "Koi-koi,Nobody won,,0,,,,,",
        "Yaku,Three brights,,2,2,,,10,",
        "Coins after a match,2026-02-14,1,,,,,,-5",
        "Coins after a match,2026-02-15,1,,,,,,0",
        "Points after a match,2026-02-13,1,,,,,5,",
    ]


def test_the_page_of_one_unfinished_match_says_no_more_than_it_knows(
    installation: Installation, player: Player
) -> None:
    Shelf(installation).match("first", "Anna", "Ben", wins=None)
    assert player.open(f"/players/{ANNA}").main == (
        "0 finished matches 1 unfinished match does not count here. "
        "Latest matches Anna – Ben 20 : 20 Round 1 of 1, Anna deals · Feb 14, 2026 All matches of Anna "
        "Was it somebody else of the same name? Open the match, then “About this match” and “Who played”. "
        f"{EDITING}"
    )


def test_ten_matches_and_eight_yaku_are_on_the_page_of_a_player(
    installation: Installation, player: Player
) -> None:
    assert (player_page._LATEST, player_page._FAVOURITES) == (10, 8)
    shelf = Shelf(installation)
    for number in range(11):
        shelf.match(f"m{number:02}", "Anna", "Ben", at=f"2026-02-{number + 1:02}T19:00:00Z")
    ways = player.open(f"/players/{ANNA}").ways
    listed = [address for address, words in ways if " – " in words]
    assert listed == [f"/matches/m{number:02}" for number in range(10, 0, -1)]
    start = {"type": "match-started", "players": ["Cleo", "Dan"], "ruleset": "nintendo_jp"}
    for pile in ("01B 03B 08B", "01B 03B 08B 11B 12B 02A 06A 07A 09A 10A 01R 02R 03R 06R 09R 10R 10C"):
        store_match(player, start, {"type": "round-won", "player": 0, "piles": [pile, None]})
    yaku = player.open(f"/players/{CLEO}").main.partition("Favourite yaku ")[2].partition(" from ")[0]
    assert yaku.count(" of 2 ") == 8


def test_who_may_only_look_is_offered_no_change_of_a_player(
    app: Flask, installation: Installation, four: Shelf
) -> None:
    viewer = guest(app, code_of(installation, "viewer"))
    page = viewer.open(f"/players/{ANNA}")
    assert (page.forms, "Edit player" in page.text) == ([], False)
    assert page.link("Ben") == f"/players/{BEN}"


def test_before_two_are_merged_the_page_says_what_will_count_for_whom(four: Shelf, player: Player) -> None:
    form = player.open(f"/players/{ANNA}").form("/merger")
    page = player.send(form.fill(into=CLEO))
    assert page.beside("into").startswith("Anna and Cleo played against each other")
    Shelf(four.installation).match("fifth", "Dan", "Ben", at="2026-02-16T19:00:00Z")
    page = player.send(player.open(f"/players/{id_of('Dan')}").form("/merger").fill(into=ANNA))
    assert page.main == (
        "Dan = Anna 1 match of Dan will count for Anna; the scoresheets stay as they are. "
        "On the page of Anna you can separate them again. Cancel They are the same person"
    )
    assert page.ways == [(f"/players/{id_of('Dan')}", "‹"), (f"/players/{id_of('Dan')}", "Cancel")]
    assert offers(page) == [
        (f"/players/{id_of('Dan')}/merger", [("version", "0"), ("into", ANNA)], [("sure", "yes")])
    ]
    merged = player.send(page.form("/merger"), "sure=yes")
    assert merged.main.startswith("Dan now counts as Anna. 4 finished matches Won 3 Lost 1 1 unfinished")
    assert "also: Dan Separate again" in merged.main
    assert merged.form("/separation").action == f"/players/{id_of('Dan')}/separation"
    named = player.open(f"/players/{id_of('Dan')}.csv")
    assert named.html.removeprefix("\ufeff").splitlines()[1] == "Finished matches,,4,,3,1,0,10,0"


def test_a_name_that_is_taken_opens_its_fold_and_says_it_on_top(four: Shelf, player: Player) -> None:
    page = player.send(player.open(f"/players/{ANNA}").form("/name").fill(name="ben"))
    assert page.main.startswith("Another player is already called Ben. 3 finished matches")
    assert page.html.count('<details class="panel" open>') == 1
    assert offers(page)[:2] == [
        (f"/players/{ANNA}/name", [("version", "0"), ("name", "ben")], []),
        (f"/players/{ANNA}/merger", [("version", "0")], [("into", BEN)]),
    ]
    late = player.send(player.open(f"/players/{ANNA}").form("/marks").force("version", "7"), "guest=yes")
    assert late.link("Somebody else has changed this") == "#change"


def test_every_page_of_what_was_played_is_titled(four: Shelf, player: Player) -> None:
    league = player.send(player.open("/leagues/new").form("/leagues").fill(name="Spring"))
    titles = {
        "/history": "All matches", "/players": "The players", f"/players/{ANNA}": "Anna",
        "/figures": "Statistics", "/evenings/2026-02-14": "Sat, Feb 14, 2026", "/leagues": "Leagues",
        league.path: "Spring", f"{league.path}/matches": "Matches: Spring",
        f"{league.path}/edit": "Edit the league", f"{league.path}/deletion": "Delete the league",
        "/leagues/new": "New league", "/records/new": "Import matches", "/bin": "Bin",
        "/matches/first/sheet": "Scoresheet: Anna – Ben",
    }  # fmt: skip
    for address, title in titles.items():
        page = player.open(address)
        assert page.title == title
        assert page.heading and page.heading in title


def test_equal_players_are_listed_by_name_whatever_its_capitals(
    player: Player, installation: Installation
) -> None:
    for names in (("Zed", "Ben"), ("amy", "Cleo")):
        Shelf(installation).match(names[0], *names)
    ways = player.open("/players?order=won").ways
    assert [words for _, words in ways[-4:]] == ["amy", "Zed", "Ben", "Cleo"]
