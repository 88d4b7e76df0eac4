"""An evening: its matches, what everybody won over it, and the text for the group chat."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.archive.players import KIND, id_of
from scorekeeper.installation import Installation
from scorekeeper.times import utc_now

from .fixtures import Table
from .guests import code_of, guest, tonight
from .player import Player
from .stored_matches import Shelf


@pytest.fixture
def shelf(installation: Installation) -> Shelf:
    return Shelf(installation)


@pytest.fixture
def evening(shelf: Shelf) -> Shelf:
    """Three matches on an evening, one of them of three players; one the day before, and one later."""
    shelf.match("before", "Anna", "Ben", at="2026-02-13T19:00:00Z")
    shelf.match("first", "Anna", "Ben", at="2026-02-14T18:00:00Z")
    shelf.match("second", "Ben", "Cleo", "Anna", ruleset="polish_all", wins=1, at="2026-02-14T20:00:00Z")
    shelf.match("third", "Anna", "Ben", rounds=2, wins=1, at="2026-02-15T00:30:00Z")
    shelf.match("after", "Anna", "Ben", at="2026-02-16T19:00:00Z")
    return shelf


def test_the_coins_of_everybody_are_added_up(evening: Shelf, player: Player) -> None:
    page = player.open("/evenings/2026-02-14")
    assert "3 matches" in page.text
    # Anna +5 −5 +0, Ben +0 −5 +5: two players are paid by the bank, three by one another
    assert "Player Matches Won Coins Points Cleo 1 1 +10 0 Anna 3 1 −5 +5 Ben 3 0 −5 +5 " in page.text


def test_the_matches_come_in_the_order_in_which_they_were_played(evening: Shelf, player: Player) -> None:
    text = player.open("/evenings/2026-02-14").text
    played = text.partition("3 matches")[2]
    assert played.index("Anna won") < played.index("Cleo won") < played.index("Not finished")


def test_a_name_leads_to_the_page_of_its_player(evening: Shelf, player: Player) -> None:
    page = player.open("/evenings/2026-02-14")
    assert page.link("Cleo") == f"/players/{id_of('Cleo')}"
    assert player.open(page.link("Cleo")).status == 200


def test_the_best_hand_leads_to_its_round(evening: Shelf, player: Player) -> None:
    evening.match("great", "Dan", "Ben", at="2026-02-14T21:00:00Z", rounds=2, wins=None)
    store = evening.store()
    store.append(
        "great",
        1,
        [{"type": "round-won", "id": "r", "player": 0, "piles": ["01B 03B 08B 11B 12B", None]}],
    )
    store.close()
    page = player.open("/evenings/2026-02-14")
    assert "The best round Dan · Round 1" in page.text
    assert player.open(page.link("Round 1")).path == "/matches/great/rounds/1"


def test_an_evening_leads_to_the_one_before_and_after_it(evening: Shelf, player: Player) -> None:
    page = player.open("/evenings/2026-02-14")
    assert player.open(page.link("Feb 13, 2026")).path == "/evenings/2026-02-13"
    after = player.open(page.link("Feb 16, 2026"))
    assert after.path == "/evenings/2026-02-16"
    assert not any("Feb 17" in words for _, words in after.links)
    assert player.open(after.link("Feb 14, 2026")).path == "/evenings/2026-02-14"


def test_an_evening_without_matches_says_so_and_leads_on(evening: Shelf, player: Player) -> None:
    page = player.open("/evenings/2026-02-15")
    assert (page.status, "Nobody played on this evening." in page.text) == (200, True)
    assert [words for _, words in page.links if "Feb" in words] == [
        "‹ Sat, Feb 14, 2026",
        "Mon, Feb 16, 2026 ›",
    ]
    assert player.open("/evenings/2026-02-15.txt").status == 404
    assert player.open("/evenings/0001-01-01").status == 200
    assert player.open("/evenings/9999-12-31").status == 200


@pytest.mark.parametrize(
    "day", ["2026-02-30", "2026-2-14", "today", "20260214", "2026-02-14T19:00", "10000-01-01"]
)
def test_what_is_no_day_is_not_found(evening: Shelf, player: Player, day: str) -> None:
    assert player.open(f"/evenings/{day}").status == 404
    assert player.open(f"/evenings/{day}.txt").status == 404


def test_a_match_in_the_bin_counts_no_more(evening: Shelf, player: Player) -> None:
    evening.discard("second")
    page = player.open("/evenings/2026-02-14")
    assert "Cleo" not in page.text
    assert "Anna 2 1 +5 Ben 2 0 +5" in page.text


def test_who_turned_out_to_be_another_has_one_row(evening: Shelf, player: Player) -> None:
    store = evening.store()
    store.documents.put(KIND, id_of("Cleo"), 0, {"merged_into": id_of("Anna")})
    store.close()
    assert "Anna 3 2 +5 +5 Ben 3 0 −5 +5" in player.open("/evenings/2026-02-14").text


def test_who_turned_out_to_have_both_seats_won_the_match_that_they_tied(shelf: Shelf, player: Player) -> None:
    shelf.match("first", "Anna", "Ben", wins=None)
    store = shelf.store()
    store.append("first", 1, [{"type": "round-exhausted", "id": "drawn"}])
    assert "Anna 1 0 0 Ben 1 0 0" in player.open("/evenings/2026-02-14").text
    store.documents.put(KIND, id_of("Ben"), 0, {"merged_into": id_of("Anna")})
    store.close()
    assert "Anna 1 1 0" in player.open("/evenings/2026-02-14").text


def test_a_match_that_ended_before_its_first_round_is_won_by_nobody(shelf: Shelf, player: Player) -> None:
    shelf.match("first", "Anna", "Ben", wins=None)
    store = shelf.store()
    store.append("first", 1, [{"type": "match-ended", "id": "end", "reason": ""}])
    store.close()
    page = player.open("/evenings/2026-02-14")
    assert "No round was played · 0 rounds" in page.text
    assert "Anna 0 0 0 Ben 0 0 0" in page.text


def test_where_coins_and_points_were_played_for_who_won_more_matches_is_first(
    shelf: Shelf, player: Player
) -> None:
    shelf.match("first", "Anna", "Ben", at="2026-02-14T18:00:00Z")
    shelf.match("second", "Anna", "Ben", at="2026-02-14T19:00:00Z")
    shelf.match("third", "Ben", "Cleo", "Anna", ruleset="polish_all", wins=1, at="2026-02-14T20:00:00Z")
    assert "Anna 3 2 −5 +10 Cleo 1 1 +10 0 Ben 3 0 −5 0 " in player.open("/evenings/2026-02-14").text


def test_the_text_says_it_all(evening: Shelf, player: Player) -> None:
    evening.remark("first", place="Kraków")
    evening.remark("second", place="Kraków")
    evening.remark("third", place="Gdańsk")
    page = player.open("/evenings/2026-02-14")
    answer = player.client.get(page.link("Text for the chat"))
    assert answer.headers["Content-Disposition"].endswith("koi-koi-2026_02_14.txt")
    assert answer.get_data(as_text=True) == (
        "Koi-Koi, Sat, Feb 14, 2026\nKraków, Gdańsk\n\nAnna 25 – Ben 20 (Anna won)\nBen 15 – Cleo 30 – "
        "Anna 15 (Cleo won)\nAnna 20 – Ben 25 (Not finished)\n\nCleo coins +10, points 0, 1 match "
        "won\nAnna coins −5, points +5, 1 match won\nBen coins −5, points +5, 0 matches won\n\nBest round: "
        "Anna, 5 points (Three brights)\n"
    )


@pytest.mark.parametrize(
    ("events", "ended"),
    [
        ([], "Not finished"),
        ([{"type": "match-ended", "id": "end", "reason": ""}], "No round was played"),
        ([{"type": "round-exhausted", "id": "drawn"}], "A tie"),
    ],
)
def test_the_page_and_the_text_say_why_nobody_won_a_match(
    shelf: Shelf, player: Player, events: list[dict[str, str]], ended: str
) -> None:
    shelf.match("first", "Anna", "Ben", wins=None)
    with closing(shelf.store()) as store:
        if events:
            store.append("first", 1, events)
    page = player.open("/evenings/2026-02-14")
    assert f"{ended} · " in page.text
    text = player.client.get(page.link("Text for the chat")).text
    assert f"Anna 20 – Ben 20 ({ended})" in text.splitlines()


def test_the_end_of_a_match_leads_to_its_evening_if_there_was_another(player: Player, table: Table) -> None:
    first = table.score(table.begin(rounds=1), 0, "01B 03B 08B")
    assert not any("The whole evening" in words for _, words in first.links)
    table.begin("Cleo", "Dan")
    page = player.open(player.open(first.path).link("The whole evening"))
    assert "2 matches" in page.text
    assert "Anna – Ben" in page.text
    assert "Cleo – Dan" in page.text


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:00:00Z"])
def test_a_match_at_the_end_of_the_calendar_is_shown(player: Player, shelf: Shelf, at: str) -> None:
    address = shelf.match("first", "Anna", "Ben", at=at)
    shelf.match("second", "Anna", "Ben", at=at)
    assert player.open(address).status == 200


def test_matches_of_other_evenings_are_not_of_this_one(player: Player, evening: Shelf) -> None:
    address = "/matches/before"
    assert not any("The whole evening" in words for _, words in player.open(address).links)
    evening.match("another", "Anna", "Cleo", at="2026-02-13T22:00:00Z")
    assert player.open(player.open(address).link("The whole evening")).path == "/evenings/2026-02-13"


def test_an_evening_says_what_it_brought_and_leads_on(evening: Shelf, player: Player) -> None:
    evening.discard("second")
    evening.remark("first", place="Kraków", note="snow")
    page = player.open("/evenings/2026-02-14")
    assert page.main == (
        "Sat, Feb 14, 2026 · Kraków Points over the evening Player Matches Won Points "
        "Anna 2 1 +5 Ben 2 0 +5 Most wins, all evenings The best round Anna · Round 1 5 Three brights "
        "2 matches Anna – Ben 25 : 20 Anna won · 1 round · Dutch Wikipedia · Kraków "
        "Scoresheet Anna – Ben snow "
        "Anna – Ben 20 : 25 Not finished · 1 round · Dutch Wikipedia Scoresheet Anna – Ben "
        "Share or print Text for the chat Copy Share Print ‹ Fri, Feb 13, 2026 Mon, Feb 16, 2026 ›"
    )
    assert [address for address, _ in page.ways] == [
        *("/history", f"/players/{id_of('Anna')}", f"/players/{id_of('Ben')}", "/players?order=won"),
        *("/matches/first/rounds/1", "/matches/first", "/matches/first/sheet"),
        *("/matches/third", "/matches/third/sheet", "/evenings/2026-02-14.txt"),
        *("/evenings/2026-02-13", "/evenings/2026-02-16"),
    ]
    assert page.html.count("koi-koi-2026_02_14.txt") == 2
    assert "<small>Kraków</small></h1>" in page.html
    drawn = page.html.partition('class="best"')[2].partition("</section>")[0]
    assert re.findall(r"#(\d\d\w)", drawn) == ["01B", "03B", "08B"]


@pytest.mark.parametrize(
    ("rules", "head"),
    [
        (["dutch"], "Points over the evening Player Matches Won Points "),
        (["polish_all"], "Coins over the evening Player Matches Won Coins "),
        (["dutch", "polish_all"], "What the evening brought Player Matches Won Coins Points "),
    ],
)
def test_an_evening_is_headed_by_what_was_played_for(
    shelf: Shelf, player: Player, rules: list[str], head: str
) -> None:
    for name in rules:
        shelf.match(name, "Anna", "Ben", ruleset=name)
    page = player.open("/evenings/2026-02-14")
    assert page.main.startswith(f"Sat, Feb 14, 2026 {head}Anna ")
    assert (' two-units"' in page.html) is (len(rules) == 2)


def test_an_evening_without_a_match_leads_to_those_with_one(evening: Shelf, player: Player) -> None:
    page = player.open("/evenings/2026-02-15")
    assert page.main == (
        "Sun, Feb 15, 2026 Nobody played on this evening. ‹ Sat, Feb 14, 2026 Mon, Feb 16, 2026 ›"
    )
    assert player.client.get("/evenings/2026-02-15.txt").status_code == 404
    first, last = player.open("/evenings/2026-02-13"), player.open("/evenings/2026-02-16")
    assert [way[0] for way in (first.ways[-1], last.ways[-1])] == [
        "/evenings/2026-02-14",
        "/evenings/2026-02-14",
    ]


def test_an_evening_of_a_guest_leads_to_no_page_of_all_evenings(
    app: Flask, installation: Installation, shelf: Shelf, player: Player
) -> None:
    night = tonight()
    for id_, at in (("now", utc_now()), ("before", "2026-02-14T19:00:00Z")):
        shelf.match(id_, "Anna", "Ben", at=at)
    phone = guest(app, code_of(installation, "viewer", evening=night))
    page = phone.open(f"/evenings/{night}")
    leads = [address for address, _ in page.ways]
    assert leads == [
        *("/", "/matches/now/rounds/1", "/matches/now", "/matches/now/sheet", f"/evenings/{night}.txt")
    ]
    assert "Most wins" not in page.main and "Anna 1 1 +5" in page.main
    assert phone.client.get(f"/evenings/{night}.txt").text.endswith(
        "Best round: Anna, 5 points (Three brights)\n"
    )
    assert phone.open("/evenings/2026-02-14").status == 403
