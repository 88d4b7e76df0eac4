"""Figures over the matches of the archive: a page, and the same numbers as files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...archive.archive import View
from ...archive.results import figures
from ...exports.figures import as_csv, as_json
from ...koikoi.figures.match_figures import Totals
from ...koikoi.figures.seat_figures import Share
from ...sentences import N_
from ..archive_view import archived, fully_archived
from ..downloads import download
from ..history.filter_form import MatchFilterForm, match_filter
from ..language import language, translate
from ..plots.shares import histogram, parts, ranges
from . import numbers
from .numbers import yaku_rows

pages = Blueprint("figures", __name__)

FEW: Final = 30  # rounds: what fewer of them say will change much
_DEALER: Final = N_("The dealer")
_OTHERS: Final = N_("Other players")
_ENDINGS: Final = {
    "won": N_("Won after koi-koi"),
    "lost": N_("Another player won"),
    "nobody": N_("Nobody won"),
}


@pages.get("/figures")
def index() -> ResponseReturnValue:
    """The figures of all matches, or of those that the filter in the address leaves."""
    view = archived()
    form = match_filter(view)
    if form.problems:
        return render_template("figures/index.html", form=form, missing=view.missing), 422
    return _page(view, form)


@pages.get("/figures.csv")
def as_table() -> ResponseReturnValue:
    """The same numbers as CSV; a filter that is refused is shown."""
    return _file("text/csv", "csv", lambda totals, form: as_csv(totals, language(), calls=form.calls))


@pages.get("/figures.json")
def as_values() -> ResponseReturnValue:
    """The same numbers as JSON; a filter that is refused is shown."""
    return _file(
        "application/json",
        "json",
        lambda totals, form: as_json(totals, translate, form.address, calls=form.calls),
    )


def _file(kind: str, ending: str, write: Callable[[Totals, MatchFilterForm], bytes]) -> ResponseReturnValue:
    view = fully_archived()
    form = match_filter(view)
    if form.problems:
        return index()
    written = write(figures(form.view, form.filter).totals, form)
    return download(written, kind, ending, translate(N_("Statistics")))


def _page(view: View, form: MatchFilterForm) -> str:
    found = figures(form.view, form.filter)
    totals = found.totals
    seats, calling = totals.seats, totals.parts.calling
    endings = {ending: Share(ended, calling.rounds) for ending, (ended, _) in calling.endings.items()}
    return render_template(
        "figures/index.html",
        form=form,
        missing=view.missing,
        totals=totals,
        best=found.best,
        few=totals.rounds < FEW,
        of_hundred=numbers.in_hundreds(totals.rounds),
        histogram=histogram(totals.points),
        dealer=ranges({_DEALER: totals.dealer, _OTHERS: totals.not_dealer}),
        endings=[
            (ending, name, endings[ending], calling.endings[ending].coins)
            for ending, name in _ENDINGS.items()
        ],
        parts=parts(endings),
        yaku=yaku_rows(seats.yaku, totals.parts.with_cards if form.calls else totals.rounds),
        lucky=yaku_rows(seats.lucky, totals.rounds),
    )
