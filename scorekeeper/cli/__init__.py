"""The command ``scorekeeper``. Each subcommand is imported when it is called: a score needs no database."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import click

from .. import __version__
from ..sentences import Refusal
from .lines import fail

# Subcommand → its module in this package, and the function there.
_COMMANDS: Final = {
    "backup": ("installation", "backup"),
    "clean": ("groups", "clean"),
    "copy": ("copying", "copy"),
    "export": ("records", "export"),
    "import": ("records", "import_"),
    "key": ("installation", "key"),
    "recount": ("recount", "recount"),
    "referee": ("records", "referee"),
    "restore": ("installation", "restore"),
    "rules": ("rules", "rules"),
    "score": ("score", "score"),
    "serve": ("serve", "serve"),
    "sheet": ("sheet", "sheet"),
    "simulate": ("simulate", "simulate"),
    "tally": ("records", "tally"),
}


class _Subcommands(click.Group):
    """A group of subcommands that are imported by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, function = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f".{module}", __package__), function)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as error:  # such as a database that cannot be reached
            fail(error)


@click.group(cls=_Subcommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Score Koi-Koi played with a real hanafuda deck, by the rules of your table."""
