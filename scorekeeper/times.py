"""Times as texts in ISO 8601: ours, and those of records from elsewhere."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo


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


def utc_now() -> str:
    """The current time, such as ``2026-02-14T19:03:07.120Z``: always the same length, so it sorts by time."""
    return _text(datetime.now(UTC))


def utc_today() -> date:
    """The day that it is now."""
    return datetime.now(UTC).date()


def utc_text(moment: str) -> str:
    """An ISO 8601 text in the form of ``utc_now``; without a zone it is UTC. Raises ValueError."""
    return _text(read_time(moment))


def later(moment: str, days: int) -> str:
    """The moment this many days later, or earlier when ``days`` is negative."""
    return _text(read_time(moment) + timedelta(days=days))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
