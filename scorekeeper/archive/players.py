"""Players: who stands behind the names on the scoresheets. A match is never rewritten for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace

from ..store import Document, Documents

KIND: Final = "player"  # of documents


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of this table. ``id`` stays the same whatever changes."""

    id: str
    name: str = ""  # in what is stored: empty where the player is called as on the latest scoresheet
    archived: bool = False  # plays no more: not suggested, and listed last
    guest: bool = False  # played once or twice: has no rank
    merged_into: str = ""  # the id of the player that this one turned out to be
    version: int = 0  # of the document; 0 as long as nothing was said about this player


class Players:
    """The players by name and id.

    ``documents``: what the table has said about them (``KIND``); ``names``: as on scoresheets, the latest
    first, so that each is called by the first that stands for them.
    """

    def __init__(self, documents: Mapping[str, Document], names: Iterable[str]) -> None:
        self._said = {id_: _player(id_, document) for id_, document in documents.items()}
        self._names: dict[str, str] = {}  # by id
        for name in names:
            self._names.setdefault(id_of(name), name)
        self._found: dict[str, Player] = {}
        for player in self.merged():
            # whoever is on no scoresheet any more is called like one of those
            if player.name:
                self._names.setdefault(self.last(player.id), player.name)

    def find(self, id_: str) -> Player | None:
        """The player with an id, or the one that this player turned out to be; None where there is none."""
        if id_ not in self._found:
            last = self.itself(self.last(id_))
            if not last.name:  # an address may ask for any id
                return None
            self._found[id_] = last
        return self._found[id_]

    def itself(self, id_: str) -> Player:
        """What is known of the player with this very id, merged or not."""
        said = self.said(id_)
        return said if said.name else replace(said, name=self._names.get(id_, ""))

    def said(self, id_: str) -> Player:
        """What the table has said about the player with this very id."""
        return self._said.get(id_) or Player(id_)

    def everybody(self) -> list[Player]:
        """All players that did not turn out to be others, by name."""
        found = (self.find(id_) for id_ in self._names.keys() | self._said.keys())
        by_id = {player.id: player for player in found if player}
        return sorted(by_id.values(), key=lambda player: (player.name.casefold(), player.id))

    def merged(self) -> list[Player]:
        """The players that turned out to be others."""
        return [self.itself(id_) for id_, player in self._said.items() if player.merged_into]

    def also(self, player: Player) -> list[Player]:
        """Those that turned out to be this player and go by another name."""
        others = (other for other in self.merged() if other.name and self.last(other.id) == player.id)
        return [other for other in others if other.id not in (player.id, id_of(player.name))]

    def last(self, id_: str) -> str:
        """The id of whom a player turned out to be; the same id where that is nobody else."""
        seen: list[str] = []
        while (into := self.said(id_).merged_into) and id_ not in seen:
            seen.append(id_)
            id_ = into
        # two phones at once may merge in a circle: then one of them stands for all
        return min(seen[seen.index(id_) :]) if id_ in seen else id_


def id_of(name: str) -> str:
    """The id of the player whom a name stands for as long as nobody says otherwise: 12 hexadecimal digits.

    Capitals, spaces and the width of letters make no difference: "Anna", "anna " and "Ａｎｎａ" are one.
    """
    letters = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return sha256(" ".join(letters.split()).encode()).hexdigest()[:12]


def present_names(documents: Documents, written: Iterable[str]) -> list[str]:
    """What the players behind some names are called now, each once, without archived players.

    ``written``: names as on scoresheets, the latest first.
    """
    names = dict.fromkeys(written)
    known = Players(documents.all(KIND), names)
    found = (known.find(id_of(name)) for name in names)
    return list(dict.fromkeys(player.name for player in found if player and not player.archived))


def _player(id_: str, document: Document) -> Player:
    return msgspec.convert({**document.value, "id": id_, "version": document.version}, Player)
