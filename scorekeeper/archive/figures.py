"""The figures of the matches that a filter leaves."""

from __future__ import annotations

from typing import NamedTuple

from ..koikoi.figures.match_figures import Totals, totals
from .best_hand import BestPlayed, best_hand
from .filtering import Filter
from .view import View


class Figures(NamedTuple):
    """What some matches add up to, and their best hand; of several the earliest."""

    totals: Totals
    best: BestPlayed | None


def figures(view: View, wanted: Filter) -> Figures:
    """The figures of the matches of the archive that ``wanted`` leaves."""
    matches = [*wanted.matches(view)][::-1]
    return Figures(totals(played.digest.figures for played in matches), best_hand(matches, view.people))
