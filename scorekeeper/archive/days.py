"""On which evening a match was played."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from ..times import read_time

_NIGHT: Final = timedelta(hours=5)  # a match that starts after midnight belongs to the evening before


def evening_of(started: str) -> date | None:
    """The day on whose evening a match started, by this computer's clock; None if not known."""
    try:
        return (read_time(started, None) - _NIGHT).date()
    except (ValueError, OverflowError):  # not a time, or the first night of the calendar
        return None
