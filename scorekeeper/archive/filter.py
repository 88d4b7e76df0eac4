"""Which matches of the archive somebody looks for, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from .archive import ArchivedMatch, View
from .players import Player, Players

State: TypeAlias = Literal["", "finished", "unfinished"]


class Filter(msgspec.Struct, frozen=True):
    """What a match must have; what is empty does not matter."""

    player: str = ""  # the id of a player
    against: str = ""  # the id of another one
    rules: str = ""  # the title of a rule set
    since: date | None = None
    until: date | None = None
    state: State = ""
    words: str = ""  # each somewhere in the names, the rules, the place or the note

    def matches(self, view: View) -> Iterator[ArchivedMatch]:
        """Those of the archive that have all of it, the latest first."""
        found = iter(view.matches)
        for has in self._conditions(view.players):
            found = filter(has, found)
        return found

    def _conditions(self, players: Players) -> Iterator[Callable[[ArchivedMatch], bool]]:
        for id_ in filter(None, (self.player, self.against)):
            player = players.find(id_)
            yield partial(_took_part, player.id if player else id_)
        if self.rules:
            yield lambda played: played.digest.rules == self.rules
        if since := self.since:
            yield lambda played: played.evening is not None and played.evening >= since
        if until := self.until:
            yield lambda played: played.evening is not None and played.evening <= until
        if self.state:
            yield lambda played: played.digest.finished == (self.state == "finished")
        for word in self.words.casefold().split():
            called = frozenset(player.id for player in players.everybody() if word in player.name.casefold())
            yield partial(_says, word, called)


def _took_part(player: str, played: ArchivedMatch) -> bool:
    return player in played.players


def _says(word: str, called: frozenset[str], played: ArchivedMatch) -> bool:
    """Whether a word is in the texts of a match, or in the present name of a player: ``called``, by id."""
    if not called.isdisjoint(played.players):
        return True
    own = played.remarks
    texts = (*played.digest.players, played.digest.rules, own.place, own.note)
    return word in "\n".join(texts).casefold()


class Listing(NamedTuple):
    """Players by name, those who play no more last; titles of rules and places, the latest first."""

    players: tuple[Player, ...]
    rules: tuple[str, ...]
    places: tuple[str, ...]


def listing(view: View) -> Listing:
    """What the matches of a view have to choose from."""
    ids = set().union(*[played.players for played in view.matches])
    players = [player for id_ in ids if (player := view.players.find(id_))]
    rules = dict.fromkeys([played.digest.rules for played in view.matches])
    places = dict.fromkeys([played.remarks.place for played in view.matches])
    return Listing(
        tuple(sorted(players, key=lambda player: (player.archived, player.name.casefold(), player.id))),
        tuple(rules),
        tuple(filter(None, places)),
    )
