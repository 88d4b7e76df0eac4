"""The scoresheet of a stored match, with what is written beside it."""

from __future__ import annotations

from ...exports.sheets.sheet import Sheet, sheet_of
from ...koikoi.match.match import Match
from ..i18n import language
from ..remarks.views import remarks_of


def composed(match_id: str, match: Match, numbers: range | None = None) -> Sheet:
    """The scoresheet in the reader's language; ``numbers``: of which rounds it has lines, by default all."""
    said = remarks_of(match_id)
    return sheet_of(match, language(), numbers, place=said.place, note=said.note)
