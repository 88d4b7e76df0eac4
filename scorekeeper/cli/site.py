"""``scorekeeper site``: the whole app as static files."""

from __future__ import annotations

from pathlib import Path

import click

from ..pocket.site import CannotMake, write_site
from .lines import fail


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def site(folder: Path) -> None:
    """Make FOLDER the whole app as static files, for any web server with HTTPS.

    Needs Node.js with npm, and pip. Once it was opened, the app works without a connection and keeps the
    matches in the browser.

    \b
    scorekeeper site public
    """
    try:
        made = write_site(folder)
    except (CannotMake, OSError) as error:
        fail(error)
    click.echo(f"{folder}: version {made.version}, {made.size / 1e6:.1f} MB on the first visit.")
