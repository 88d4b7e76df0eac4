"""The command: lines that ``scorekeeper score`` answers a second, and how long it takes to start.

Both are processor time and include the start.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

from .figures import Figure, median
from .piles import random_piles

_LINES, _RULE_SETS = 10_000, 500
_PASSES = 3


def measure() -> Iterator[Figure]:
    start = median([_seconds("") for _ in range(2 * _PASSES)])
    yield Figure("scorekeeper score, start-up", round(start, 3), "s", 0.3, 0.15)
    yield _speed("lines a second, one rule set with an override", _lines(1), limit=10_000, aim=20_000)
    yield _speed(f"lines a second, {_RULE_SETS} different overrides", _lines(_RULE_SETS))


def _speed(what: str, lines: str, limit: float | None = None, aim: float | None = None) -> Figure:
    seconds = median([_seconds(lines) for _ in range(_PASSES)])
    note = f"{_LINES} lines in {seconds:.2f} s"
    return Figure(
        f"scorekeeper score, {what}", round(_LINES / seconds), "/s", limit, aim, at_least=True, note=note
    )


def _lines(rule_sets: int) -> str:
    """Questions about random piles, under so many rule sets in turn."""
    questions = []
    for number, pile in enumerate(random_piles(_LINES)):
        overrides = {"yaku": {"kasu": {"points": 1 + number % rule_sets}}}
        questions.append({"ruleset": "dutch", "overrides": overrides, "captured": str(pile)})
    return "".join(f"{json.dumps(question)}\n" for question in questions)


def _seconds(lines: str) -> float:
    """Processor time of the command that answers these lines."""
    before = os.times()
    command = [sys.executable, "-m", "scorekeeper", "score"]
    subprocess.run(command, input=lines.encode(), stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
