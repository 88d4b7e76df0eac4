"""What the table decides beside the rounds: points adjusted, the match ended early."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.errors import KoikoiError
from ...koikoi.match.events import MatchEnded, PointsAdjusted
from ...koikoi.match.following import follow
from ...koikoi.match.settlement import minted
from ...store import Conflict
from ..loading import append, entry_id, load, new_id
from ..typed_text import cleaned
from ..words import translate

pages = Blueprint("rulings", __name__, url_prefix="/matches/<match_id>")


@pages.get("/adjustments/new")
def adjustment(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    return _adjustment_form(match_id, ["" for _seat in match.players], "")


@pages.post("/adjustments")
def adjust(match_id: str) -> ResponseReturnValue:
    """Points given or taken by a ruling of the table."""
    match = load(match_id)
    typed = [request.form.get(f"points-{seat}", "").strip() for seat in match.seats]
    reason = cleaned(request.form.get("reason", ""))[:400]
    points = [_whole(words) for words in typed]
    if None in points:
        problem = _("Points must be whole numbers, such as 3 or -3.")
        return _adjustment_form(match_id, typed, reason, problem), 422
    event = PointsAdjusted(points=tuple(number or 0 for number in points), reason=reason)
    try:
        follow(match, event)
        coins = minted(match.rules, event.points)
        if coins and request.form.get("minted") != str(coins):
            return _adjustment_form(match_id, typed, reason, made=coins), 422
        append(match_id, [event])
    except KoikoiError as error:
        return _adjustment_form(match_id, typed, reason, translate(error)), 422
    except Conflict as conflict:  # what was typed stays, on a page that knows what came in
        return _adjustment_form(match_id, typed, reason, translate(conflict), new_id()), 409
    flash(_("The points were adjusted."))
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


@pages.get("/ending")
def ending(match_id: str) -> ResponseReturnValue:
    """Asks before a match is ended early."""
    return render_template("rulings/ending.html", match=load(match_id), match_id=match_id, id=new_id())


@pages.post("/ending")
def end(match_id: str) -> ResponseReturnValue:
    reason = cleaned(request.form.get("reason", ""))[:400]
    append(match_id, [MatchEnded(reason=reason)])
    return redirect(url_for("matches.notepad", match_id=match_id), 303)


def _adjustment_form(
    match_id: str, typed: list[str], reason: str, problem: str = "", fresh: str | None = None, made: int = 0
) -> str:
    """The form; ``made``: the coins that it would bring into the game, to be confirmed."""
    return render_template(
        "rulings/adjustment.html",
        match=load(match_id),
        match_id=match_id,
        typed=typed,
        reason=reason,
        problem=problem,
        made=made,
        id=fresh or entry_id(),
    )


def _whole(typed: str) -> int | None:
    plain = typed.replace("−", "-")
    digits = plain[1:] if plain[:1] in ("-", "+") else plain
    if not plain:
        return 0
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None
