"""A round: entered on the board, explained, corrected, shown; and what the players may call in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.match.calls import advice
from ...koikoi.pile import pile
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import form_texts, from_address, from_body
from ..match_repository import load
from .board import board, carried, on_the_way
from .handed_in import before_undo, with_pile
from .round_events import Problems, calls_noted, last_consequences, pile_of, tapped_seat
from .round_form import SEATS, BoardForm, of_play, of_round
from .round_list import finished_round
from .save import RoundSave

_Shown = Callable[[RoundSave], ResponseReturnValue]

_LONGEST: Final = 400  # letters of a pile; all 48 cards are 210

pages = Blueprint("rounds", __name__, url_prefix="/matches/<match_id>/rounds")
_CORRECTION: Final = "/<int:number>/correction"


class BoardAddress(TypedForm):
    """``empty``: the board without what was entered before an undo, and without piles of other phones.

    ``seat`` and ``pile``: of a finished round, a pile that was handed in too late for it.
    """

    empty = ExactText()
    seat = WholeNumber(0, SEATS[-1])
    pile = ExactText()  # as text, with dots: 03B.09A.4C


@pages.get("/new")
@pages.get(_CORRECTION)
def new(match_id: str, number: int | None = None) -> ResponseReturnValue:
    """The board of the next round, or of a finished one; as it was filled in, where the address says so."""
    if "id" in form_texts():
        return _opened(match_id, number, _board_again)
    match, address = load(match_id), from_address(BoardAddress)
    if number is not None:
        typed = of_round(match, finished_round(match, number))
        if address.seat.data in match.seats:
            late = pile(address.pile.data[:_LONGEST].replace(".", " "))
            typed = with_pile(typed, address.seat.data, late)
        return board(match_id, match, typed, corrects=number)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    if address.empty.data:
        return board(match_id, match, of_play(match))
    return board(match_id, match, before_undo(match_id, match) or of_play(match), fills=True)


@pages.get("/preview")
@pages.get(f"{_CORRECTION}/preview")
def explain(match_id: str, number: int | None = None) -> ResponseReturnValue:
    """The round that the address carries, explained, with what is to be answered before it is saved."""
    return _opened(match_id, number, RoundSave.explained)


@pages.get("/referee")
def ask(match_id: str) -> ResponseReturnValue:
    """What may be called with the cards that the address carries."""
    return _opened(match_id, None, _referee)


@pages.post("")
@pages.post(_CORRECTION)
def create(match_id: str, number: int | None = None) -> ResponseReturnValue:
    """Save a round or a correction, or lead to the page that shows it before it is saved."""
    entered = RoundSave(match_id, from_body(BoardForm), number)
    shows = "explain" if number and entered.form.asks == "ask" else entered.form.asks
    pages = {"new": _board_again, "ask": _referee, "explain": RoundSave.explained}
    return entered.sent(shows, pages[shows])


@pages.get("/<int:number>")
def show(match_id: str, number: int) -> ResponseReturnValue:
    match = load(match_id)
    return render_template(
        "rounds/round.html",
        match=match,
        match_id=match_id,
        row=finished_round(match, number),
        consequences=last_consequences(match, number),
    )


def _opened(match_id: str, number: int | None, page: _Shown) -> ResponseReturnValue:
    """A page for what its address carries; once that is saved, the way to where saving it led."""
    return RoundSave(match_id, from_address(BoardForm), number).opened(page)


def _board_again(entered: RoundSave) -> ResponseReturnValue:
    """The board as it was filled in; with the piles that came in meanwhile, if they are to be shown."""
    typed, fills = entered.shown_again(), entered.form.step.data == "show"
    return board(entered.match_id, entered.match, typed, corrects=entered.corrects, fills=fills)


def _referee(entered: RoundSave) -> ResponseReturnValue:
    """What each player whose cards are tapped may call."""
    match, typed = entered.match, entered.typed
    problems: Problems = {}
    # whoever is chosen asks; while nobody is, the cards tapped may be those of any player
    asking = [seat for seat in match.seats if typed.winner in (seat, None)]
    piles = {seat: pile_of(typed, tapped_seat(typed, seat), problems) for seat in asking}
    if problems:
        return entered.board(problems)
    called = calls_noted(typed, match)
    answers = [advice(called, seat, pile(held), typed.months) for seat, held in piles.items() if held]
    return on_the_way(
        "rounds/referee.html",
        match=match,
        match_id=entered.match_id,
        answers=answers,
        piles=piles,
        sent=carried(typed),
    )
