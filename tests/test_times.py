"""Times as texts: zones, the ends of the calendar, what is no time; and the day of a match."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from importlib.resources import files

import pytest
from clocks import computer_in

from scorekeeper.times import HERE, clock, evening_of, read_time, zone_here

SEVEN = datetime(2026, 2, 14, 19, 3, 7, tzinfo=UTC)


@pytest.fixture
def in_tokyo() -> Iterator[None]:
    with computer_in("Asia/Tokyo"):
        yield


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


# --- the day of a match

WARSAW, TOKYO, LOS_ANGELES = "Europe/Warsaw", "Asia/Tokyo", "America/Los_Angeles"


@pytest.mark.parametrize("computer", [None, "UTC", WARSAW, TOKYO, LOS_ANGELES])
@pytest.mark.parametrize(
    ("at", "zone", "evening"),
    [
        ("2026-02-15T03:59:59.999Z", WARSAW, date(2026, 2, 14)),  # 4:59
        ("2026-02-15T04:00:00.000Z", WARSAW, date(2026, 2, 15)),
        ("2026-02-15T04:30:00.000Z", TOKYO, date(2026, 2, 15)),  # 13:30
        ("2026-02-14T19:59:59.999Z", TOKYO, date(2026, 2, 14)),  # 4:59
        ("2026-02-14T20:00:00.000Z", TOKYO, date(2026, 2, 15)),
        ("2026-02-15T02:00:00.000Z", LOS_ANGELES, date(2026, 2, 14)),  # 18:00
        ("2026-02-15T07:30:00.000Z", LOS_ANGELES, date(2026, 2, 14)),  # 23:30
        ("2026-02-15T12:59:59.999Z", LOS_ANGELES, date(2026, 2, 14)),  # 4:59
        ("2026-02-15T13:00:00.000Z", LOS_ANGELES, date(2026, 2, 15)),
        ("2026-03-29T02:59:59.999Z", WARSAW, date(2026, 3, 28)),  # an hour fewer that night
        ("2026-03-29T03:00:00.000Z", WARSAW, date(2026, 3, 29)),
        ("2026-10-25T03:59:59.999Z", WARSAW, date(2026, 10, 24)),  # an hour more
        ("2026-10-25T04:00:00.000Z", WARSAW, date(2026, 10, 25)),
        ("2026-02-14T14:59:59.999Z", "Pacific/Kiritimati", date(2026, 2, 14)),  # 4:59 on the 15th
        ("2026-02-14T15:00:00.000Z", "Pacific/Kiritimati", date(2026, 2, 15)),
        ("2026-02-15T15:59:59.999Z", "Pacific/Pago_Pago", date(2026, 2, 14)),  # a day behind it
        ("2026-02-15T16:00:00.000Z", "Pacific/Pago_Pago", date(2026, 2, 15)),
    ],
)
def test_a_day_is_that_of_the_zone_until_five_in_the_morning(
    at: str, zone: str, evening: date, computer: str | None
) -> None:
    with computer_in(computer):
        assert evening_of(at, zone) == evening


@pytest.mark.parametrize(
    "zone",
    [
        *(HERE, "Mars/Olympus_Mons", "America", "+09:00", "asia tokyo", "Żółw", "東京", "Asia/Tokyo\0"),
        *("/etc/localtime", "../Asia/Tokyo", "Asia/../Asia/Tokyo", "zone.tab", "A" * 64, "A/" * 200 + "A"),
    ],
)
@pytest.mark.parametrize(
    ("computer", "evening"),
    [("UTC", date(2026, 2, 14)), (WARSAW, date(2026, 2, 15)), (LOS_ANGELES, date(2026, 2, 14))],
)
def test_without_a_zone_that_anybody_knows_the_day_is_that_of_this_computer(
    zone: str, computer: str, evening: date
) -> None:
    with computer_in(computer):
        assert evening_of("2026-02-15T04:30:00.000Z", zone) == evening  # 5:30 in Warsaw


@pytest.mark.parametrize("zone", [HERE, WARSAW, "Pacific/Kiritimati", "Mars/Olympus_Mons"])
@pytest.mark.parametrize("at", ["", "once", "2026-02-30", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14"])
def test_what_is_no_time_of_the_calendar_has_no_day(at: str, zone: str) -> None:
    with computer_in("UTC"):
        assert evening_of(at, zone) is None


def test_the_clock_of_a_table_shows_its_own_hour() -> None:
    at = "2026-02-14T19:03:07Z"
    with computer_in(WARSAW):
        hours = [f"{clock(at, zone):%d %H:%M}" for zone in (TOKYO, LOS_ANGELES, "nowhere")]
    assert hours == ["15 04:03", "14 11:03", "14 20:03"]


def test_every_zone_of_browsers_is_known() -> None:
    names = (files("tzdata") / "zones").read_text("utf-8").split()
    assert {"Asia/Calcutta", "Asia/Kolkata", "US/Pacific", "Etc/GMT+12", "America/Indiana/Knox"} <= {*names}
    with computer_in(TOKYO):
        far = [name for name in names if clock("2026-02-14T19:03:07Z", name).tzname() == "JST"]
    assert far == ["Asia/Tokyo", "Japan"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        *((WARSAW, WARSAW), (f":{WARSAW}", WARSAW), ("UTC", "UTC"), ("EST5EDT", "EST5EDT")),
        *(("", ""), ("CET-1CEST", ""), ("Mars/Olympus_Mons", ""), ("/usr/share/zoneinfo/Japan", "")),
    ],
)
def test_the_zone_of_this_computer_has_a_name_where_tz_says_one(said: str, name: str) -> None:
    with computer_in(said):
        assert zone_here() == name


def test_without_tz_the_zone_of_this_computer_is_that_of_the_system() -> None:
    with computer_in(None):
        name = zone_here()
        assert (
            not name or clock("2026-07-14T12:00:00Z", name).hour == clock("2026-07-14T12:00:00Z", HERE).hour
        )
