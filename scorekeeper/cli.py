"""The command ``scorekeeper``."""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from . import __version__
from .exports import answers, plain, record
from .installation import Installation, default_folder
from .keys import BadSecret
from .koikoi.errors import BadRecord, KoikoiError
from .koikoi.rules import wording
from .koikoi.rules.loading import names, rules, write_toml
from .sentences import say
from .store import DamagedMatch, StoreError, restoring, utc_now
from .store.sqlite import SqliteStore
from .store.trouble import trouble_named

_LINES = click.argument("file", type=click.File("rb"), default="-")
_INSTANCE = click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    default=default_folder,
    help="Folder of the installation (matches, secrets, house rules).",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Score Koi-Koi played with a real hanafuda deck, by the rules of your table."""


@main.command()
@_LINES
def score(file: Any) -> None:
    """Score piles: a question in JSON on each line of FILE (or standard input), an answer on each line.

    A line with "hand" instead of "captured" asks which lucky hand the dealt cards are; a line with "field",
    whether the dealt field voids the deal and what its brights do. "players": 3 is for three.

    \b
    echo '{"ruleset": "dutch", "captured": "01B 03B 08B 12B 3C", "calls": {"others": 1}}' | scorekeeper score
    echo '{"ruleset": "russian", "hand": "01B 01R 03B 03R 07A 07R 12B 12C1"}' | scorekeeper score
    echo '{"ruleset": "dutch", "field": "01B 01R 01C1 01C2 03B 05A 07R 12C1"}' | scorekeeper score
    """
    _answer_lines(file, answers.answer)


@main.command()
@_LINES
def tally(file: Any) -> None:
    """Write the scoresheet of a match record, or of every record in a file with one record a line.

    \b
    scorekeeper tally match.json
    scorekeeper tally - < matches.jsonl
    """
    text = file.read()
    if not text.strip():
        _fail(BadRecord(say("There is no record to tally: the input is empty.")))
    if not record.is_json(text):  # not one record, so a record on each line
        _answer_lines(text.splitlines(), lambda line: plain.sheet(record.read(line).match))
        return
    try:
        sheet = plain.sheet(record.read(text).match)
    except KoikoiError as error:
        _write({"error": str(error)})
        sys.exit(1)
    _write(sheet)


@main.command()
@click.option(
    "--host",
    default="",
    show_default="0.0.0.0; 127.0.0.1 with --proxy",
    help="127.0.0.1: only this machine.",
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--proxy",
    default=0,
    envvar="SCOREKEEPER_PROXY",
    type=click.IntRange(0, 9),
    metavar="N",
    help="Web servers in front of this one, such as 1 for one that adds HTTPS; what they say is believed.",
)
@_INSTANCE
def serve(host: str, port: int, threads: int, proxy: int, instance: Path) -> None:
    """Start the app, and show the address and the QR code for the phones on this network.

    \b
    scorekeeper serve --port 8080
    """
    from . import serving
    from .addresses import invitation, invitation_behind_proxy
    from .connections import limits
    from .web import create_app

    # Whoever reaches the app past the proxy could say what the proxy says, so by default nobody else does.
    host = host or ("127.0.0.1" if proxy else "0.0.0.0")
    try:
        with trouble_named(instance):
            installation = Installation(instance)
            app = create_app(installation, proxies=proxy)
            # One connection stays open, so that SQLite keeps its write-ahead log between two requests: a
            # save then waits for the disk once instead of five times.
            kept_open = installation.open_store()
            kept_open.empty_bin()
            installation.house_rules.empty_bin()
    except (BadSecret, StoreError, OSError) as error:
        _fail(error)
    with closing(kept_open):
        try:
            server = serving.server(app, host=host, port=port, threads=threads, **limits(proxy))
        except OSError as error:
            raise click.ClickException(
                f"Port {port} cannot be used: {error.strerror}. Try --port {port + 1}."
            ) from error
        invite = invitation_behind_proxy if proxy else invitation
        click.echo(invite(installation.secrets.key, host, port))
        sys.stdout.flush()
        serving.run(server)


@main.command()
@click.option(
    "--new",
    is_flag=False,
    flag_value="",
    metavar="[KEY]",
    help="Change the key: to KEY, or to one that is made by chance. Every phone is then asked for it.",
)
@_INSTANCE
def key(new: str | None, instance: Path) -> None:
    """Show the key that lets phones in, or change it, also while the app runs.

    \b
    scorekeeper key
    scorekeeper key --new
    scorekeeper key --new "seven herons 1986"
    """
    kept = Installation(instance).secrets
    try:
        click.echo((kept.key if new is None else kept.change_key(new)).written)
    except BadSecret as error:
        _fail(error)


@main.group(name="rules")
def rules_() -> None:
    """List, show and compare rule sets.

    \b
    scorekeeper rules list
    scorekeeper rules show russian
    scorekeeper rules difference dutch nintendo_jp
    """


@rules_.command(name="list")
@_INSTANCE
def list_rules(instance: Path) -> None:
    """List all rule sets, the table's own first.

    \b
    scorekeeper rules list
    """
    house = Installation(instance).house_rules
    for name in (*house.names(), *names()):
        try:
            click.echo(f"{name:20} {rules(name, house.find).title}")
        except KoikoiError as error:
            click.echo(f"{name:20} cannot be read: {error}", err=True)


@rules_.command()
@click.argument("name")
@click.option("--whole", is_flag=True, help="Every option, also those it takes over from the set it extends.")
@_INSTANCE
def show(name: str, whole: bool, instance: Path) -> None:
    """Show the rule set NAME as TOML.

    \b
    scorekeeper rules show russian --whole
    """
    house = Installation(instance).house_rules
    try:
        chosen = rules(name, house.find)
    except KoikoiError as error:
        _fail(error)
    tree = msgspec.to_builtins(chosen) if whole else house.find(name)
    click.echo(write_toml(tree or {}), nl=False)


@rules_.command()
@click.argument("one")
@click.argument("other")
@_INSTANCE
def difference(one: str, other: str, instance: Path) -> None:
    """Show what the rule set OTHER does otherwise than ONE.

    \b
    scorekeeper rules difference dutch nintendo_jp
    """
    house = Installation(instance).house_rules
    try:
        before, after = rules(one, house.find), rules(other, house.find)
    except KoikoiError as error:
        _fail(error)
    for title, old, new in wording.changes(before, after):
        click.echo(f"{title}: {old} → {new}")


@main.command()
@click.argument("match", required=False)
@_INSTANCE
def export(match: str | None, instance: Path) -> None:
    """Write the record of a match to standard output; without MATCH list the matches.

    \b
    scorekeeper export 1f0c…  > match.json
    """
    with _store(instance) as store:
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
            _fail(error)
        click.echo(written.decode(), nl=False)


@main.command(name="import")
@_LINES
@_INSTANCE
def import_(file: Any, instance: Path) -> None:
    """Bring in the match record in FILE (or standard input), and print the id of the match.

    \b
    scorekeeper import match.json
    """
    try:
        found = record.read(file.read(), Installation(instance).house_rules.find)
        match_id = uuid.uuid4().hex
        with _store(instance) as store:
            store.create(match_id, record.stored(found, match_id, utc_now()))
    except (KoikoiError, StoreError) as error:
        _fail(error)
    click.echo(match_id)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_INSTANCE
def backup(file: Path, instance: Path) -> None:
    """Write everything of the installation to FILE, also while the app runs.

    \b
    scorekeeper backup koi-koi-2026-11-20.zip
    """
    try:
        Installation(instance).back_up(file)
    except (StoreError, OSError) as error:
        _fail(error)
    click.echo(
        f"All matches, house rules and secrets are in {file}. "
        "Whoever has this file has the key of your table: keep it where only you can read it."
    )


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_INSTANCE
def restore(file: Path, instance: Path) -> None:
    """Put the backup in FILE back; what lies in the installation now is kept in a folder beside it.

    \b
    scorekeeper restore koi-koi-2026-11-20.zip
    """
    try:
        aside = restoring.restore(instance, file)
        with _store(instance) as store:
            number = len(store.matches())
    except (StoreError, OSError) as error:
        _fail(error)
    matches = "1 match" if number == 1 else f"{number} matches"
    click.echo(f"The backup is back in place: {matches}. Start the app again.")
    if aside:
        click.echo(f"What was here before is in {aside}.")


def _players(store: SqliteStore, match_id: str) -> str:
    """The names of the players, empty where the match is damaged."""
    with suppress(DamagedMatch):
        players = store.events(match_id)[0].get("players")
        return ", ".join(map(str, players)) if isinstance(players, list) else ""
    return ""


@contextmanager
def _store(instance: Path) -> Iterator[SqliteStore]:
    try:
        installation = Installation(instance)
        store = installation.open_store()
    except StoreError as error:
        _fail(error)
    with closing(store):
        yield store
    installation.release()


def _answer_lines(lines: Any, answer: Callable[[bytes], dict[str, Any]]) -> None:
    """Write an answer for every line that is not empty; exit with 1 where a line was bad."""
    bad = False
    for line in lines:
        line = line.removeprefix(b"\xef\xbb\xbf")  # a byte order mark, as some editors write
        if not line.strip():
            continue
        try:
            found = answer(line)
        except KoikoiError as error:
            found, bad = {"error": str(error)}, True
        _write(found)
    if bad:
        sys.exit(1)


def _write(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def _fail(error: Exception) -> NoReturn:
    """One sentence on standard error, exit code 1."""
    click.echo(f"scorekeeper: {error}", err=True)
    sys.exit(1)
