"""``scorekeeper sheet``: the scoresheet of a match record in one of its forms."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..exports import record
from ..exports.sheets.composing import sheet_of
from ..exports.sheets.forms import FORMS
from ..exports.sheets.missing import MissingLibrary
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import as_values
from ..languages import LANGUAGES
from ..places import use_folder
from .lines import FILE, fail
from .store import INSTANCE

JSON = "json"  # the record itself


@click.command()
@FILE
@click.option("--as", "form", type=click.Choice([*FORMS, JSON]), required=True, help="The form to write.")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", show_default=True)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of standard output."
)
@INSTANCE
def sheet(file: Any, form: str, language: str, output: Path | None, instance: Path) -> None:
    """Write the scoresheet of a match record, as the page of the match gives it.

    Of the installation only its fonts are read, for names that the fonts of the app cannot write.

    \b
    scorekeeper sheet match.json --as csv --language pl --output match.csv
    """
    use_folder(instance)
    try:
        written = _written(record.read(file.read()), form, language)
    except (KoikoiError, MissingLibrary) as error:
        fail(error)
    try:
        if output:
            output.write_bytes(written)
        else:
            sys.stdout.buffer.write(written)
    except OSError as error:
        fail(f"“{output}” cannot be written: {error.strerror}.")


def _written(read: record.Record, form: str, language: str) -> bytes:
    if form == JSON:
        return record.write(as_values(event) for event in read.events)
    return FORMS[form].write(sheet_of(read.match, language))
