"""The rule sets: listed, compared, shown in words with their choices as switches, deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from flask import Blueprint, abort, flash, get_template_attribute, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...house_rules.changes import Outdated, keep_new, keep_numbered, stamp
from ...koikoi.errors import BadRuleset, NotAllowed
from ...koikoi.rules.choices import agreed_title
from ...koikoi.rules.diff import changes, differences
from ...koikoi.rules.loader import DEFAULT, extending, names, rules
from ...koikoi.rules.options.row import COUNTED, KOIKOI
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.ruleset import TEXTS
from ...sentences import say
from ..context import last_rules, rules_named, shelf, speak_as, store
from ..forms.fields import ExactText, TextLine, TypedForm
from ..forms.request import form_texts, from_address, from_body
from ..language import translate
from . import rule_sets
from .choices_form import ChoicesForm
from .descriptions import above, booklets, by_source, rule_choices
from .edited_rules import EditedRules

pages = Blueprint("rules", __name__, url_prefix="/rules")

_LONGEST_SEARCH: Final = 80


class SearchedWords(TextLine):
    """What is searched for; what is too long is cut off."""

    def read(self, texts: Sequence[str]) -> str:
        return texts[-1][:_LONGEST_SEARCH].strip()


class DifferenceForm(TypedForm):
    """The ids of two rule sets to compare."""

    a = ExactText()
    b = ExactText()


class SearchForm(TypedForm):
    """The words that a rule set should have."""

    q = SearchedWords()


class RuleSetsAddress(SearchForm):
    """The same, and whether rules are chosen for a new match, which has some by now."""

    chooses = ExactText(name="for")  # "match"
    chosen = ExactText()  # the id of those; else the ones that a new match begins with


class RulesAddress(TypedForm):
    """From where the page of some rules was opened."""

    back = ExactText()  # "new": from the form for a new match, which back leads to


class AnswersForm(TypedForm):
    """What is to be done with the answers."""

    title = TextLine(name="answers-title")  # of the rules that are kept; empty: named after the answers
    drawn = ExactText()  # the stamp of the table's own rules, see ``keep_changed``
    step = ExactText()  # "keep", "play" or "own", the rule editor; otherwise the page again
    parts = ExactText()  # not empty: only the questions are sent back


@pages.get("")
def index() -> ResponseReturnValue:
    """The table's own rules, the booklets, what else was played here, the others; or what a search finds.

    Each is there once, those of other games folded.
    To read and change them, or with ``?for=match`` to choose those of a new match.
    """
    house = shelf()
    every_own = rule_choices(house.names(), house.find)
    own = [choice for choice in every_own if choice.rules.game == KOIKOI]
    other_games = rule_sets.all_choices(COUNTED)
    named = {choice.id: choice for choice in rule_choices(names(), house.find)}
    address = from_address(RuleSetsAddress)
    wanted = address.q.data
    choices, last = [*own, *named.values(), *other_games], last_rules()
    documents, common = booklets(named.values()), named[DEFAULT]
    covers = [common, *(choice for _booklet, choice in documents)]
    played = (
        [] if wanted else [choice for choice in rule_sets.played([*named.values()]) if choice not in covers]
    )
    others = [choice for choice in named.values() if choice not in (*covers, *played)]
    return render_template(
        "rules/index.html",
        wanted=wanted,
        chooses=address.chooses.data == "match",
        carried=address.chosen.data,
        chosen=next((choice for choice in choices if choice.id == (address.chosen.data or last)), None),
        common=common,
        hits=rule_sets.search([*own, *named.values()], wanted),
        other_games=rule_sets.search(other_games, wanted),
        booklets=documents,
        played=played,
        own=own,
        broken=_broken(house.names()),
        sources=by_source(others),
        last=last,
    )


@pages.get("/difference")
def difference() -> ResponseReturnValue:
    """Two rule sets side by side: what differs."""
    form = from_address(DifferenceForm)
    a, b = form.a.data, form.b.data
    both = (rules_named(a), rules_named(b)) if a and b else None
    if both and both[0].game != both[1].game:
        raise NotAllowed(say("These are rules of two games: only rules of the same game can be compared."))
    if both and both[0].words != both[1].words:
        speak_as(rules(DEFAULT))  # two sources are compared in the words of the app
    first = a or DEFAULT
    choices = rule_sets.titles(rule_sets.game_of(first))
    return render_template(
        "rules/difference.html",
        a=first,
        b=b or next(choice.id for choice in choices if choice.id != first),
        both=both,
        differing=changes(*both) if both else None,
        choices=choices,
    )


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
    if name in house.names():
        edited = EditedRules(name, drawn=form.drawn.data)
        texts = {text: getattr(edited.base, text) for text in TEXTS}
        return edited.keep(msgspec.structs.replace(choices.rules, agreed={}, **texts))
    if not differences(choices.base, choices.rules):
        raise BadRuleset(say("Nothing is changed yet: choose another answer first."))
    title, longest = form.title.text, TEXTS["title"]
    if len(title) > longest:
        raise BadRuleset(say("That is too long: at most %(most)d characters.", most=longest), "title")
    texts = {**dict.fromkeys(TEXTS, ""), "title": title or translate(agreed_title(choices.rules))[:longest]}
    keep = keep_new if title else keep_numbered
    return keep(house, msgspec.structs.replace(choices.rules, agreed={}, **texts), name)


def _page(name: str, choices: ChoicesForm, form: AnswersForm) -> str:
    house = shelf()
    own = name in house.names()
    asked = {
        "answers": choices,
        "name": name,
        "back": from_address(RulesAddress).back.data,
        "own": own,
        "stamp": stamp(house, name) if own else "",
        "title": form.title.text,
    }
    if form.parts.data:
        return str(get_template_attribute("rules/_choices.html", "answers_form")(**asked))
    parent_id, parent = above(name, house.find)
    return render_template(
        "rules/show.html",
        rules=choices.base,
        parent=parent,
        parent_id=parent_id,
        changes=changes(parent, choices.base),
        choices=rule_sets.titles(choices.base.game),
        **asked,
    )


@pages.get("/<name>/deletion")
def ask_to_discard(name: str) -> str:
    """Ask before one of the table's own rule sets is moved to the bin, or say which are based on it."""
    house = shelf()
    if name not in house.names():
        abort(404)
    children = extending(house.names(), house.find, name)
    return render_template(
        "rules/deletion.html", name=name, title=_title(name), extended_by=rule_choices(children, house.find)
    )


@pages.post("/<name>/deletion")
def discard(name: str) -> ResponseReturnValue:
    """Move one of the table's own rule sets to the bin, unless others have been based on it meanwhile."""
    house = shelf()
    if extending(house.names(), house.find, name):
        return redirect(url_for("rules.ask_to_discard", name=name), 303)
    title = _title(name)
    if house.discard(name):  # otherwise a double tap, or somebody else was faster
        flash(_("“%(title)s” is in the bin.", title=title), url_for("bin.restore_rules", binned=name))
    house.empty_bin(store().bin_limit())
    return redirect(url_for("rules.index"), 303)


def _title(name: str) -> str:
    """The title of a rule set; its id where it cannot be read."""
    return next((choice.title for choice in rule_choices([name], shelf().find)), name)


def _broken(ids: Sequence[str]) -> list[tuple[str, str]]:
    """Rule sets that cannot be read or played: id and why."""
    broken = []
    for name in ids:
        try:
            rules(name, shelf().find)
        except BadRuleset as error:
            broken.append((name, translate(error)))
    return broken
