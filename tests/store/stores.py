"""Events and stores for the contract tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scorekeeper.store import Store
from scorekeeper.store.sqlite import SqliteStore

FIRST = {"type": "match-started", "id": "first", "players": ["Anna", "Piet"], "dealer": 0}


class Clock:
    """A clock that goes on by a second each time it is read, until it is stopped."""

    def __init__(self) -> None:
        self.second = 0
        self.stopped: str | None = None

    def __call__(self) -> str:
        self.second += 1
        return self.stopped or f"2026-02-14T19:{self.second // 60:02}:{self.second % 60:02}.000Z"


def sqlite(folder: Path, clock: Clock) -> SqliteStore:
    return SqliteStore(folder / "scorekeeper.sqlite", now=clock)


def event(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "round-won", "id": name, **more}


def ids(store: Store, match_id: str = "m") -> list[str]:
    return [stored["id"] for stored in store.events(match_id)]
