"""The events of a match while it is simulated, entered as a table enters them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from ..match.entries import with_ids
from ..match.events import AnyEvent, MatchStarted
from ..match.following import follow
from ..match.match import Match
from .chance import Chance

_ID: Final = 64  # bits of the id of an entry


class Log:
    """The events so far, and the match that they make.

    ``at``: the time so many seconds after the start, as events have it; without it they have none.
    """

    def __init__(self, start: MatchStarted, chance: Chance, at: Callable[[float], str] | None) -> None:
        self._chance, self._at, self._seconds = chance, at, 0.0
        self.events: list[AnyEvent] = []
        (first,) = self._with_ids([start])
        self.events.append(first)
        self.match: Match = follow(None, first)

    def enter(self, entry: Sequence[AnyEvent], seconds: float) -> Match:
        """The match after the events of an entry, made this many seconds after the last, or a bit later."""
        self._seconds += seconds * (1 + self._chance.random())
        for event in self._with_ids(entry):
            self.match = follow(self.match, event)
            self.events.append(event)
        return self.match

    def _with_ids(self, entry: Sequence[AnyEvent]) -> list[AnyEvent]:
        """The events of an entry with their ids and their time."""
        events = with_ids(f"{self._chance.getrandbits(_ID):016x}", entry)
        if self._at is None:
            return events
        return [msgspec.structs.replace(event, at=self._at(self._seconds)) for event in events]
