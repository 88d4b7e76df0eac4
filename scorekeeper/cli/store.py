"""What the commands that read or write an installation share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from ..folders import default_folder
from ..installation import chosen
from ..store import Store, StoreError
from .lines import fail

INSTANCE = click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    default=default_folder,
    help="Folder with the matches, house rules and key.",
)


@contextmanager
def opened(instance: Path) -> Iterator[Store]:
    """The matches of an installation; a failure is a sentence on standard error."""
    try:
        installation = chosen(instance)
        store = installation.open_store()
    except StoreError as error:
        fail(error)
    with closing(store):
        yield store
    installation.release()
