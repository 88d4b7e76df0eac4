"""The best hand of some matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ..koikoi.figures.seat_figures import BestHand
from .people import People
from .played import Played


class BestPlayed(NamedTuple):
    """The best hand of some matches: whose it was, as they are called now, and in which match."""

    hand: BestHand
    player: str
    match_id: str
    evening: date | None


def best_hand(matches: Iterable[Played], people: People) -> BestPlayed | None:
    """The won round with the most points; of several the earliest that is known.

    ``matches``: the earliest first.
    """
    hands = (
        (seat.best, place, played)
        for played in matches
        for place, seat in enumerate(played.digest.figures.seats)
        if seat.best
    )
    best = max(hands, key=lambda found: found[0].points, default=None)
    if best is None:
        return None
    hand, seat, played = best
    player = people.find(played.players[seat])
    return BestPlayed(hand, player.name if player else played.digest.players[seat], played.id, played.evening)
