"""Score one hand: no match, no coins, only what some cards are worth under some rules."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ...koikoi.cards import BY_ID, union
from ...koikoi.errors import BadCards, KoikoiError
from ...koikoi.match import explain
from ...koikoi.pile import Pile
from ...koikoi.rules.loader import DEFAULT, names, rules
from ...koikoi.scoring.evaluate import score, scorer
from ...koikoi.scoring.score import Circumstances
from ...sentences import say
from ..context import last_rules, shelf, use_rules
from ..forms.fields import ExactText, WholeNumber
from ..forms.request import from_address
from ..rounds import live_line, rule_questions
from ..rounds.round_events import open_questions
from ..rounds.round_form import RoundForm, TypedRound
from ..rules.descriptions import rule_choices
from .address import AskedHand, write


class HandForm(RoundForm):
    """The fields of a round, and by which rules and in which round the hand counts."""

    ruleset = ExactText()
    round = WholeNumber(1, 99)


def typed_pile(typed: TypedRound) -> Pile:
    """The pile of the first seat. Raises BadCards."""
    unknown = next((card for card in typed.cards[0] if card not in BY_ID), None)
    if unknown is not None:
        raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
    known = union(BY_ID[card] for card in typed.cards[0])
    return Pile(known, typed.unnamed(0))


def typed_circumstances(typed: TypedRound, number: int | None) -> Circumstances:
    """What else was typed, in the round with this number; more than is possible counts as the most."""
    return Circumstances(
        own=min(typed.calls[0], rule_questions.MOST_CALLS),
        others=min(typed.calls[1], rule_questions.MOST_CALLS),
        round=number,
        dealt_brights=None if typed.brights is None else min(typed.brights, 5),
        field_months=typed.months,
    )


pages = Blueprint("hand", __name__)


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
        "hand/hand.html",
        rules=rule_set,
        ruleset=name,
        choices=rule_choices((*shelf().names(), *names()), find),
        entry=typed,
        pile=pile,
        at=at,
        score=score(rule_set, pile, at),
        ruined=explain.ruined(rule_set, pile, at),
        plan=live_line.plan(rule_set),
        words=live_line.words_of_rules(rule_set, possible),
        questions=questions,
        asks=possible,
        unanswered=()
        if problem
        else rule_questions.named(possible, open_questions(typed, scorer(rule_set), pile, at, 0), 0),
        problem=problem,
        pile_parts=write(AskedHand(pile, at), ruleset=name) if pile else {},
        view=form.layout or "kinds",
    )
