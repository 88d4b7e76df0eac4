"""``scorekeeper tally`` and ``referee``: what match records say, without an installation."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from ..exports import json_values, record
from ..koikoi.errors import BadRecord, KoikoiError
from ..koikoi.match.match import Match
from ..koikoi.match.replay import recorded_turns
from ..sentences import say
from .lines import FILE, answer_lines, fail, write


@click.command()
@FILE
def tally(file: Any) -> None:
    """Print the scoresheet of each match record, as JSON.

    \b
    scorekeeper tally match.json
    scorekeeper tally - < matches.jsonl
    """
    _answer_records(file.read(), json_values.tally)


@click.command()
@FILE
def referee(file: Any) -> None:
    """Print what each player may do, stop or koi-koi, after every recorded turn.

    \b
    scorekeeper referee match.json
    scorekeeper referee - < matches.jsonl
    """
    _answer_records(file.read(), _turns)


def _answer_records(text: bytes, answer: Callable[[Match], dict[str, Any]]) -> None:
    """Write an answer for the match of one record, or of each record of a file with one record a line."""
    if not text.strip():
        fail(BadRecord(say("There is no match record: the input is empty.")))
    if not record.is_json(text):  # not one record, so a record on each line
        answer_lines(text.splitlines(), lambda line: answer(record.read(line).match))
        return
    try:
        answered = answer(record.read(text).match)
    except KoikoiError as error:
        write({"error": str(error)})
        sys.exit(1)
    write(answered)


def _turns(match: Match) -> dict[str, Any]:
    return {"turns": [json_values.turn(turn) for turn in recorded_turns(match)], **json_values.amended(match)}
