"""The table's own rule sets: documents of the store that hold their TOML, looked up like the named ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Mapping
from contextlib import AbstractContextManager, suppress
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.loader import Find, every_name, extending, named, parent_of, read_toml, write_toml
from ..koikoi.rules.schema import Tree
from ..store import Stale
from ..store.documents import Documents, as_value
from ..times import utc_now

KIND: Final = "rules"  # of documents

tree_of = lru_cache(maxsize=512)(read_toml)  # the same object for the same text: it is made playable once


class StoredRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """A written rule set of the table."""

    id: str
    toml: str
    deleted: str = ""  # when, in UTC; empty where it is not in the bin
    version: int = 0  # of the document

    @property
    def title(self) -> str:
        """Its own title; its id where it has none or cannot be read."""
        with suppress(BadRuleset):
            return str(tree_of(self.toml).get("title") or self.id)
        return self.id


class HouseRules:
    """The written rule sets of the table by id, looked up once, and again after a change by this object.

    ``opened`` opens the documents for a look or a change; ``known`` finds those that come with the app.
    Each method may raise BrokenStore.
    """

    def __init__(
        self,
        opened: Callable[[], AbstractContextManager[Documents]],
        *,
        known: Find = named,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self._opened = opened
        self._known = known
        self._now = now
        self._found: dict[str, StoredRules] | None = None

    def names(self) -> tuple[str, ...]:
        """The ids of the table's own rule sets, without those in the bin."""
        return tuple(id_ for id_, stored in self.all().items() if not stored.deleted)

    def find(self, name: str) -> Tree | None:
        """The written rule set with this id, the table's own or one that comes with the game.

        Raises BadRuleset where it cannot be read.
        """
        return self._find(name, binned=False)

    def find_anywhere(self, name: str) -> Tree | None:
        """The same, also in the bin."""
        return self._find(name, binned=True)

    def all(self) -> Mapping[str, StoredRules]:
        """All rule sets of the table by id, also those in the bin."""
        if self._found is None:
            with self._opened() as documents:
                found = documents.all(KIND)
            self._found = {
                id_: msgspec.convert({**document.value, "id": id_, "version": document.version}, StoredRules)
                for id_, document in found.items()
            }
        return self._found

    def keep(self, name: str, tree: Tree) -> None:
        """Write a rule set. Raises Stale when somebody else has written it since it was looked up.

        If the one that it extends has just come into the bin, it is put back.
        """
        before = self.all().get(name)
        self._put(StoredRules(name, write_toml(tree), version=before.version if before else 0))
        self.put_back(parent_of(tree))

    def discard(self, name: str) -> bool:
        """Move one of the table's own rule sets to the bin; whether it was not there already, or gone.

        Matches keep the rules they began with. Rules that others extend stay, also where somebody is just
        writing such others.
        """
        moved = self._moved(name, self._now())
        if moved and extending(self.names(), self.find, name):
            return not self.put_back(name)
        return moved

    def bin(self) -> list[StoredRules]:
        """The rule sets in the bin, most recently deleted first."""
        binned = [stored for stored in self.all().values() if stored.deleted]
        return sorted(binned, key=lambda stored: (stored.deleted, stored.id), reverse=True)

    def put_back(self, name: str) -> bool:
        """Take a rule set out of the bin, with those that it extends; whether it was in it."""
        if moved := self._moved(name, ""):
            with suppress(BadRuleset):
                self.put_back(parent_of(self.find(name) or {}))
        return moved

    def extending(self, name: str) -> list[StoredRules]:
        """The rule sets that extend this one, also those in the bin, which need it to come back."""
        stored = self.all()
        return [stored[other] for other in extending(stored, self.find_anywhere, name)]

    def delete(self, name: str) -> None:
        """Delete a rule set in the bin for good, unless others extend it.

        Raises Stale when it has just been put back.
        """
        if (stored := self.all().get(name)) and stored.deleted and not self.extending(name):
            self._put(stored, gone=True)

    def empty_bin(self, limit: str) -> None:
        """Delete what has been in the bin since before a moment, that of ``Store.bin_limit``."""
        for stored in reversed(self.bin()):  # what others extend comes into the bin after them
            if stored.deleted < limit:
                with suppress(Stale):
                    self.delete(stored.id)

    def free_name(self, title: str) -> str:
        """An id made from a title, which no rule set has."""
        return free_id(title, self.all())

    def _find(self, name: str, *, binned: bool) -> Tree | None:
        if (tree := self._known(name)) is not None:
            return tree
        stored = self.all().get(name)
        return tree_of(stored.toml) if stored and (binned or not stored.deleted) else None

    def _moved(self, name: str, deleted: str) -> bool:
        """Say of a rule set when it was deleted, whoever else is writing it just now."""
        while (stored := self.all().get(name)) and bool(stored.deleted) != bool(deleted):
            with suppress(Stale):
                self._put(replace(stored, deleted=deleted))
                return True
        return False

    def _put(self, stored: StoredRules, *, gone: bool = False) -> None:
        self._found = None
        with self._opened() as documents:
            documents.put(KIND, stored.id, stored.version, None if gone else as_value(stored))


def free_id(title: str, taken: Container[str]) -> str:
    """An id made from a title, which is no word of an address and that of no rule set, also not in the bin.

    Titles that differ only in case make the same one: of two phones that keep such at once, one is told.
    """
    stem = slug(title.casefold(), "-", 40) or "house"
    return first_free(stem, "-", lambda name: not is_id(name) or name in taken)


# Words that addresses and the form for a new match use in place of the id of a rule set.
RESERVED: Final = frozenset({"again", "difference", "new", "received"})
_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def is_id(name: str) -> bool:
    """Whether house rules may have this id."""
    return _ID.fullmatch(name) is not None and name not in (*every_name(), *RESERVED)


def slug(name: str, between: str, longest: int) -> str:
    """The name in the letters a to z and digits, with ``between`` in place of everything else."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", between, plain).strip(between)[:longest]


def first_free(stem: str, between: str, taken: Callable[[str], bool]) -> str:
    """The stem, or the stem followed by the lowest number that makes it free."""
    number, name = 1, stem
    while taken(name):
        number += 1
        name = f"{stem}{between}{number}"
    return name
