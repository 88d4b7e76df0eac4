"""``scorekeeper clean``: for hosts whose computer calls it now and then."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from ..groups import Groups
from ..groups import clean as clean_groups
from ..installation import chosen
from ..store import StoreError
from .lines import fail
from .store import INSTANCE


@click.command()
@INSTANCE
def clean(instance: Path) -> None:
    """Remove the groups that nobody has opened for over a year, also while the app runs.

    A group is removed a month after this command first found it, so call it now and then. Exports of removed
    groups stay in the folder groups-removed of the installation until you delete them.

    \b
    scorekeeper clean
    """
    installation = chosen(instance)
    try:
        with closing(installation.open_store()) as store:
            gone = clean_groups(installation, Groups(store.documents), datetime.now(UTC).date())
    except (StoreError, OSError) as error:
        fail(error)
    for id_ in gone:
        click.echo(f"Removed the group {id_}; everything in it is in {installation.export_of_group(id_)}.")
    if not gone:
        click.echo("There is no group to be removed.")
