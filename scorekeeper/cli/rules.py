"""``scorekeeper rules``: rule sets listed, shown and compared."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ..installation import Installation
from ..koikoi.errors import KoikoiError
from ..koikoi.rules import loading, wording
from .lines import fail
from .store import INSTANCE


@click.group(name="rules")
def rules() -> None:
    """List, show and compare rule sets.

    \b
    scorekeeper rules list
    scorekeeper rules show russian
    scorekeeper rules difference dutch nintendo_jp
    """


@rules.command(name="list")
@INSTANCE
def list_rules(instance: Path) -> None:
    """List all rule sets, the table's own first.

    \b
    scorekeeper rules list
    """
    house = Installation(instance).house_rules
    for name in (*house.names(), *loading.names()):
        try:
            click.echo(f"{name:20} {loading.rules(name, house.find).title}")
        except KoikoiError as error:
            click.echo(f"{name:20} cannot be read: {error}", err=True)


@rules.command()
@click.argument("name")
@click.option("--whole", is_flag=True, help="Every option, also those it takes over from the set it extends.")
@INSTANCE
def show(name: str, whole: bool, instance: Path) -> None:
    """Show the rule set NAME as TOML.

    \b
    scorekeeper rules show russian --whole
    """
    house = Installation(instance).house_rules
    try:
        ruleset = loading.rules(name, house.find)
    except KoikoiError as error:
        fail(error)
    tree = msgspec.to_builtins(ruleset) if whole else house.find(name)
    click.echo(loading.write_toml(tree or {}), nl=False)


@rules.command()
@click.argument("one")
@click.argument("other")
@INSTANCE
def difference(one: str, other: str, instance: Path) -> None:
    """Show how the rule set OTHER differs from ONE.

    \b
    scorekeeper rules difference dutch nintendo_jp
    """
    house = Installation(instance).house_rules
    try:
        before, after = loading.rules(one, house.find), loading.rules(other, house.find)
    except KoikoiError as error:
        fail(error)
    for title, old, new in wording.changes(before, after):
        click.echo(f"{title}: {old} → {new}")
