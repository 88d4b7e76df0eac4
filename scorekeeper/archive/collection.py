"""The matches of one installation as they were read last, and what changed since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Final

from ..store import Store
from . import people, remarks
from .days import evening_of
from .digest import Digest
from .digests import Digests, Load
from .people import People, id_of
from .played import Played
from .remarks import Remarks
from .view import View

_PATIENCE: Final = 0.25  # seconds that a page may wait for digests that are still to be made


class Collection:
    """The digests of the matches, and the view of them with what the table has said about them.

    They stay in memory: read anew from the store, 1,000 matches cost the page of a match 55 ms.
    """

    def __init__(self, digests: Digests) -> None:
        self._digests = digests
        self._ends: dict[str, int] = {}  # the last event of each match that was read, or could not be
        self._read: dict[str, Digest] = {}
        self._state: tuple[str, str] | None = None  # of the matches and of the documents in the view
        self._view = View((), People({}, {}), 0)

    def view(self, store: Store, load: Load, first: str) -> View:
        """The matches as they are stored now; see ``Archive.view``."""
        state = store.state(), store.documents.state()
        if state != self._state or self._view.missing:
            missing = self._read_digests(store, load, first)
            self._view = self._viewed(store, missing)
            self._state = state
        return self._view

    def _read_digests(self, store: Store, load: Load, first: str) -> int:
        """Read, or make, the digests of the matches that changed; returns how many are still missing."""
        ends = store.ends()
        new = {id_: seq for id_, seq in ends.items() if seq != self._ends.get(id_)}
        for id_ in (*new, *(self._ends.keys() - ends.keys())):
            self._ends.pop(id_, None)
            self._read.pop(id_, None)
        if not new:
            return 0
        found: dict[str, Digest | None] = {**self._digests.kept(store, new)}
        late = {id_: new[id_] for id_ in (first, *new) if id_ in new and id_ not in found}
        found |= self._digests.made(store, load, late, _PATIENCE)
        self._ends |= {id_: new[id_] for id_ in found}
        self._read |= {id_: digest for id_, digest in found.items() if digest}
        return len(new) - len(found)

    def _viewed(self, store: Store, missing: int) -> View:
        """The matches that were read, and what the table has said of them and their players."""
        digests = sorted(self._read.items(), key=lambda item: (item[1].started, item[0]), reverse=True)
        known = People(store.documents.all(people.KIND), _names(digest for _, digest in digests))
        said = {id_: remarks.remarks(document) for id_, document in store.documents.all(remarks.KIND).items()}
        called = cache(lambda name: known.last(id_of(name)))
        matches = []
        for id_, digest in digests:
            own = said.get(id_, _NOTHING)
            players = tuple(map(called, digest.players))
            if own.seats:
                seats = zip(own.seats, players, strict=False)
                players = tuple(known.last(other) if other else named for other, named in seats)
            matches.append(Played(id_, digest, players, evening_of(digest.started), own))
        return View(tuple(matches), known, missing)


def _names(digests: Iterable[Digest]) -> Mapping[str, str]:
    """How the latest scoresheet of each player calls them, by id; ``digests``: the latest first."""
    names: dict[str, str] = {}
    for name in dict.fromkeys(chain.from_iterable(digest.players for digest in digests)):
        names.setdefault(id_of(name), name)
    return names


_NOTHING: Final = Remarks()
