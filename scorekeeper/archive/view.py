"""The archive at a moment."""

from __future__ import annotations

from typing import NamedTuple

from .people import People
from .played import Played


class View(NamedTuple):
    """The archive at a moment."""

    matches: tuple[Played, ...]  # the latest first; at the end those of which it is not known when
    people: People
    missing: int  # matches whose digests are still to be made, after an update of the app

    def match(self, match_id: str) -> Played | None:
        """A match by its id."""
        return next((played for played in self.matches if played.id == match_id), None)
