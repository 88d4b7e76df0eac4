"""The page of one rule set: in words, and its choices as switches, to be kept or played with."""

from __future__ import annotations

import msgspec
from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...house_rules.changes import Outdated, free_title, stamp
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.choices import agreed_title
from ...koikoi.rules.diff import changes, differences
from ...koikoi.rules.loader import DEFAULT, base_of, rules
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.ruleset import TEXTS, RuleSet
from ...sentences import say
from ..context import rules_named, shelf
from ..forms.fields import ExactText, TextLine, TypedForm
from ..forms.request import form_texts, from_address, from_body
from ..language import translate
from . import search
from .choices_form import ChoicesForm
from .editor_views import Draft
from .editor_views import pages as pages


class RulesAddress(TypedForm):
    """From where the page of some rules was opened."""

    back = ExactText(default="")  # "new": from the form for a new match, which back leads to


class AnswersForm(TypedForm):
    """What is to be done with the answers."""

    title = TextLine(name="answers-title")  # of the rules that are kept; empty: named after the answers
    drawn = ExactText(default="")  # the stamp of the table's own rules, see ``keep_changed``
    step = ExactText(default="")  # "keep", "play" or "own", the rule editor; otherwise the page again
    alone = ExactText(default="")  # not empty: only the questions are sent back


@pages.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """One rule set in words."""
    return _page(name, ChoicesForm(rules_named(name)), AnswersForm())


@pages.post("/<name>/answers")
def answer(name: str) -> ResponseReturnValue:
    """Keep the rules with other answers, or play with them."""
    choices, form = ChoicesForm(rules_named(name), form_texts()), from_body(AnswersForm)
    status = 422 if choices.problems else 200
    if form.step.data == "play" and not choices.problems:
        return redirect(choices.address(name), 303)
    if form.step.data == "own" and not choices.problems:
        own = name in shelf().names()
        return redirect(choices.changing(name) if own else choices.editing(name), 303)
    if form.step.data == "keep" and not choices.problems:
        try:
            kept = _keep(name, choices, form)
        except BadRuleset as error:
            field = "answers-title" if error.option == "title" else "answers"
            choices.problems[field], status = by_title(error, choices.base), 422
        except Outdated as error:
            choices.problems["answers"], status = error.sentence, 409
        else:
            flash(_("The rules were saved."))
            return redirect(url_for("rules.show", name=kept), 303)
    return _page(name, choices, form), status


def _keep(name: str, choices: ChoicesForm, form: AnswersForm) -> str:
    """Keep the table's own rules with the answers, or new ones; returns their id.

    Raises BadRuleset, Outdated.
    """
    house = shelf()
    own = name in house.names()
    if not own and not differences(choices.base, choices.rules):
        raise BadRuleset(say("Nothing is changed yet: choose another answer first."))
    draft = Draft(name if own else "", base_of(house.find(name) or {}) if own else name, form.drawn.data)
    texts = {text: getattr(draft.base, text) for text in TEXTS}
    if not own:
        texts["title"] = _title(choices.rules, form)
    return draft.keep(msgspec.structs.replace(choices.rules, agreed={}, **texts))


def _title(rule_set: RuleSet, form: AnswersForm) -> str:
    """The title that was typed; one that says what was answered where none was. Raises BadRuleset."""
    title, longest = form.title.text, TEXTS["title"]
    if len(title) > longest:
        raise BadRuleset(say("That is too long: at most %(most)d characters.", most=longest), "title")
    return title or free_title(shelf(), translate(agreed_title(rule_set))[:longest])


def _page(name: str, choices: ChoicesForm, form: AnswersForm) -> str:
    house = shelf()
    tree = house.find(name) or {}
    own, parent = name in house.names(), rules(base_of(tree), house.find)
    return render_template(
        "rules/_choices.html" if form.alone.data else "rules/show.html",
        name=name,
        back=from_address(RulesAddress).back.data,
        rules=choices.base,
        parent=parent,
        parent_id=base_of(tree) if name != DEFAULT else "",
        changes=() if form.alone.data else changes(parent, choices.base),
        own=own,
        stamp=stamp(tree) if own else "",
        answers=choices,
        title=form.title.text,
        choices=() if form.alone.data else search.titles(),
    )
