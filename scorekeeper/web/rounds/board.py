"""The page of the board: as it was filled in, with what is wrong with it, or as a preview before saving.

It knows what it needs to go on to the next round while there is no connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from flask import render_template, session
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.cards import MONTHS
from ...koikoi.match.corrections import Consequences
from ...koikoi.match.events import AnyEvent, DealVoided, HandShown, RoundExhausted, RoundWon
from ...koikoi.match.interpreter import apply
from ...koikoi.match.match import Match, Round
from ...koikoi.match.replay import before_round
from ...koikoi.match.round_warnings import RoundWarning
from ...koikoi.pile import Pile
from ...koikoi.rules.deal import possible_hands
from ...koikoi.rules.options.row import COUNTED, KOIKOI, GameId
from ...koikoi.scoring.questions import BRIGHTS_DEALT
from ...koikoi.scoring.score import Circumstances
from ...sentences import N_, Sentence, say
from ..forms.request import form_texts, from_form
from ..hyphens import soft
from ..language import translate
from ..match_repository import entry_id, known_seq, next_try
from ..words import plant
from . import captured_cards, live_line, rule_questions
from .handed_in import filled, handed_in, taken_over, waiting
from .round_events import Problems, odd_piles, open_questions
from .round_form import LayoutForm, TypedRound, as_fields, questions


def next_round(match: Match) -> dict[str, Any]:
    """What each result of the round leads to by the rules of the match, and the words for it.

    ``outcomes``: by the value of the form's ``result`` or ``other``, the rounds it finishes (0 or 1) and
    who deals then, by the seat that dealt. What depends on more than that, such as a round that nobody
    stopped after a call, is not included. ``last`` is the number of the last round, if there is one.
    ``months``: the words of each, where the rules ask whether that of the round was captured whole; and those
    of which they ask it ``always``.
    """
    plan = match.scorer.plan
    moves = any(row.is_whole_month and row.monthly == "round" for row in plan.rows)
    return {
        "players": match.players,
        "dealer": match.dealer,
        "last": match.last_round,
        "outcomes": BOARDS[match.rules.game].outcomes(match),
        "months": [[month.kanji, soft(plant(month.number))] for month in MONTHS if moves],
        "always": plan.months_of_four,
        "says": {
            "headline": _template(BOARDS[match.rules.game].headline),
            "deals": _template("%(dealer)s deals"),
            "unknown": _("dealer: after the earlier rounds are sent"),
            "save": _template("Save round %(number)d"),
            "go_on": _("Go on with round {number}"),
            "unconfirmed": _("{payment} (not confirmed)"),
            "over": _("This round may end the match; that is known once it is sent."),
            "unclear": _("You will see what comes next once this is sent."),
        },
    }


def _template(words: str) -> str:
    """Words of the board as the browser fills them: ``%(number)d`` becomes ``{number}``."""
    return re.sub(r"%\((\w+)\)[ds]", r"{\1}", translate(words))


def _endings(match: Match) -> Iterator[tuple[str, AnyEvent]]:
    for seat in match.seats:
        yield str(seat), RoundWon(player=seat, piles=(None,) * len(match.players))
        for hand in possible_hands(match.rules, len(match.players)):
            yield f"hand.{seat}.{hand}", HandShown(player=seat, yaku=hand, round=match.number)  # type: ignore[arg-type]
    yield "nobody", RoundExhausted()
    yield "void", DealVoided()


def _outcomes(match: Match) -> dict[str, Any]:
    return {name: _outcome(match, event) for name, event in _endings(match)}


def _outcome(match: Match, event: AnyEvent) -> dict[str, Any]:
    outcomes = [apply(msgspec.structs.replace(match, dealer=seat), event) for seat in match.seats]
    return {
        "rounds": len(outcomes[0].rounds) - len(match.rounds),
        "dealers": [outcome.dealer for outcome in outcomes],
    }


class Board(NamedTuple):
    """The board of a game: its page and headline, the words of its scripts, and what endings lead to; and the
    page for the cards of one player alone, with its words."""

    template: str
    headline: str
    words: Callable[[Match, bool], dict[str, Any]]
    outcomes: Callable[[Match], dict[str, Any]]
    pile: str
    words_of_pile: Callable[[Match, Sequence[rule_questions.Ask]], dict[str, Any]]


BOARDS: Final[dict[GameId, Board]] = {
    KOIKOI: Board(
        "rounds/board.html",
        N_("Round %(number)d: who stopped?"),
        live_line.words_of_match,
        _outcomes,
        "rounds/pile.html",
        live_line.words_of_pile,
    ),
    COUNTED: Board(
        "rounds/captured_cards.html",
        N_("Round %(number)d: whose cards?"),
        captured_cards.words,
        captured_cards.outcomes,
        "rounds/captured_pile.html",
        captured_cards.words_of_pile,
    ),
}


def board(
    match_id: str,
    match: Match,
    typed: TypedRound,
    problems: Problems | None = None,
    meanwhile: Sequence[Sentence] = (),
    corrects: int | None = None,
    *,
    fills: bool = False,
) -> ResponseReturnValue:
    """The board of the round being played, or of the finished round with the number ``corrects``.

    ``meanwhile``: what came in since the page was drawn; then the form gets a new id. ``fills``: with the
    piles that were handed in, but for those of which something is entered already.
    """
    handed = None if corrects else handed_in(match_id, match)
    before = before_round(match, corrects) if corrects else match
    clashes: Problems = {}
    if handed and fills:
        typed, clashes = filled(typed, match, handed)
    of_game = BOARDS[match.rules.game]
    page = render_template(
        of_game.template,
        match=before,
        match_id=match_id,
        entry=typed,
        problems=problems or clashes,
        questions=questions(before),
        asks=rule_questions.asks(questions(before), before.players),
        plan=live_line.plan(before.rules),
        words=of_game.words(before, corrects is not None),
        headline=translate(say(of_game.headline, number=before.number)),
        next_round=None if corrects else next_round(match),
        live=live_line,
        meanwhile=meanwhile,
        correcting=corrects is not None,
        handed=handed,
        waiting=waiting(typed, handed) if handed else (),
        taken_over=taken_over(typed, handed) if handed else (),
        view=layout(),
        after=match.seq,
        id=next_try() if meanwhile else entry_id(),
    )
    return page, 422 if problems else 409 if meanwhile else 200


def preview(
    match_id: str,
    match: Match,
    number: int,
    entered: TypedRound,
    unanswered: Sequence[rule_questions.Ask],
    consequences: Consequences | None = None,
    warnings: Sequence[RoundWarning] = (),
) -> ResponseReturnValue:
    """Round ``number`` of a match before it is saved, as it was ``entered``, with what to answer first.

    ``consequences``: what else the round changes, if it is a correction. ``warnings``: calls that do not fit.
    """
    judged = match.rounds[number - 1]
    return on_the_way(
        "rounds/preview.html",
        422 if warnings or unanswered else 200,
        match=match,
        match_id=match_id,
        row=judged,
        sent=carried(entered),
        unanswered=unanswered,
        odd=odd_piles(judged, match),
        consequences=consequences,
        warnings=warnings,
    )


def on_the_way(template: str, status: int = 200, **shown: object) -> ResponseReturnValue:
    """A page between the board and a save. Opened again it may lead elsewhere, so no browser keeps it."""
    return render_template(template, **shown), status, {"Cache-Control": "no-store"}


def carried(entered: TypedRound) -> list[tuple[str, str]]:
    """The fields of a form that comes to the same as that of the board."""
    number = form_texts().get("number", "")
    return [("id", entry_id()), ("after", str(known_seq())), ("number", number), *as_fields(entered)]


def unanswered(typed: TypedRound, judged: Round, before: Match) -> list[rule_questions.Ask]:
    """The questions about a round that is not saved yet whose answers would change its points."""
    possible = rule_questions.asks(questions(before), before.players)
    if judged.hand is not None:
        unsaid = typed.brights is None and questions(before).brights_of_hands
        return rule_questions.named(possible, [BRIGHTS_DEALT] if unsaid else [], None)
    at, piles = judged.at or Circumstances(round=judged.number), judged.piles
    several = len(judged.deciding) > 1
    return [
        ask._replace(text=f"{before.players[seat]}: {ask.text}") if several and ask.seat is not None else ask
        for seat in judged.deciding
        for ask in rule_questions.named(
            possible, open_questions(typed, before.scorer, piles[seat] or Pile(), at, seat), seat
        )
    ]


def layout() -> str:
    """How the board lays out the cards. The choice is kept for later rounds."""
    form = from_form(LayoutForm)
    if form.view.data:
        session["view"] = form.view.data
    return "months" if (form.layout or session.get("view")) == "months" else "kinds"
