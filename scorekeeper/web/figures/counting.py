"""The figures of the matches that a filter leaves, counted once for each state of the archive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from threading import Lock
from typing import Final, NamedTuple

from ...archive.archive import Played, View
from ...archive.filtering import Filter
from ...koikoi.figures.seat_figures import BestHand
from ...koikoi.figures.totals import Totals, totals

_MOST_FILTERS: Final = 64  # whose figures are kept


class BestPlayed(NamedTuple):
    """The best hand of some matches: whose it was, and in which match."""

    hand: BestHand
    player: str
    match_id: str
    evening: date | None


class Figures(NamedTuple):
    """What some matches add up to."""

    totals: Totals
    best: BestPlayed | None


class Counting:
    """Keeps what was counted as long as the archive stays as it is. Threads may share this object."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._state: tuple[object, ...] = ()
        self._known: dict[Filter, Figures] = {}

    def figures(self, view: View, wanted: Filter) -> Figures:
        """The figures of the matches of the archive that ``wanted`` leaves."""
        with self._lock:
            if view.state != self._state or len(self._known) >= _MOST_FILTERS:
                self._state, self._known = view.state, {}
            known = self._known.get(wanted)
            if known is None:
                known = self._known[wanted] = counted(list(wanted.matches(view)), view)
            return known


def counted(matches: Sequence[Played], view: View) -> Figures:
    """The figures of some matches of the archive."""
    return Figures(totals(played.digest.figures for played in matches), _best(matches, view))


def _best(matches: Sequence[Played], view: View) -> BestPlayed | None:
    """The won round with the most points; of several the earliest that is known."""
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
