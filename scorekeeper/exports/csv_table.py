"""Tables as CSV for spreadsheets: UTF-8 with a byte order mark."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Cell: TypeAlias = str | int | float | None

_FORMULAS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def csv_table(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The rows, the heads of the columns first."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    for cells in rows:
        writer.writerow([harmless(cell) for cell in cells])
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet reads as a formula; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    return f"'{cell}" if cell.lstrip().startswith(_FORMULAS) or cell[:1] in ("\t", "\r", "\n") else cell
