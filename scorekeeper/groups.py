"""Groups, such as a family or a club: installations inside an installation that do not see each other.

Each has limits: its store and its house rules refuse what would go beyond them. One that nobody has opened
for a year is removed, after a warning, with an export left behind.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import msgspec

from . import access
from .house_rules.shelf import HouseRules
from .installation import Installation
from .keys import ALPHABET
from .koikoi.match.undo import entry_id_of
from .koikoi.rules.schema import Tree
from .sentences import N_, Sentence, say
from .store import Documents, Event, Stale, Store, StoreError, latest, remove
from .store.files import SmallFiles
from .times import utc_now

LONGEST_NAME: Final = 60
_KIND: Final = "group"
_ID: Final = 10  # letters: about 50 bits, so nobody comes upon a group by trying
_MEGABYTE: Final = 1_000_000


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a group may store."""

    matches: int = 2000
    entries: int = 1000  # of a day: rounds, corrections and the like
    megabytes: int = 50

    @property
    def size(self) -> int:
        """Bytes."""
        return self.megabytes * _MEGABYTE


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group; days are those of UTC.

    ``link``: the id of the link for its host, in the group. ``removed``: nobody opens it any more, and what
    is left of it goes with the next cleaning.
    """

    name: str
    made: date
    opened: date  # the last day on which somebody who is let in has opened it
    unopened: date | None = None  # the day on which it was found that nobody had for a year
    limits: Limits = Limits()
    link: str = ""
    removed: bool = False


class Groups:
    """The groups of an installation, in its documents. Methods raise BrokenStore."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def all(self) -> dict[str, Group]:
        """The groups by id, in the order of their names; with those that are being removed."""
        groups = {
            id_: msgspec.convert(there.value, Group) for id_, there in self._documents.all(_KIND).items()
        }
        return dict(sorted(groups.items(), key=lambda row: (row[1].name.casefold(), row[0])))

    def find(self, id_: str) -> Group | None:
        """A group by its id; None where there is none, or no longer."""
        there = self._documents.get(_KIND, id_)
        group = msgspec.convert(there.value, Group) if there else None
        return None if group is None or group.removed else group

    def make(self, name: str, today: date) -> str:
        """Keep a new group; returns its id."""
        id_ = "".join(secrets.choice(ALPHABET) for _ in range(_ID))
        group = Group(name=name, made=today, opened=today)
        self._documents.put(_KIND, id_, 0, msgspec.to_builtins(group))
        return id_

    def change(self, id_: str, **changes: object) -> None:
        """Change a group that is there; whoever else changes it just now changes other things."""
        while there := self._documents.get(_KIND, id_):
            changed = msgspec.structs.replace(msgspec.convert(there.value, Group), **changes)
            try:
                self._documents.put(_KIND, id_, there.version, msgspec.to_builtins(changed))
                return
            except Stale:
                continue

    def forget(self, id_: str) -> None:
        """Drop a group of which nothing is left."""
        remove(self._documents, _KIND, id_)


_HOW: Final = say("Ask the person who runs this app to raise it.")


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
        return _LimitedRules(self.kept.files("rules"), self._room)

    def open_store(self) -> Store:
        return LimitedStore(super().open_store(), self._limits(), self.kept.size)


class LimitReached(StoreError):
    """More than a group may store; nothing was written."""


class _Room:
    """Whether there is room for more bytes."""

    def __init__(self, limits: Callable[[], Limits], size: Callable[[], int]) -> None:
        self._limits = limits
        self._size = size

    def trouble(self) -> LimitReached | None:
        limits = self._limits()
        if self._size() < limits.size:
            return None
        sentence = N_("This group has reached its limit of megabytes: %(most)d.")
        return _limit_reached(say(sentence, most=limits.megabytes))

    def demand(self) -> None:
        """Raises LimitReached."""
        if trouble := self.trouble():
            raise trouble


class _LimitedRules(HouseRules):
    """House rules that are written only where there is room."""

    def __init__(self, files: SmallFiles, room: _Room) -> None:
        super().__init__(files)
        self._room = room

    def keep(self, name: str, tree: Tree) -> None:
        self._room.demand()
        super().keep(name, tree)


class _LimitedDocuments:
    """Implements Documents: they are written only where there is room, and can always be removed.

    ``only``: the limit is that of this kind, if one is named.
    """

    def __init__(self, documents: Documents, room: _Room, only: str = "") -> None:
        self._documents = documents
        self._room = room
        self._only = only
        self.revision, self.all, self.get = documents.revision, documents.all, documents.get
        self.kinds, self.adopt = documents.kinds, documents.adopt

    def put(self, kind: str, id_: str, known: int, value: Any) -> int:
        if value is not None and kind == (self._only or kind):
            self._room.demand()
        return self._documents.put(kind, id_, known, value)


