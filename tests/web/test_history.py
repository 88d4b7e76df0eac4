"""History: every match is found by what is known of it, and leads to its sheet and its evening."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

import pytest
from clocks import computer_in
from flask import Flask

from scorekeeper.archive.players import KIND, id_of
from scorekeeper.installation import Installation

from .fixtures import Table
from .guests import code_of, guest
from .player import Page, Player
from .stored_matches import Shelf

ANNA, BEN, CLEO = map(id_of, ("Anna", "Ben", "Cleo"))


@pytest.fixture
def shelf(installation: Installation) -> Shelf:
    return Shelf(installation)


@pytest.fixture
def three(shelf: Shelf) -> Shelf:
    """Three matches on two evenings."""
    shelf.match("first", "Anna", "Ben", at="2026-02-13T19:00:00Z")
    shelf.match("second", "Anna", "Cleo", ruleset="russian", wins=1, at="2026-02-14T19:00:00Z")
    shelf.match("third", "Ben", "Cleo", "Anna", ruleset="polish_all", wins=None, at="2026-02-14T21:00:00Z")
    return shelf


def found(page: Page) -> list[str]:
    """The ids of the matches that a page lists, in its order."""
    return re.findall(r'<li><a href="/matches/([\w-]+)"', page.html)


def rows(player: Player, address: str = "/history.csv") -> list[dict[str, str]]:
    written = player.client.get(address).get_data().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(written)))


def test_without_matches_history_says_so(player: Player) -> None:
    page = player.open("/history")
    assert (page.status, found(page)) == (200, [])
    assert "No matches yet" in page.text


def test_home_leads_to_all_matches_the_latest_first(three: Shelf, player: Player) -> None:
    page = player.open(player.open("/").link("All matches"))
    assert found(page) == ["third", "second", "first"]
    assert "3 matches" in page.text
    assert "Cleo won · 1 round · Russian booklet" in page.text
    assert "Not finished · 0 rounds" in page.text
    assert player.open(player.open("/").link("Search all matches")).path == "/history"


def test_a_row_leads_to_the_notepad_the_sheet_and_the_evening(three: Shelf, player: Player) -> None:
    page = player.open("/history")
    assert page.link("Anna – Cleo") == "/matches/second"
    assert player.open(page.link("Scoresheet")).path == "/matches/third/sheet"
    assert player.open(page.link("Feb 13, 2026")).path == "/evenings/2026-02-13"


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ("", ["third", "second", "first"]),
        (f"player={ANNA}&against={BEN}", ["third", "first"]),
        (f"player={BEN}&against={ANNA}&state=finished", ["first"]),
        (f"player={CLEO}&since=2026-02-14&until=2026-02-14&state=unfinished", ["third"]),
        ("until=2026-02-13", ["first"]),
        ("since=2026-02-14", ["third", "second"]),
        ("since=2026-02-15", []),
        ("words=cleo+ANNA", ["third", "second"]),
        ("words=cleo+nobody", []),
        ("words=dutch&state=finished", ["first"]),
        ("state=sideways", ["third", "second", "first"]),
        (f"player={CLEO}&rules=Dutch+Wikipedia", []),
    ],
)
def test_filters_count_together(three: Shelf, player: Player, asked: str, ids: list[str]) -> None:
    page = player.open(f"/history?{asked}")
    assert (page.status, found(page)) == (200, ids)
    expected = {0: "No matches found.", 1: "1 match "}.get(len(ids), f"{len(ids)} matches")
    assert expected in page.text


def test_the_form_finds_what_it_offers_and_keeps_what_was_chosen(three: Shelf, player: Player) -> None:
    form = player.open("/history").form("/history")
    assert form.offers("player") == ["", ANNA, BEN, CLEO]
    page = player.send(form.fill(player=CLEO, rules="Russian booklet", since="2026-02-01", words="anna"))
    assert found(page) == ["second"]
    again = page.form("/history")
    assert [again[name] for name in ("player", "rules", "since", "words")] == [
        CLEO,
        "Russian booklet",
        "2026-02-01",
        "anna",
    ]
    assert player.open(page.link("All matches")).url == "/history"


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ("since=2026-02-30", "since", "“2026-02-30” is not a day; write it like 2026-02-14."),
        ("until=yesterday", "until", "“yesterday” is not a day"),
        ("since=20260214", "since", "is not a day"),
        ("until=2026-W07-6", "until", "is not a day"),
        ("since=２０２６-02-14", "since", "is not a day"),
        ("since=2026-02-15&until=2026-02-14", "until", "This day is before the first one."),
        ("player=nobody", "player", "There is no such player."),
        (f"against={id_of('Dan')}", "against", "There is no such player."),
        (f"player={ANNA}&against={ANNA}", "against", "Choose two different players."),
        ("rules=Nobody's", "rules", "No match was played by these rules."),
        (f"words={'x' * 201}", "words", "That is too long: at most 200 characters."),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_nothing_is_lost(
    three: Shelf, player: Player, asked: str, field: str, sentence: str
) -> None:
    page = player.open(f"/history?state=finished&{asked}")
    assert (page.status, found(page)) == (422, [])
    assert sentence in page.beside(field)
    form = page.form("/history")
    assert form["state"] == "finished"
    if field not in ("player", "against"):
        typed = dict(part.split("=") for part in asked.split("&"))[field]
        assert form[field] == typed
    alone = player.open(f"/history.csv?{asked}")
    assert alone.status == 422
    folded = {part.partition("=")[0] for part in asked.split("&")} - {"words"}
    opened = '<details class="panel" open>' in alone.html
    assert opened == bool(folded), "what is wrong in the folded fields is seen at once"
    assert f"Players, rules, days {len(folded) or ''}".strip() in alone.text
    assert alone.link("All matches") == "/history"


@pytest.mark.parametrize(
    "asked", ["since=2026-02-14&until=2026-02-14", f"words={'x' * 200}", f"player={ANNA}&against={BEN}"]
)
def test_what_is_just_possible_is_not_refused(three: Shelf, player: Player, asked: str) -> None:
    assert player.open(f"/history?{asked}").status == 200


def test_who_turned_out_to_be_another_is_found_under_both_ids(three: Shelf, player: Player) -> None:
    store = three.store()
    store.documents.put(KIND, BEN, 0, {"merged_into": CLEO})
    store.close()
    for id_ in (BEN, CLEO):
        page = player.open(f"/history?player={id_}")
        assert found(page) == ["third", "second", "first"]
        assert page.form("/history")["player"] == CLEO
    assert player.open(f"/history?player={BEN}&against={CLEO}").beside("against")


def test_matches_that_began_at_one_moment_are_on_one_page_each(shelf: Shelf, player: Player) -> None:
    names = [f"m{number:02}" for number in (*range(2, 22), 0, 1)]
    for name in names:
        shelf.match(name, "Anna", "Ben", at="2026-02-14T19:00:00Z", wins=None)
    page = player.open("/history")
    older = player.open(page.link("Older matches"))
    assert [*found(page), *found(older)] == names[::-1]


def test_a_place_and_a_note_are_shown_and_searched(three: Shelf, player: Player) -> None:
    three.remark("first", place="Kraków", note="=HYPERLINK(1)\nsnow")
    page = player.open("/history?words=snow+KRAKÓW")
    assert found(page) == ["first"]
    assert "Kraków" in page.text
    assert "=HYPERLINK(1) snow" in page.text


def test_a_match_in_the_bin_is_not_in_the_history_until_it_is_put_back(three: Shelf, player: Player) -> None:
    three.discard("second")
    assert found(player.open("/history")) == ["third", "first"]
    player.send(player.open("/bin").form("/restoration"))
    assert found(player.open("/history")) == ["third", "second", "first"]


def test_twenty_matches_are_a_page_and_the_filter_stays_on_the_next(shelf: Shelf, player: Player) -> None:
    for number in range(21):
        shelf.match(f"m{number:02}", "Anna", "Ben", at=f"2026-02-{number + 1:02}T19:00:00Z", wins=None)
    shelf.match("other", "Cleo", "Dan")
    page = player.open(f"/history?player={ANNA}")
    assert len(found(page)) == 20
    assert "21 matches" in page.text
    older = player.open(page.link("Older matches"))
    assert found(older) == ["m00"]
    assert "21 matches" in older.text
    assert player.open(older.link("Latest matches")).url == page.url
    shelf.discard("m20")
    assert not any("Older" in words for _, words in player.open(f"/history?player={ANNA}").links)
    assert found(player.open(page.link("Older matches"))) == ["m00"]


def test_a_match_without_a_day_is_listed_too(three: Shelf, player: Player) -> None:
    three.match("undated", "Anna", "Dan", at="0001-01-01T00:00:00Z")  # its evening is before the calendar
    page = player.open("/history")
    assert "undated" in found(page)
    assert page.text.count("Date not known") == 1
    assert "undated" not in found(player.open("/history?until=2026-12-31"))


@pytest.fixture
def in_tokyo() -> Iterator[None]:
    with computer_in("Asia/Tokyo"):
        yield


@pytest.mark.usefixtures("in_tokyo")
def test_days_are_those_of_this_computer_and_end_at_five_in_the_morning(shelf: Shelf, player: Player) -> None:
    shelf.match("late", "Anna", "Ben", at="2026-02-14T19:59:59.999Z")  # 4:59 on the 15th
    shelf.match("early", "Anna", "Ben", at="2026-02-14T20:00:00Z")
    assert found(player.open("/history?until=2026-02-14")) == ["late"]
    assert found(player.open("/history?since=2026-02-15")) == ["early"]
    assert [(row["Evening"], row["Started at"]) for row in rows(player)] == [
        ("2026-02-15", "2026-02-15 05:00"),
        ("2026-02-14", "2026-02-15 04:59"),
    ]


def test_the_csv_has_a_row_for_each_match_that_is_found(three: Shelf, player: Player) -> None:
    three.remark("second", place="Kraków", note="a, b\n“c”")
    written = rows(player)
    assert [row["Player 1"] for row in written] == ["Ben", "Anna", "Anna"]
    assert written[1] == {
        "Evening": "2026-02-14",
        "Started at": written[1]["Started at"],
        "Player 1": "Anna",
        "Coins or points 1": "15",
        "Player 2": "Cleo",
        "Coins or points 2": "25",
        "Player 3": "",
        "Coins or points 3": "",
        "Winner": "Cleo",
        "Rules": "Russian booklet",
        "Rounds": "1",
        "Place": "Kraków",
        "Note": "a, b\n“c”",
        "Address": "http://localhost/matches/second",
    }
    assert (written[0]["Player 3"], written[0]["Winner"], written[0]["Rounds"]) == ("Anna", "", "0")
    found_there = player.open(f"/history?player={CLEO}&state=finished").link("Spreadsheet")
    assert [row["Place"] for row in rows(player, found_there)] == ["Kraków"]


@pytest.mark.parametrize("typed", ["=1+1", "+1", "-1", "@a", "＝1"])
def test_no_cell_of_the_csv_is_a_formula(shelf: Shelf, player: Player, typed: str) -> None:
    shelf.match("first", typed, "Ben")
    shelf.remark("first", place=typed, note=f"\t{typed}")
    (row,) = rows(player)
    assert {row[name] for name in ("Player 1", "Place", "Winner")} == {f"'{typed}"}
    assert row["Note"].startswith("'")


def test_a_match_of_an_evening_before_the_calendar_has_none_in_the_csv(shelf: Shelf, player: Player) -> None:
    shelf.match("first", "Anna", "Ben", at="0001-01-01T00:00:00Z")
    (row,) = rows(player)
    assert (row["Evening"], row["Winner"]) == ("", "Anna")


def test_a_match_without_a_round_has_no_winner_in_the_csv(shelf: Shelf, player: Player) -> None:
    shelf.match("tie", "Anna", "Ben", wins=None, purse=0)
    store = shelf.store()
    store.append("tie", 1, [{"type": "match-ended", "id": "end", "reason": ""}])
    store.close()
    (row,) = rows(player)
    assert (row["Winner"], row["Coins or points 1"]) == ("", "0")


def test_matches_still_to_be_counted_are_announced(
    player: Player, three: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)
    assert "2 matches are still to be counted" in player.open("/history").text
    assert "1 match is still to be counted" in player.open("/evenings/2026-02-14").text
    assert "still to be counted" not in player.open("/history").text


def test_statistics_of_several_rule_sets_offer_each_alone(table: Table, player: Player) -> None:
    table.score(table.begin(rules="russian"), 0, "01B 03B 08B")
    assert "All rules together" not in player.open("/figures").text
    table.score(table.begin(rules="dutch"), 0, "01B 03B 08B")
    page = player.open("/figures")
    assert "All rules together" in page.text
    alone = player.open(page.link("Only Russian booklet"))
    assert "All rules together" not in alone.text
    assert "The 1 match of these statistics" in alone.text


SEARCH = "Search the matches Search Players, rules, days "
FIELDS = "Player Against Rules Finished? First day Last day Search "


def test_the_history_says_of_each_match_how_it_ended_and_where_it_leads(three: Shelf, player: Player) -> None:
    three.remark("second", place="Kraków", note="snow")
    page = player.open("/history")
    assert page.main == (
        f"{SEARCH}{FIELDS}3 matches Sat, Feb 14, 2026 "
        "Ben – Cleo – Anna 20 : 20 : 20 Not finished · 0 rounds · Polish booklet, optional rules "
        "Scoresheet Ben – Cleo – Anna "
        "Anna – Cleo 15 : 25 Cleo won · 1 round · Russian booklet · Kraków Scoresheet Anna – Cleo snow "
        "Fri, Feb 13, 2026 Anna – Ben 25 : 20 Anna won · 1 round · Dutch Wikipedia Scoresheet Anna – Ben "
        "Spreadsheet (CSV)"
    )
    assert [address for address, _ in page.ways] == [
        *("/", "/history.csv", "/bin", "/evenings/2026-02-14", "/matches/third", "/matches/third/sheet"),
        *("/matches/second", "/matches/second/sheet", "/evenings/2026-02-13"),
        *("/matches/first", "/matches/first/sheet", "/history.csv"),
    ]


def test_a_filter_stays_in_the_form_and_in_every_address(three: Shelf, player: Player) -> None:
    asked = f"player={CLEO}&state=finished&words=anna"
    page = player.open(f"/history?{asked}")
    assert page.main.startswith(f"{SEARCH}2 {FIELDS}All matches 1 match Sat, Feb 14, 2026 Anna – Cleo ")
    assert [way for way in page.ways if "Feb" not in way[1] and "–" not in way[1]] == [
        ("/", "‹"),
        (f"/history.csv?{asked}", "Spreadsheet (CSV)"),
        ("/bin", "Bin"),
        ("/history", "All matches"),
        (f"/history.csv?{asked}", "Spreadsheet (CSV)"),
    ]
    form = page.form("/history")
    values = [form[name] for name in ("words", "player", "against", "rules", "state", "since", "until")]
    assert values == ["anna", CLEO, "", "", "finished", "", ""]
    assert '<details class="panel" open>' in page.html
    assert form.offers("rules")[0] == "" and form.offers("state") == ["", "finished", "unfinished"]
    for option in ("Anybody", "Any rules", "Finished or not", "Finished", "Not finished"):
        assert f">{option}</option>" in page.html, option
    alone = player.open("/history?words=anna")
    assert '<details class="panel" open>' not in alone.html, "the words stand above the fold"
    assert alone.link("All matches") == "/history"
    assert not [words for _, words in player.open("/history").ways if words == "All matches"]


def test_a_history_without_what_was_asked_for_says_which_of_the_two_it_is(
    three: Shelf, player: Player
) -> None:
    assert player.open("/history?since=2027-01-01").main.endswith("All matches No matches found.")
    assert player.open("/history?until=x").main.endswith("Correct what is marked above, then search again.")
    behind = player.open("/history?before=1999-01-01T00:00:00Z_x")
    assert behind.main.endswith("3 matches There are no older matches. Latest matches Spreadsheet (CSV)")
    assert behind.link("Latest matches") == "/history"


def test_behind_a_search_the_parts_of_the_history_keep_what_was_asked(shelf: Shelf, player: Player) -> None:
    for number in range(41):
        shelf.match(f"m{number:02}", "Anna", "Ben", at="2026-02-14T19:00:00Z", wins=None)
    page = player.open("/history?words=anna")
    second = player.open(page.link("Older matches"))
    third = player.open(second.link("Older matches"))
    assert [len(found(part)) for part in (page, second, third)] == [20, 20, 1]
    for part in (second, third):
        assert part.form("/history")["words"] == "anna"
        assert part.link("Latest matches") == "/history?words=anna"
    assert not [words for _, words in third.ways if words == "Older matches"]


def test_who_may_only_look_is_not_led_to_the_bin(app: Flask, installation: Installation) -> None:
    viewer = guest(app, code_of(installation, "viewer"))
    assert [way for way in viewer.open("/history").ways if way[0] == "/bin"] == []
