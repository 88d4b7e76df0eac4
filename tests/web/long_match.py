"""A match of many rounds, stored without playing it on the pages."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from scorekeeper.installation import Installation

LONG = {"extends": "russian", "match": {"rounds": None, "target": 9999}}
THREE = "01B 03B 08B"


def play(installation: Installation, rounds: int, *more: dict[str, Any]) -> str:
    """A match of so many rounds, which goes on; the address of its notepad."""
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": LONG, "purse": 0}
    won = {"type": "round-won", "piles": [THREE, THREE]}
    log = [start, *({**won, "player": number % 2} for number in range(rounds)), *more]
    with closing(installation.open_store()) as store:
        store.create("long", [{**event, "id": f"{place}.0"} for place, event in enumerate(log)])
    return "/matches/long"
