"""The page of the board: as it was filled in, with what is wrong with it, or as the verdict before saving."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template, request, session
from flask.typing import ResponseReturnValue

from ...koikoi.match.consequences import Consequences
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile
from ...sentences import Sentence
from ..loading import entry_id, new_id
from . import ahead, asks, live
from .round_events import Problems, open_questions, warnings
from .round_form import TypedRound, questions

_NOT_SENT_AGAIN = ("step", "csrf_token")


def board(
    match_id: str,
    match: Match,
    typed: TypedRound,
    problems: Problems | None = None,
    status: int = 200,
    meanwhile: Sequence[Sentence] = (),
    correcting: Match | None = None,
) -> ResponseReturnValue:
    """The board. ``match`` is the match before the round; ``correcting`` the whole match of a correction.

    ``meanwhile``: what came in since the page was drawn; the form then gets a new id.
    """
    page = render_template(
        "rounds/board.html",
        match=match,
        match_id=match_id,
        entry=typed,
        problems=problems or {},
        questions=questions(match),
        asks=asks.asks(questions(match), match.players),
        plan=live.plan(match.rules),
        words=live.of_match(match),
        ahead=None if correcting else ahead.of_match(match),
        live=live,
        meanwhile=meanwhile,
        correcting=correcting is not None,
        view=_view(),
        after=(correcting or match).seq,
        id=new_id() if meanwhile else entry_id(),
    )
    return page, status


def verdict(
    match_id: str,
    match: Match,
    number: int,
    unanswered: Sequence[asks.Ask],
    consequences: Consequences | None = None,
) -> str:
    """Round ``number`` of a match before it is saved, with the questions to answer first.

    ``consequences``: what else the round changes, if it is a correction.
    """
    row = match.rounds[number - 1]
    return render_template(
        "rounds/preview.html",
        match=match,
        match_id=match_id,
        row=row,
        sent=[field for field in request.form.items(multi=True) if field[0] not in _NOT_SENT_AGAIN],
        unanswered=unanswered,
        warnings=warnings(row, match),
        consequences=consequences,
    )


def unanswered(typed: TypedRound, row: Round, before: Match) -> list[asks.Ask]:
    """The questions about a round that is not saved yet whose answers would change its points."""
    if row.player is None or row.at is None:
        return []
    held = row.piles[row.player] or Pile()
    names = open_questions(typed, before.scorer, held, row.at, row.player)
    return asks.chosen(asks.asks(questions(before), before.players), names, row.player)


def changes_view() -> bool:
    """Whether the form is only to be shown again: cards laid out differently, or back from the verdict."""
    return request.form.get("step") == "edit" or "view" in request.form


def saves() -> bool:
    """Whether the round is to be saved; a button that says how the round ended saves it at once."""
    step = request.form.get("step")
    return step == "save" or (step is None and "other" in request.form)


def _view() -> str:
    """How the board lays out the cards: by kind, or all 48 by month. The choice is kept for later rounds."""
    if (wanted := request.values.get("view")) in ("kinds", "months"):
        session["view"] = wanted
    wanted = wanted or request.values.get("shown") or session.get("view")
    return "months" if wanted == "months" else "kinds"
