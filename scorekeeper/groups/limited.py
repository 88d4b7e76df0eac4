"""A group in use: its store and its house rules refuse what would go beyond its limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, cast

from ..access import links
from ..house_rules.shelf import HouseRules
from ..installation import Installation
from ..koikoi.match.undo import entry_id_of
from ..sentences import Sentence, say
from ..store import Documents, Event, Store, StoreError, latest, utc_now
from ..store.files import SmallFiles
from .group import Limits

_HOW: Final = say("Whoever keeps this installation can raise it.")


class GroupInstallation(Installation):
    """A group inside an installation. ``limits`` returns those that hold now."""

    def __init__(self, of: Installation, group_id: str, limits: Callable[[], Limits]) -> None:
        group = of.group(group_id)
        super().__init__(group.folder, kept=group.kept)
        self._limits = limits
        self._around = of.around
        self._room = _Room(limits, self.kept.size)

    @property
    def around(self) -> Path:
        return self._around

    @cached_property
    def house_rules(self) -> HouseRules:
        return HouseRules(cast(SmallFiles, _LimitedFiles(self.kept.files("rules"), self._room)))

    def open_store(self) -> Store:
        return limited(super().open_store(), self._limits(), self.kept.size)


class Beyond(StoreError):
    """More than a group may store; nothing was written."""


def limited(store: Store, limits: Limits, size: Callable[[], int], now: Callable[[], str] = utc_now) -> Store:
    """The store with its limits. ``size``: how many bytes all of the group takes now."""
    return cast(Store, _Limited(store, limits, size, now))


class _Room:
    """Whether there is room for more bytes."""

    def __init__(self, limits: Callable[[], Limits], size: Callable[[], int]) -> None:
        self._limits = limits
        self._size = size

    def trouble(self) -> Beyond | None:
        limits = self._limits()
        if self._size() < limits.size:
            return None
        return _beyond(say("This group has reached its limit of megabytes: %(most)d.", most=limits.megabytes))

    def demand(self) -> None:
        """Raises Beyond."""
        if trouble := self.trouble():
            raise trouble


class _LimitedFiles:
    """SmallFiles that are written only where there is room."""

    def __init__(self, files: SmallFiles, room: _Room) -> None:
        self._files = files
        self._room = room

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    def write(self, path: str, content: bytes) -> None:
        self._room.demand()
        self._files.write(path, content)


class _LimitedDocuments:
    """Documents that are written only where there is room; they can always be removed.

    ``only``: of this kind, if one is named.
    """

    def __init__(self, documents: Documents, room: _Room, only: str = "") -> None:
        self._documents = documents
        self._room = room
        self._only = only

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    def keep(self, kind: str, id_: str, known: int, value: Any) -> int:
        if value is not None and kind == (self._only or kind):
            self._room.demand()
        return self._documents.keep(kind, id_, known, value)


class _Limited:
    """A Store: what writes matches and documents asks first, everything else is that of the store itself."""

    def __init__(self, store: Store, limits: Limits, size: Callable[[], int], now: Callable[[], str]) -> None:
        self._store = store
        self._limits = limits
        self._room = _Room(lambda: limits, size)
        self._now = now
        self.documents = _LimitedDocuments(store.documents, self._room)
        self.live = _LimitedDocuments(store.live, self._room, links.KIND)  # few others belong to each

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        most = self._limits.matches
        others = {*self._store.ends(), *(row.id for row in self._store.bin())}
        if match_id not in others:  # sent again, it needs no room
            if len(others) >= most:
                raise _beyond(say("This group has reached its limit of matches: %(most)d.", most=most))
            if trouble := self._trouble():
                raise trouble
        self._store.create(match_id, events)

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        trouble = self._trouble()
        if trouble and not self._is_stored(match_id, events):
            raise trouble
        return self._store.append(match_id, after, events)

    def _is_stored(self, match_id: str, events: Sequence[Event]) -> bool:
        sent = {event["id"] for event in events}
        return any(event["id"] in sent for event in self._store.events(match_id))

    def _trouble(self) -> Beyond | None:
        """Why nothing more can be stored, if so."""
        if trouble := self._room.trouble():
            return trouble
        if self._is_much_for_today():
            most = self._limits.entries
            return _beyond(say("This group has reached its limit of entries for today: %(most)d.", most=most))
        return None

    def _is_much_for_today(self) -> bool:
        """Imported records count for the days on which they were played."""
        today, most = self._now()[:10], self._limits.entries
        touched = list(takewhile(lambda row: row.touched_at[:10] == today, latest(self._store)))
        if sum(row.seq for row in touched) < most:
            return False  # even if all of it was today
        entered = {
            (row.id, entry_id_of(event.id))
            for row in touched
            for event in self._store.stored(row.id)
            if event.at[:10] == today
        }
        return len(entered) >= most


def _beyond(sentence: Sentence) -> Beyond:
    return Beyond(say("%(limit)s %(how)s", limit=sentence, how=_HOW))
