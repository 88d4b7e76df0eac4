"""Matches that were replayed before, so that a page replays only what came in since.

Without them every page and every save of a match of 300 rounds takes 25 ms of processor time more, with or
without corrections; of 99 rounds 9 ms, of 12 rounds 1. The first page after a restart takes that once.

A match of 4,900 rounds takes 12 MB, a usual one 0.1, so it counts how large the matches are, not how many.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple

from ..koikoi.match.events import AnyEvent, event
from ..koikoi.match.match import Match
from ..koikoi.match.replay import continued, replay
from ..store import Store

ReplayKey = tuple[str, str]
MOST_KEPT: Final = 8_000_000  # bytes of their events: 500 usual matches, or the 4 largest


class _Replay(NamedTuple):
    """The last event that was stored of a match, and the match up to it."""

    last: AnyEvent
    match: Match


class Replays:
    """The matches that were used last, each by its database and id. Threads may share this object."""

    def __init__(self) -> None:
        self._replays: OrderedDict[ReplayKey, _Replay] = OrderedDict()
        self._bytes = 0  # of their events
        self._lock = Lock()

    def match(self, key: ReplayKey, store: Store) -> Match:
        """The match up to its last stored event.

        What is kept is used only as long as the store still has the event that it ends with: a backup
        may have been put back, or the match deleted and started again. Raises KoikoiError, StoreError.
        """
        match_id = key[1]
        with self._lock:
            known = self._replays.get(key)
        behind = [event(tree) for tree in store.events(match_id, known.last.seq - 1 if known else 0)]
        if known is not None and behind[:1] == [known.last]:
            match = continued(known.match, behind[1:])
        else:
            if known is not None:
                behind = [event(tree) for tree in store.events(match_id)]
            match = replay(behind)
        self.keep(key, behind[-1], match)
        return match

    def keep(self, key: ReplayKey, last: AnyEvent, match: Match) -> None:
        """Keep a match up to the event that was stored last."""
        with self._lock:
            self._remove(key)
            self._replays[key] = _Replay(last, match)
            self._bytes += match.entered.bytes
            while self._bytes > MOST_KEPT:
                self._remove(next(iter(self._replays)))

    def _remove(self, key: ReplayKey) -> None:
        if replay := self._replays.pop(key, None):
            self._bytes -= replay.match.entered.bytes
