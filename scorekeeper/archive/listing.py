"""What the matches of the archive have to choose from: players, rules, places."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from .parts import Part, per_part
from .people import Player
from .per_view import PerView
from .view import View


class Listing(NamedTuple):
    """Players by name, those who play no more last; titles of rules and places, the latest first."""

    players: tuple[Player, ...]
    rules: tuple[str, ...]
    places: tuple[str, ...]


@PerView
def listing(view: View) -> Listing:
    """What the matches of a view have to choose from."""
    parts = [_of_part(part) for part in view.parts]
    ids = _each_once(chain.from_iterable(part.players for part in parts))
    players = [player for id_ in ids if (player := view.people.find(id_))]
    return Listing(
        tuple(sorted(players, key=lambda player: (player.archived, player.name.casefold(), player.id))),
        tuple(_each_once(chain.from_iterable(part.rules for part in parts))),
        tuple(filter(None, _each_once(chain.from_iterable(part.places for part in parts)))),
    )


class _Found(NamedTuple):
    """What the matches of a part have, each once, the latest first."""

    players: tuple[str, ...]  # ids
    rules: tuple[str, ...]
    places: tuple[str, ...]


@per_part
def _of_part(part: Part) -> _Found:
    return _Found(
        tuple(_each_once(id_ for played in part.matches for id_ in played.players)),
        tuple(_each_once(played.digest.rules for played in part.matches)),
        tuple(_each_once(played.remarks.place for played in part.matches)),
    )


def _each_once(texts: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(texts)
