"""What the matches of the archive have to choose from: players, rules, places."""

from __future__ import annotations

from typing import NamedTuple

from .people import Player
from .view import View


class Listing(NamedTuple):
    """Players by name, those who play no more last; titles of rules and places, the latest first."""

    players: tuple[Player, ...]
    rules: tuple[str, ...]
    places: tuple[str, ...]


def listing(view: View) -> Listing:
    """What the matches of a view have to choose from."""
    ids = dict.fromkeys(id_ for played in view.matches for id_ in played.players)
    players = [player for id_ in ids if (player := view.people.find(id_))]
    rules = dict.fromkeys(played.digest.rules for played in view.matches)
    places = dict.fromkeys(played.remarks.place for played in view.matches)
    return Listing(
        tuple(sorted(players, key=lambda player: (player.archived, player.name.casefold(), player.id))),
        tuple(rules),
        tuple(filter(None, places)),
    )
