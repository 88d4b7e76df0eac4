"""Matches as a few lines in the notation of events (``scorekeeper.koikoi.notation``), and their outline."""

from __future__ import annotations

from typing import Any

from scorekeeper.exports import record
from scorekeeper.koikoi import notation
from scorekeeper.koikoi.match.match import Match

Tree = dict[str, Any]


def matched(rules: Any, lines: list[str], players: int = 2, **start: Any) -> Match:
    """The match that some lines make, every event checked."""
    return record.from_tree(written(rules, lines, players, **start)).match


def written(rules: Any, lines: list[str], players: int = 2, **start: Any) -> Tree:
    """The record that some lines make."""
    names = ["Anna", "Ben", "Chris"][:players]
    first = {"type": "match-started", "players": names, "ruleset": rules, **start}
    return {"format": "koikoi-match/1", "events": [first, *map(notation.values, lines)]}


def outline(match: Match) -> list[str]:
    """The scoresheet: dealer, result, player and points of each round, and the coins after it."""
    return [
        f"{row.dealer} {row.result} {'-' if row.player is None else row.player} {row.points}: "
        + " ".join(str(coins) for coins in row.balance)
        for row in match.rounds
    ]
