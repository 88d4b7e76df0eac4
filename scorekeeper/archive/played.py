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
