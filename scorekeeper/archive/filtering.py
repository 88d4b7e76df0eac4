"""Which matches of the archive somebody looks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache, partial
from typing import Literal, TypeAlias

import msgspec

from .archive import Played, View
from .per_view import PerView

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

    def matches(self, view: View) -> Iterator[Played]:
        """Those of the archive that have all of it, the latest first."""
        found: Iterator[Played] = iter(view.matches)
        for holds in self._conditions(view):
            found = filter(holds, found)
        return found

    def _conditions(self, view: View) -> Iterator[Callable[[Played], bool]]:
        for id_ in filter(None, (self.player, self.against)):
            found = view.people.find(id_)
            yield partial(_plays, found.id if found else id_)
        if self.rules:
            yield lambda played: played.digest.rules == self.rules
        if since := self.since:
            yield lambda played: played.evening is not None and played.evening >= since
        if until := self.until:
            yield lambda played: played.evening is not None and played.evening <= until
        if self.state:
            yield lambda played: played.digest.finished == (self.state == "finished")
        if words := self.words.casefold().split():
            said = _texts(view)
            for word in words:
                yield partial(_says, word, said)


def _plays(player: str, played: Played) -> bool:
    return player in played.players


def _says(word: str, said: Mapping[str, str], played: Played) -> bool:
    return word in said[played.id]


@PerView
def _texts(view: View) -> dict[str, str]:
    """By match everything that words are looked for in."""
    called = cache(lambda id_: player.name if (player := view.people.find(id_)) else "")
    return {played.id: _text(played, map(called, played.players)) for played in view.matches}


def _text(played: Played, names: Iterable[str]) -> str:
    own = played.remarks
    return "\n".join((*played.digest.players, *names, played.digest.rules, own.place, own.note)).casefold()
