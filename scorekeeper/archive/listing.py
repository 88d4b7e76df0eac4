"""What the matches of the archive have to choose from: players, rules, places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .archive import View
from .people import Player
from .per_view import PerView


class Listing(NamedTuple):
    """Players by name, those who play no more last; titles of rules and places, the latest first."""

    players: tuple[Player, ...]
    rules: tuple[str, ...]
    places: tuple[str, ...]


@PerView
def listing(view: View) -> Listing:
    """What the matches of a view have to choose from."""
    ids = _each_once(id_ for played in view.matches for id_ in played.players)
    players = [player for id_ in ids if (player := view.people.find(id_))]
    return Listing(
        tuple(sorted(players, key=lambda player: (player.archived, player.name.casefold(), player.id))),
        tuple(_each_once(played.digest.rules for played in view.matches)),
        tuple(filter(None, _each_once(played.remarks.place for played in view.matches))),
    )


def _each_once(texts: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(texts)
