"""The archive: all matches of an installation in memory, brought up to date when something changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from threading import Lock
from typing import Final, NamedTuple

from ..store import Document, Store
from . import people, remarks
from .days import evening_of
from .digest import Digest
from .digests import Digests, Load
from .people import People
from .remarks import Remarks

_PATIENCE: Final = 0.25  # seconds that a page may wait for digests that are still to be made


class Played(NamedTuple):
    """A match in the archive."""

    id: str
    digest: Digest
    players: tuple[str, ...]  # by seat the id of the player; who turned out to be another is that one
    evening: date | None
    remarks: Remarks


class View(NamedTuple):
    """The archive at a moment. Two views with the same ``state`` hold the same."""

    state: tuple[str, str, int]
    matches: tuple[Played, ...]  # the latest first; those of which it is not known when last
    people: People
    missing: int  # matches whose digests are still to be made, after an update of the app


class Archive:
    """The digests of all matches of the installation that is served. Threads may share this object.

    ``game`` is the version of the game: a digest of another version is made anew.
    """

    def __init__(self, game: str) -> None:
        self.digests = Digests(game)
        self._lock = Lock()
        self._name = ""
        self._state: str | None = None
        self._missing = 0
        self._known: dict[str, Digest] = {}
        self._unreadable: dict[str, int] = {}  # the last event of each match that could not be read
        self._players: dict[str, Document] = {}  # what the table has said of them
        self._played: dict[str, Played] = {}  # by these players
        self._view: View | None = None

    def view(self, name: str, store: Store, load: Load, first: str = "") -> View:
        """The archive of the installation called ``name``, as it is stored now.

        After a change only what changed is worked out. Where many digests are to be made, as after an update
        of the app, each call makes as many as ``_PATIENCE`` allows and says how many are missing; that of the
        match ``first`` is never among these.
        """
        with self._lock:
            if name != self._name:
                self._begin(name)
            state = store.state()
            if state != self._state or self._missing:
                self._renew(store, load, first)
                self._state = state
            documents = store.documents.state()
            if self._view is None or self._view.state != (state, documents, self._missing):
                self._view = self._seen(store, (state, documents, self._missing))
            return self._view

    def _begin(self, name: str) -> None:
        self._name, self._state, self._missing, self._view = name, None, 0, None
        self._known, self._unreadable, self._played = {}, {}, {}

    def _renew(self, store: Store, load: Load, first: str) -> None:
        ends = store.ends()
        self._known = {id_: digest for id_, digest in self._known.items() if ends.get(id_) == digest.seq}
        self._unreadable = {id_: seq for id_, seq in self._unreadable.items() if ends.get(id_) == seq}
        seen = self._known.keys() | self._unreadable.keys()
        new = {id_: seq for id_, seq in ends.items() if id_ not in seen}
        if not new:
            self._missing = 0
            return
        self._known |= self.digests.kept(store, new)
        late = {id_: new[id_] for id_ in (first, *new) if id_ in new and id_ not in self._known}
        made = self.digests.made(store, load, late, _PATIENCE) if late else {}
        self._known |= {id_: digest for id_, digest in made.items() if digest}
        self._unreadable |= {id_: late[id_] for id_, digest in made.items() if not digest}
        self._missing = len(late) - len(made)

    def _seen(self, store: Store, state: tuple[str, str, int]) -> View:
        said = {id_: remarks.remarks(document) for id_, document in store.documents.all(remarks.KIND).items()}
        latest = sorted(self._known.items(), key=lambda item: (item[1].started, item[0]), reverse=True)
        players = store.documents.all(people.KIND)
        before = self._played if players == self._players else {}
        self._players = players
        known = People(players, _names(latest))
        self._played = {
            match_id: kept
            if (kept := before.get(match_id))
            and kept.digest is digest
            and kept.remarks == said.get(match_id, _NOTHING)
            else _played(match_id, digest, said.get(match_id, _NOTHING), known)
            for match_id, digest in latest
        }
        return View(state, tuple(self._played.values()), known, self._missing)


def _played(match_id: str, digest: Digest, said: Remarks, known: People) -> Played:
    """A match with the ids of its players, as the table has said who they are."""
    seats = said.seats or ("",) * len(digest.players)
    ids = (seat or id_of(name) for seat, name in zip(seats, digest.players, strict=False))
    players = (player.id if (player := known.find(id_)) else id_ for id_ in ids)
    return Played(match_id, digest, tuple(players), evening_of(digest.started), said)


def _names(latest: list[tuple[str, Digest]]) -> Mapping[str, str]:
    """How the latest scoresheet of each player calls them."""
    names: dict[str, str] = {}
    for _, digest in latest:
        for name in digest.players:
            names.setdefault(id_of(name), name)
    return names


id_of = cache(people.id_of)
_NOTHING: Final = Remarks()
