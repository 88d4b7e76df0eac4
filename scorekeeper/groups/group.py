"""A group and its limits, as the installation that has it keeps them."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Final

import msgspec

from ..keys import ALPHABET
from ..store import Documents, Stale, remove

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
        groups = {id_: _group(there.value) for id_, there in self._documents.all(_KIND).items()}
        return dict(sorted(groups.items(), key=lambda row: (row[1].name.casefold(), row[0])))

    def find(self, id_: str) -> Group | None:
        """A group by its id; None where there is none, or no longer."""
        there = self._documents.find(_KIND, id_)
        group = _group(there.value) if there else None
        return None if group is None or group.removed else group

    def make(self, name: str, today: date) -> str:
        """Keep a new group; returns its id."""
        id_ = "".join(secrets.choice(ALPHABET) for _ in range(_ID))
        group = Group(name=name, made=today, opened=today)
        self._documents.keep(_KIND, id_, 0, msgspec.to_builtins(group))
        return id_

    def change(self, id_: str, **changes: object) -> None:
        """Change a group that is there; whoever else changes it just now changes other things."""
        while there := self._documents.find(_KIND, id_):
            changed = msgspec.structs.replace(_group(there.value), **changes)
            try:
                self._documents.keep(_KIND, id_, there.version, msgspec.to_builtins(changed))
                return
            except Stale:
                continue

    def forget(self, id_: str) -> None:
        """Drop a group of which nothing is left."""
        remove(self._documents, _KIND, id_)


def _group(value: object) -> Group:
    return msgspec.convert(value, Group)
