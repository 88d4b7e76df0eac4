"""The scoresheet as an Excel workbook: the rounds with a chart of the coins, their yaku, the rules.

Names and reasons are written as text only, never as a formula or a link. The same sheet is always the same
bytes: the workbook is dated by the match.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ...sentences import N_, dotted
from .csv_sheet import CellValue, remarks, table
from .sheet import MissingLibrary, RoundLine, Sheet

if TYPE_CHECKING:
    from xlsxwriter import Workbook

SheetRow: TypeAlias = Sequence[CellValue]

NAMES: Final = (N_("Rounds"), N_("Yaku"), N_("Rules"))  # of the worksheets

_YAKU: Final = (N_("Round"), N_("Player"), N_("Yaku"), N_("Points"), N_("Cards"))
_UNDATED: Final = datetime(1980, 1, 1)  # as the files inside every workbook are dated
_NARROW, _HEAD, _WIDE = 7, 12, 48  # limits of a column's width, in digits; of one of numbers at least _HEAD
_LINE: Final = 15  # points
_HIGHEST: Final = 400  # points of a row; Excel refuses more than 409
_CHART: Final = {"width": 720, "height": 320}  # pixels
_COLOURS: Final = ("#B3272D", "#1F4E79", "#3F7D3A", "#8A6414")  # of the players' lines, by seat


def xlsx_sheet(sheet: Sheet) -> bytes:
    """The workbook. Raises MissingLibrary."""
    try:
        import xlsxwriter
    except ImportError as error:
        raise MissingLibrary("XLSX", "XlsxWriter") from error
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as book:
        book.set_properties({"title": sheet.title, "created": sheet.moment or _UNDATED})
        rounds = list(table(sheet))
        names = [*map(sheet.translate, NAMES)]
        for name, rows in zip(names, (rounds, _yaku(sheet), _rules(sheet)), strict=True):
            _write(book, name, rows)
        if sheet.lines:
            _draw_coins(book, sheet, rounds)
    return file.getvalue()


def _yaku(sheet: Sheet) -> Iterator[SheetRow]:
    """A row for each yaku that was paid."""
    yield [*map(sheet.translate, _YAKU)]
    for line in sheet.rounds:
        for player, yaku in _made(line):
            name = sheet.players[player] if player is not None else ""
            yield line.number, name, yaku.name, yaku.points, yaku.cards


def _made(line: RoundLine) -> Iterator[tuple[int | None, Any]]:
    """The yaku of a round, each with the seat that made it: those of the winner first."""
    yield from ((line.player, yaku) for yaku in line.yaku)
    yield from ((pile.player, yaku) for pile in line.beside for yaku in pile.yaku)


def _rules(sheet: Sheet) -> Iterator[SheetRow]:
    """What the rules are called, when and where they were played and what was noted, what was agreed on, and
    what differs from the rule set that is nearest."""
    translate = sheet.translate
    yield translate(N_("Rules")), sheet.ruleset
    yield translate(N_("Match")), translate(dotted(filter(None, (sheet.day, *sheet.terms))))
    for name, text in remarks(sheet):
        first, *others = text.split("\n")  # a row a line: no row can be higher than a page
        yield name, first
        yield from (("", line) for line in others)
    for answer in sheet.agreed:
        yield translate(N_("Agreed")), answer
    if sheet.changes:
        yield ()
        yield translate(N_("What differs")), sheet.named, sheet.ruleset
        yield from ((change.option, change.before, change.now) for change in sheet.changes)


def _write(book: Workbook, name: str, rows: Iterable[SheetRow]) -> None:
    """A worksheet of these rows; the first one is its head and stays in view."""
    page = book.add_worksheet(name)
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
    body = book.add_format({"text_wrap": True, "valign": "top"})
    rows = list(rows)
    widths = [_width_of(column) for column in zip_longest(*rows, fillvalue="")]
    for column, width in enumerate(widths):
        page.set_column(column, column, width)
    for number, row in enumerate(rows):
        page.set_row(number, min(_LINE * _lines(row, widths), _HIGHEST))
        for column, cell in enumerate(row):
            style = body if number else head
            if isinstance(cell, int | float):
                page.write_number(number, column, cell, style)
            elif cell:
                page.write_string(number, column, cell, style)
    page.freeze_panes(1, 1)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)


def _width_of(column: Sequence[CellValue]) -> int:
    """How wide a column is to be, in digits; the head of a column of numbers is broken into lines."""
    head, *body = column
    numbers = all(isinstance(cell, int | float) for cell in body if cell != "")
    longest = max((_width(str(cell)) for cell in ([] if numbers else [head]) + body), default=0) + 2
    return min(max(longest, _HEAD if numbers else _NARROW), _WIDE)


def _lines(row: SheetRow, widths: Sequence[int]) -> int:
    """How many lines a row needs: not every program works that out when it opens the workbook."""
    return max(
        (-(-_width(str(cell)) // (width - 1)) for cell, width in zip(row, widths, strict=False)), default=1
    )


def _width(text: str) -> int:
    """The width of a text in digits; a kanji is as wide as two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _draw_coins(book: Workbook, sheet: Sheet, rows: Sequence[SheetRow]) -> None:
    """A line for the coins of every player, under the rounds; they are the last columns."""
    page = book.worksheets()[0]
    last, columns = len(rows) - 1, len(rows[0])
    chart: Any = book.add_chart({"type": "line"})
    for seat, column in enumerate(range(columns - len(sheet.players), columns)):
        colour = _COLOURS[seat % len(_COLOURS)]
        chart.add_series(
            {
                "name": [page.name, 0, column],
                "categories": [page.name, 1, 0, last, 0],
                "values": [page.name, 1, column, last, column],
                "line": {"color": colour, "width": 2},
                "marker": {"type": "circle", "size": 5, "fill": {"color": colour}, "line": {"color": colour}},
            }
        )
    translate = sheet.translate
    chart.set_title({"name": translate(N_("Coins") if sheet.pays else N_("Points")), "overlay": False})
    chart.set_x_axis({"name": translate(N_("Round")), "label_position": "low"})
    chart.set_legend({"position": "bottom"})
    chart.set_size(_CHART)
    page.insert_chart(last + 2, 0, chart)
