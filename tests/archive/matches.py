"""Matches for the tests of the archive, as a store keeps them."""

from __future__ import annotations

from typing import Any

from scorekeeper.archive.archive import Archive, View
from scorekeeper.koikoi.errors import KoikoiError
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.store import Store


def begin(store: Store, match_id: str, *players: str, at: str = "2026-02-14T19:00:00Z", **more: Any) -> None:
    start = {"type": "match-started", "id": "start", "players": list(players), "ruleset": "dutch", "at": at}
    store.create(match_id, [{**start, **more}])


def win(store: Store, match_id: str, player: int, pile: str = "01B 03B 08B", others: int = 1) -> None:
    """A round more, won by the player on this seat."""
    piles: list[str | None] = [None] * (others + 1)
    piles[player] = pile
    last = store.last(match_id)
    won = {"type": "round-won", "id": f"won{last}", "player": player, "piles": piles}
    store.append(match_id, last, [won])


class Table:
    """A store with its archive, which counts how many matches it had to load."""

    def __init__(self, store: Store, game: str = "1") -> None:
        self.store = store
        self.archive = Archive(game)
        self.loaded: list[str] = []

    def view(self) -> View:
        return self.archive.view("here", self.store, self.load)

    def load(self, match_id: str) -> Match | None:
        self.loaded.append(match_id)
        try:
            return replay([event(tree) for tree in self.store.events(match_id)])
        except KoikoiError:
            return None
