"""History: all matches of this table, searched and filtered, the latest first."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...archive.archive import Played
from ...exports.sheets.csv_sheet import csv_table
from ...store import Place
from ..archive_view import archived
from ..downloads import download
from ..forms.request import from_address
from ..pagination import ListAddress, part_of
from .filter_form import match_filter
from .table import table

pages = Blueprint("history", __name__)


class Group(NamedTuple):
    """Matches of one evening in a row; None where it is not known which."""

    evening: date | None
    matches: list[Played]


@pages.get("/history")
def index() -> ResponseReturnValue:
    """The matches that the address asks for; with ``before`` the ones that follow this place of the list."""
    view = archived()
    form = match_filter(view)
    before: Place | None = from_address(ListAddress).before.data
    found = [] if form.problems else list(form.filter.matches(view))
    shown, older = part_of(found, _place, before)
    page = render_template(
        "history/index.html",
        form=form,
        found=len(found),
        groups=_groups(shown),
        missing=view.missing,
        any_matches=bool(view.matches),
        before=before,
        older=older,
    )
    return page, 422 if form.problems else 200


@pages.get("/history.csv")
def as_csv() -> ResponseReturnValue:
    """The matches that the address asks for as a table for spreadsheets; a form that is refused is shown."""
    view = archived()
    form = match_filter(view)
    if form.problems:
        return index()
    return download(csv_table(table(form.filter.matches(view))), "text/csv", "csv")


def _place(played: Played) -> Place:
    """Where a match is in the list."""
    return Place(played.digest.started, played.id)


def _groups(matches: Iterable[Played]) -> list[Group]:
    return [Group(evening, list(of)) for evening, of in groupby(matches, lambda played: played.evening)]
