"""A correction: a finished round on the board again, what changing it changes, and saving that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.errors import NotAllowed
from ...koikoi.match.corrections import consequences
from ...koikoi.match.events import content
from ...koikoi.match.match import Match
from ...koikoi.match.replay import before_round
from ...koikoi.match.undo import Entry, before_entry
from ...koikoi.pile import pile
from ...store import Conflict
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import asks_json, form_texts, from_address, from_body, way_to
from ..match_repository import as_entry, entered, known_seq, load, save
from .board import board, carried, layout, preview, unanswered
from .handed_in import with_pile
from .news import came_in
from .round_events import corrected, correction
from .round_form import BoardForm, TypedRound, of_round
from .views import finished_round, to_page

_LONGEST: Final = 400  # letters of a pile; all 48 cards are 210

_CorrectionPage = Callable[[str, Match, int, BoardForm], ResponseReturnValue]

pages = Blueprint("corrections", __name__, url_prefix="/matches/<match_id>/rounds/<int:number>/correction")


class LatePile(TypedForm):
    """A pile that was handed in too late for the round."""

    seat = WholeNumber(0, 2)
    pile = ExactText(default="")  # as text, with dots: 03B.09A.4C


@pages.get("")
def new(match_id: str, number: int) -> ResponseReturnValue:
    """A finished round on the board: as it was saved, with the pile of the address in place of what was saved
    of it; or with what was entered before, where the address carries that."""
    match = load(match_id)
    finished = finished_round(match, number)
    if "id" in form_texts():
        return _opened(match_id, match, number, _board_again)
    late, typed = from_address(LatePile), of_round(match, finished)
    if late.seat.data in match.seats:
        typed = with_pile(typed, late.seat.data, pile(late.pile.data[:_LONGEST].replace(".", " ")))
    return board(match_id, before_round(match, number), typed, correcting=match)


@pages.get("/preview")
def explain(match_id: str, number: int) -> ResponseReturnValue:
    """The corrected round that the address carries, with what it changes."""
    match = load(match_id)
    finished_round(match, number)
    return _opened(match_id, match, number, partial(_judged, saves=False))


@pages.post("")
def create(match_id: str, number: int) -> ResponseReturnValue:
    """Save a correction, or lead to the page that shows what it changes."""
    match, form = load(match_id), from_body(BoardForm)
    finished_round(match, number)
    if earlier := entered(match):  # sent again; after Back, the same page may bring something else
        if _is_same(form.typed, match, number, earlier, ends=form.step.data == "end"):
            return _to_round(match_id, match, number)
        return _overtaken(match_id, match, number, form.typed)
    saves = form.step.data in ("save", "end")
    page = _board_again if form.changes_view else partial(_judged, saves=saves)
    if saves:
        answer = _unless_late(match_id, match, number, form, page)
        if asks_json() or not isinstance(answer, tuple):
            return answer
    endpoint, view = ("new", [("view", layout())]) if form.changes_view else ("explain", [])
    fields = [*carried(form.typed), *view]
    way = way_to(f"corrections.{endpoint}", fields, match_id=match_id, number=number)
    return way or _unless_late(match_id, match, number, form, page)


def _opened(match_id: str, match: Match, number: int, page: _CorrectionPage) -> ResponseReturnValue:
    """A page for what its address carries; once that is saved, the way to where saving it led."""
    if entered(match):
        return _to_round(match_id, match, number)
    return _unless_late(match_id, match, number, from_address(BoardForm), page)


def _unless_late(
    match_id: str, match: Match, number: int, form: BoardForm, page: _CorrectionPage
) -> ResponseReturnValue:
    if known_seq() != match.seq:
        return _overtaken(match_id, match, number, form.typed)
    return page(match_id, match, number, form)


def _board_again(match_id: str, match: Match, number: int, form: BoardForm) -> ResponseReturnValue:
    return board(match_id, before_round(match, number), form.typed, correcting=match)


def _judged(match_id: str, match: Match, number: int, form: BoardForm, *, saves: bool) -> ResponseReturnValue:
    """Save the corrected round, or the page that shows what it changes, which may have to ask something."""
    typed, before = form.typed, before_round(match, number)
    judgement = corrected(typed, match, before, number)
    if judgement.problems:
        return board(match_id, before, typed, judgement.problems, correcting=match)
    [event] = as_entry([correction(number, judgement.events, ends=form.step.data == "end")])
    try:
        changes = consequences(match, event)
    except NotAllowed as error:  # such as one correction too many
        return board(match_id, before, typed, {"result": error.sentence}, correcting=match)
    left_open = unanswered(typed, changes.after.rounds[number - 1], before)
    if left_open or judgement.warnings or not saves:
        return preview(match_id, changes.after, number, typed, left_open, changes, judgement.warnings)
    try:
        return _to_round(match_id, save(match_id, [event], changes.after), number)
    except Conflict:
        return _overtaken(match_id, load(match_id), number, typed)


def _is_same(typed: TypedRound, match: Match, number: int, earlier: Entry, *, ends: bool) -> bool:
    """Whether what is sent again is what was saved."""
    then = before_entry(match, earlier)
    made = corrected(typed, then, before_round(then, number), number)
    return [content(event) for event in earlier.events] == [correction(number, made.events, ends=ends)]


def _overtaken(match_id: str, match: Match, number: int, typed: TypedRound) -> ResponseReturnValue:
    """The board with what came in while the correction was made."""
    meanwhile = came_in(match, known_seq(), typed)
    return board(match_id, before_round(match, number), typed, meanwhile=meanwhile, correcting=match)


def _to_round(match_id: str, match: Match, number: int) -> ResponseReturnValue:
    return to_page(url_for("rounds.show", match_id=match_id, number=number), match)
