"""Calendar files, read back line by line as RFC 5545 has it."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exports.calendar import CalendarDay, calendar

NOW = "2026-02-14T19:03:07.120Z"
EVENT = CalendarDay("league-1@koi-koi", date(2026, 2, 28), "Spring league", "19:30, at Anna's; bring cards")


def lines(written: bytes) -> list[str]:
    """The lines of a calendar, folded ones put together again."""
    text = written.decode()
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert "\r" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return re.sub("\r\n[ \t]", "", text).removesuffix("\r\n").split("\r\n")


def said(text: str) -> str:
    return re.sub(r"\\([\\;,nN])", lambda found: "\n" if found[1] in "nN" else found[1], text)


def events(written: bytes) -> list[dict[str, str]]:
    first, *rest, last = lines(written)
    assert (first, last) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert rest[:2] == ["VERSION:2.0", "PRODID:-//Koi-Koi scorekeeper//EN"]
    found: list[dict[str, str]] = []
    for line in rest[2:]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif line != "END:VEVENT":
            assert name not in found[-1]
            found[-1][name] = said(value)
    assert rest.count("BEGIN:VEVENT") == rest.count("END:VEVENT") == len(found)
    return found


def test_an_event_is_a_whole_day() -> None:
    assert events(calendar([EVENT], NOW)) == [
        {
            "UID": "league-1@koi-koi",
            "DTSTAMP": "20260214T190307Z",
            "DTSTART;VALUE=DATE": "20260228",
            "DTEND;VALUE=DATE": "20260301",
            "SUMMARY": "Spring league",
            "LOCATION": "19:30, at Anna's; bring cards",
            "TRANSP": "TRANSPARENT",
        }
    ]


def test_without_a_text_there_is_no_place() -> None:
    (event,) = events(calendar([EVENT._replace(text="")], NOW))
    assert "LOCATION" not in event


def test_no_events_are_a_calendar_too() -> None:
    assert events(calendar([], NOW)) == []


@pytest.mark.parametrize("length", [66, 67, 68, 150, 200])
def test_a_line_has_75_bytes_at_most(length: int) -> None:
    (event,) = events(calendar([EVENT._replace(title="a" * length)], NOW))
    assert event["SUMMARY"] == "a" * length


def test_the_last_day_of_the_calendar_has_no_day_after_it() -> None:
    (event,) = events(calendar([EVENT._replace(day=date.max)], NOW))
    assert event["DTSTART;VALUE=DATE"] == "99991231"
    assert "DTEND;VALUE=DATE" not in event


TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=200)


@given(st.lists(st.tuples(st.dates(), TEXT.filter(str.strip), TEXT), max_size=4))
def test_every_text_is_read_back(given_days: list[tuple[date, str, str]]) -> None:
    made = [CalendarDay(f"{number}@x", *given) for number, given in enumerate(given_days)]
    read = events(calendar(made, NOW))
    assert [(found["SUMMARY"], found.get("LOCATION", "")) for found in read] == [
        (event.title, event.text) for event in made
    ]
