"""Times as texts: zones, the ends of the calendar, and what is no time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from scorekeeper.times import read_time

SEVEN = datetime(2026, 2, 14, 19, 3, 7, tzinfo=UTC)


@pytest.fixture
def in_tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-14T19:03:07Z",
        "2026-02-14T19:03:07.000Z",
        "2026-02-14 19:03:07",  # without a zone
        "20260214T190307Z",
        "2026-02-14T20:03:07+01:00",
        "2026-02-15T04:03:07+09:00",
        "2026-02-14T14:33:07-04:30",
    ],
)
def test_a_time_is_read_in_utc(text: str) -> None:
    assert read_time(text) == SEVEN
    assert read_time(text).tzinfo is UTC


def test_a_day_is_its_midnight() -> None:
    assert read_time("2026-02-14") == datetime(2026, 2, 14, tzinfo=UTC)


def test_a_time_is_read_by_the_clock_of_this_computer(in_tokyo: None) -> None:
    assert f"{read_time('2026-02-14T19:03:07Z', None):%d %H:%M %Z}" == "15 04:03 JST"
    assert f"{read_time('2026-02-14T19:03:07', None):%d %H:%M %Z}" == "15 04:03 JST"


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "Z", "19:03", "2026", "2026-02-30", "2026-02-14T25:00", "2026-02-14T19:03:07 CET"),
        *("２０２６-02-14", "2026-02-14é19:03:07", "2026-02-14\ud80019:03", "2026-02-14T19:03:07+25:00"),
        *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"),  # in UTC beyond the calendar
    ],
)  # fmt: skip
def test_whatever_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_time(text)


def test_a_time_beyond_the_calendar_of_this_computer_is_refused(in_tokyo: None) -> None:
    last = "9999-12-31T20:00:00Z"
    assert read_time(last).year == 9999
    with pytest.raises(ValueError, match=r"calendar|year"):
        read_time(last, None)
