"""The forms of a scoresheet, a row each: whatever writes or offers them reads the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from ...sentences import N_
from .csv_sheet import csv_sheet
from .sheet import Sheet
from .text_sheet import text_sheet
from .typst_sheet import pdf_sheet, png_sheet
from .xlsx_sheet import xlsx_sheet


class SheetFile(NamedTuple):
    """A file of some kind (its media type) whose name ends in ``ending``.

    ``library``: without it the form cannot be written; ``drawn``: a sheet may be too long for it.
    """

    title: str
    kind: str
    ending: str
    write: Callable[[Sheet], bytes]
    library: str = ""
    drawn: bool = False


_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Final[Mapping[str, SheetFile]] = {  # as a page offers them; phones share the first
    "png": SheetFile(N_("Picture"), "image/png", "png", png_sheet, "typst", drawn=True),
    "text": SheetFile(N_("Text for the chat"), "text/plain", "txt", text_sheet),
    "pdf": SheetFile(N_("PDF, for print"), "application/pdf", "pdf", pdf_sheet, "typst", drawn=True),
    "xlsx": SheetFile(N_("Spreadsheet (Excel)"), _XLSX, "xlsx", xlsx_sheet, "XlsxWriter"),
    "csv": SheetFile(N_("Spreadsheet (CSV)"), "text/csv", "csv", csv_sheet),
}
