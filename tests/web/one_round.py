"""The shortest match, for pages of what has been played."""

from __future__ import annotations

from typing import Any

from scorekeeper.archive.people import id_of

from .conftest import THREE, Table
from .player import Page

ANNA, BEN = id_of("Anna"), id_of("Ben")
ONE: Any = {"rules": "russian", "rounds": "other", "rounds_other": 1, "purse": 100}


def won(table: Table, *names: str, by: int = 0) -> Page:
    """A match of one round."""
    piles = [THREE if seat == by else "" for seat in range(len(names))]
    return table.score(table.begin(*names, **ONE), by, *piles)
