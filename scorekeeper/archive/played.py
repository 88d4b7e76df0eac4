"""A match in the archive."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from .digest import Digest
from .remarks import Remarks


class Played(NamedTuple):
    """A match in the archive."""

    id: str
    digest: Digest
    players: tuple[str, ...]  # by seat the id of the player; who turned out to be another is that one
    evening: date | None
    remarks: Remarks

    @property
    def order(self) -> tuple[str, str]:
        """By what the matches are in order; those of which it is not known when come first."""
        return self.digest.started, self.id
