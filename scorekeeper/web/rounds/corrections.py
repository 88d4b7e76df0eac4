"""A correction: a finished round on the board again, what changing it changes, and saving that."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.match.consequences import consequences
from ...koikoi.match.entries import find_entry
from ...koikoi.match.match import Match
from ...koikoi.match.rewinding import before_round
from ...store import Conflict
from ..loading import entered, entry_id, known, load, save
from ..matches.news import came_in
from . import round_form
from .board import board, changes_view, unanswered, verdict
from .corrected_round import corrected_events, correction
from .round_form import TypedRound
from .views import finished_round, to_page

pages = Blueprint("corrections", __name__, url_prefix="/matches/<match_id>/rounds/<int:number>/correction")


@pages.get("")
def new(match_id: str, number: int) -> ResponseReturnValue:
    match = load(match_id)
    typed = round_form.of_round(match, finished_round(match, number))
    return board(match_id, before_round(match, number), typed, correcting=match)


@pages.post("")
def create(match_id: str, number: int) -> ResponseReturnValue:
    """Show a corrected round with what it changes, or save it."""
    match = load(match_id)
    finished_round(match, number)
    typed = round_form.read(request.form)
    if find_entry(match, entry_id()):
        return _to_round(match_id, match, number)
    if known() != match.seq:
        return _overtaken(match_id, match, number, typed)
    before = before_round(match, number)
    made, problems = corrected_events(typed, match, before, number)
    if changes_view():
        return board(match_id, before, typed, correcting=match)
    if problems:
        return board(match_id, before, typed, problems, 422, correcting=match)
    step = request.form.get("step")
    [event] = entered([correction(number, made, ends=step == "end")])
    changes = consequences(match, event)
    left_open = unanswered(typed, changes.after.rounds[number - 1], before)
    if left_open or step not in ("save", "end"):
        return verdict(match_id, changes.after, number, left_open, changes)
    try:
        return _to_round(match_id, save(match_id, [event], changes.after), number)
    except Conflict:
        return _overtaken(match_id, load(match_id), number, typed)


def _overtaken(match_id: str, match: Match, number: int, typed: TypedRound) -> ResponseReturnValue:
    """The board with what came in while the correction was made."""
    meanwhile = came_in(match, known(), typed)
    return board(
        match_id, before_round(match, number), typed, status=409, meanwhile=meanwhile, correcting=match
    )


def _to_round(match_id: str, match: Match, number: int) -> ResponseReturnValue:
    return to_page(url_for("rounds.show", match_id=match_id, number=number), match)
