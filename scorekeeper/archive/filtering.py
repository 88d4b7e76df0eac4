"""Which matches of the archive somebody looks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import partial
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from .parts import Part, per_part
from .people import People
from .played import Played
from .view import View

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
        return self.among(view.people).of(*view.parts)

    def parts(self, view: View) -> Iterator[Part]:
        """The same in parts. One of which everything is left is that of the view."""
        conditions = self.among(view.people)
        for part in view.parts:
            if left := tuple(conditions.of(part)):
                yield part if len(left) == len(part.matches) else Part(left)

    def among(self, people: People) -> Conditions:
        """The same with the players as they are known now."""
        ids = (id_ for id_ in (self.player, self.against) if id_)
        return Conditions(
            players=tuple(player.id if (player := people.find(id_)) else id_ for id_ in ids),
            rules=self.rules,
            since=self.since,
            until=self.until,
            state=self.state,
            words=tuple(_called(word, people) for word in self.words.casefold().split()),
        )


class Word(NamedTuple):
    """A word, and the ids of the players in whose names it is."""

    word: str
    players: frozenset[str]


class Conditions(NamedTuple):
    """What a match must have. Whether it has depends on nothing but the match."""

    players: tuple[str, ...]
    rules: str
    since: date | None
    until: date | None
    state: State
    words: tuple[Word, ...]

    def of(self, *parts: Part) -> Iterator[Played]:
        """The matches of some parts that have all of it, in their order."""
        found: Iterator[Played] = chain.from_iterable(map(self._saying, parts))
        for holds in self._tests():
            found = filter(holds, found)
        return found

    def _saying(self, part: Part) -> Iterable[Played]:
        """The matches of a part that have all words."""
        found: Iterable[Played] = part.matches
        for word in self.words:
            found = filter(partial(_says, word, _texts(part)), found)
        return found

    def _tests(self) -> Iterator[Callable[[Played], bool]]:
        for player in self.players:
            yield partial(_plays, player)
        if self.rules:
            yield lambda played: played.digest.rules == self.rules
        if since := self.since:
            yield lambda played: played.evening is not None and played.evening >= since
        if until := self.until:
            yield lambda played: played.evening is not None and played.evening <= until
        if self.state:
            yield lambda played: played.digest.finished == (self.state == "finished")


def _called(word: str, people: People) -> Word:
    return Word(word, frozenset(player.id for player in people.everybody() if word in player.name.casefold()))


def _plays(player: str, played: Played) -> bool:
    return player in played.players


def _says(word: Word, said: Mapping[str, str], played: Played) -> bool:
    return word.word in said[played.id] or not word.players.isdisjoint(played.players)


@per_part
def _texts(part: Part) -> dict[str, str]:
    """By match what words are looked for in, besides the present names of its players."""
    return {played.id: _text(played) for played in part.matches}


def _text(played: Played) -> str:
    own = played.remarks
    return "\n".join((*played.digest.players, played.digest.rules, own.place, own.note)).casefold()
