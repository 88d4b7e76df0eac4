"""``scorekeeper key``, ``backup`` and ``restore``: an installation as a whole."""

from __future__ import annotations

from pathlib import Path

import click

from ..installation import chosen
from ..keys import BadSecret
from ..store import StoreError
from .lines import fail
from .store import INSTANCE, opened


@click.command()
@click.option(
    "--new",
    is_flag=False,
    flag_value="",
    metavar="[KEY]",
    help="Change the key: to KEY, or to one that is made by chance. Every phone is then asked for it.",
)
@INSTANCE
def key(new: str | None, instance: Path) -> None:
    """Show the key that lets phones in, or change it, also while the app runs.

    \b
    scorekeeper key
    scorekeeper key --new
    scorekeeper key --new "seven herons 1986"
    """
    kept = chosen(instance).secrets
    try:
        click.echo((kept.key if new is None else kept.change_key(new)).written)
    except BadSecret as error:
        fail(error)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Replace FILE if it exists, such as the backup of yesterday.")
@INSTANCE
def backup(file: Path, replace: bool, instance: Path) -> None:
    """Write everything of the installation to FILE, also while the app runs.

    \b
    scorekeeper backup ~/koi-koi-2026-11-20.zip
    """
    if file.exists() and not replace:
        fail(f"“{file}” exists already. Choose another name, or replace it with --replace.")
    try:
        chosen(instance).back_up(file)
    except (StoreError, OSError) as error:
        fail(error)
    click.echo(
        f"All matches, house rules and secrets are in {file}. "
        "Whoever has this file has the key of your table: keep it where only you can read it."
    )


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@INSTANCE
def restore(file: Path, instance: Path) -> None:
    """Restore the backup in FILE; the files that it replaces are kept in a folder of the installation.

    \b
    scorekeeper restore ~/koi-koi-2026-11-20.zip
    """
    try:
        aside = chosen(instance).restore(file)
        with opened(instance) as store:
            number = len(store.matches())
    except (StoreError, OSError) as error:
        fail(error)
    matches = "1 match" if number == 1 else f"{number} matches"
    click.echo(f"The backup is back in place: {matches}. Start the app again.")
    click.echo("Every phone must type or scan the key again, and links must be made again.")
    if aside:
        click.echo(f"What was here before is in {aside}.")
