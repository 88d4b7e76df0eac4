"""The archive at a moment."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from .parts import Part, per_part
from .people import People
from .played import Played


class View(NamedTuple):
    """The archive at a moment. Two views with the same ``state`` hold the same."""

    state: tuple[str, str, int]
    parts: tuple[Part, ...]  # the latest first
    people: People
    missing: int  # matches whose digests are still to be made, after an update of the app

    @property
    def matches(self) -> tuple[Played, ...]:
        """All of them, the latest first; those of which it is not known when last."""
        return tuple(chain.from_iterable(part.matches for part in self.parts))

    def match(self, match_id: str) -> Played | None:
        """A match by its id."""
        found = (_by_id(part).get(match_id) for part in self.parts)
        return next((played for played in found if played), None)


@per_part
def _by_id(part: Part) -> dict[str, Played]:
    return {played.id: played for played in part.matches}
