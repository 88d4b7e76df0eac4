"""Score one hand: no match, no coins, only what some cards are worth under some rules."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...koikoi.errors import KoikoiError
from ...koikoi.match import explain
from ...koikoi.pile import Pile
from ...koikoi.rules.loader import DEFAULT, names, rules
from ...koikoi.scoring.evaluate import score, scorer
from ..desk.address import Question, write
from ..forms.request import from_address
from ..match_repository import last_rules, shelf, use_rules
from ..rounds import live_line, rule_questions
from ..rounds.round_events import open_questions
from ..rules.in_words import rule_choices
from .typed_hand import HandForm, typed_circumstances, typed_pile

pages = Blueprint("hands", __name__)


@pages.get("/hand")
def hand() -> ResponseReturnValue:
    """The board with its verdict: everything is in the address, so it can be bookmarked and shared."""
    find = shelf().find
    form = from_address(HandForm)
    typed = form.typed
    name = form.ruleset.data or last_rules()
    problem, rule_set = None, rules(DEFAULT)
    try:
        rule_set = rules(name, find)
        use_rules(name)
        pile = typed_pile(typed)
    except KoikoiError as error:
        problem, pile = error, Pile()
    number = form.round.data
    at = typed_circumstances(typed, number)
    questions = rule_questions.questions_of(rule_set, number or 1, 2)
    possible = rule_questions.asks(questions, ("",))
    return render_template(
        "hands/hand.html",
        rules=rule_set,
        ruleset=name,
        choices=rule_choices((*shelf().names(), *names()), find),
        entry=typed,
        pile=pile,
        at=at,
        score=score(rule_set, pile, at),
        ruined=explain.ruined(rule_set, pile, at),
        plan=live_line.plan(rule_set),
        words=live_line.of_rules(rule_set, possible),
        questions=questions,
        asks=possible,
        unanswered=()
        if problem
        else rule_questions.named(possible, open_questions(typed, scorer(rule_set), pile, at, 0), 0),
        problem=problem,
        pile_parts=write(Question(pile, at), ruleset=name) if pile else {},
        view=form.layout or "kinds",
    )
