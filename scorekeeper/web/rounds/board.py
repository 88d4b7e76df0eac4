"""The page of the board: as it was filled in, with what is wrong with it, or as the verdict before saving."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template, request, session
from flask.typing import ResponseReturnValue

from ...koikoi.match.corrections import Consequences
from ...koikoi.match.match import Match, Round
from ...koikoi.match.warnings import RoundWarning
from ...koikoi.pile import Pile
from ...koikoi.scoring.questions import BRIGHTS_DEALT
from ...sentences import Sentence
from ..forms.request import from_address, from_body, new_id, sent_texts
from ..match_repository import entry_id
from ..piles.filling import filled, taken_over, waiting
from ..piles.handed_in import handed_in
from . import ahead, asks, live
from .round_events import Problems, open_questions, warnings
from .round_form import LayoutForm, TypedRound, questions

_NOT_SENT_AGAIN = frozenset(("step", "csrf_token", "noted"))


def board(
    match_id: str,
    match: Match,
    typed: TypedRound,
    problems: Problems | None = None,
    status: int = 200,
    meanwhile: Sequence[Sentence] = (),
    correcting: Match | None = None,
    refereeing: bool = False,
    takes_over: bool = False,
) -> ResponseReturnValue:
    """The board. ``match`` is the match before the round; ``correcting`` the whole match of a correction.

    ``meanwhile``: what came in since the page was drawn; the form then gets a new id. ``refereeing``: the
    board is there to ask what may be called, and scores nothing. ``takes_over``: piles that were handed in
    are filled in, unless something of them is entered already.
    """
    handed = None if correcting or refereeing else handed_in(match_id, match)
    if handed and takes_over:
        typed, problems = filled(typed, match, handed)
    page = render_template(
        "rounds/board.html",
        match=match,
        match_id=match_id,
        entry=typed,
        problems=problems or {},
        questions=questions(match),
        asks=asks.asks(questions(match), match.players),
        plan=live.plan(match.rules),
        words=live.of_match(match, correcting is not None),
        ahead=None if correcting else ahead.of_match(match),
        live=live,
        meanwhile=meanwhile,
        correcting=correcting is not None,
        refereeing=refereeing,
        handed=handed,
        waiting=waiting(typed, handed) if handed else (),
        taken_over=taken_over(typed, handed) if handed else (),
        view=layout(),
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
    doubts: Sequence[RoundWarning] = (),
) -> ResponseReturnValue:
    """Round ``number`` of a match before it is saved, with the questions to answer first.

    ``consequences``: what else the round changes, if it is a correction. ``doubts``: calls that do not fit.
    """
    judged = match.rounds[number - 1]
    page = render_template(
        "rounds/preview.html",
        match=match,
        match_id=match_id,
        row=judged,
        sent=sent_again("ruling" if doubts else ""),
        unanswered=unanswered,
        warnings=warnings(judged, match),
        consequences=consequences,
        doubts=doubts,
    )
    return page, 422 if doubts or unanswered else 200


def sent_again(asked: str = "") -> list[tuple[str, str]]:
    """All that the form of the board said, for a page on the way, without what is ``asked`` there."""
    left_out = _NOT_SENT_AGAIN | {asked}
    return [field for field in sent_texts().items(multi=True) if field[0] not in left_out]


def unanswered(typed: TypedRound, judged: Round, before: Match) -> list[asks.Ask]:
    """The questions about a round that is not saved yet whose answers would change its points."""
    possible = asks.asks(questions(before), before.players)
    if judged.hand is not None:
        unsaid = typed.brights is None and questions(before).brights_of_hands
        return asks.named(possible, [BRIGHTS_DEALT] if unsaid else [], None)
    if judged.player is None or judged.at is None:
        return []
    held = judged.piles[judged.player] or Pile()
    names = open_questions(typed, before.scorer, held, judged.at, judged.player)
    return asks.named(possible, names, judged.player)


def layout() -> str:
    """How the board lays out the cards. The choice is kept for later rounds."""
    form = (from_body if request.method == "POST" else from_address)(LayoutForm)
    if form.view.data:
        session["view"] = form.view.data
    return "months" if (form.layout or session.get("view")) == "months" else "kinds"
