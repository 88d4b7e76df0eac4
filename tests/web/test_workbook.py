"""The scoresheet as an Excel workbook, read back by another library."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from itertools import product
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from click.testing import CliRunner
from extent import daily
from openpyxl import Workbook, load_workbook
from openpyxl.utils.escape import unescape
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.cli import main
from scorekeeper.exports.sheets.csv_sheet import table
from scorekeeper.exports.sheets.sheet import Sheet, sheet_of
from scorekeeper.exports.sheets.xlsx_sheet import NAMES, xlsx_sheet
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.rules.choices import agree, agreed_words
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.languages import LANGUAGES, translator

from .fixtures import Table
from .player import Player

THREE = {"extends": "polish_all", "title": "=2+2", "match": {"players": 3}}
PILE = "01B 03B 08B 09A 4C"  # three brights, flower viewing, moon viewing
CORRECTED = {"type": "round-corrected", "round": 1, "events": [{"type": "round-exhausted"}]}


def start(*players: str, rules: Any = "polish_all", **values: Any) -> dict[str, Any]:
    """The start of a match with purses that last for 99 rounds."""
    names = list(players or ("Anna", "Ben"))
    return {"type": "match-started", "players": names, "ruleset": rules, "purse": 9000, **values}


def won(player: int) -> dict[str, Any]:
    return {"type": "round-won", "player": player, "piles": [*[None] * player, PILE]}


def sheet(events: list[dict[str, Any]], language: str = "en", place: str = "", note: str = "") -> Sheet:
    """The sheet of events as they are stored: those of a record are cleaned before."""
    return sheet_of(replay([event(tree) for tree in events]), language, place=place, note=note)


def opened(written: Sheet) -> Workbook:
    return load_workbook(BytesIO(xlsx_sheet(written)))


def rows(page: Worksheet) -> list[list[Any]]:
    """The cells of a worksheet; empty ones are empty texts."""
    return [["" if cell is None else cell for cell in row] for row in page.iter_rows(values_only=True)]


EVENTS = {
    "two players": [start(), won(0), {"type": "round-exhausted"}, won(1)],
    "three players": [start("=1+1", "@x", "髙橋", rules=THREE), *map(won, (0, 1, 2))],
    "a ruling, a correction": [
        start("-Anna", "+Ben"),
        won(1),
        {"type": "points-adjusted", "points": [-1, 1], "reason": '=HYPERLINK("http://x")'},
        {"type": "koikoi-called", "player": 1},
        won(0),
        CORRECTED,
    ],
    "other rules, another dealer, more rounds": [
        start(),
        won(0),
        won(1),
        {"type": "rules-changed", "ruleset": "dutch", "from": 2, "reason": "=1+1"},
        {"type": "dealer-corrected", "round": 1, "player": 1},
        {"type": "match-extended", "rounds": 3},
    ],
    "nothing played yet": [start()],
    "99 rounds": [start(rounds=99), *(won(number % 2) for number in range(99))],
}


@pytest.mark.parametrize(("match", "language"), daily(product(EVENTS, LANGUAGES), 4))
def test_the_workbook_holds_what_the_sheet_says(match: str, language: str) -> None:
    written = sheet(EVENTS[match], language)
    book = opened(written)
    assert book.sheetnames == [translator(language)(name) for name in NAMES]
    rounds, yaku, rules = book.worksheets
    assert rows(rounds) == [list(row) for row in table(written)]
    assert rows(yaku)[1:] == [
        [line.number, written.players[line.player or 0], made.name, made.points, made.cards]
        for line in written.rounds
        for made in line.yaku
    ]
    assert rows(rules)[0][1] == written.ruleset
    agreed_words = {tuple(row) for row in rows(rules)}
    assert {(change.option, change.before, change.now) for change in written.changes} <= agreed_words


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
def test_nothing_in_the_workbook_is_computed_and_heads_stay_in_view(events: list[dict[str, Any]]) -> None:
    for page in opened(sheet(events)).worksheets:
        assert page.freeze_panes == "B2"
        for row in page.iter_rows():
            assert {cell.data_type for cell in row} <= {"s", "n"}
            assert [cell.hyperlink for cell in row] == [None] * len(row)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spreadsheet_takes_the_names_of_the_worksheets(language: str) -> None:
    names = [translator(language)(name) for name in NAMES]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert 1 <= len(name) <= 31
        assert not set(name) & set("[]:*?/\\'")


def test_the_yaku_of_everyone_who_is_paid_are_listed() -> None:
    rules = {"extends": "default", "title": "Everybody", "settlement": {"who_scores": "everyone"}}
    both = ["01B 03B 08B 4C", "02R 01R 03R 4C"]
    page = opened(sheet([start(rules=rules), {**won(0), "piles": both}])).worksheets[1]
    assert [row[1:4] for row in rows(page)[1:]] == [
        ["Anna", "Three brights", 5],
        ["Ben", "Red poetry ribbons", 5],
    ]


def test_what_was_agreed_stands_with_the_rules() -> None:
    agreed = agree(rules("russian"), {"doublings": "all"})
    written = sheet([start(rules=msgspec.to_builtins(agreed))])
    assert written.agreed == tuple(map(str, agreed_words(agreed)))
    assert rows(opened(written).worksheets[2])[2][:2] == ["Agreed", written.agreed[0]]


def test_place_and_note_stand_with_the_rules_a_row_a_line() -> None:
    written = sheet([start()], place="=Kraków", note='=HYPERLINK("http://x")\n\n@Ben was late. 髙橋')
    page = opened(written).worksheets[2]
    assert [row[:2] for row in rows(page)[2:6]] == [
        ["Place", "=Kraków"], ["Note", '=HYPERLINK("http://x")'], ["", ""], ["", "@Ben was late. 髙橋"],
    ]  # fmt: skip
    assert {cell.data_type for row in page.iter_rows() for cell in row} <= {"s", "n"}
    assert rows(opened(sheet([start()])).worksheets[2])[2:] == rows(page)[6:]


@pytest.mark.parametrize("note", ["x" * 2000, "髙" * 2000, "\n".join("x" * 1000)])
def test_no_row_of_a_long_note_is_higher_than_excel_takes(note: str) -> None:
    page = opened(sheet([start()], note=note)).worksheets[2]
    assert all((page.row_dimensions[row[0].row].height or 0) <= 409 for row in page.iter_rows())
    lines = [str(row[1]) for row in rows(page)[2:]]
    assert "\n".join(lines[: note.count("\n") + 1]) == note


def test_the_coins_are_drawn_where_a_round_was_played() -> None:
    charts = [len(opened(sheet(EVENTS[name])).worksheets[0]._charts) for name in EVENTS]
    assert charts == [1, 1, 1, 1, 0, 1]


@pytest.mark.parametrize(
    ("at", "created"),
    [
        ("2026-02-14T19:03:07Z", datetime(2026, 2, 14, 19, 3, 7)),
        ("2026-02-14T01:03:07+02:00", datetime(2026, 2, 13, 23, 3, 7)),
        ("2026-02-14", datetime(2026, 2, 14)),
        ("", datetime(1980, 1, 1)),
    ],
)
def test_the_workbook_is_dated_by_the_match(at: str, created: datetime) -> None:
    properties = opened(sheet([start(at=at)])).properties
    assert (properties.created, properties.modified) == (created, created)


@pytest.mark.parametrize("at", ["", "2026-02-14T19:03:07Z"])
def test_nothing_in_the_workbook_is_of_today(at: str) -> None:
    today = {f"{now:%Y-%m-%d}".encode() for now in (datetime.now(), datetime.now(UTC))}
    with ZipFile(BytesIO(xlsx_sheet(sheet([start(at=at), won(0)])))) as file:
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not [name for name in file.namelist() for day in today if day in file.read(name)]


def test_without_its_library_page_and_command_say_what_to_install(
    table: Table, player: Player, uninstalled: Callable[[str], None]
) -> None:
    address = table.begin().path
    kept = player.client.get(f"{address}/record.json").data
    uninstalled("xlsxwriter")
    page = player.open(f"{address}/sheet.xlsx")
    assert page.status == 501
    assert page.heading == "Not installed"
    sentence = "XLSX needs XlsxWriter, which is not installed here. Install it with: pip install XlsxWriter"
    assert sentence in page.text
    result = CliRunner().invoke(main, ["sheet", "-", "--as", "xlsx"], input=kept)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"scorekeeper: {sentence}\n"
    assert player.open(f"{address}/sheet.csv").status == 200


@pytest.mark.parametrize("name", ["a\x00b", "\ufffe\uffff", "_x0041_", "a\n\tb", "<b>&amp;", "'="])
def test_a_strange_name_breaks_no_workbook(name: str) -> None:
    """What XML cannot hold is written as Excel writes it: _x0000_."""
    names = rows(opened(sheet([start(name, "Ben"), won(0)])).worksheets[1])[1][1]
    assert names == name == "_x0041_" or unescape(names) == name


def test_a_long_name_widens_no_column_of_numbers_and_every_line_of_a_cell_has_its_room() -> None:
    name = "Wilhelmina-A. Żółkiewska-Дмитриева 髙橋"
    written = sheet([start(name, "Piet"), won(0), won(1)])
    page = opened(written).worksheets[0]
    groups = page.column_dimensions.values()  # of neighbours that are equally wide
    width = {column: group.width for group in groups for column in range(group.min, group.max + 1)}
    coins = page[1][-2]
    assert name in str(coins.value)
    assert width[coins.column] < 14
    for row in page.iter_rows():
        height = page.row_dimensions[row[0].row].height or 15
        for cell in row:
            lines = len(str(cell.value or "")) / (width[cell.column] - 1)
            assert height >= 15 * lines, cell.coordinate
