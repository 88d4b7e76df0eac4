"""``scorekeeper copy``: an installation in another place."""

from __future__ import annotations

from pathlib import Path

import click

from ..storage import is_address, kept_at
from ..store import StoreError
from ..store.backup import DATABASE
from ..transfer import copy as copied
from .lines import fail


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy an installation from a folder or database to an empty one, and check every event there.

    Stop the app first. FROM stays as it is. Fonts and certificates of a folder are not copied.

    \b
    scorekeeper copy instance postgresql://koikoi@db.example.org/koikoi
    scorekeeper copy postgresql://koikoi@db.example.org/koikoi copy-of-instance
    """
    if not is_address(source) and not Path(source, DATABASE).exists():
        fail(f"There is no installation in {source}.")
    kept = kept_at(source), kept_at(target)
    try:
        done = copied(*kept)
    except (StoreError, OSError) as error:
        fail(error)
    finally:
        for place in kept:
            place.release()
    click.echo(
        f"Copied and checked: matches: {done.matches}, events: {done.events}, documents: {done.documents}, "
        f"house rules: {done.rules}, and the key of the table."
    )
