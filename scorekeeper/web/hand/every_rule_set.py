"""A pile by every rule set: what each makes of it, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.cards import CHAFF, each
from ...koikoi.compare.groups import AgreeingRules, groups
from ...koikoi.compare.steps import judged
from ...koikoi.errors import BadCards
from ...koikoi.match import explain
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import Refusal
from ..forms.fields import ExactText, TypedForm
from ..forms.request import from_address, from_body
from ..forms.values import whole_number
from ..match_repository import load
from ..rounds import live_line, rule_questions
from ..rounds.round_form import TypedRound
from ..rounds.rule_questions import Ask, Questions
from ..rules.descriptions import RuleSetChoice
from .address import AskedHand, PileAddress, read, write
from .rule_sets import Force, all_choices, by_name, first_names, received, rules_in_force
from .views import HandForm, typed_circumstances, typed_pile

pages = Blueprint("every_rule_set", __name__, url_prefix="/desk")


class PileVerdict(NamedTuple):
    """What some rule sets make of the pile; ``unsaid``: what they would also ask.

    ``named``: those of them that a table asks about first, or else one; the ``others`` are folded.
    """

    named: tuple[RuleSetChoice, ...]
    others: tuple[RuleSetChoice, ...]
    group: AgreeingRules
    unsaid: tuple[Ask, ...]
    is_first: bool  # whether the table asks about one of them before the others


class SentRules(TypedForm):
    """The rules that come after the # of an address; a script sends them, or somebody pastes the address."""

    written = ExactText(default="")


@pages.get("/pile")
def pile() -> ResponseReturnValue:
    """The board, or what every rule set makes of the cards that the address names.

    The board sends its fields; they become the short address, which can be passed on.
    """
    address, form = from_address(PileAddress), from_address(HandForm)
    choices = all_choices()
    match_id = address.match.data
    number = whole_number(address.round.data, 1, 99)
    force = rules_in_force(load(match_id), choices, number) if match_id else by_name(address.ruleset.data)
    further = {"ruleset": "" if match_id else force.name, "match": match_id}
    try:
        if not form.shown.data:
            question = read(address)
        else:
            question = _typed_question(form)
            if question.pile and not form.view.data:
                return redirect(url_for("every_rule_set.pile", **write(question, **further)), 302)
    except BadCards as error:
        return _board(form, AskedHand(), force, choices, error), 422
    if address.edit.data or not question.pile or form.view.data:
        return _board(form, question, force, choices)
    return _result(question, force, choices, further)


@pages.post("/pile")
def pile_by_received() -> ResponseReturnValue:
    """The same by rules that somebody sent with the address, which are not kept: every form carries them."""
    force, choices = received(from_body(SentRules).written.data), all_choices()
    address, form = from_address(PileAddress), from_body(HandForm)
    try:
        question = _typed_question(form) if form.shown.data and not address.edit.data else read(address)
    except BadCards as error:
        return _board(form, AskedHand(), force, choices, error), 422
    if address.edit.data or not question.pile or form.view.data:
        return _board(form, question, force, choices)
    page = _result(question, force, choices, {"ruleset": force.name, "match": ""})
    return page, 422 if force.problem else 200


def _typed_question(form: HandForm) -> AskedHand:
    """What the board asks. Raises BadCards."""
    return AskedHand(typed_pile(form.typed), typed_circumstances(form.typed, form.round.data))


def _result(
    question: AskedHand, force: Force, choices: list[RuleSetChoice], further: Mapping[str, str]
) -> str:
    mine, code = judged(force.rules, *question), force.code
    address = url_for(
        "every_rule_set.pile", _external=True, **write(question, ruleset="" if code else force.name)
    )
    address = f"{address}#{code}" if code else address
    return render_template(
        "hand/every_rule_set.html",
        force=force,
        choices=choices,
        pile=question.pile,
        at=question.at,
        mine=mine,
        ruined=explain.ruined(force.rules, *question),
        answers=_answers(question, force, choices),
        parts=write(question),
        match_id=further["match"],
        written="" if further["match"] else force.written,
        change=url_for("every_rule_set.pile", edit=1, **write(question, **further)),
        address=address,
        address_parts=re.split(r"(?<=[/?&#])", address),  # a line may end after these
        code=code,
    )


def _answers(question: AskedHand, force: Force, choices: list[RuleSetChoice]) -> list[PileVerdict]:
    by_id = {choice.id: choice for choice in choices}
    scores = {choice.id: judged(choice.rules, *question) for choice in choices}
    first = first_names() | {force.name}
    answers = []
    for group in groups(judged(force.rules, *question), scores):
        asked_first = [name for name in group.names if name in first]
        named = asked_first or group.names[:1]
        answers.append(
            PileVerdict(
                tuple(by_id[name] for name in named),
                tuple(by_id[name] for name in group.names if name not in named),
                group,
                _asks(question, by_id[group.names[0]].rules, group.unsaid),
                bool(asked_first),
            )
        )
    return sorted(answers, key=lambda answer: force.name not in answer.group.names)


def _asks(question: AskedHand, rules: RuleSet, names: tuple[str, ...]) -> tuple[Ask, ...]:
    """The questions with these ids, in words."""
    if not names:
        return ()
    possible = rule_questions.asks(rule_questions.questions_of(rules, question.at.round or 1, 2), ("",))
    return tuple(rule_questions.named(possible, names, 0))


def _board(
    form: HandForm,
    question: AskedHand,
    force: Force,
    choices: list[RuleSetChoice],
    problem: Refusal | None = None,
) -> str:
    """The board with what is known of the pile; it asks whatever any of the rule sets asks."""
    number = question.at.round
    questions = _asked_by_any(
        [rule_questions.questions_of(choice.rules, number or 1, 2) for choice in choices]
    )
    mine = rule_questions.questions_of(force.rules, number or 1, 2)
    return render_template(
        "hand/board.html",
        force=force,
        rules=force.rules,
        entry=form.typed if form.shown.data else _typed(question),
        at=question.at,
        plan=live_line.plan(force.rules),
        words=live_line.words_of_rules(force.rules, rule_questions.asks(mine, ("",))),
        questions=questions,
        asks=rule_questions.asks(mine, ("",)),
        problem=problem,
        match_id=from_address(PileAddress).match.data,
        written="" if from_address(PileAddress).match.data else force.written,
        view=form.layout or "kinds",
    )


def _asked_by_any(every: Sequence[Questions]) -> Questions:
    """What at least one of some rule sets asks."""
    return msgspec.structs.replace(
        every[0],
        dealt_brights=max(questions.dealt_brights for questions in every),
        field_months=tuple(sorted({month for questions in every for month in questions.field_months})),
        chaff=tuple(sorted({card for questions in every for card in questions.chaff})),
        whole_months=tuple(sorted({month for questions in every for month in questions.whole_months})),
    )


def _typed(question: AskedHand) -> TypedRound:
    """The board filled with what an address asks."""
    held, at = question
    return TypedRound(
        calls=(at.own, at.others, 0),
        cards=(tuple(card.id for card in each(held.cards)), (), ()),
        chaff=(held.chaff + (held.cards & CHAFF).bit_count(), 0, 0),
        brights=at.dealt_brights,
        months=at.field_months,
    )
