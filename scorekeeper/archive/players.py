"""Everybody who played, with their matches; and who is who.

Players are renamed, merged and separated, archived, put on other seats: only documents change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..koikoi.match.start import wrong_name
from ..sentences import Refusal, Sentence, say
from ..store import Documents
from ..store.documents import as_value
from . import archive, people
from .archive import ArchivedMatch, View
from .people import People, Player, id_of
from .results import Career, Results, career, results


class PlayerRow(NamedTuple):
    """A player in the list of all."""

    player: Player
    matches: int  # all of them
    results: Results  # of those that count
    last: ArchivedMatch

    @property
    def share(self) -> float:
        """Of the matches that count, those that were won: from 0 to 1; 0 of none."""
        return self.results.won / self.results.matches if self.results.matches else 0.0


def regulars(matches: Iterable[ArchivedMatch], people: People) -> tuple[PlayerRow, ...]:
    """Everybody who played in some matches, the latest first: who played last first."""
    sat = defaultdict[str, list[ArchivedMatch]](list)
    for played in matches:
        for id_ in dict.fromkeys(played.players):
            sat[id_].append(played)
    return tuple(_regular(player, sat[id_]) for id_ in sat if (player := people.find(id_)))


def career_of(id_: str, view: View) -> Career:
    """What all matches of a player come to."""
    return career(id_, [played for played in view.matches if id_ in played.players], view.people)


def met(one: str, other: str, view: View) -> list[ArchivedMatch]:
    """The matches that two players sat in together, the latest first."""
    return [played for played in view.matches if one in played.players and other in played.players]


def _regular(player: Player, sat: Sequence[ArchivedMatch]) -> PlayerRow:
    """``sat``: the latest first."""
    own = results(result for match in sat if (result := match.result_by_player.get(player.id)))
    return PlayerRow(player, len(sat), own, sat[0])


class NotPossible(Refusal):
    """What was said about players cannot be so. ``field``: beside which field of a form it is said."""

    def __init__(self, sentence: Sentence, field: str = "") -> None:
        self.field = field
        super().__init__(sentence)


class NameTaken(NotPossible):
    """Another player has the name, or had it."""

    def __init__(self, other: Player) -> None:
        self.other = other
        super().__init__(say("Another player is already called %(name)s.", name=other.name), "name")


class SatTogether(NotPossible):
    """Two players sat in one match, so they are two people."""

    def __init__(self, one: Player, other: Player, match: ArchivedMatch) -> None:
        self.match = match
        super().__init__(
            say(
                "%(one)s and %(other)s played against each other, so they are two people. "
                "If a name in that match is wrong, correct it there first.",
                one=one.name,
                other=other.name,
            ),
            "into",
        )


def rename(documents: Documents, known: People, player: Player, name: str) -> None:
    """Call a player by another name. Matches of that name, past and to come, are those of this player.

    ``player.version`` is the version that the page knew. Raises NotPossible, Stale.
    """
    refuse_name(name, "name")
    other = known.find(id_of(name))
    if other and other.id != player.id:
        raise NameTaken(other)
    _keep(documents, replace(known.said(player.id), name=name, version=player.version))
    if not other and id_of(name) != player.id:
        own = known.said(id_of(name))
        _keep(documents, replace(own, merged_into=player.id))


def refuse_name(name: str, field: str) -> None:
    """Raises NotPossible for a name that no player may have."""
    if wrong := wrong_name(name):
        raise NotPossible(wrong, field)


def refuse_merger(view: View, player: Player, into: Player | None) -> Player:
    """The other player, unless the two cannot be the same person. Raises NotPossible."""
    if into is None:
        raise NotPossible(say("Choose the other player."), "into")
    if into.id == player.id:
        raise NotPossible(say("That is the same player."), "into")
    if both := met(player.id, into.id, view):
        raise SatTogether(player, into, both[0])
    return into


def merge(documents: Documents, view: View, player: Player, into: Player | None) -> None:
    """Count the matches of a player for another one, who is the same person. Raises NotPossible, Stale."""
    into = refuse_merger(view, player, into)
    _keep(documents, replace(view.people.said(player.id), merged_into=into.id, version=player.version))


def separate(documents: Documents, known: People, player: Player) -> None:
    """Let a merged player be one of their own again. Raises Stale."""
    _keep(documents, replace(known.said(player.id), merged_into="", version=player.version))


def mark(documents: Documents, known: People, player: Player, **marks: bool) -> None:
    """Say whether a player is ``archived`` or a ``guest``. Raises Stale."""
    _keep(documents, replace(known.said(player.id), version=player.version, **marks))


def seat(documents: Documents, view: View, match: ArchivedMatch, version: int, names: Sequence[str]) -> None:
    """Say by name who sat where in a match; a name that nobody has makes a new player.

    ``version`` is that of the remarks that the page knew. Raises NotPossible, Stale.
    """
    ids = []
    for place, name in enumerate(names):
        refuse_name(name, f"name-{place}")
        player = view.people.find(match.players[place])
        if not player or player.name != name:
            player = view.people.find(id_of(name))
        ids.append(player.id if player else id_of(name))
        if ids[-1] in ids[:-1]:
            raise NotPossible(
                say("%(name)s already sits in this match.", name=player.name if player else name),
                f"name-{place}",
            )
    for name, id_ in zip(names, ids, strict=True):
        if view.people.find(id_) is None:
            _keep(documents, replace(view.people.said(id_), name=name))
    by_name = [id_of(name) for name in match.digest.players]
    own = [player.id if (player := view.people.find(id_)) else id_ for id_ in by_name]
    other = tuple("" if id_ == usual else id_ for id_, usual in zip(ids, own, strict=True))
    said = replace(match.remarks, seats=other if any(other) else ())
    documents.put(archive.KIND, match.id, version, as_value(said) or None)


def _keep(documents: Documents, player: Player) -> None:
    documents.put(people.KIND, player.id, player.version, as_value(player) or None)
