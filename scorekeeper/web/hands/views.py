"""Score one hand: no match, no coins, only what some cards are worth under some rules."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from ...koikoi.cards import BY_ID, union
from ...koikoi.errors import BadCards, KoikoiError
from ...koikoi.match import reasons
from ...koikoi.pile import Pile
from ...koikoi.rules.loading import DEFAULT, names, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.scoring.circumstances import Circumstances
from ...koikoi.scoring.scorer import score, scorer
from ...sentences import say
from ..forms.fields import ExactText, OneOf, TypedForm, WholeNumber
from ..loading import installation, last_rules
from ..rounds import asks, live, round_form
from ..rounds.round_events import open_questions
from ..rounds.round_form import TypedRound
from ..rules.in_words import rule_choices

pages = Blueprint("hands", __name__)


class HandForm(TypedForm):
    """What is asked beside the fields of a round."""

    ruleset = ExactText()
    round = WholeNumber(1, 99)
    view = OneOf(("kinds", "months"), default="")  # how the cards are to be laid out


@pages.get("/hand")
def hand() -> ResponseReturnValue:
    """The board with its verdict: everything is in the address, so it can be bookmarked and shared."""
    find = installation().house_rules.find
    form, typed = HandForm(request.args), round_form.read(request.args)
    name = form.ruleset.data or last_rules()
    problem, rule_set = None, rules(DEFAULT)
    try:
        rule_set = rules(name, find)
        pile = _pile(typed)
    except KoikoiError as error:
        problem, pile = error, Pile()
    number = form.round.data
    at = _circumstances(typed, rule_set, number)
    questions = asks.asked(rule_set, number or 1, 2)
    possible = asks.asks(questions, ("",))
    return render_template(
        "hands/hand.html",
        rules=rule_set,
        ruleset=name,
        choices=rule_choices((*installation().house_rules.names(), *names()), find),
        entry=typed,
        pile=pile,
        at=at,
        score=score(rule_set, pile, at),
        ruined=reasons.ruined(rule_set, pile, at),
        plan=live.plan(rule_set),
        words=live.of_rules(rule_set, possible),
        questions=questions,
        asks=possible,
        unanswered=()
        if problem
        else asks.chosen(possible, open_questions(typed, scorer(rule_set), pile, at, 0), 0),
        problem=problem,
        view=form.view.data or ("months" if typed.all_shown else "kinds"),
    )


def _pile(typed: TypedRound) -> Pile:
    unknown = next((card for card in typed.cards[0] if card not in BY_ID), None)
    if unknown is not None:
        raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
    known = union(BY_ID[card] for card in typed.cards[0])
    return Pile(known, typed.unnamed(0))


def _circumstances(typed: TypedRound, rule_set: RuleSet, number: int | None) -> Circumstances:
    return Circumstances(
        own=min(typed.calls[0], asks.MOST_CALLS),
        others=min(typed.calls[1], asks.MOST_CALLS),
        round=number,
        dealt_brights=None if typed.brights is None else min(typed.brights, 5),
        field_months=typed.months,
    )
