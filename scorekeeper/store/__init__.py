"""The append-only event logs of the matches. Nothing here knows the rules of the game.

An event is a dict of JSON values with at least ``type`` and ``id``, a text made by the client and unique
within its match. The store adds ``seq`` (1, 2, … without a gap) and ``at`` (UTC, ISO 8601), and gives
both back. An ``at`` that is there already, as in an imported record, is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from .errors import BrokenStore, Conflict, NoSuchMatch, StoreError

__all__ = [
    "BrokenStore",
    "Conflict",
    "Event",
    "MatchRow",
    "NoSuchMatch",
    "Store",
    "StoreError",
    "utc_now",
]

Event = dict[str, Any]


class MatchRow(NamedTuple):
    """A match in the list: ``seq`` of its last event, ``at`` of its first and of its last event."""

    id: str
    seq: int
    started_at: str
    touched_at: str


class Store(Protocol):
    """What every store does. Each method may raise BrokenStore.

    Events that are no JSON, or have no ``id`` or ``type``, are a mistake of the program: ValueError or
    TypeError, and nothing is written.
    """

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        """A new match with its first events, or with all of an imported record.

        Sending the same again does nothing. Raises Conflict when the match exists with other events.
        """

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        """Store the events that build on event ``after``, all or none; gives the seq of the last of them.

        Events stored already (same id, same content) are not stored again, even when ``after`` is stale:
        a double tap, or a save sent again with or without newer events behind it. Raises Conflict when
        somebody was faster or an id is stored with other content, NoSuchMatch.
        """

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        """The events behind seq ``after``, in order. Raises NoSuchMatch."""

    def last(self, match_id: str) -> int:
        """The seq of the last event. Raises NoSuchMatch."""

    def matches(self) -> list[MatchRow]:
        """Every match, the one with the newest last event first."""

    def discard(self, match_id: str) -> None:
        """Delete a match with its events. Raises NoSuchMatch."""

    def remember(self, key: str, value: Any) -> None:
        """Keep a small JSON value for this installation, in place of the old one."""

    def recall(self, key: str, default: Any = None) -> Any:
        """The value remembered under the key."""

    def close(self) -> None:
        """Let go of the file. The store cannot be used any more."""


def utc_now() -> str:
    """Such as ``2026-02-14T19:03:07.120Z``: texts of one length, so they sort by time."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
