"""The best hand of some matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ..koikoi.figures.seat_figures import BestHand
from .people import People
from .played import Played


class Hand(NamedTuple):
    """The best hand of a seat in a match."""

    hand: BestHand
    seat: int
    played: Played


class BestPlayed(NamedTuple):
    """The best hand of some matches: whose it was, and in which match."""

    hand: BestHand
    player: str
    match_id: str
    evening: date | None


def best_hand(matches: Iterable[Played]) -> Hand | None:
    """The won round with the most points; of several the earliest that is known.

    ``matches``: the earliest first.
    """
    return best_of(
        Hand(seat.best, place, played)
        for played in matches
        for place, seat in enumerate(played.digest.figures.seats)
        if seat.best
    )


def best_of(hands: Iterable[Hand | None]) -> Hand | None:
    """The first of the best of these."""
    return max(filter(None, hands), key=lambda hand: hand.hand.points, default=None)


def named(best: Hand | None, people: People) -> BestPlayed | None:
    """The best hand with what its player is called now."""
    if best is None:
        return None
    hand, seat, played = best
    player = people.find(played.players[seat])
    return BestPlayed(hand, player.name if player else played.digest.players[seat], played.id, played.evening)
