"""How the command is used: wrong usage, help, and running the module."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from scorekeeper import __version__
from scorekeeper.cli import main

from .running import GOOD, START, WON, record, run

LIBRARIES = ("flask", "segno", "sqlite3", "sqlite_utils", "waitress", "werkzeug")


@pytest.mark.parametrize(
    "arguments",
    [("nope",), ("score", "/no/file"), ("rules",), ("rules", "show"), ("backup",), ("serve", "--port", "-1")],
)  # fmt: skip
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr


def commands(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)


@pytest.mark.parametrize("command", dict(commands(main)), ids=" ".join)
def test_help_has_an_example_for_every_command(command: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*command, flag)
        assert result.exit_code == 0
        assert (
            f"scorekeeper {' '.join(command)}" in result.stdout.partition("Options:")[0].partition("\n\n")[2]
        )


def test_the_list_of_commands_says_the_same_as_the_help_of_each() -> None:
    own = click.Group(commands=[command for names, command in commands(main) if len(names) == 1])
    texts = []
    for group in (main, own):
        formatter = click.HelpFormatter(width=400)  # so wide that no sentence is cut
        group.format_commands(click.Context(group), formatter)
        texts.append(formatter.getvalue())
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("arguments", "some", "none"),
    [
        (("--help",), ["cli"], ["cli.serve", "koikoi.rules", "exports", "store", "web"]),
        (("score",), ["koikoi.scoring"], ["koikoi.match", "store", "web", *LIBRARIES]),
        (("tally",), ["koikoi.match"], ["imports", "installation", "store", "web", *LIBRARIES]),
        (("referee",), ["koikoi.match"], ["imports", "installation", "store", "web", *LIBRARIES]),
        (("rules", "list"), ["koikoi.rules"], ["koikoi.scoring", "web", "flask", "waitress"]),
    ],
    ids=" ".join,
)
def test_a_command_imports_only_what_it_needs(
    arguments: tuple[str, ...], some: list[str], none: list[str]
) -> None:
    program = (
        "import sys; from scorekeeper.cli import main\n"
        "try: main()\n"
        "finally: print(*(name.removeprefix('scorekeeper.') for name in sys.modules), file=sys.stderr)"
    )
    text = GOOD if arguments == ("score",) else record(START, WON)
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments], input=text, capture_output=True, text=True, check=True
    )
    imported = set(ran.stderr.split())
    assert set(some) <= imported
    assert not imported & set(none)


def test_the_module_is_the_command() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score"], input=GOOD, capture_output=True, text=True, check=True
    )
    assert json.loads(shown.stdout)["points"] == 16
    version = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in version.stdout
