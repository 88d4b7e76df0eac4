"""The scoresheet as CSV, for spreadsheets: one row per round."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from babel.numbers import get_decimal_symbol

from ...sentences import N_, isolated, say
from .sheet import BetweenLine, RoundLine, Sheet

_ADDED = N_("Extra points")  # where no cards count by themselves
_COLUMNS = (
    N_("Round"),
    N_("Dealer"),
    N_("Result"),
    N_("Yaku"),
    N_("Yaku points"),
    N_("Times"),
    _ADDED,
    N_("Points"),
    N_("Why"),
)
_CALLS = N_("Koi-koi %(player)s")
_CARD_POINTS = N_("Card points %(player)s")  # where every captured card counts
_BY_PLAYER = (N_("Cards %(player)s"), N_("Change %(player)s"))
_COINS = N_("Coins %(player)s")
_POINTS = N_("Points %(player)s")  # where nobody pays


def csv_sheet(sheet: Sheet) -> bytes:
    """The scoresheet, a row a round and a row what was agreed between them; then the place and the note."""
    return csv_table([*table(sheet), *_remarks(sheet)], sheet.language)


def table(sheet: Sheet) -> Iterator[list[CellValue]]:
    """The heads of the columns, and the cells of every line under them; numbers are numbers."""
    translate = sheet.translate
    heads = (_CARD_POINTS if sheet.counts_cards else _CALLS, *_BY_PLAYER, _COINS if sheet.pays else _POINTS)
    by_player = [translate(say(head, player=name)) for head in heads for name in sheet.players]
    yield [*map(translate, _columns(sheet)), *by_player]
    for line in sheet.lines:
        yield _round(sheet, line) if isinstance(line, RoundLine) else _between(sheet, line)


def _columns(sheet: Sheet) -> list[str]:
    """The columns before those of each player."""
    return [head for head in _COLUMNS if head != _ADDED or not sheet.counts_cards]


def remarks(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What is written beside the match, each text with its name."""
    translate = sheet.translate
    if sheet.place:
        yield translate(N_("Place")), sheet.place
    if sheet.note:
        yield translate(N_("Note")), sheet.note


def _round(sheet: Sheet, line: RoundLine) -> list[CellValue]:
    return [
        line.number,
        sheet.players[line.dealer],
        line.outcome,
        "; ".join(_yaku(sheet, line)),
        line.base,
        line.multiplier,
        *(() if sheet.counts_cards else (line.added,)),
        line.points,
        "; ".join(map(isolated, line.notes)),
        *(line.card_points or line.calls),
        *line.piles,
        *line.transfer,
        *line.balance,
    ]


def _yaku(sheet: Sheet, line: RoundLine) -> Iterator[str]:
    """The yaku that were paid; where everybody's pile counts, also those of the others, with their names."""
    yield from (f"{isolated(yaku.name)} {yaku.points}" for yaku in line.yaku)
    for held in line.beside if line.card_points else ():
        name = isolated(sheet.players[held.player])
        yield from (f"{name}: {isolated(yaku.name)} {yaku.points}" for yaku in held.yaku)


def _between(sheet: Sheet, line: BetweenLine) -> list[CellValue]:
    by_player = [""] * (2 * len(line.transfer))
    return [*_first_columns(sheet, line.said, line.reason), *by_player, *line.transfer, *line.balance]


def _remarks(sheet: Sheet) -> Iterator[list[CellValue]]:
    by_player = [""] * ((len(_BY_PLAYER) + 2) * len(sheet.players))
    for name, text in remarks(sheet):
        yield [*_first_columns(sheet, name, text), *by_player]


def _first_columns(sheet: Sheet, result: str, why: str) -> list[CellValue]:
    """The first columns of a row that is no round."""
    return ["", "", result, *[""] * (len(_columns(sheet)) - 4), why]


CellValue: TypeAlias = str | int | float | None

_FORMULAS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def csv_table(rows: Iterable[Sequence[CellValue]], language: str) -> bytes:
    """The rows, the heads of the columns first, as spreadsheets in a language read them.

    Where numbers have a decimal comma, cells are separated by semicolons.
    """
    decimal = get_decimal_symbol(language)
    written = io.StringIO()
    writer = csv.writer(written, delimiter=";" if decimal == "," else ",", lineterminator="\r\n")
    for cells in rows:
        writer.writerow([_written(harmless(cell), decimal) for cell in cells])
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def _written(cell: CellValue, decimal: str) -> CellValue:
    return str(cell).replace(".", decimal) if isinstance(cell, float) else cell


def harmless(cell: CellValue) -> CellValue:
    """A cell that no spreadsheet reads as a formula; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if cell.lstrip().startswith(_FORMULAS) or cell[:1] in ("\t", "\r", "\n") else cell
