"""Figures over the matches of the archive: a page, and the same numbers as files."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Flask, current_app, render_template
from flask.typing import ResponseReturnValue

from ...exports.figures import as_csv, as_json
from ...koikoi.figures.samples import Share
from ...koikoi.figures.yaku_keys import yaku_called
from ...sentences import N_
from ..archiving import archived
from ..forms.reading import from_address
from ..sheets.downloads import download
from ..words import translate
from . import numbers
from .asked import FiguresAddress
from .counting import Counting, Figures
from .drawings import histogram, parts, ranges
from .yaku_rows import yaku_rows

pages = Blueprint("figures", __name__)

FEW: Final = 30  # rounds: what fewer of them say will change much
_DEALER: Final = N_("The dealer")
_OTHERS: Final = N_("Other players")
_ENDINGS: Final = {
    "won": N_("The caller won"),
    "lost": N_("Another player won"),
    "nobody": N_("Nobody won"),
}


def init_app(app: Flask) -> None:
    app.extensions["figures"] = Counting()
    app.jinja_env.globals["yaku_named"] = yaku_called
    app.jinja_env.filters.update(
        decimal=numbers.decimal,
        thousands=numbers.whole,
        of_100=numbers.of_100,
        mean_range=numbers.mean_range,
        share_range=numbers.share_range,
    )


@pages.get("/figures")
def index() -> ResponseReturnValue:
    """The figures of all matches, or of those that the filter in the address leaves."""
    view, form = archived(), from_address(FiguresAddress)
    figures = _counting().figures(view, form.filter)
    totals = figures.totals
    seats, calling = totals.seats, totals.seats.calling
    endings = {ending: Share(coins.count, calling.rounds) for ending, coins in calling.endings.items()}
    return render_template(
        "figures/index.html",
        form=form,
        missing=view.missing,
        totals=totals,
        best=figures.best,
        few=totals.rounds < FEW,
        histogram=histogram(totals.points),
        dealer=ranges({_DEALER: totals.dealer, _OTHERS: totals.not_dealer}),
        endings=[
            (ending, name, endings[ending], calling.endings[ending]) for ending, name in _ENDINGS.items()
        ],
        parts=parts(endings),
        yaku=yaku_rows(seats.yaku, seats.with_cards),
        lucky=yaku_rows(seats.lucky, totals.rounds),
    )


@pages.get("/figures.csv")
def as_table() -> ResponseReturnValue:
    """The same numbers as CSV."""
    figures, _ = _asked()
    return download(as_csv(figures.totals, translate), "text/csv", "csv", translate(N_("Figures")))


@pages.get("/figures.json")
def as_values() -> ResponseReturnValue:
    """The same numbers as JSON."""
    figures, form = _asked()
    written = as_json(figures.totals, translate, form.address)
    return download(written, "application/json", "json", translate(N_("Figures")))


def _asked() -> tuple[Figures, FiguresAddress]:
    form = from_address(FiguresAddress)
    return _counting().figures(archived(), form.filter), form


def _counting() -> Counting:
    counting: Counting = current_app.extensions["figures"]
    return counting
