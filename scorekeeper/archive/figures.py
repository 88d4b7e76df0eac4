"""The figures of the matches that a filter leaves, added up from those of the parts of the archive."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final, NamedTuple

from ..koikoi.figures.match_figures import Totals, joined, totals
from .best_hand import BestPlayed, Hand, best_hand, best_of, named
from .filtering import Conditions, Filter
from .parts import Part, per_part
from .per_view import PerView
from .view import View

_MOST_FILTERS: Final = 16  # whose figures are kept


class Figures(NamedTuple):
    """What some matches add up to, and their best hand; of several the earliest."""

    totals: Totals
    best: BestPlayed | None


def figures(view: View, wanted: Filter) -> Figures:
    """The figures of the matches of the archive that ``wanted`` leaves."""
    return _figures(view)(wanted)


@PerView
def _figures(view: View) -> Callable[[Filter], Figures]:
    return lru_cache(maxsize=_MOST_FILTERS)(partial(_added_up, view))


def _added_up(view: View, wanted: Filter) -> Figures:
    conditions = wanted.among(view.people)
    counted = [_of_part(part)(conditions) for part in reversed(view.parts)]
    best = best_of(part.best for part in counted)
    return Figures(joined(part.totals for part in counted), named(best, view.people))


class _Counted(NamedTuple):
    """The figures of some matches of a part."""

    totals: Totals
    best: Hand | None


@per_part
def _of_part(part: Part) -> Callable[[Conditions], _Counted]:
    """The figures of a part by what its matches must have."""
    own = Part(part.matches)  # not the part itself: see ``per_part``
    return lru_cache(maxsize=_MOST_FILTERS)(partial(_counted, own))


def _counted(part: Part, wanted: Conditions) -> _Counted:
    matches = [*wanted.of(part)][::-1]
    return _Counted(totals(played.digest.figures for played in matches), best_hand(matches))
