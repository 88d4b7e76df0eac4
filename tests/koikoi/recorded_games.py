"""Games that people played, where a file of them lies in a folder next to the checkout."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from .script import Tree

SHARED: Final = Path(__file__).parents[3] / "shared"
GAMES: Final = SHARED / "games" / "koikoi_japan.jsonl"


def games() -> list[list[Tree]]:
    if not GAMES.exists():
        return []
    rows = [json.loads(line) for line in GAMES.read_text("utf-8").splitlines()]
    return [list(game) for _, game in itertools.groupby(rows, key=lambda row: row["game"])]


def taken(turn: list[Any]) -> list[str]:
    _, played, took, drawn, took_more, _ = turn
    return ([played, *took] if took else []) + ([drawn, *took_more] if took_more else [])


def at_the_end(row: Tree) -> Iterator[Tree]:
    held: dict[int, list[str]] = {1: [], 2: []}
    for turn in row["turns"]:
        held[turn[0]] += taken(turn)
        if turn[-1] == "koi":
            yield {"type": "koikoi-called", "player": turn[0] - 1}
    piles = [" ".join(held[1]), " ".join(held[2])]
    if any(turn[-1] == "stop" for turn in row["turns"]):
        yield {"type": "round-won", "player": row["winner"] - 1, "piles": piles}
    else:
        yield {"type": "round-exhausted", "piles": piles}


def turn_by_turn(row: Tree) -> Iterator[Tree]:
    for turn in row["turns"]:
        yield {"type": "turn-taken", "player": turn[0] - 1, "captured": " ".join(taken(turn))}
        if turn[-1] == "koi":
            yield {"type": "koikoi-called", "player": turn[0] - 1}
        if turn[-1] == "stop":
            yield {"type": "round-won", "player": turn[0] - 1}
    if not any(turn[-1] == "stop" for turn in row["turns"]):
        yield {"type": "round-exhausted"}
