"""One player's cards of the round being played, entered and handed in from a phone of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.errors import BadCards
from ...koikoi.match.match import Match, Round
from ...sentences import Sentence, say
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import form_texts, from_address, from_body, sent_way
from ..forms.values import HIGHEST_NUMBER
from ..match_repository import entry_id, load
from . import live_line, rule_questions
from .board import BOARDS, layout
from .handed_in import deal_of, handed_in, keep_pile, pile_left_out, with_pile
from .round_events import Problems, pile_of
from .round_form import RoundForm, TypedRound, questions
from .save import Save


class PileForm(RoundForm):
    """A pile and the deal that its page was drawn for; its steps: "hand-in", "withdraw", "edit", "show"."""

    void = WholeNumber(0, HIGHEST_NUMBER)  # how many deals of the round were void before

    def is_late(self, match: Match) -> bool:
        """Whether it is for another deal than the one that is being played."""
        number, void = deal_of(match)
        return self.number.data not in (None, number) or self.void.data not in (None, void) or match.finished


class PilesAddress(TypedForm):
    """What the pages of the piles are opened for."""

    change = ExactText()  # anything: the board, although the pile is handed in already
    choose = ExactText()  # anything: the choice of a player, although this phone has made it


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
    return PileSave(match_id, seat).answer(PileSave.kept)


class PileSave(Save):
    """A pile as it was sent; too late for another deal than the one that is being played."""

    def __init__(self, match_id: str, seat: int) -> None:
        super().__init__(match_id)
        _refuse_nobody(self.match, seat)
        self.seat, self.form = seat, from_body(PileForm)
        self.board = partial(_board, match_id, self.match, seat, self.form.typed)
        self.problems: Problems = {}
        self.text = pile_of(self.form.typed, 0, self.problems) or ""

    def kept(self) -> ResponseReturnValue:
        """Keep it beside the match, or show its board again."""
        text, problems, typed = self.text, self.problems, self.form.typed
        page: dict[str, Any] = {"match_id": self.match_id, "seat": self.seat}
        if self.form.changes_view:
            return sent_way("piles.show", **page) or self.board()
        if self.form.step.data == "withdraw":
            text, problems = "", {}
        elif not text and not problems:
            player = self.match.players[self.seat]
            problems["cards-0"] = say("Tap the cards that %(player)s captured.", player=player)
        if not problems:
            try:
                keep_pile(self.match_id, self.match, self.seat, text, _answered_no(typed) if text else ())
                return redirect(url_for("piles.show", **page), 303)
            except BadCards as error:
                problems["cards-0"] = error.sentence
        return self.board(problems), 422

    def meanwhile(self) -> Sequence[Sentence] | None:
        if not self.form.is_late(self.match):
            return None
        is_over = self.match.finished and self.form.number.data == self.match.number
        return [] if is_over else self.came_in()

    def led(self) -> ResponseReturnValue | None:
        """The way to the round that was saved with it."""
        saved = self._saved()
        if not saved or not self.text or str(saved.piles[self.seat]) != self.text:
            return None
        return redirect(url_for("rounds.show", match_id=self.match_id, number=saved.number), 303)

    def late(self, meanwhile: Sequence[Sentence]) -> ResponseReturnValue:
        """Its board, with the way to correct the round that was saved."""
        number = saved.number if (saved := self._saved()) else None
        return self.board(meanwhile=meanwhile, saved=number, late=_dotted(self.text)), 409

    def _saved(self) -> Round | None:
        """The round that was saved of its deal."""
        number, void = self.form.number.data or 0, self.form.void.data
        saved = self.match.rounds[number - 1] if 0 < number <= len(self.match.rounds) else None
        return saved if saved and void in (None, len(saved.play.voids)) else None


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
    of_game, asked = BOARDS[match.rules.game], questions(match)
    about_it = [ask for ask in rule_questions.asks(asked, match.players[:1]) if ask.seat is not None]
    return render_template(
        of_game.pile,
        match=match,
        match_id=match_id,
        seat=seat,
        entry=typed,
        problems=problems or {},
        questions=msgspec.structs.replace(asked, dealt_brights=0, field_months=()),
        asks=about_it,
        plan=live_line.plan(match.rules),
        words=of_game.words_of_pile(match, about_it),
        left_out=_dotted(pile_left_out(match_id, match, seat)),
        view=layout(),
        id=entry_id(),
        **more,
    )


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
