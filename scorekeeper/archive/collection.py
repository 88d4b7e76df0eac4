"""The matches of one installation as they were read last, and what changed since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import compress
from operator import ne
from typing import Final

from ..store import Document, Store
from . import people, remarks
from .days import evening_of
from .digest import Digest
from .digests import Digests, Load
from .parts import Part, per_part, renewed
from .people import People
from .played import Played
from .remarks import Remarks
from .view import View

_PATIENCE: Final = 0.25  # seconds that a page may wait for digests that are still to be made


class Collection:
    """The digests of the matches, what the table has said about them, and the view of both."""

    def __init__(self, digests: Digests) -> None:
        self._digests = digests
        self._state: str | None = None
        self._documents: str | None = None
        self._missing = 0
        self._ends: dict[str, int] = {}  # the last event of each match that was read, or could not be
        self._read: dict[str, Digest] = {}
        self._players: dict[str, Document] = {}  # what the table has said of them
        self._remarks: dict[str, Remarks] = {}
        self._who = People({}, {})
        self._changed: set[str] = set()  # the matches that are not in the parts as they are known here
        self._played: dict[str, Played] = {}
        self._parts: tuple[Part, ...] = ()
        self._view: View | None = None

    def view(self, store: Store, load: Load, first: str) -> View:
        """The matches as they are stored now; see ``Archive.view``."""
        state = store.state()
        if state != self._state or self._missing:
            self._read_digests(store, load, first)
            self._state = state
        documents = store.documents.state()
        if documents != self._documents:
            self._read_documents(store)
            self._documents = documents
        now = (state, documents, self._missing)
        if self._view is None or self._view.state != now:
            self._put_in_order()
            self._view = View(now, self._parts, People(self._players, _names(self._parts)), self._missing)
        return self._view

    def _read_digests(self, store: Store, load: Load, first: str) -> None:
        """Read, or make, the digests of the matches that changed."""
        ends = store.ends()
        changed = compress(ends, map(ne, ends.values(), map(self._ends.get, ends)))
        new = {id_: ends[id_] for id_ in changed}
        for id_ in (*new, *(self._ends.keys() - ends.keys())):
            self._ends.pop(id_, None)
            if self._read.pop(id_, None):
                self._changed.add(id_)
        self._missing = 0
        if not new:
            return
        found: dict[str, Digest | None] = {**self._digests.kept(store, new)}
        late = {id_: new[id_] for id_ in (first, *new) if id_ in new and id_ not in found}
        found |= self._digests.made(store, load, late, _PATIENCE)
        self._missing = len(new) - len(found)
        self._ends |= {id_: new[id_] for id_ in found}
        self._read |= {id_: digest for id_, digest in found.items() if digest}
        self._changed |= found.keys()

    def _read_documents(self, store: Store) -> None:
        """Read what the table has said. Where it is about a player, it may be about any match."""
        players = store.documents.all(people.KIND)
        said = {id_: remarks.remarks(document) for id_, document in store.documents.all(remarks.KIND).items()}
        if players != self._players:
            self._players, self._who = players, People(players, {})
            self._changed |= self._read.keys()
        either = said.keys() | self._remarks.keys()
        self._changed |= {id_ for id_ in either if said.get(id_) != self._remarks.get(id_)}
        self._remarks = said

    def _put_in_order(self) -> None:
        """Put the matches that changed in their places. A part without any of them stays the same part."""
        gone, new = [], []
        for id_ in self._changed:
            before, digest = self._played.get(id_), self._read.get(id_)
            now = self._as_played(id_, digest, before) if digest else None
            if now is not before:
                gone += [before] if before else []
                new += [now] if now else []
        self._parts = renewed(self._parts, gone, new)
        for played in gone:
            del self._played[played.id]
        self._played |= {played.id: played for played in new}
        self._changed.clear()

    def _as_played(self, match_id: str, digest: Digest, before: Played | None) -> Played:
        """A match with the ids of its players, as the table has said who they are; the same if it was so."""
        said = self._remarks.get(match_id, _NOTHING)
        seats = said.seats or ("",) * len(digest.players)
        ids = (seat or id_of(name) for seat, name in zip(seats, digest.players, strict=False))
        players = tuple(map(self._who.last, ids))
        if before and before.digest is digest and (before.players, before.remarks) == (players, said):
            return before
        return Played(match_id, digest, players, evening_of(digest.started), said)


def _names(parts: Sequence[Part]) -> Mapping[str, str]:
    """How the latest scoresheet of each player calls them."""
    names: dict[str, str] = {}
    for part in reversed(parts):
        names |= _latest_names(part)
    return names


@per_part
def _latest_names(part: Part) -> dict[str, str]:
    names: dict[str, str] = {}
    for played in part.matches:
        for name in played.digest.players:
            names.setdefault(id_of(name), name)
    return names


id_of = cache(people.id_of)
_NOTHING: Final = Remarks()
