"""``scorekeeper tally`` and ``referee``: what match records say, without an installation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..exports import json_values, record
from ..koikoi.errors import BadRecord
from ..koikoi.match.match import Match
from ..koikoi.match.replay import recorded_turns
from ..koikoi.rules.refusals import refuse_other_game
from ..sentences import say
from .lines import FILE, answer_lines, fail


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
    records = [text] if record.is_json(text) else text.splitlines()  # a record on each line
    answer_lines(records, lambda read: answer(record.read(read).match))


def _turns(match: Match) -> dict[str, Any]:
    refuse_other_game(match.rules, say("The referee is for Koi-Koi: in this game nobody calls or stops."))
    return {"turns": [json_values.turn(turn) for turn in recorded_turns(match)], **json_values.amended(match)}
