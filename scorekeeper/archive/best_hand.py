"""The best hand of some matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ..koikoi.figures.seat_figures import BestHand
from .archive import Played, View


class BestPlayed(NamedTuple):
    """The best hand of some matches: whose it was, and in which match."""

    hand: BestHand
    player: str
    match_id: str
    evening: date | None


def best_hand(matches: Sequence[Played], view: View) -> BestPlayed | None:
    """The won round with the most points; of several the earliest that is known.

    ``matches``: the latest first.
    """
    hands = (
        (seat.best, place, played)
        for played in reversed(matches)
        for place, seat in enumerate(played.digest.figures.seats)
        if seat.best
    )
    best = max(hands, key=lambda found: found[0].points, default=None)
    if best is None:
        return None
    hand, seat, played = best
    player = view.people.find(played.players[seat])
    name = player.name if player else played.digest.players[seat]
    return BestPlayed(hand, name, played.id, played.evening)
