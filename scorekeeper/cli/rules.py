"""``scorekeeper rules``: rule sets listed, shown, compared, exported and imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from ..house_rules.exchange import keep_received, portable, receive
from ..house_rules.shelf import HouseRules
from ..installation import chosen
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import as_values
from ..koikoi.rules import choices, diff, loader, schema
from ..koikoi.rules.conversion import unknown
from ..koikoi.rules.ruleset import RuleSet
from ..sentences import Refusal
from ..store import StoreError
from .lines import FILE, fail, warn, write
from .store import INSTANCE

if TYPE_CHECKING:
    from ..koikoi.reference.entries import OptionEntry
    from ..koikoi.reference.examples import Example


@click.group(name="rules")
def rules() -> None:
    """List, show, compare, export and import rule sets.

    \b
    scorekeeper rules list
    scorekeeper rules show russian
    scorekeeper rules export ours > ours.toml
    scorekeeper rules import ours.toml
    scorekeeper rules choices russian
    scorekeeper rules difference dutch nintendo_jp
    scorekeeper rules options calls.min_points
    """


@rules.command(name="list")
@INSTANCE
def list_rules(instance: Path) -> None:
    """List all rule sets, house rules first.

    \b
    scorekeeper rules list
    """
    house = chosen(instance).house_rules
    try:
        own = house.names()
    except StoreError as error:
        fail(error)
    for name in (*own, *loader.every_name()):
        try:
            click.echo(f"{name:20} {loader.rules(name, house.find).title}")
        except KoikoiError as error:
            warn(f"{name} cannot be read: {error}")


@rules.command()
@click.argument("name")
@click.option("--whole", is_flag=True, help="All options, including inherited ones.")
@INSTANCE
def show(name: str, whole: bool, instance: Path) -> None:
    """Show the rule set NAME as TOML.

    \b
    scorekeeper rules show russian --whole
    """
    house = chosen(instance).house_rules
    ruleset = _rules(name, house)
    tree = msgspec.to_builtins(ruleset) if whole else house.find(name)
    click.echo(loader.write_toml(tree or {}), nl=False)


@rules.command()
@click.argument("name")
@INSTANCE
def export(name: str, instance: Path) -> None:
    """Print the rule set NAME as a TOML file that any installation can import.

    \b
    scorekeeper rules export ours > ours.toml
    """
    house = chosen(instance).house_rules
    _rules(name, house)
    click.echo(loader.write_toml(portable(house, name) or {}), nl=False)


@rules.command(name="import")
@FILE
@INSTANCE
def import_rules(file: Any, instance: Path) -> None:
    """Import the rule set in FILE (TOML or JSON, - for standard input), and print its id.

    Rules that are here already are not imported twice; a title that is taken gets a number.

    \b
    scorekeeper rules import ours.toml
    """
    house = chosen(instance).house_rules
    try:
        click.echo(keep_received(house, receive(house, file.read())))
    except Refusal as error:
        fail(error)


@rules.command(name="choices")
@click.argument("name")
@INSTANCE
def show_choices(name: str, instance: Path) -> None:
    """Show the choices of the rule set NAME, and how its source was read, as JSON.

    \b
    scorekeeper rules choices russian
    """
    ruleset = _rules(name, chosen(instance).house_rules)
    shown = {
        "ruleset": name,
        "choices": [
            {
                **msgspec.to_builtins(row.choice),
                "kind": row.choice.kind,
                "taken": row.taken.id if row.taken else None,
                "arises": row.arises,
                "advice": row.advice,
            }
            for row in choices.choice_states(ruleset)
        ],
        "readings": list(ruleset.readings),
    }
    click.echo(msgspec.json.format(msgspec.json.encode(shown)).decode())


@rules.command()
@click.argument("one")
@click.argument("other")
@INSTANCE
def difference(one: str, other: str, instance: Path) -> None:
    """Show how the rule set OTHER differs from ONE.

    \b
    scorekeeper rules difference dutch nintendo_jp
    """
    house = chosen(instance).house_rules
    for title, old, new in diff.changes(_rules(one, house), _rules(other, house)):
        click.echo(f"{title}: {old} → {new}")


@rules.command()
@click.argument("key", required=False)
def options(key: str | None) -> None:
    """Explain every option, or just KEY, as JSON, one per line.

    \b
    scorekeeper rules options
    scorekeeper rules options calls.min_points
    """
    from ..koikoi.reference.entries import every_entry  # with the match, which the other commands do not need

    known = every_entry()
    if key is not None and key not in known:
        fail(unknown(key, "yaku." if key.startswith("yaku.") else _table(key)))
    for entry in (known[key],) if key else known.values():
        write(_entry(entry))


def _rules(name: str, house: HouseRules) -> RuleSet:
    try:
        return loader.rules(name, house.find)
    except Refusal as error:
        fail(error)


def _table(key: str) -> str:
    """The table in which an option would be that does not exist; empty for the outermost."""
    table = key.rpartition(".")[0]
    return table if any(known.startswith(f"{table}.") for known in schema.every_option()) else ""


def _entry(entry: OptionEntry) -> dict[str, Any]:
    """What the reference says about one option."""
    row = entry.option
    return {
        "key": entry.key,
        "title": str(entry.title),
        "meaning": row.meaning,
        "default": msgspec.to_builtins(row.default),
        "allowed": [str(allowed) for allowed in row.allowed],
        "advice": row.advice,
        "values": [
            {
                "written": value.written,
                "says": str(value.words),
                "rulesets": list(value.rulesets),
                **({"yaku": value.yaku} if value.yaku else {}),
            }
            for value in entry.values
        ],
        "examples": [_example(example) for example in entry.examples],
        "choices": [{"ruleset": asked.ruleset, "id": asked.choice.id} for asked in entry.asked],
    }


def _example(example: Example) -> dict[str, Any]:
    """A scene as a record has it, and what each value leads to."""
    scene = example.scene
    return {
        "besides": scene.besides,
        **({"yaku": scene.yaku} if scene.yaku else {}),
        "players": scene.players,
        **({"drawn": list(scene.drawn)} if scene.drawn else {}),
        "events": [as_values(event) for event in scene.events],
        "results": [
            {
                "value": msgspec.to_builtins(result.value),
                **({"points": result.points} if result.points is not None else {}),
                "says": [str(said) for said in result.said],
            }
            for result in example.results
        ],
    }
