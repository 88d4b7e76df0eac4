"""The forms of a scoresheet: how each is called, what kind of file it is, and what writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from .csv_sheet import csv_sheet
from .sheet import Sheet
from .text_sheet import text_sheet
from .typst_sheet import pdf_sheet, png_sheet
from .xlsx_sheet import xlsx_sheet


class SheetFile(NamedTuple):
    """A file of some kind (its media type) whose name ends in ``ending``."""

    kind: str
    ending: str
    write: Callable[[Sheet], bytes]


FORMS: Final[Mapping[str, SheetFile]] = {
    "csv": SheetFile("text/csv", "csv", csv_sheet),
    "text": SheetFile("text/plain", "txt", text_sheet),
    "xlsx": SheetFile(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx", xlsx_sheet
    ),
    "pdf": SheetFile("application/pdf", "pdf", pdf_sheet),
    "png": SheetFile("image/png", "png", png_sheet),
}
