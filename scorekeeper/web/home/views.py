"""Home: the matches in progress first; language; the matches that are over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from ...koikoi.match.match import Match
from ..loading import load_or_none, store
from ..sessions import keep_cookie
from ..words import LANGUAGES

pages = Blueprint("home", __name__)

_MOST_LISTED = 40
_LEFT_AFTER = timedelta(days=7)  # a match that nobody has gone on with is out of the way


class Listed(NamedTuple):
    """A match in the list."""

    id: str
    match: Match
    touched_at: str

    def left(self, now: datetime) -> bool:
        """Whether the match was not finished and nobody has entered anything for a week."""
        return not self.match.finished and now - _moment(self.touched_at, now) > _LEFT_AFTER


@pages.get("/")
def index() -> ResponseReturnValue:
    rows = store().matches()
    last_page = max((len(rows) + _MOST_LISTED - 1) // _MOST_LISTED, 1)
    page = min(max(request.args.get("page", 1, type=int), 1), last_page)
    first = (page - 1) * _MOST_LISTED
    shown = rows[first : first + _MOST_LISTED]
    found = [(row, load_or_none(row.id)) for row in shown]
    listed = [Listed(row.id, match, row.touched_at) for row, match in found if match]
    unreadable = [row for row, match in found if not match]
    now = datetime.now(UTC)
    return render_template(
        "home/index.html",
        going_on=[one for one in listed if not one.match.finished and not one.left(now)],
        left=[one for one in listed if one.left(now)],
        over=[one for one in listed if one.match.finished],
        unreadable=unreadable,
        page=page,
        more=len(rows) > first + _MOST_LISTED,
    )


@pages.get("/settings")
def settings() -> ResponseReturnValue:
    """Language, what this browser shows, and what the signs mean."""
    return render_template("home/settings.html", back=back_from_settings())


@pages.app_template_global()
def back_from_settings() -> str | None:
    """Where the way back from the settings leads: this page, unless it only answers what was sent."""
    if request.endpoint == "home.settings":
        return _own(request.args.get("back", "/"))
    return request.full_path.rstrip("?") if request.method == "GET" else None


@pages.post("/language")
def speak() -> ResponseReturnValue:
    """The reader chose a language; back to the page they came from."""
    answer = make_response(redirect(_own(request.form.get("back", "/")), 303))
    chosen = request.form.get("language", "")
    if chosen in LANGUAGES:
        keep_cookie(answer, "language", chosen)
    return answer


def _moment(at: str, otherwise: datetime) -> datetime:
    """A stored time; a record from elsewhere may have one without a zone, or none that can be read."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return otherwise
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _own(address: str) -> str:
    """An address of this app, or the first page in place of any other."""
    own = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if own else "/"
