"""Days for the calendar of a phone, as RFC 5545 has it (.ics)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

KIND: Final = "text/calendar"

_LONGEST_LINE: Final = 75  # bytes of a line, without its end


class CalendarDay(NamedTuple):
    """A whole day with a title, and where or what."""

    id: str  # the same whenever this event is written again
    day: date
    title: str
    text: str = ""


def calendar(events: Iterable[CalendarDay], now: str) -> bytes:
    """A calendar with these events; ``now``: when it is written, as the store writes times."""
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Koi-Koi scorekeeper//EN")
    lines = (*head, *(line for event in events for line in _of_event(event, now)), "END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line)).encode()


def _of_event(event: CalendarDay, now: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_escaped(event.id)}"
    yield f"DTSTAMP:{now[:19].replace('-', '').replace(':', '')}Z"
    yield f"DTSTART;VALUE=DATE:{_written(event.day)}"
    if event.day < date.max:  # the end is the day after; without it, the event is one day long, too
        yield f"DTEND;VALUE=DATE:{_written(event.day + timedelta(days=1))}"
    yield f"SUMMARY:{_escaped(event.title)}"
    if event.text:
        yield f"LOCATION:{_escaped(event.text)}"
    yield from ("TRANSP:TRANSPARENT", "END:VEVENT")


def _written(day: date) -> str:
    return day.isoformat().replace("-", "")


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """The line in parts that are short enough; no letter is cut."""
    part, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _LONGEST_LINE:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + width
    yield part
