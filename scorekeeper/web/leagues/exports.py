"""The table of a league as text for a messenger and as CSV; its next dates as a calendar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from hashlib import sha256
from typing import Final

from flask_babel import gettext as _
from flask_babel import ngettext

from ...archive.digests import Gains
from ...archive.leagues import League, Meeting
from ...archive.standings import LeagueTable
from ...exports.calendar import CalendarDay, calendar
from ...exports.sheets.csv_sheet import CellValue, csv_table
from ...languages import day, weekday
from ...sentences import isolated, valued
from ..language import language, listed, signed, translate

_PARTS: Final = {
    Fraction(1, 6): "⅙",
    Fraction(1, 3): "⅓",
    Fraction(1, 2): "½",
    Fraction(2, 3): "⅔",
    Fraction(5, 6): "⅚",
}


def match_points(points: Fraction) -> str:
    """Match points as people write them: 3, 2½ or ⅓."""
    whole, part = divmod(points, 1)
    return f"{whole}" if not part else f"{whole or ''}{_PARTS[part]}"


def as_text(league: League, made: LeagueTable, today: date) -> bytes:
    """The league, a line a player, and the next dates; UTF-8."""
    blocks = (_head(league), _lines(league, made), _dates(league, today))
    return ("\n\n".join(text for block in blocks if (text := "\n".join(block))) + "\n").encode()


def as_csv(made: LeagueTable) -> bytes:
    """The table, a row a player."""
    return csv_table(_cells(made), language())


def as_calendar(league: League, now: str) -> bytes:
    """All dates of the league."""
    return calendar((_event(league, meeting) for meeting in league.dates), now)


def _head(league: League) -> Iterator[str]:
    yield league.name
    if league.since or league.until:
        days = (day(end, language()) for end in (league.since, league.until))
        yield " – ".join(days).strip()


def _lines(league: League, made: LeagueTable) -> Iterator[str]:
    for row in made.rows:
        place = f"{row.rank}." if row.rank else "–"
        results = [
            ngettext("%(num)d match", "%(num)d matches", row.matches),
            _("%(num)d won", num=row.wins),
            *_gains(row.gains, made.units),
        ]
        if "points" in league.points.order:
            results.insert(0, _("points %(points)s", points=match_points(row.points)))
        yield translate(valued(f"{place} {isolated(row.player.name)}", listed(results)))


def _gains(gains: Gains, units: Sequence[str]) -> Iterator[str]:
    if "coins" in units:
        yield _("coins %(coins)s", coins=signed(gains.coins))
    if "points" in units:
        yield _("in the rounds %(points)s", points=signed(gains.points))


def _dates(league: League, today: date) -> Iterator[str]:
    if coming := league.coming(today):
        yield _("Next dates")
    for meeting in coming:
        day_of = weekday(meeting.day, language())
        yield translate(valued(day_of, meeting.text)) if meeting.text else day_of


def _cells(made: LeagueTable) -> Iterator[list[CellValue]]:
    yield [
        *(_("Place"), _("Player"), _("Matches"), _("Won"), _("Tied"), _("Lost")),
        *(_("Coins"), _("Points"), _("Match points")),
    ]
    for row in made.rows:
        numbers = (row.matches, row.wins, row.ties, row.losses, *row.gains)
        points = int(row.points) if row.points.denominator == 1 else f"{float(row.points):.2f}"
        yield [row.rank or "", row.player.name, *numbers, points]


def _event(league: League, meeting: Meeting) -> CalendarDay:
    what = sha256(f"{meeting.day} {meeting.text}".encode()).hexdigest()[:12]
    return CalendarDay(f"{league.id}-{what}@koi-koi", meeting.day, league.name, meeting.text)
