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
    "backup": (
        "installation:backup",
        "Write everything of the installation to FILE, also while the app runs.",
    ),
    "clean": (
        "installation:clean",
        "Remove the groups that nobody has opened for over a year, also while the app runs.",
    ),
    "copy": (
        "installation:copy",
        "Copy an installation from a folder or database to an empty one, and check every event there.",
    ),
    "export": (
        "records:export",
        "Write the record of a match to standard output; without MATCH list the matches.",
    ),
    "import": (
        "records:import_",
        "Import the matches in FILES (or standard input), and print the id of each.",
    ),
    "key": ("installation:key", "Show the key that lets phones in, or change it, also while the app runs."),
    "recount": (
        "installation:recount",
        "Work out every match from its log, and replace what lists and figures have kept of it.",
    ),
    "referee": (
        "tally:referee",
        "Write what may be called at the end of every recorded turn of a match record,"
        " or of one on each line.",
    ),
    "restore": (
        "installation:restore",
        "Restore the backup in FILE; the files that it replaces are kept in a folder of the installation.",
    ),
    "rules": ("rules:rules", "List, show and compare rule sets."),
    "score": (
        "score:score",
        "Score piles: a question in JSON on each line of FILE (or standard input), an answer on each line.",
    ),
    "serve": (
        "serve:serve",
        "Start the app, and show the address and the QR code for the phones on this network.",
    ),
    "sheet": ("records:sheet", "Write the scoresheet of a match record, as the page of the match gives it."),
    "simulate": (
        "simulate:simulate",
        "Play rounds between two players by the rule set RULESET, and write what they say as JSON.",
    ),
    "tally": (
        "tally:tally",
        "Write the scoresheet of a match record, or of every record in a file with one record a line.",
    ),
}


class _Subcommands(click.Group):
    """A group of subcommands that are imported by name."""

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
    """Score Koi-Koi played with a real hanafuda deck, by the rules of your table."""
