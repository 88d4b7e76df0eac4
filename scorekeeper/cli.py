"""The command ``scorekeeper``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from . import __version__
from .exports import answers, plain, record
from .koikoi.errors import BadRecord, KoikoiError
from .koikoi.sentences import say

_LINES = click.argument("file", type=click.File("rb"), default="-")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Score Koi-Koi played with a real hanafuda deck, by the rules of your table."""


@main.command()
@_LINES
def score(file: Any) -> None:
    """Score piles: a question in JSON on each line of FILE (or standard input), an answer on each line.

    \b
    echo '{"ruleset": "dutch", "captured": "01B 03B 08B 12B 3C", "calls": {"others": 1}}' | scorekeeper score
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
    try:
        tree = json.loads(text)
    except ValueError:  # not one record, so a record on each line
        _answer_lines(text.splitlines(), lambda line: plain.sheet(record.read(line).match))
        return
    try:
        sheet = plain.sheet(record.of(tree).match)
    except KoikoiError as error:
        _write({"error": str(error)})
        sys.exit(1)
    _write(sheet)


def _answer_lines(lines: Any, answer: Callable[[bytes], dict[str, Any]]) -> None:
    """Write an answer for every line that is not empty; exit with 1 where a line was bad."""
    bad = False
    for line in lines:
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


def _fail(error: KoikoiError) -> NoReturn:
    """One sentence on standard error, exit code 1."""
    click.echo(f"scorekeeper: {error}", err=True)
    sys.exit(1)
