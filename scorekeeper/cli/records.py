"""``scorekeeper tally``, ``export`` and ``import``: match records."""

from __future__ import annotations

import sys
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ..exports import plain, record
from ..installation import Installation
from ..koikoi.errors import BadRecord, KoikoiError
from ..sentences import say
from ..store import DamagedMatch, StoreError, utc_now
from ..store.sqlite import SqliteStore
from .lines import FILE, answer_lines, fail, write
from .store import INSTANCE, opened


@click.command()
@FILE
def tally(file: Any) -> None:
    """Write the scoresheet of a match record, or of every record in a file with one record a line.

    \b
    scorekeeper tally match.json
    scorekeeper tally - < matches.jsonl
    """
    text = file.read()
    if not text.strip():
        fail(BadRecord(say("There is no record to tally: the input is empty.")))
    if not record.is_json(text):  # not one record, so a record on each line
        answer_lines(text.splitlines(), lambda line: plain.sheet(record.read(line).match))
        return
    try:
        sheet = plain.sheet(record.read(text).match)
    except KoikoiError as error:
        write({"error": str(error)})
        sys.exit(1)
    write(sheet)


@click.command()
@click.argument("match", required=False)
@INSTANCE
def export(match: str | None, instance: Path) -> None:
    """Write the record of a match to standard output; without MATCH list the matches.

    \b
    scorekeeper export 1f0c…  > match.json
    """
    with opened(instance) as store:
        if match is None:
            for row in store.matches():
                players = _players(store, row.id) or "cannot be read"
                click.echo(f"{row.id}  {row.started_at[:10]}  {players}")
            return
        try:
            written = record.write(store.events(match))
        except DamagedMatch as error:
            click.echo(f"scorekeeper: {error} Here is what is stored of it.", err=True)
            written = record.write_unreadable(store.stored(match), str(error))
        except StoreError as error:
            fail(error)
        click.echo(written.decode(), nl=False)


@click.command(name="import")
@FILE
@INSTANCE
def import_(file: Any, instance: Path) -> None:
    """Import the match record in FILE (or standard input), and print the id of the match.

    \b
    scorekeeper import match.json
    """
    try:
        imported = record.read(file.read(), Installation(instance).house_rules.find)
        match_id = uuid.uuid4().hex
        with opened(instance) as store:
            store.create(match_id, record.stored(imported, match_id, utc_now()))
    except (KoikoiError, StoreError) as error:
        fail(error)
    click.echo(match_id)


def _players(store: SqliteStore, match_id: str) -> str:
    """The names of the players, empty where the match is damaged."""
    with suppress(DamagedMatch):
        players = store.events(match_id)[0].get("players")
        return ", ".join(map(str, players)) if isinstance(players, list) else ""
    return ""
