"""``scorekeeper export``, ``import`` and ``sheet``: records and scoresheets of an installation's matches."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ..archive.archive import KIND, Remarks, remarks
from ..exports import record
from ..exports.sheets.formats import FORMS
from ..exports.sheets.sheet import MissingLibrary, sheet_of
from ..folders import use_folder
from ..imports.comparison import Kind, compared, keep
from ..imports.files import accepted, records_in
from ..installation import chosen, is_begun
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import as_values
from ..languages import LANGUAGES
from ..sentences import listed
from ..store import DamagedMatch, MatchRow, Store, StoreError
from ..times import HERE, evening_of
from .lines import FILE, fail, warn
from .store import INSTANCE, opened


@click.command()
@click.argument("match", required=False)
@INSTANCE
def export(match: str | None, instance: Path) -> None:
    """Print the record of MATCH; without MATCH, list all matches.

    \b
    scorekeeper export 1f0c…  > match.json
    """
    with opened(instance) as store:
        if match is None:
            for row in store.matches():
                click.echo(f"{row.id}  {_day_and_players(store, row)}")
            return
        try:
            written = record.write(store.events(match))
        except DamagedMatch as error:
            warn(f"{error} This is all that can be read:")
            written = record.write_unreadable(store.stored(match), str(error))
        except StoreError as error:
            fail(error)
        click.echo(written.decode(), nl=False)


@click.command(name="import")
@click.argument("files", type=click.File("rb"), nargs=-1)
@INSTANCE
def import_(files: tuple[Any, ...], instance: Path) -> None:
    """Import the matches in FILES (or standard input), and print the id of each.

    A file has one record, one per line, a list of them, or is a backup. Matches already here are skipped,
    refused ones are reported, and the rest is imported.

    \b
    scorekeeper import match.json
    scorekeeper import *.json backup.zip
    """
    find = chosen(instance).house_rules.find
    refused = False
    with opened(instance) as store:
        for file in files or (sys.stdin.buffer,):
            where = f"{file.name}, " if files else ""
            for place, match in enumerate(records_in(file.read(), find), 1):
                try:
                    read = accepted(match)
                    is_here = compared(read, store).kind is Kind.SAME
                    click.echo(keep(read, store))
                    if is_here:
                        warn(f"{where}match {place} is here already.")
                except (KoikoiError, StoreError) as error:
                    refused = True
                    warn(f"{where}match {place}: {error}")
    if refused:
        sys.exit(1)


def _day_and_players(store: Store, row: MatchRow) -> str:
    """The day of a match and the names of its players."""
    zone, players = HERE, None
    with suppress(DamagedMatch):
        first = store.events(row.id)[0]
        zone, players = str(first.get("zone", HERE)), first.get("players")
    names = str(listed(map(str, players))) if isinstance(players, list) else ""
    return f"{evening_of(row.started_at, zone) or ''!s:10}  {names or 'cannot be read'}"


JSON = "json"  # the record itself


@click.command()
@FILE
@click.option("--as", "form", type=click.Choice([*FORMS, JSON]), required=True, help="File format.")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", show_default=True)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file instead of standard output.",
)
@INSTANCE
def sheet(file: Any, form: str, language: str, output: Path | None, instance: Path) -> None:
    """Write the scoresheet of a match record in one of its formats.

    Place, note and extra fonts are taken from the installation.

    \b
    scorekeeper sheet match.json --as csv --language pl --output match.csv
    """
    use_folder(instance)
    try:
        read = record.read(file.read())
        if form == JSON:
            written = record.write(as_values(event) for event in read.events)
        else:
            said = _remarks(read, instance)
            written = FORMS[form].write(sheet_of(read.match, language, place=said.place, note=said.note))
    except (KoikoiError, MissingLibrary, StoreError) as error:
        fail(error)
    try:
        if output:
            output.write_bytes(written)
        else:
            sys.stdout.buffer.write(written)
    except OSError as error:
        fail(f"“{output}” cannot be written: {error.strerror}.")


def _remarks(read: record.Record, instance: Path) -> Remarks:
    """What is written beside a match in an installation; nothing where the match is not there."""
    if not is_begun(instance):
        return Remarks()
    with opened(instance) as store:
        match_id = compared(read, store).here
        return remarks(store.documents.get(KIND, match_id) if match_id else None)
