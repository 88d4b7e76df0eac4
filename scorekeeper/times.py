"""Times as texts in ISO 8601: ours, and those of records from elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def read_time(text: str, zone: tzinfo | None = UTC) -> datetime:
    """The time that a text names, in a zone; None: that of this computer. A text without a zone is in UTC.

    Raises ValueError for anything else, also for a time that is beyond the calendar in the zone.
    """
    try:
        text.encode("ascii")  # between day and hour any sign would do
        time = datetime.fromisoformat(text)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(zone)
    except OverflowError as error:
        raise ValueError(f"{text!r} is beyond the calendar") from error
