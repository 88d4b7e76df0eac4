"""The shortest match, for pages of what has been played."""

from __future__ import annotations

from scorekeeper.archive.players import id_of

from .fixtures import THREE, Table
from .player import Page
from .stored_matches import store_match

ANNA, BEN = id_of("Anna"), id_of("Ben")


def won(table: Table, *names: str, by: int = 0) -> Page:
    """A match of one round, stored at once."""
    start = {"type": "match-started", "players": [*names], "ruleset": "russian", "rounds": 1, "purse": 100}
    piles = [THREE if seat == by else None for seat in range(len(names))]
    return store_match(table.player, start, {"type": "round-won", "player": by, "piles": piles})
