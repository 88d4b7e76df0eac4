"""The archive: all matches of an installation in memory, brought up to date when something changed."""

from __future__ import annotations

from threading import Lock

from ..store import Store
from .collection import Collection
from .digests import Digests, Load
from .view import View


class Archive:
    """The matches of the installation that is served. Threads may share this object.

    ``game`` is the version of the game: a digest of another version is made anew.
    """

    def __init__(self, game: str) -> None:
        self.digests = Digests(game)
        self._lock = Lock()
        self._name = ""
        self._collection = Collection(self.digests)

    def view(self, name: str, store: Store, load: Load, first: str = "") -> View:
        """The archive of the installation called ``name``, as it is stored now.

        Only the matches that changed are read again. Where many digests are to be made, as after an update
        of the app, each call makes some of them and says how many are missing; that of the match ``first`` is
        never among these.
        """
        with self._lock:
            if name != self._name:
                self._name, self._collection = name, Collection(self.digests)
            return self._collection.view(store, load, first)
