"""The archive: all matches of an installation in memory, brought up to date when something changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

import msgspec

from ..store import Document, Place, Store
from ..store.documents import OF_A_MATCH
from .digests import Digest, Load, MatchResult, make_digests, result_of, stored_digests
from .players import KIND as PLAYER
from .players import Players, id_of

_NewDigests: TypeAlias = dict[str, Digest | None]  # by the id of a match; None where it cannot be read
_PATIENCE: Final = 0.25  # seconds that a page may wait for digests that are still to be made


class Archive:
    """The matches of the installation that is served, and what the table has said about them.

    Threads may share this object. ``version`` is that of the app's rules: a digest of another version is
    made anew. The matches stay in memory: read anew from the store, 1,000 cost the page of a match 55 ms.
    """

    def __init__(self, version: str) -> None:
        self.version = version
        self._lock = Lock()
        self._forget("")

    def _forget(self, name: str) -> None:
        """Begin anew, with the installation of this name."""
        self._name = name
        self._ends: dict[str, int] = {}  # the last event of each match that was read, or could not be
        self._matches: dict[str, ArchivedMatch] = {}  # by id, in the order in which they were stored
        self._state: tuple[str, str] | None = None  # of the matches and of the documents in the view
        self._view = View((), Players({}, ()), 0)

    def view(self, name: str, store: Store, load: Load, first: str = "") -> View:
        """The archive of the installation called ``name``, as it is stored now.

        Only the matches that changed are read again. Where many digests are to be made, as after an update
        of the app, each call makes some of them and says how many are missing; that of the match ``first`` is
        never among these.
        """
        with self._lock:
            if name != self._name:
                self._forget(name)
            state = store.revision(), store.documents.revision()
            if state != self._state or self._view.missing:
                said_anew = self._state is None or state[1] != self._state[1]
                self._view = self._viewed(store, *self._read(store, load, first), said_anew=said_anew)
                self._state = state
            return self._view

    def _read(self, store: Store, load: Load, first: str) -> tuple[dict[str, int], _NewDigests, int]:
        """The last events of the matches, the digests of those that changed, read or made; how many are late.

        Of those that are late there is neither.
        """
        ends = store.last_seqs()
        new = {id_: seq for id_, seq in ends.items() if seq != self._ends.get(id_)}
        found: _NewDigests = {**stored_digests(store, new, self.version)}
        to_make = {id_: new[id_] for id_ in (first, *new) if id_ in new and id_ not in found}
        found |= make_digests(store, load, to_make, self.version, _PATIENCE)
        late = new.keys() - found.keys()
        for id_ in late:
            del ends[id_]
        return ends, found, len(late)

    def _viewed(
        self, store: Store, ends: dict[str, int], found: _NewDigests, late: int, *, said_anew: bool
    ) -> View:
        """The matches that were read, and what the table has said of them and their players.

        Those that are as before are the same objects, so what was worked out of them is not worked out again.
        """
        of_players = store.documents.all(PLAYER)
        last = Players(of_players, ()).last
        named = cache(lambda name: last(id_of(name)))
        said = {id_: remarks(document) for id_, document in store.documents.all(KIND).items()}
        matches = {**self._matches}
        if said_anew:
            found = {**{id_: match.digest for id_, match in matches.items()}, **found}
        for id_, digest in found.items():
            match = matches.pop(id_, None)
            if digest:
                own = said.get(id_, _NOTHING)
                players = tuple(map(named, digest.players))
                if own.seats:
                    seats = zip(own.seats, players, strict=False)
                    players = tuple(last(other) if other else usual for other, usual in seats)
                evening = match.evening if match and match.digest is digest else digest.evening
                made = ArchivedMatch(id_, digest, players, evening, own)
                matches[id_] = match if match and match == made else made
        self._ends, self._matches = ends, {id_: matches[id_] for id_ in ends if id_ in matches}
        listed = sorted(self._matches.values(), key=_MOMENT)[::-1]
        names = dict.fromkeys(chain.from_iterable([match.digest.players for match in listed]))
        return View(tuple(listed), Players(of_players, names), late)


class View(NamedTuple):
    """The archive at a moment."""

    # the latest evening first, of an evening what began last, of those that began at once the one stored
    # last; at the end those of which it is not known when
    matches: tuple[ArchivedMatch, ...]
    players: Players
    missing: int  # matches whose digests are still to be made, after an update of the app

    @property
    def games(self) -> tuple[str, ...]:
        """What was played, by the titles of the games; what was played last first."""
        return tuple(dict.fromkeys([match.digest.game for match in self.matches]))

    def of(self, game: str) -> View:
        """The matches of a game. What is counted over several matches is never of two games."""
        return self._replace(matches=tuple([match for match in self.matches if match.digest.game == game]))

    def match(self, match_id: str) -> ArchivedMatch | None:
        return next((played for played in self.matches if played.id == match_id), None)


@dataclass(frozen=True)
class ArchivedMatch:
    """A match in the archive."""

    id: str
    digest: Digest
    players: tuple[str, ...]  # by seat the id of the player; who turned out to be another is that one
    evening: date | None
    remarks: Remarks

    @cached_property
    def moment(self) -> str:
        """What sorts as matches are listed: those of an evening together, in whatever zones these began."""
        return f"{self.evening or ''}/{self.digest.started}"

    @property
    def place(self) -> Place:
        """Where it is in the list of all."""
        return Place(self.moment, self.id)

    def seats(self, player: str) -> list[int]:
        """Where the player with an id sat: more than one seat where names were said to be one person."""
        return [seat for seat, id_ in enumerate(self.players) if id_ == player]

    @cached_property
    def result_by_player(self) -> Mapping[str, MatchResult]:
        """How it ended for each of its players, by id; for nobody if it does not count."""
        sat = dict.fromkeys(self.players) if self.digest.counts else ()
        return {player: result_of(self.digest, self.seats(player)) for player in sat}


KIND: Final = OF_A_MATCH  # of documents


class Remarks(msgspec.Struct, frozen=True, omit_defaults=True):
    """The remarks of one match."""

    place: str = ""
    note: str = ""
    seats: tuple[str, ...] = ()  # by seat a player's id, empty where it is the one of that name
    version: int = 0  # of the document


def remarks(document: Document | None) -> Remarks:
    if document is None:
        return Remarks()
    return msgspec.convert({**document.value, "version": document.version}, Remarks)


_NOTHING: Final = Remarks()


_MOMENT: Final = attrgetter("moment")
