"""A store that forgets, for tests. It keeps JSON texts, so that it is no kinder than a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from . import Event, MatchRow, utc_now
from .entries import Entry, accept, drafts, refuse_second, to_json
from .errors import NoSuchMatch


class MemoryStore:
    """The contract of Store, for one thread."""

    def __init__(self, *, now: Callable[[], str] = utc_now) -> None:
        self._now = now
        self._logs: dict[str, list[Entry]] = {}
        self._settings: dict[str, str] = {}

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        sent = drafts(events, self._now)
        log = self._logs.get(match_id, [])
        _, fresh = accept(match_id, 0, len(log), sent, _by_id(log))
        refuse_second(match_id, len(log), fresh)
        self._logs[match_id] = log + fresh

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        sent = drafts(events, self._now)
        log = self._log(match_id)
        seq, fresh = accept(match_id, after, len(log), sent, _by_id(log))
        log.extend(fresh)
        return seq

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        return [entry.event() for entry in self._log(match_id) if entry.seq > after]

    def last(self, match_id: str) -> int:
        return len(self._log(match_id))

    def matches(self) -> list[MatchRow]:
        rows = [MatchRow(match_id, len(log), log[0].at, log[-1].at) for match_id, log in self._logs.items()]
        return sorted(rows, key=lambda row: (row.touched_at, row.id), reverse=True)

    def discard(self, match_id: str) -> None:
        self._log(match_id)
        del self._logs[match_id]

    def remember(self, key: str, value: Any) -> None:
        self._settings[key] = to_json(value)

    def recall(self, key: str, default: Any = None) -> Any:
        return json.loads(self._settings[key]) if key in self._settings else default

    def close(self) -> None:
        """Nothing to let go of."""

    def _log(self, match_id: str) -> list[Entry]:
        if match_id not in self._logs:
            raise NoSuchMatch(match_id)
        return self._logs[match_id]


def _by_id(log: Sequence[Entry]) -> dict[str, Entry]:
    return {entry.id: entry for entry in log}
