"""Cells of a table that a spreadsheet would read as a formula."""

from __future__ import annotations

import pytest

from scorekeeper.exports.sheets.csv_sheet import CellValue, csv_table, harmless
from scorekeeper.languages import LANGUAGES


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠A1", "  =1", "\t1", "\r1", "\n1"]
)
def test_a_cell_that_may_be_a_formula_is_marked_as_text(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Anna", "a=1", "1-1", " Anna", "'=1", "", "a\t1", -1, 1.5, None])
def test_any_other_cell_stays_as_it_is(cell: CellValue) -> None:
    assert harmless(cell) == cell


def test_a_table_begins_with_the_mark_of_its_encoding_and_guards_every_cell() -> None:
    written = csv_table([("Player", "Coins"), ("=Anna", -3)], "en")
    assert written == b"\xef\xbb\xbfPlayer,Coins\r\n'=Anna,-3\r\n"


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", '"a, b",c; d,-3,1.25,'),
        ("ja", '"a, b",c; d,-3,1.25,'),
        ("pl", 'a, b;"c; d";-3;1,25;'),
        ("ru", 'a, b;"c; d";-3;1,25;'),
        ("nl", 'a, b;"c; d";-3;1,25;'),
    ],
)
def test_cells_are_separated_as_spreadsheets_of_the_language_read_them(language: str, row: str) -> None:
    assert csv_table([("a, b", "c; d", -3, 1.25, None)], language).decode("utf-8-sig") == f"{row}\r\n"


def test_every_language_of_the_app_has_its_separator() -> None:
    separators = {language: csv_table([("", "")], language)[3:4].decode() for language in LANGUAGES}
    assert separators == {"en": ",", "pl": ";", "ru": ";", "nl": ";", "ja": ","}
