"""The command ``scorekeeper``. A subcommand is imported when it is run: a score needs no database.

The list of them that ``--help`` shows imports none.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import click

from .. import __version__
from ..sentences import Refusal
from .lines import fail

# Subcommand → its module in this package with the function there, and the first sentence of its help.
_COMMANDS: Final = {
    "backup": ("installation:backup", "Back up everything to FILE; the app may keep running."),
    "copy": ("installation:copy", "Copy an installation to an empty folder or database, and check it."),
    "export": ("records:export", "Print the record of MATCH; without MATCH, list all matches."),
    "import": (
        "records:import_",
        "Import the matches in FILES (or standard input), and print the id of each.",
    ),
    "key": ("installation:key", "Show the key that phones ask for, or set a new one."),
    "recount": ("installation:recount", "Recount every match, and refresh the lists and statistics."),
    "referee": (
        "tally:referee",
        "Print what each player may do, stop or koi-koi, after every recorded turn.",
    ),
    "restore": ("installation:restore", "Restore the backup FILE; replaced files are kept."),
    "rules": ("rules:rules", "List, show, compare, export and import rule sets."),
    "score": ("score:score", "Score captured cards: one JSON question per line in, one answer per line out."),
    "serve": ("serve:serve", "Start the app, and show the address and QR code for phones."),
    "sheet": ("records:sheet", "Write the scoresheet of a match record in one of its formats."),
    "simulate": (
        "simulate:simulate",
        "Simulate rounds of two players with RULESET, and print the results as JSON.",
    ),
    "site": ("site:site", "Make FOLDER the whole app as static files, for any web server with HTTPS."),
    "tally": ("tally:tally", "Print the scoresheet of each match record, as JSON."),
}


class _Subcommands(click.Group):
    """A group of subcommands that are imported by name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["serve"])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, function = _COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f".{module}", __package__), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = [click.Command(name, help=summary) for name, (_, summary) in _COMMANDS.items()]
        click.Group(commands=listed).format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as error:  # such as a database that cannot be reached
            fail(error)


@click.group(cls=_Subcommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Score Koi-Koi played with a real hanafuda deck, by the rules of your table.

    Without COMMAND the app starts, as with serve.
    """
