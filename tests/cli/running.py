"""Runs the command in this process; records and questions for its tests."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from scorekeeper.cli import main

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian"}


WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]}


GOOD = (
    '{"ruleset": "dutch", "overrides": {"multipliers": {"big": null}}, "captured": "01B 03B 08B 12B 3C",'
    ' "calls": {"others": 1}}'
)


def record(*events: dict[str, Any]) -> str:
    return json.dumps({"format": "koikoi-match/1", "events": events})


def run(*arguments: object, text: str | bytes = "") -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]
