"""An evening: shown, printed, as a text for the group chat."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from ...archive.archive import evening_of
from ...archive.evenings import Evening, evening
from ...sentences import N_
from ...store import Place, later
from ..archive_view import archived
from ..downloads import download, file_name
from ..forms.fields import day_of
from ..i18n import translate
from ..match_repository import store
from ..pagination import MOST_LISTED
from ..sheets.ways_home import WayHome
from .told import best, places, told

pages = Blueprint("evenings", __name__)

_TEXT = "text/plain"


@pages.get("/evenings/<day>")
def show(day: str) -> ResponseReturnValue:
    """The matches of an evening, what everybody won, and the ways to the evenings before and after it."""
    view = archived()
    of = evening(view, _day(day))
    return render_template(
        "evenings/evening.html",
        of=of,
        places=places(of),
        best=best(of, view),
        missing=view.missing,
        ways=[_as_text(of)] if of.matches else [],
    )


@pages.get("/evenings/<day>.txt")
def as_text(day: str) -> ResponseReturnValue:
    view = archived()
    of = evening(view, _day(day))
    if not of.matches:
        abort(404)
    return download(told(of, view), _TEXT, "txt", of.day.isoformat())


@pages.app_template_global()
def evening_of_several(started: str) -> date | None:
    """The evening of a match that started then, if there was more than one match on it.

    The store is asked for a few matches that were played about then: what the archive says after every save
    takes longer than the notepad may.
    """
    day = evening_of(started)
    with suppress(OverflowError):  # at the end of the calendar
        near = store().matches(MOST_LISTED, Place(later(started, days=1), ""))
        return day if day and sum(evening_of(row.started_at) == day for row in near) > 1 else None
    return None


def _day(written: str) -> date:
    """The day of an address. Aborts with 404 where it names none."""
    return day_of(written) or abort(404)


def _as_text(of: Evening) -> WayHome:
    address = url_for("evenings.as_text", day=of.day)
    name = f"{file_name(of.day.isoformat())}.txt"
    return WayHome("text", translate(N_("Text for a messenger")), address, name, _TEXT)
