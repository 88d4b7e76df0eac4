"""What the table decides besides the rounds: points adjusted, the match ended early."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.errors import KoikoiError
from ...koikoi.match.events import MatchEnded, PointsAdjusted
from ...koikoi.match.following import follow
from ...koikoi.match.settlement import minted
from ...sentences import Refusal, Sentence
from ...store import Conflict
from ..forms.entry import new_id
from ..forms.reading import from_body
from ..loading import append, entry_id, load
from .forms import AdjustmentForm, EndingForm

pages = Blueprint("rulings", __name__, url_prefix="/matches/<match_id>")


@pages.get("/adjustments/new")
def adjustment(match_id: str) -> ResponseReturnValue:
    return _page(match_id, AdjustmentForm(data={f"points_{seat}": None for seat in range(3)}))


@pages.post("/adjustments")
def adjust(match_id: str) -> ResponseReturnValue:
    """Give or take points by a ruling of the table."""
    match, form = load(match_id), from_body(AdjustmentForm)
    if form.problems:
        return _page(match_id, form, next(iter(form.problems.values()))), 422
    event = PointsAdjusted(points=form.points(len(match.players)), reason=form.reason.data)
    try:
        follow(match, event)
        coins = minted(match.rules, event.points)
        if coins and form.minted.text != str(coins):
            return _page(match_id, form, made=coins), 422
        append(match_id, [event])
    except KoikoiError as error:
        return _page(match_id, form, error), 422
    except Conflict as conflict:  # what was typed stays, on a page that knows what came in
        return _page(match_id, form, conflict, new_id()), 409
    flash(_("The points were adjusted."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.get("/ending")
def ending(match_id: str) -> ResponseReturnValue:
    """Ask before a match is ended early."""
    return render_template("rulings/ending.html", match=load(match_id), match_id=match_id, id=new_id())


@pages.post("/ending")
def end(match_id: str) -> ResponseReturnValue:
    append(match_id, [MatchEnded(reason=from_body(EndingForm).reason.data)])
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def _page(
    match_id: str,
    form: AdjustmentForm,
    problem: Sentence | Refusal | None = None,
    entry: str = "",
    made: int = 0,
) -> str:
    """The form of an adjustment; ``made``: the coins that it would bring into the game, to be confirmed."""
    match = load(match_id)
    return render_template(
        "rulings/adjustment.html",
        match=match,
        match_id=match_id,
        fields=list(zip(match.players, form.fields(len(match.players)), strict=True)),
        reason=form.reason.text,
        problem=problem,
        made=made,
        before=sum(match.balance),
        after=sum(match.balance) + made,
        id=entry or entry_id(),
    )
