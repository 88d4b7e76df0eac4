"""One player's cards of the round being played, entered and handed in from a phone of their own."""

from __future__ import annotations

import msgspec
from flask import Blueprint, abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.errors import BadCards
from ...koikoi.match.match import Match
from ...sentences import say
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import form_texts, from_address, from_body, sent_way
from ..forms.values import HIGHEST_NUMBER
from ..match_repository import entry_id, known_seq, load
from . import live_line, rule_questions
from .board import layout
from .handed_in import deal_of, handed_in, keep_pile, pile_left_out, with_pile
from .news import came_in
from .round_events import Problems, pile_of
from .round_form import RoundForm, TypedRound, questions


class PileForm(RoundForm):
    """A pile and the deal that its page was drawn for; its steps: "hand-in", "withdraw", "edit", "show"."""

    void = WholeNumber(0, HIGHEST_NUMBER)  # how many deals of the round were void before

    def is_late(self, match: Match) -> bool:
        """Whether it is for another deal than the one that is being played."""
        number, void = deal_of(match)
        return self.number.data not in (None, number) or self.void.data not in (None, void) or match.finished


class PilesAddress(TypedForm):
    """What the pages of the piles are opened for."""

    change = ExactText(default="")  # anything: the board, although the pile is handed in already
    choose = ExactText(default="")  # anything: the choice of a player, although this phone has made it


pages = Blueprint("piles", __name__, url_prefix="/matches/<match_id>/piles")

_SEATS = "seats"  # in the session: whose cards are entered on this phone, by match
_MOST = 9  # matches of which this is remembered


@pages.get("")
def choose(match_id: str) -> ResponseReturnValue:
    """Whose cards? Asked once a match on every phone."""
    match = load(match_id)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    seat = _seats().get(match_id)
    if seat in match.seats and not from_address(PilesAddress).choose.data:
        return redirect(url_for("piles.show", match_id=match_id, seat=seat), 303)
    return render_template(
        "rounds/choose_pile.html", match=match, match_id=match_id, handed=handed_in(match_id, match)
    )


@pages.get("/<int:seat>")
def show(match_id: str, seat: int) -> ResponseReturnValue:
    """The board of one pile; where it is handed in, what was handed in."""
    match = load(match_id)
    _refuse_nobody(match, seat)
    if match.finished and not pile_left_out(match_id, match, seat):
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    _remember(match_id, seat)
    if "id" in form_texts() and not (sent := from_address(PileForm)).is_late(match):
        return _board(match_id, match, seat, sent.typed)
    handed = handed_in(match_id, match)
    held = handed.held(seat)
    if match.finished or (held and not from_address(PilesAddress).change.data):
        return render_template(
            "rounds/handed_in.html",
            match=match,
            match_id=match_id,
            seat=seat,
            handed=handed,
            held=held,
            left_out=_dotted(pile_left_out(match_id, match, seat)),
        )
    there = handed.piles[seat]
    return _board(match_id, match, seat, with_pile(TypedRound(), 0, held, there.no if there else ()))


@pages.post("/<int:seat>")
def hand_in(match_id: str, seat: int) -> ResponseReturnValue:
    """Hand in a pile, or withdraw the one that is handed in."""
    match, form = load(match_id), from_body(PileForm)
    _refuse_nobody(match, seat)
    typed = form.typed
    problems: Problems = {}
    text = pile_of(typed, 0, problems) or ""
    if form.is_late(match):
        return _late(match_id, match, seat, form, text)
    if form.changes_view and (way := sent_way("piles.show", match_id=match_id, seat=seat)):
        return way
    if form.changes_view:
        return _board(match_id, match, seat, typed)
    if form.step.data == "withdraw":
        text, problems = "", {}
    elif not text and not problems:
        problems["cards-0"] = say("Tap the cards that %(player)s captured.", player=match.players[seat])
    if not problems:
        try:
            keep_pile(match_id, match, seat, text, _answered_no(typed) if text else ())
        except BadCards as error:
            problems["cards-0"] = error.sentence
    if problems:
        return _board(match_id, match, seat, typed, problems), 422
    return redirect(url_for("piles.show", match_id=match_id, seat=seat), 303)


def _answered_no(typed: TypedRound) -> tuple[str, ...]:
    """The questions about the pile that were answered with no."""
    names = filter(rule_questions.is_of_pile, rule_questions.answered(typed.no, 0))
    return tuple(sorted(names)[:99])


def _board(
    match_id: str,
    match: Match,
    seat: int,
    typed: TypedRound,
    problems: Problems | None = None,
    **more: object,
) -> str:
    """The board of one pile, with what the rules ask about it, and nothing about the field or the calls.

    ``more``: what came in, where the pile is too late.
    """
    asked = questions(match)
    about_it = [ask for ask in rule_questions.asks(asked, match.players[:1]) if ask.seat is not None]
    return render_template(
        "rounds/pile.html",
        match=match,
        match_id=match_id,
        seat=seat,
        entry=typed,
        problems=problems or {},
        questions=msgspec.structs.replace(asked, dealt_brights=0, field_months=()),
        asks=about_it,
        plan=live_line.plan(match.rules),
        words={**live_line.words_of_rules(match.rules, about_it, match.number), "round": match.number},
        left_out=_dotted(pile_left_out(match_id, match, seat)),
        view=layout(),
        id=entry_id(),
        **more,
    )


def _late(match_id: str, match: Match, seat: int, form: PileForm, text: str) -> ResponseReturnValue:
    """The pile is of an earlier deal: what came in, and the way to correct the round that was saved."""
    number = form.number.data or 0
    saved = match.rounds[number - 1] if 0 < number <= len(match.rounds) else None
    if saved and form.void.data not in (None, len(saved.play.voids)):
        saved = None  # the cards are those of a void deal
    if saved and text and str(saved.piles[seat] or "") == text:  # sent again, after it was saved
        return redirect(url_for("rounds.show", match_id=match_id, number=number), 303)
    page = _board(
        match_id,
        match,
        seat,
        form.typed,
        meanwhile=[] if match.finished and number == match.number else came_in(match, known_seq()),
        saved=saved.number if saved else None,
        late=_dotted(text),
    )
    return page, 409


def _refuse_nobody(match: Match, seat: int) -> None:
    """404 where nobody plays in that seat."""
    if seat not in match.seats:
        abort(404)


def _seats() -> dict[str, int]:
    """Whose cards were entered on this phone, by match, the latest last."""
    return dict(session.get(_SEATS, ()))


def _remember(match_id: str, seat: int) -> None:
    seats = _seats()
    if seats.get(match_id) != seat:
        others = [(id_, other) for id_, other in seats.items() if id_ != match_id]
        session[_SEATS] = [*others, (match_id, seat)][-_MOST:]  # no dict: in a cookie its keys are sorted


def _dotted(text: str) -> str:
    """A pile as an address has it."""
    return text.replace(" ", ".")
