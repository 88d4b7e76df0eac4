"""A correction: a finished round on the board again, what changing it changes, and saving that."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.errors import NotAllowed
from ...koikoi.match.corrections import consequences
from ...koikoi.match.events import content
from ...koikoi.match.match import Match
from ...koikoi.match.replay import before_round
from ...koikoi.match.undo import Entry, before_entry, find_entry
from ...koikoi.pile import pile
from ...store import Conflict
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import from_address, from_body
from ..match_repository import as_entry, entry_id, known_seq, load, save
from .board import board, preview, unanswered
from .handed_in import with_pile
from .news import came_in
from .round_events import corrected, correction
from .round_form import BoardForm, TypedRound, of_round
from .views import finished_round, to_page

_LONGEST: Final = 400  # letters of a pile; all 48 cards are 210

pages = Blueprint("corrections", __name__, url_prefix="/matches/<match_id>/rounds/<int:number>/correction")


class LatePile(TypedForm):
    """A pile that was handed in too late for the round."""

    seat = WholeNumber(0, 2)
    pile = ExactText(default="")  # as text, with dots: 03B.09A.4C


@pages.get("")
def new(match_id: str, number: int) -> ResponseReturnValue:
    """A finished round on the board; with the pile of the address in place of what was saved of it."""
    match, late = load(match_id), from_address(LatePile)
    typed = of_round(match, finished_round(match, number))
    if late.seat.data in match.seats:
        typed = with_pile(typed, late.seat.data, pile(late.pile.data[:_LONGEST].replace(".", " ")))
    return board(match_id, before_round(match, number), typed, correcting=match)


@pages.post("")
def create(match_id: str, number: int) -> ResponseReturnValue:
    """Show a corrected round with what it changes, or save it."""
    match = load(match_id)
    finished_round(match, number)
    form = from_body(BoardForm)
    typed = form.typed
    step = form.step.data
    earlier = find_entry(match, entry_id())
    if earlier and _is_same(typed, match, number, earlier, ends=step == "end"):
        return _to_round(match_id, match, number)
    if known_seq() != match.seq:
        return _overtaken(match_id, match, number, typed)
    before = before_round(match, number)
    judgement = corrected(typed, match, before, number)
    if form.changes_view:
        return board(match_id, before, typed, correcting=match)
    if judgement.problems:
        return board(match_id, before, typed, judgement.problems, correcting=match)
    [event] = as_entry([correction(number, judgement.events, ends=step == "end")])
    try:
        changes = consequences(match, event)
    except NotAllowed as error:  # such as one correction too many
        return board(match_id, before, typed, {"result": error.sentence}, correcting=match)
    left_open = unanswered(typed, changes.after.rounds[number - 1], before)
    if left_open or judgement.warnings or step not in ("save", "end"):
        return preview(match_id, changes.after, number, left_open, changes, judgement.warnings)
    try:
        return _to_round(match_id, save(match_id, [event], changes.after), number)
    except Conflict:
        return _overtaken(match_id, load(match_id), number, typed)


def _is_same(typed: TypedRound, match: Match, number: int, earlier: Entry, *, ends: bool) -> bool:
    """Whether what is sent again is what was saved; after Back, the same page may bring something else."""
    then = before_entry(match, earlier)
    made = corrected(typed, then, before_round(then, number), number)
    return [content(event) for event in earlier.events] == [correction(number, made.events, ends=ends)]


def _overtaken(match_id: str, match: Match, number: int, typed: TypedRound) -> ResponseReturnValue:
    """The board with what came in while the correction was made."""
    meanwhile = came_in(match, known_seq(), typed)
    return board(match_id, before_round(match, number), typed, meanwhile=meanwhile, correcting=match)


def _to_round(match_id: str, match: Match, number: int) -> ResponseReturnValue:
    return to_page(url_for("rounds.show", match_id=match_id, number=number), match)
