"""The pages of the leagues: which there are, the table of each, and the same as files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...archive.leagues import STATES, League, sentences
from ...archive.standings import CURVES, table
from ...exports.calendar import KIND as CALENDAR
from ...koikoi.rules.deal import possible_numbers
from ...koikoi.rules.loader import rules_of_game
from ...sentences import Refusal
from ...times import utc_now
from ..access.current_phone import tonight
from ..archive_view import archived, fully_archived
from ..downloads import download, file_name
from ..forms.fields import TypedForm, WholeNumber
from ..forms.request import from_address
from ..plots.coin_curve import curve
from .exports import as_calendar, as_csv, as_text
from .forms import DateForm
from .repository import all_leagues, find

pages = Blueprint("leagues", __name__, url_prefix="/leagues")

_LATEST: Final = 5  # matches on the page of a league
_ON_A_PAGE: Final = 50
_MOST_PAIRS: Final = 2000  # that are listed; of more it is said how many


class PageAddress(TypedForm):
    """Which part of a list."""

    page = WholeNumber(1, 99_999, needed=True, default=1)


_FILES: Final[dict[str, tuple[str, Callable[[League], bytes]]]] = {  # the kind, and what writes it
    "txt": ("text/plain", lambda league: as_text(league, table(league, fully_archived()), tonight())),
    "csv": ("text/csv", lambda league: as_csv(table(league, fully_archived()))),
    "ics": (CALENDAR, lambda league: as_calendar(league, utc_now())),
}


@pages.get("")
def index() -> ResponseReturnValue:
    """The leagues, those that are running first."""
    now = tonight()
    leagues = all_leagues()
    by_state = {state: [one for one in leagues if one.state(now) == state] for state in STATES}
    several = len({one.game for one in leagues}) > 1
    return render_template("leagues/index.html", by_state=by_state, today=now, several_games=several)


@pages.get("/<league_id>")
def show(league_id: str) -> ResponseReturnValue:
    return league_page(find(league_id))


@pages.get("/<league_id>/matches")
def matches(league_id: str) -> ResponseReturnValue:
    """The matches that count, the latest first."""
    league, view = find(league_id), archived()
    counted = table(league, view).matches
    page = from_address(PageAddress).page.data
    last = max(1, -(-len(counted) // _ON_A_PAGE))
    if page > last:
        abort(404)
    return render_template(
        "leagues/matches.html",
        league=league,
        matches=counted[(page - 1) * _ON_A_PAGE : page * _ON_A_PAGE],
        number=len(counted),
        page=page,
        last=last,
        missing=view.missing,
    )


@pages.get("/<league_id>/table.<ending>")
def as_file(league_id: str, ending: str) -> ResponseReturnValue:
    """The table as text or spreadsheet; or with ``ics`` the next dates for a calendar."""
    league = find(league_id)
    kind, write = _FILES.get(ending) or abort(404)
    return download(write(league), kind, ending, league.name)


def league_page(league: League, date_form: DateForm | None = None, problem: Refusal | None = None) -> str:
    """The page of a league; with the form of a date that was refused, and what else is wrong."""
    now, view = tonight(), archived()
    made = table(league, view)
    may_play = possible_numbers(rules_of_game(league.game))
    one_unit = "points" in league.points.order or len(made.units) == 1  # what the curve adds up
    return render_template(
        "leagues/show.html",
        league=league,
        several_games=len({*view.games, league.game}) > 1,
        scheme=league.points,
        brings=sentences(league.points, {*may_play, *(len(played.players) for played in made.matches)}),
        table=made,
        latest=made.matches[:_LATEST],
        to_play=made.to_play,
        pairs=sum(len(others) for _player, others in made.to_play),
        most_pairs=_MOST_PAIRS,
        curve=curve([row.player.name for row in made.rows[:CURVES]], made.course, 0) if one_unit else None,
        coming=league.coming(now),
        past=[meeting for meeting in league.dates if meeting.day < now],
        form=date_form or DateForm(),
        problem=problem,
        file=file_name(league.name),
        missing=view.missing,
    )
