"""The scoresheet: printed, as CSV, as a record."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from scorekeeper.exports import json_values, record
from scorekeeper.exports.sheets.csv_sheet import csv_sheet
from scorekeeper.exports.sheets.sheet import sheet_of
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import MatchStarted, PointsAdjusted
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.pile import pile

from .fixtures import Table
from .long_match import play
from .player import Page, Player

THREE = "01B 03B 08B"


def rows_of(player: Player, notepad: Page) -> list[dict[str, str]]:
    written = player.client.get(f"{notepad.path}/sheet.csv").data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(written, newline="")))


def test_the_csv_has_a_row_a_round_that_explains_its_points(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE + " 12B 3C", "02A", calls=(1, 1))
    notepad = table.score(notepad, "nobody")
    first, second = rows_of(player, notepad)
    assert [first[name] for name in ("Round", "Dealer", "Result", "Yaku")] == [
        "1", "Anna", "Anna stopped", "Four brights 8",
    ]  # fmt: skip
    assert [first[name] for name in ("Yaku points", "Times", "Extra points", "Points")] == [
        "8", "8", "0", "64",
    ]  # fmt: skip
    assert [first[f"{name} Anna"] for name in ("Koi-koi", "Cards", "Change", "Coins")] == [
        "1", "01B 03B 08B 12B 3C", "64", "164",
    ]  # fmt: skip
    assert [first[f"{name} Ben"] for name in ("Koi-koi", "Cards", "Change", "Coins")] == [
        "1", "02A", "-64", "36",
    ]  # fmt: skip
    assert "Ben called koi-koi" in first["Why"]
    assert (second["Result"], second["Points"]) == ("Draw", "0")


def test_a_pile_is_written_so_that_it_can_be_read_again(table: Table, player: Player) -> None:
    (row,) = rows_of(player, table.score(table.begin(rules="mongolopedia"), 0, "01B 03B 08B 06C1 11C 7C"))
    assert row["Cards Anna"] == str(pile("01B 03B 06C1 08B 11C 7C")) == "01B 03B 06C1 08B 11C 7C"


def test_eleven_chaff_cards_are_eleven(table: Table, player: Player) -> None:
    board = table.fill(table.board(table.begin(rules="russian")), 0, "01B").fill(chaff_0=11)
    (row,) = rows_of(player, player.send(board, "step=save"))
    assert row["Cards Anna"] == "01B 10C 1C"  # 11C is the lightning


def test_every_round_of_the_csv_multiplies_out(
    table: Table, player: Player, installation: Installation
) -> None:
    """Yaku points: of all yaku together. Times: what the doublings make of them. Extra points: added after
    that, such as for each koi-koi. Points: what the round pays before a short purse."""
    called = {"form": "table", "table": [["+", 3], ["x", 2]]}
    house = {"extends": "nintendo_jp", "title": "House", "multipliers": {"own_koi": called}}
    installation.house_rules.keep("house", house)
    notepad = table.begin(rules="house")
    notepad = table.score(notepad, 0, THREE, calls=(2, 0))
    notepad = table.score(notepad, 1, "", "06A 07A 10A", calls=(1, 1))
    notepad = table.score(notepad, "nobody")
    rows = rows_of(player, notepad)
    numbers = [
        [int(row[name]) for name in ("Yaku points", "Times", "Extra points", "Points")] for row in rows
    ]
    assert all(base * times + extra == points for base, times, extra, points in numbers)
    assert any(extra for _, _, extra, _ in numbers)


def test_the_csv_opens_in_a_spreadsheet(table: Table, player: Player) -> None:
    answer = player.client.get(f"{table.begin().path}/sheet.csv")
    assert answer.data.startswith(b"\xef\xbb\xbfRound,")
    assert answer.data.endswith(b"\r\n")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == "attachment; filename=koi-koi-Anna-Ben.csv"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =cmd|' /C calc'!A0"])
def test_no_cell_of_the_csv_is_a_formula(table: Table, player: Player, name: str) -> None:
    notepad = table.score(table.begin(name, "Ben"), 0, THREE)
    form = (
        player.open(player.open(notepad.link("Correct or end")).link("Adjust points"))
        .form("/adjustments")
        .fill(points_0="1", reason=name)
    )
    player.send(form)
    written = player.client.get(f"{notepad.path}/sheet.csv").data.decode("utf-8-sig")
    for row in csv.reader(io.StringIO(written, newline="")):
        for cell in row:
            assert not cell.lstrip().startswith(("=", "+", "@")), cell
            assert not cell.startswith("-") or cell[1:].isdigit()


def test_a_formula_after_a_space_is_neutralized_too() -> None:
    """As a reason may be that was stored before reasons were cleaned."""
    match = replay(
        [
            MatchStarted(players=("Anna", "Ben"), ruleset="dutch"),
            PointsAdjusted(points=(1, -1), reason=" =1+1"),
        ]
    )
    assert b"' =1+1" in csv_sheet(sheet_of(match, "en"))


def adjusted(table: Table, player: Player) -> Page:
    notepad = table.begin(rules="russian")
    for reason, points in (("before", 4), ("after", -2)):
        form = player.open(player.open(notepad.link("Correct or end")).link("Adjust points")).form(
            "/adjustments"
        )
        notepad = player.send(form.fill(points_0=points, points_1=-points, reason=reason))
        if reason == "before":
            notepad = table.score(notepad, 0, THREE)
    return notepad


def test_every_row_of_the_csv_has_the_cells_of_its_head(table: Table, player: Player) -> None:
    written = player.client.get(f"{adjusted(table, player).path}/sheet.csv").data.decode("utf-8-sig")
    assert len({len(row) for row in csv.reader(io.StringIO(written, newline=""))}) == 1


def test_the_csv_has_every_adjustment_under_its_column(table: Table, player: Player) -> None:
    rows = rows_of(player, adjusted(table, player))
    names = ("Result", "Why", "Change Anna", "Change Ben", "Coins Anna", "Coins Ben")
    cells = [tuple(row[name] for name in names) for row in rows]
    assert cells == [
        ("Adjusted", "before", "4", "-4", "104", "96"),
        ("Anna stopped", cells[1][1], "5", "-5", "109", "91"),
        ("Adjusted", "after", "-2", "2", "107", "93"),
    ]


@pytest.mark.parametrize("name", ["花子", "../../etc/passwd", 'a"b', "\u202egnihton", "🎴", "CON", "a\nb"])
def test_the_name_of_the_file_is_harmless(table: Table, player: Player, name: str) -> None:
    notepad = table.begin(name, "Ben")
    header = player.client.get(f"{notepad.path}/sheet.csv").headers["Content-Disposition"]
    assert header.startswith("attachment; filename")
    assert not any(sign in header for sign in ("/", "\\", "\n", "\r", '"a'))


def test_the_record_tallies_to_the_same_sheet(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE, "02A", calls=(1, 0))
    notepad = table.undo(table.score(table.other(notepad, "hand.1.teshi"), "nobody"))
    answer = player.client.get(f"{notepad.path}/record.json")
    assert answer.content_type == "application/json"
    tree = json.loads(answer.data)
    assert tree["format"] == "koikoi-match/1"
    assert [event["seq"] for event in tree["events"]] == list(range(1, len(tree["events"]) + 1))
    assert all(event["at"] for event in tree["events"])
    sheet = json_values.tally(record.from_tree(tree).match)
    assert [row["balance"] for row in sheet["rounds"]] == [[110, 90], [104, 96]]
    assert sheet["next_dealer"] == 1


def test_the_printed_sheet_shows_every_round_and_the_winner(table: Table, player: Player) -> None:
    notepad = table.begin(rounds=2, rules="russian", purse=30)
    notepad = table.score(notepad, 0, THREE, calls=(1, 0))
    page = player.open(notepad.link("Scoresheet"))
    assert (
        "Three brights 5 × 2 (Anna called koi-koi) The players decided: agreed Anna 1 10 40 +10 20 −10"
        in page.text
    )
    assert "So far" in page.text
    table.score(notepad, "nobody")
    page = player.open(page.path)
    assert "Anna wins" in page.text
    assert page.html.count('<td class="aside" data-label="Koi-koi"></td>') == 1  # empty: no label is drawn
    assert "2 rounds · 30 coins each" in page.text


@pytest.mark.parametrize("over", [False, True])
def test_how_it_stands_is_printed_below_the_last_round_and_below_no_earlier_page(
    player: Player, installation: Installation, over: bool
) -> None:
    match = play(installation, 60, *[{"type": "match-ended"}][:over])
    for part in ("?paper=a4", "?round=49&paper=a5", "?round=60&paper=a4", "?rounds=all"):
        page = player.open(f"{match}/sheet{part}")
        (end,) = re.findall(r"<tfoot>.*?</tfoot>", page.html, re.DOTALL)
        assert ("So far" in end) is not over, part
    for part in ("?round=1&paper=a4", "?round=25&paper=a5", "?round=48&paper=a4"):
        assert "<tfoot>" not in player.open(f"{match}/sheet{part}").html, part


def test_what_is_doubled_stands_in_brackets_on_the_printed_sheet(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B 01R 02R 03R")
    page = player.open(notepad.link("Scoresheet"))
    assert "(Three brights 5 + Red poetry ribbons 5) × 2" in page.text


def test_the_sheet_comes_on_a4_and_a5(table: Table, player: Player) -> None:
    notepad = table.begin()
    assert 'class="sheet a5"' in player.open(f"{notepad.path}/sheet?paper=a5").html
    for paper in ("a4", "", "<script>"):
        page = player.open(f"{notepad.path}/sheet?paper={paper}")
        assert 'class="sheet"' in page.html
        assert "<script>" not in page.html


def test_a_sheet_says_which_yaku_the_weather_took(table: Table, player: Player) -> None:
    played = table.score(table.begin(rules="mongolopedia"), 0, "03B 09A 11B 06A 07A 10A")
    said = "Flower viewing does not count: the rain man was captured: rain"
    page = player.open(f"{played.path}/sheet")
    assert said in page.text
    assert said in player.client.get(f"{played.path}/sheet.csv").get_data(as_text=True)
    clear = table.score(table.begin(rules="mongolopedia"), 0, "03B 09A 06A 07A 10A")
    assert "does not count" not in player.open(f"{clear.path}/sheet").text
