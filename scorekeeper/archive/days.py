"""On which evening a match was played."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

_NIGHT: Final = timedelta(hours=5)  # a match that starts after midnight belongs to the evening before


def evening_of(started: str) -> date | None:
    """The day on whose evening a match started, by this computer's clock; None if not known."""
    try:
        at = datetime.fromisoformat(started)
        return ((at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone() - _NIGHT).date()
    except (ValueError, OverflowError):  # not a time, or outside the calendar
        return None
