"""The figures of the matches that a filter leaves, kept up to date by what changed in the archive."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Final, NamedTuple

from ...archive.archive import View
from ...archive.best_hand import BestPlayed, best_hand
from ...archive.filtering import Filter
from ...koikoi.figures.match_figures import MatchFigures
from ...koikoi.figures.totals import Totals, totals

_MOST_FILTERS: Final = 16  # whose figures are kept


class Figures(NamedTuple):
    """What some matches add up to. Of several best hands it is the earliest, so that ``totals`` has none."""

    totals: Totals
    best: BestPlayed | None


class _Kept(NamedTuple):
    """The figures of a filter, and of which matches they are, at a state of the archive."""

    state: tuple[object, ...]
    matches: Mapping[str, MatchFigures]
    figures: Figures


class Counting:
    """Keeps what was counted, and counts again only what changed. Threads may share this object."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[Filter, _Kept] = {}

    def figures(self, view: View, wanted: Filter) -> Figures:
        """The figures of the matches of the archive that ``wanted`` leaves."""
        with self._lock:
            before = self._kept.pop(wanted, None)
            known = before if before and before.state == view.state else _counted(view, wanted, before)
            self._kept[wanted] = known  # the last one asked for stands last
            if len(self._kept) > _MOST_FILTERS:
                del self._kept[next(iter(self._kept))]
            return known.figures


def _counted(view: View, wanted: Filter, before: _Kept | None) -> _Kept:
    found = list(wanted.matches(view))
    matches = {played.id: played.digest.figures for played in found}
    whole = renewed(before.matches, before.figures.totals, matches) if before else totals(matches.values())
    return _Kept(view.state, matches, Figures(whole.without_best(), best_hand(found, view)))


def renewed(before: Mapping[str, MatchFigures], whole: Totals, now: Mapping[str, MatchFigures]) -> Totals:
    """The totals of some matches, from those of the same matches before, of which few changed."""
    gone = [figures for id_, figures in before.items() if now.get(id_) is not figures]
    new = [figures for id_, figures in now.items() if before.get(id_) is not figures]
    if not whole.is_exact or 2 * (len(gone) + len(new)) > len(now):
        return totals(now.values())
    return whole - totals(gone) + totals(new)
