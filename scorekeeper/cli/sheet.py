"""``scorekeeper sheet``: the scoresheet of a match record in one of its forms."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..archive.archive import KIND, Remarks, remarks
from ..exports import record
from ..exports.sheets.formats import FORMS
from ..exports.sheets.sheet import MissingLibrary, sheet_of
from ..folders import use_folder
from ..imports.comparison import standing
from ..installation import is_begun
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import as_values
from ..languages import LANGUAGES
from ..store import StoreError
from .lines import FILE, fail
from .store import INSTANCE, opened

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

    From the installation come the place and the note of a match that is there, and fonts for what those of
    the app cannot write.

    \b
    scorekeeper sheet match.json --as csv --language pl --output match.csv
    """
    use_folder(instance)
    try:
        written = _written(record.read(file.read()), form, language, instance)
    except (KoikoiError, MissingLibrary, StoreError) as error:
        fail(error)
    try:
        if output:
            output.write_bytes(written)
        else:
            sys.stdout.buffer.write(written)
    except OSError as error:
        fail(f"“{output}” cannot be written: {error.strerror}.")


def _written(read: record.Record, form: str, language: str, instance: Path) -> bytes:
    if form == JSON:
        return record.write(as_values(event) for event in read.events)
    said = _remarks(read, instance)
    return FORMS[form].write(sheet_of(read.match, language, place=said.place, note=said.note))


def _remarks(read: record.Record, instance: Path) -> Remarks:
    """What is written beside a match in an installation; nothing where the match is not there."""
    if not is_begun(instance):
        return Remarks()
    with opened(instance) as store:
        match_id = standing(read, store).here
        return remarks(store.documents.find(KIND, match_id) if match_id else None)
