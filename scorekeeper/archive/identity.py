"""Who is who: players renamed, merged and separated, archived, put on other seats. Only documents change."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..koikoi.match.start import wrong_name
from ..sentences import Refusal, Sentence, say
from ..store import Documents
from ..store.documents import as_value
from . import archive, players
from .archive import ArchivedMatch, View
from .players import Player, Players, id_of


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


def rename(documents: Documents, known: Players, player: Player, name: str) -> None:
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
    if both := _met(player.id, into.id, view):
        raise SatTogether(player, into, both[0])
    return into


def _met(one: str, other: str, view: View) -> list[ArchivedMatch]:
    """The matches that two players sat in together, the latest first."""
    return [played for played in view.matches if one in played.players and other in played.players]


def merge(documents: Documents, view: View, player: Player, into: Player | None) -> None:
    """Count the matches of a player for another one, who is the same person. Raises NotPossible, Stale."""
    into = refuse_merger(view, player, into)
    _keep(documents, replace(view.players.said(player.id), merged_into=into.id, version=player.version))


def separate(documents: Documents, known: Players, player: Player) -> None:
    """Let a merged player be one of their own again. Raises Stale."""
    _keep(documents, replace(known.said(player.id), merged_into="", version=player.version))


def mark(documents: Documents, known: Players, player: Player, **marks: bool) -> None:
    """Say whether a player is ``archived`` or a ``guest``. Raises Stale."""
    _keep(documents, replace(known.said(player.id), version=player.version, **marks))


def seat(documents: Documents, view: View, match: ArchivedMatch, version: int, names: Sequence[str]) -> None:
    """Say by name who sat where in a match; a name that nobody has makes a new player.

    ``version`` is that of the remarks that the page knew. Raises NotPossible, Stale.
    """
    ids = []
    for place, name in enumerate(names):
        refuse_name(name, f"name-{place}")
        player = view.players.find(match.players[place])
        if not player or player.name != name:
            player = view.players.find(id_of(name))
        ids.append(player.id if player else id_of(name))
        if ids[-1] in ids[:-1]:
            raise NotPossible(
                say("%(name)s already sits in this match.", name=player.name if player else name),
                f"name-{place}",
            )
    for name, id_ in zip(names, ids, strict=True):
        if view.players.find(id_) is None:
            _keep(documents, replace(view.players.said(id_), name=name))
    by_name = [id_of(name) for name in match.digest.players]
    own = [player.id if (player := view.players.find(id_)) else id_ for id_ in by_name]
    other = tuple("" if id_ == usual else id_ for id_, usual in zip(ids, own, strict=True))
    said = replace(match.remarks, seats=other if any(other) else ())
    documents.put(archive.KIND, match.id, version, as_value(said) or None)


def _keep(documents: Documents, player: Player) -> None:
    documents.put(players.KIND, player.id, player.version, as_value(player) or None)
