"""``key``, ``backup``, ``restore``, ``copy`` and ``recount``: an installation as a whole."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from ..archive import digests
from ..fingerprints import version_of_the_match
from ..installation import chosen
from ..keys import BadSecret
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import event
from ..koikoi.match.match import Match
from ..koikoi.match.replay import replay
from ..koikoi.rules.options.row import KOIKOI
from ..storage import is_address, storage_at
from ..store import DamagedMatch, NoSuchMatch, Store, StoreError
from ..store.backup import DATABASE, groups_of_before
from ..transfer import copy as copied
from .lines import fail, warn
from .store import INSTANCE, opened


@click.command()
@click.option(
    "--new",
    is_flag=False,
    flag_value="",
    metavar="[KEY]",
    help="Set a new key: KEY, or a random one. Every phone must enter it again.",
)
@INSTANCE
def key(new: str | None, instance: Path) -> None:
    """Show the key that phones ask for, or set a new one.

    \b
    scorekeeper key
    scorekeeper key --new
    scorekeeper key --new "seven herons 1986"
    """
    secrets = chosen(instance).secrets
    try:
        click.echo((secrets.key if new is None else secrets.change_key(new)).written)
    except BadSecret as error:
        fail(error)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Replace FILE if it exists.")
@INSTANCE
def backup(file: Path, replace: bool, instance: Path) -> None:
    """Back up everything to FILE; the app may keep running.

    \b
    scorekeeper backup ~/koi-koi-2026-11-20.zip
    """
    if file.exists() and not replace:
        fail(f"“{file}” exists already. Choose another name, or replace it with --replace.")
    try:
        chosen(instance).back_up(file)
    except (StoreError, OSError) as error:
        fail(error)
    click.echo(f"Saved to {file}. It contains your key: keep it private.")
    _tell_of_groups(instance)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@INSTANCE
def restore(file: Path, instance: Path) -> None:
    """Restore the backup FILE; replaced files are kept.

    \b
    scorekeeper restore ~/koi-koi-2026-11-20.zip
    """
    try:
        aside = chosen(instance).storage.restore(file)
        with opened(instance) as store:
            number = len(store.matches())
    except (StoreError, OSError) as error:
        fail(error)
    matches = "1 match" if number == 1 else f"{number} matches"
    click.echo(f"Backup restored: {matches}. Start the app again.")
    click.echo("Every phone must type or scan the key again, and links must be made again.")
    if aside:
        click.echo(f"The old files are in {aside}.")
    _tell_of_groups(file)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy an installation to an empty folder or database, and check it.

    Stop the app first. FROM stays as it is. Fonts and certificates of a folder are not copied.

    \b
    scorekeeper copy instance postgresql://koikoi@db.example.org/koikoi
    scorekeeper copy postgresql://koikoi@db.example.org/koikoi copy-of-instance
    """
    if not is_address(source) and not Path(source, DATABASE).exists():
        fail(f"There is no installation in {source}.")
    places = storage_at(source), storage_at(target)
    try:
        done = copied(*places)
    except (StoreError, OSError) as error:
        fail(error)
    finally:
        for place in places:
            place.release()
    click.echo(f"Copied and checked: matches: {done.matches}, house rules: {done.rules}, and the key.")
    if not is_address(source):
        _tell_of_groups(Path(source))


def _tell_of_groups(place: Path) -> None:
    if left := groups_of_before(place):
        warn(left)


@click.command()
@INSTANCE
def recount(instance: Path) -> None:
    """Recount every match, and refresh the lists and statistics.

    Reports how many results were wrong; exits with 1 if any was.

    \b
    scorekeeper recount
    """
    game = version_of_the_match()
    with opened(instance) as store:
        ends = store.last_seqs()
        saved = {id_: digests.decoded(value, ends[id_], game) for id_, value in store.digests().items()}
        made = digests.make_digests(store, partial(_listed, store), ends, game)
        unreadable = [id_ for id_, digest in made.items() if not digest and not _match(store, id_)]
    differ = [id_ for id_, digest in made.items() if saved.get(id_) not in (None, digest)]
    for id_ in unreadable:
        warn(f"Match {id_} cannot be read.")
    for id_ in differ:
        warn(f"Match {id_}: the saved result was wrong, now corrected.")
    click.echo(f"{'1 match' if len(made) == 1 else f'{len(made)} matches'} counted, {len(differ)} wrong")
    sys.exit(bool(differ))


def _listed(store: Store, match_id: str) -> Match | None:
    """A match that lists and figures are about: one of Koi-Koi."""
    match = _match(store, match_id)
    return match if match and match.rules.game == KOIKOI else None


def _match(store: Store, match_id: str) -> Match | None:
    """A match from its log; None where it cannot be read."""
    try:
        return replay([event(tree) for tree in store.events(match_id)])
    except (KoikoiError, DamagedMatch, NoSuchMatch):
        return None
