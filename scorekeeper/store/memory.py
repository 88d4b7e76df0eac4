"""In-memory store for tests; stores JSON text like the database does."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from . import BinRow, Event, MatchRow, Place, StoredEvent, bin_limit, later, utc_now
from .documents import OF_A_MATCH, Document, is_there
from .entries import (
    accept,
    drafts,
    event_of,
    readable,
    refuse_long,
    refuse_second,
    refuse_stale_discard,
    to_json,
)
from .errors import InBin, NoSuchMatch, Stale


class MemoryStore:
    """Implements Store, for one thread."""

    def __init__(self, *, now: Callable[[], str] = utc_now) -> None:
        self._now = now
        self._logs: dict[str, list[StoredEvent]] = {}
        self._discarded: dict[str, str] = {}  # when, by match
        self._digests: dict[str, bytes] = {}
        self._settings: dict[str, str] = {}
        self._changes = 0
        self.documents = MemoryDocuments()
        self.live = MemoryDocuments()

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        now = self._now()
        sent = drafts(match_id, events, now)
        self._empty_bin(now)
        if match_id in self._discarded:
            raise InBin(match_id)
        log = self._logs.get(match_id, [])
        _, new = accept(match_id, 0, len(log), sent, _by_id(log))
        refuse_second(match_id, len(log), new)
        self._logs[match_id] = log + new
        self._changes += bool(new)

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        sent = drafts(match_id, events, self._now())
        log = self._log(match_id)
        seq, new = accept(match_id, after, len(log), sent, _by_id(log))
        log.extend(new)
        self._changes += bool(new)
        return seq

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        return [event_of(match_id, entry) for entry in self._log(match_id) if entry.seq > after]

    def stored(self, match_id: str) -> list[StoredEvent]:
        if match_id not in self._logs:
            raise NoSuchMatch(match_id)
        return list(self._logs[match_id])

    def last(self, match_id: str) -> int:
        return len(self._log(match_id))

    def matches(self, most: int | None = None, behind: Place | None = None) -> list[MatchRow]:
        rows = [
            MatchRow(match_id, len(log), log[0].at, log[-1].at)
            for match_id, log in self._logs.items()
            if match_id not in self._discarded
        ]
        tomorrow = later(self._now(), 1)

        def order(place: Place) -> tuple[bool, Place]:
            return place.touched_at <= tomorrow, place

        following = [row for row in rows if behind is None or order(row.place) < order(behind)]
        return sorted(following, key=lambda row: order(row.place), reverse=True)[:most]

    def state(self) -> str:
        return str(self._changes)

    def ends(self) -> dict[str, int]:
        return {row.id: row.seq for row in self.matches()}

    def digests(self, match_ids: Collection[str] | None = None) -> dict[str, bytes]:
        wanted = self.ends() if match_ids is None else match_ids
        return {match_id: self._digests[match_id] for match_id in wanted if match_id in self._digests}

    def keep_digests(self, digests: Mapping[str, bytes]) -> None:
        for match_id in digests.keys() & self._logs.keys():
            self._digests[match_id] = digests[match_id]

    def drop_digest(self, match_id: str) -> None:
        self._digests.pop(match_id, None)
        self._changes += 1

    def beginnings(self, most: int) -> list[Event]:
        events = (readable(self._logs[row.id][0]) for row in self.matches(most))
        return [event for event in events if event is not None]

    def discard(self, match_id: str, after: int) -> None:
        now = self._now()
        self._empty_bin(now)
        refuse_stale_discard(match_id, after, len(self._log(match_id)))
        self._discarded[match_id] = now
        self._changes += 1

    def bin(self) -> list[BinRow]:
        rows = [
            BinRow(match_id, readable(self._logs[match_id][0]), at)
            for match_id, at in self._discarded.items()
        ]
        return sorted(rows, key=lambda row: (row.discarded_at, row.id), reverse=True)

    def put_back(self, match_id: str) -> None:
        self.stored(match_id)
        self._discarded.pop(match_id, None)
        self._changes += 1

    def delete(self, match_id: str) -> None:
        if match_id not in self._discarded:
            raise NoSuchMatch(match_id)
        del self._discarded[match_id], self._logs[match_id]
        self._changes += 1
        self._digests.pop(match_id, None)
        self.documents.drop(OF_A_MATCH, match_id)
        self.live.drop(OF_A_MATCH, match_id)

    def bin_limit(self) -> str:
        return bin_limit(self._now(), self._stored_until)

    def adopt(self, match_id: str, entries: Sequence[StoredEvent], discarded_at: str = "") -> None:
        refuse_long(match_id, *(entry.id for entry in entries))
        refuse_second(match_id, len(self._logs.get(match_id, [])), entries)
        self._logs[match_id] = list(entries)
        self._changes += 1
        if discarded_at:
            self._discarded[match_id] = discarded_at

    def remember(self, key: str, value: Any) -> None:
        refuse_long(key)
        self._settings[key] = to_json(value)

    def recall(self, key: str, default: Any = None) -> Any:
        return json.loads(self._settings[key]) if key in self._settings else default

    def remembered(self) -> dict[str, Any]:
        return {key: json.loads(value) for key, value in self._settings.items()}

    def close(self) -> None:
        """Nothing to close."""

    def _stored_until(self, moment: str) -> str:
        times = (log[-1].at for match_id, log in self._logs.items() if match_id not in self._discarded)
        return max((at for at in times if at <= moment), default="")

    def _empty_bin(self, now: str) -> None:
        limit = bin_limit(now, self._stored_until)
        for match_id in [match_id for match_id, at in self._discarded.items() if at < limit]:
            self.delete(match_id)

    def _log(self, match_id: str) -> list[StoredEvent]:
        if match_id in self._discarded:
            raise InBin(match_id)
        if match_id not in self._logs:
            raise NoSuchMatch(match_id)
        return self._logs[match_id]


class MemoryDocuments:
    """Implements Documents."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[int, str]] = {}
        self._writes = 0

    def state(self) -> str:
        return str(self._writes)

    def all(self, kind: str) -> dict[str, Document]:
        found = ((id_, self.find(kind, id_)) for of, id_ in sorted(self._kept) if of == kind)
        return {id_: document for id_, document in found if document}

    def find(self, kind: str, id_: str) -> Document | None:
        version, text = self._kept.get((kind, id_), (0, ""))
        return Document(version, json.loads(text)) if version else None

    def kinds(self) -> list[str]:
        return sorted({kind for kind, _ in self._kept})

    def adopt(self, kind: str, id_: str, document: Document) -> None:
        if self.find(kind, id_):
            raise Stale
        self.keep(kind, id_, 0, document.value)
        self._kept[kind, id_] = document.version, self._kept[kind, id_][1]

    def keep(self, kind: str, id_: str, known: int, value: Any) -> int:
        refuse_long(kind, id_)
        text = to_json(value)
        there = self.find(kind, id_)
        if is_there(there, known, value):
            return there.version if there else 0
        self._writes += 1
        if value is None:
            self._kept.pop((kind, id_))
            return 0
        self._kept[kind, id_] = known + 1, text
        return known + 1

    def drop(self, kind: str, id_: str) -> None:
        self._kept.pop((kind, id_), None)


def _by_id(log: Sequence[StoredEvent]) -> dict[str, StoredEvent]:
    return {entry.id: entry for entry in log}
