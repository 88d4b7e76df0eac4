"""The append-only event logs of the matches. Nothing here knows the rules of the game.

An event is a dict of JSON values with at least ``type`` and ``id``, a text made by the client and unique
within its match. The store adds ``seq`` (1, 2, … without a gap) and ``at`` (UTC, in the form of ``utc_now``)
and returns both. An ``at`` that an event already has, as in an imported record, is kept.

The ids of matches, events and documents, kinds of documents and keys of what is remembered are any text of at
most ``LONGEST_ID`` characters: not every database indexes longer ones.

A match that is deleted goes to the bin, from where it can be put back for at least ``BIN_DAYS`` days.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from ..times import later
from .documents import Document, Documents, remove
from .errors import BrokenStore, Conflict, DamagedMatch, InBin, NoSuchMatch, Stale, StoreError

__all__ = [
    "BIN_DAYS",
    "LONGEST_ID",
    "BinRow",
    "BrokenStore",
    "Conflict",
    "DamagedMatch",
    "Document",
    "Documents",
    "EventValues",
    "InBin",
    "ListPart",
    "MatchRow",
    "NoSuchMatch",
    "Place",
    "Stale",
    "Store",
    "StoreError",
    "StoredEvent",
    "bin_limit",
    "latest",
    "list_parts",
    "remove",
]

BIN_DAYS: Final = 30
_UNSURE_DAYS: Final = 7
LONGEST_ID: Final = 100
_MATCHES_AT_ONCE: Final = 50  # matches
_GREATEST: Final = chr(sys.maxunicode)  # sorts after every time and every id

EventValues = dict[str, Any]


class StoredEvent(NamedTuple):
    """An event as it is kept; ``body`` is the JSON of all of it but ``seq`` and ``at``."""

    seq: int  # 0 until it has a place in the log
    id: str
    at: str
    body: str


class Place(NamedTuple):
    """Where a match is in the list: by the time of its last event, then as it was stored, the last first."""

    touched_at: str
    id: str


class ListPart(NamedTuple):
    """A part of the list: the matches after a place in it that were touched later than ``since``."""

    behind: Place
    since: str


class MatchRow(NamedTuple):
    """A match in the list: ``seq`` of its last event, ``at`` of its first and of its last event."""

    id: str
    seq: int
    started_at: str
    touched_at: str

    @property
    def place(self) -> Place:
        return Place(self.touched_at, self.id)


class BinRow(NamedTuple):
    """A deleted match: its first event (None where that is damaged), and when it was deleted."""

    id: str
    first: EventValues | None
    discarded_at: str


class Store(Protocol):
    """What every store does. Each method may raise BrokenStore.

    Events that are not JSON or have no ``id`` or ``type``, and ids that are too long, are programming errors:
    ValueError or TypeError, and nothing is written. Under such an id there is nothing to be read.
    """

    def create(self, match_id: str, events: Sequence[EventValues], digest: bytes = b"") -> None:
        """Store a new match with its first events, or with all events of an imported record.

        ``digest``: what it comes to, see ``keep_digests``; stored with them. The same match sent again
        changes nothing. Raises Conflict when it exists with other events, InBin.
        """

    def append(self, match_id: str, after: int, events: Sequence[EventValues], digest: bytes = b"") -> int:
        """Store the events that build on event ``after``, all or none; returns the seq of the last of them.

        ``digest``: what the match comes to with them, see ``keep_digests``; stored with them.

        Events already stored (same id, same content) are not stored again, even when ``after`` is stale:
        a double tap, or a save sent again, with or without newer events after it. Raises Conflict when
        somebody else was faster or an id is stored with other content, NoSuchMatch, InBin.
        """

    def events(self, match_id: str, after: int = 0) -> list[EventValues]:
        """The events after seq ``after``, in order. Raises NoSuchMatch, InBin, DamagedMatch."""

    def stored(self, match_id: str) -> list[StoredEvent]:
        """All events as they are kept, also damaged ones and those of a match in the bin.

        Raises NoSuchMatch.
        """

    def last(self, match_id: str) -> int:
        """The seq of the last event. Raises NoSuchMatch."""

    def matches(self, most: int | None = None, behind: Place | None = None) -> list[MatchRow]:
        """The matches, the one with the newest last event first; matches dated in the future come last.

        ``most``: at most this many; ``behind``: only those after this place in the list, whether or not its
        match still exists.
        """

    @property
    def documents(self) -> Documents:
        """What the table writes beside its matches."""

    @property
    def live(self) -> Documents:
        """What holds only while people play: links that let phones in, the phones, piles handed in.
        Writing it changes neither the state of the matches nor that of the documents."""

    def revision(self) -> str:
        """A text that is another one after every change of the matches: stored, continued, deleted, put back.

        It stays the same when only what is computed from them, or a document, is written.
        """

    def last_seqs(self) -> dict[str, int]:
        """The seq of the last event of every match, by its id, in the order in which they were first stored;
        none of those in the bin."""

    def digests(self, match_ids: Collection[str] | None = None) -> dict[str, bytes]:
        """What ``keep_digests`` stored with these matches, or with all that are not in the bin, by their ids.

        Newer events may be missing from it.
        """

    def keep_digests(self, digests: Mapping[str, bytes]) -> None:
        """Store with each of these matches what it comes to, replacing the old one.

        It can be computed from the events, so it may be removed at any time, and is removed with the match. A
        match that was deleted in the meantime is skipped.
        """

    def drop_digest(self, match_id: str) -> None:
        """Remove the digest of a match that turned out to be unreadable, which is a change of the match."""

    def first_events(self, most: int) -> list[EventValues]:
        """The first events of the ``most`` latest matches in the order of ``matches``; no damaged ones."""

    def discard(self, match_id: str, after: int) -> None:
        """Move a match to the bin.

        Raises Conflict when its last event is not the one at seq ``after``, NoSuchMatch, InBin.
        """

    def bin(self) -> list[BinRow]:
        """The matches in the bin, most recently deleted first."""

    def put_back(self, match_id: str) -> None:
        """Take a match out of the bin; one that is not in it stays. Raises NoSuchMatch."""

    def delete(self, match_id: str) -> None:
        """Delete a match in the bin for good, with its events and what is written beside it (``OF_A_MATCH``).

        Raises NoSuchMatch when it is not in the bin.
        """

    def bin_limit(self) -> str:
        """What was deleted before this moment goes for good; such matches with ``create`` and ``discard``.

        See ``bin_limit``.
        """

    def adopt(self, match_id: str, entries: Sequence[StoredEvent], discarded_at: str = "") -> None:
        """Store a match of another store as ``stored`` returned it there.

        ``discarded_at``: since when it is in the bin; empty where it is not. Raises Conflict when there is a
        match of this id.
        """

    def set(self, key: str, value: Any) -> None:
        """Store a small JSON value for this installation under a key, replacing the old one."""

    def get(self, key: str, default: Any = None) -> Any:
        """The value stored under the key, or ``default``."""

    def values(self) -> dict[str, Any]:
        """Everything that was stored under a key."""

    def close(self) -> None:
        """Close the file. The store cannot be used any more."""


def bin_limit(now: str, stored: Callable[[str], str | None]) -> str:
    """What was deleted before this moment has been in the bin for BIN_DAYS for certain.

    A clock may be wrong for an evening, so they end not now but with what was stored a week ago or before:
    ``stored`` returns the latest time up to a moment at which a match was stored. Empty where there is none.
    """
    try:
        return later(stored(later(now, -_UNSURE_DAYS)) or "", -BIN_DAYS)
    except (ValueError, OverflowError):  # nothing, or an imported match of no time
        return ""


def list_parts(now: str, behind: Place | None) -> list[ListPart]:
    """The parts of the list after a place, by default of all of it: matches dated in the future come last."""
    tomorrow = later(now, 1)
    behind = behind or Place(tomorrow, _GREATEST)
    if behind.touched_at > tomorrow:
        return [ListPart(behind, since=tomorrow)]
    return [ListPart(behind, since=""), ListPart(Place(_GREATEST, ""), since=tomorrow)]


def latest(store: Store) -> Iterator[MatchRow]:
    """The matches, the newest first, a few at a time: however many there are, they take no more memory."""
    behind: Place | None = None
    while rows := store.matches(_MATCHES_AT_ONCE, behind):
        yield from rows
        behind = rows[-1].place