class LimitedStore:
    """Implements Store: new matches and entries have limits, everything else is that of the store itself.

    ``size``: how many bytes all of the group takes now.
    """

    def __init__(
        self, store: Store, limits: Limits, size: Callable[[], int], now: Callable[[], str] = utc_now
    ) -> None:
        self._store = store
        self._limits = limits
        self._room = _Room(lambda: limits, size)
        self._now = now
        self.documents = _LimitedDocuments(store.documents, self._room)
        # few others belong to each link
        self.sessions = _LimitedDocuments(store.sessions, self._room, access.KIND)
        self.events, self.stored, self.last = store.events, store.stored, store.last
        self.matches, self.first_events = store.matches, store.first_events
        self.revision, self.last_seqs = store.revision, store.last_seqs
        self.adopt, self.close = store.adopt, store.close
        self.digests, self.keep_digests = store.digests, store.keep_digests
        self.drop_digest = store.drop_digest
        self.discard, self.put_back, self.delete = store.discard, store.put_back, store.delete
        self.bin, self.bin_limit = store.bin, store.bin_limit
        self.set, self.get, self.values = store.set, store.get, store.values

    def create(self, match_id: str, events: Sequence[Event]) -> None:
        most = self._limits.matches
        others = {*self._store.last_seqs(), *(row.id for row in self._store.bin())}
        if match_id not in others:  # sent again, it needs no room
            if len(others) >= most:
                raise _limit_reached(say("This group has reached its limit of matches: %(most)d.", most=most))
            if trouble := self._trouble():
                raise trouble
        self._store.create(match_id, events)

    def append(self, match_id: str, after: int, events: Sequence[Event]) -> int:
        if trouble := self._trouble():
            sent = {event["id"] for event in events}
            if not any(event["id"] in sent for event in self._store.events(match_id)):
                raise trouble
        return self._store.append(match_id, after, events)

    def _trouble(self) -> LimitReached | None:
        """Why nothing more can be stored, if so."""
        if trouble := self._room.trouble():
            return trouble
        if self._is_much_for_today():
            sentence = N_("This group has reached its limit of entries for today: %(most)d.")
            return _limit_reached(say(sentence, most=self._limits.entries))
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


def _limit_reached(sentence: Sentence) -> LimitReached:
    return LimitReached(say("%(limit)s %(how)s", limit=sentence, how=_HOW))


UNOPENED: Final = 365  # days until the host is warned
WARNED: Final = 30  # days from the first cleaning that finds a group unopened until one may remove it


def to_be_removed_on(group: Group, today: date) -> date | None:
    """The day from which a group is removed, once nobody has opened it for a year; None before that."""
    if (today - group.opened).days < UNOPENED:
        return None
    return (_found_unopened(group, today) or today) + timedelta(days=WARNED)


def clean(installation: Installation, groups: Groups, today: date) -> Sequence[str]:
    """Remove what is due, and what is left of groups that were removed; returns the ids of the former.

    A clock that is wrong for a day removes nothing: a group goes a month after another cleaning found it
    unopened. Raises BrokenStore, OSError where an export cannot be written: that group then stays.
    """
    gone = []
    for id_, group in groups.all().items():
        day = to_be_removed_on(group, today)
        if group.removed:
            _end(installation, groups, id_)
        elif day is not None and day <= today:
            erase(installation, groups, id_)
            gone.append(id_)
        elif day is not None and _found_unopened(group, today) is None:
            groups.change(id_, unopened=today)
    return gone


def _found_unopened(group: Group, today: date) -> date | None:
    """When a cleaning found that nobody had opened it for a year; None if none did at a time that can be."""
    found = group.unopened
    is_true = found is not None and group.opened + timedelta(days=UNOPENED) <= found <= today
    return found if is_true else None


def erase(installation: Installation, groups: Groups, id_: str) -> None:
    """Remove a group; its export stays for whoever still asks for it. Raises BrokenStore, OSError."""
    group = installation.group(id_)
    group.back_up(installation.export_of_group(id_))
    groups.change(id_, removed=True)  # from here on nobody opens it, and the next cleaning finishes this
    _end(installation, groups, id_)


def _end(installation: Installation, groups: Groups, id_: str) -> None:
    installation.kept.remove_group(id_)
    groups.forget(id_)
