"""Cells of a table that a spreadsheet would read as a formula."""

from __future__ import annotations

import pytest

from scorekeeper.exports.sheets.csv_sheet import Cell, csv_table, harmless


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠A1", "  =1", "\t1", "\r1", "\n1"]
)
def test_a_cell_that_may_be_a_formula_is_marked_as_text(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Anna", "a=1", "1-1", " Anna", "'=1", "", "a\t1", -1, 1.5, None])
def test_any_other_cell_stays_as_it_is(cell: Cell) -> None:
    assert harmless(cell) == cell


def test_a_table_begins_with_the_mark_of_its_encoding_and_guards_every_cell() -> None:
    written = csv_table([("Player", "Coins"), ("=Anna", -3)])
    assert written == b"\xef\xbb\xbfPlayer,Coins\r\n'=Anna,-3\r\n"
