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

from .running import GOOD, run


@pytest.mark.parametrize(
    "arguments",
    [("nope",), ("score", "/no/file"), ("rules",), ("rules", "show"), ("backup",), ("serve", "--port", "-1")],
)  # fmt: skip
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr


def commands(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)


@pytest.mark.parametrize("command", list(commands(main)), ids=" ".join)
def test_help_has_an_example_for_every_command(command: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*command, flag)
        assert result.exit_code == 0
        assert (
            f"scorekeeper {' '.join(command)}" in result.stdout.partition("Options:")[0].partition("\n\n")[2]
        )


def test_the_module_is_the_command() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score"], input=GOOD, capture_output=True, text=True, check=True
    )
    assert json.loads(shown.stdout)["points"] == 16
    version = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in version.stdout
