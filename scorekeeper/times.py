"""Times as texts in ISO 8601: ours, and those of records from elsewhere."""

from __future__ import annotations

import os
import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

HERE: Final = ""  # in place of the name of a zone: that of this computer
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")  # names no file but that of a zone
_NIGHT: Final = timedelta(hours=5)  # a match that begins after midnight belongs to the evening before


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


def evening_of(at: str, zone: str) -> date | None:
    """The day of a match that was begun at a time in a zone, in which it ends at five in the morning.

    Whatever says on which day a match was played asks this. None where the time is not known.
    """
    try:
        return (clock(at, zone) - _NIGHT).date()
    except (ValueError, OverflowError):  # not a time, or the first night of the calendar
        return None


def clock(at: str, zone: str) -> datetime:
    """What clocks showed at a time in the zone of a name; where there is none, in that of this computer.

    Raises ValueError.
    """
    return read_time(at, _zone(zone))


@lru_cache(maxsize=1000)  # also of those that do not exist, which else are looked for on the disk each time
def _zone(name: str) -> tzinfo | None:
    if not _ZONE.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # none, another file, or a folder
        return None


def zone_here() -> str:
    """The IANA name of this computer's zone; empty where it has none, or it is not known."""
    name = os.environ.get("TZ", "").removeprefix(":")
    if "TZ" not in os.environ:
        name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")[2]
    return name if _zone(name) else ""


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
