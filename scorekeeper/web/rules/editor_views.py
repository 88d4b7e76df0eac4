"""The rule editor: a new rule set made from another, or one of the table's own changed."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...house_rules.changes import Outdated
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.loader import DEFAULT
from ...koikoi.rules.phrases import by_title
from ...sentences import Sentence
from ..context import rules_named, shelf
from ..forms.fields import ExactText, OneOf, TextLine, TypedForm
from ..forms.request import form_texts, from_address, from_body
from .changes import without
from .edited_rules import EditedRules
from .editor import Editor
from .form import HouseRulesForm, with_id
from .option_search import hits
from .yaku_fields import NEW

pages = Blueprint("rule_editor", __name__, url_prefix="/rules")


class EditorAddress(TypedForm):
    """Which rule set new rules are made from, and which fold is open."""

    origin = ExactText(name="from", default=DEFAULT)
    show = ExactText()


class EditorForm(TypedForm):
    """What is to be done with the form, beside the settings in it."""

    extends = ExactText(default=DEFAULT)  # the id of the rule set that new rules are made from
    drawn = ExactText()  # the stamp of what the page showed, see ``keep_changed``
    undo = ExactText()  # the change that is taken back
    find = TextLine()  # the words that are searched for
    show = ExactText()  # the fold in which something is that was found
    step = OneOf(("add", "find", "enter", "try"))  # otherwise the rules are kept
    parts = ExactText()  # not empty: only what a change changes on the page is sent back
    latest = ExactText()  # the field that was changed last


@pages.get("/new")
def new() -> ResponseReturnValue:
    """The form for rules of one's own, made from another rule set, maybe with answers to its choices."""
    address = from_address(EditorAddress)
    rules_named(address.origin.data)  # what is in the bin begins nothing new
    edited = EditedRules("", address.origin.data, given=form_texts())
    return _page(Editor(edited, edited.form(), show=address.show.data))


@pages.post("")
def create() -> ResponseReturnValue:
    return _answer("", from_body(EditorForm))


@pages.get("/<name>/edit")
def edit(name: str) -> ResponseReturnValue:
    """The form for one of the table's own rule sets."""
    _own(name)
    edited = EditedRules(name, given=form_texts())
    edited.redrawn()
    return _page(Editor(edited, edited.form(), show=from_address(EditorAddress).show.data))


@pages.post("/<name>")
def change(name: str) -> ResponseReturnValue:
    _own(name)
    return _answer(name, from_body(EditorForm))


def _answer(name: str, asked: EditorForm) -> ResponseReturnValue:
    """Keep what the form says, or show it again: what is wrong, or what was asked for."""
    sent = form_texts()
    edited = EditedRules(name, asked.extends.data, asked.drawn.data, given=sent)
    step, sought = asked.step.data, asked.find.data
    if asked.parts.data and asked.latest.data == "find":
        found = hits(sought, edited.parent.game) if sought else None
        return render_template("rules/found.html", found=found, action=edited.action)
    if asked.parts.data:
        return render_template("rules/changed_parts.html", editor=Editor(edited, edited.form(sent)))
    if asked.show.data or step in ("find", "try") or (step == "enter" and sought):
        return _page(
            Editor(edited, edited.form(sent), show="try" if step == "try" else asked.show.data, sought=sought)
        )
    with_added, added = with_id(sent, edited.base)
    form = edited.form(with_added)
    if asked.undo.data:
        form.fill(without(form.tree, form.above, asked.undo.data))
        return _page(Editor(edited, form, show="changes"))
    if step == "add":
        name = sent.get(f"yaku.{NEW}.name", "") if added else ""
        return _page(Editor(edited, form, form.not_added, show="new"), name)
    return _kept(edited, form)


def _kept(edited: EditedRules, form: HouseRulesForm) -> ResponseReturnValue:
    """The way to the rules that were kept, or the form with what is wrong."""
    problems = form.problems
    try:
        if form.rules is not None:
            name = edited.keep(form.rules)
            flash(_("The rules were saved."))
            return redirect(url_for("rules.show", name=name), 303)
        edited.refuse_outdated()  # what does not fit may be due to what the other has changed
    except BadRuleset as error:
        field = "" if error.option == "extends" else error.option  # no field of this form
        problems = {field: by_title(error, edited.base)}
    except Outdated as error:
        edited.redrawn()
        return _page(Editor(edited, form, problems), outdated=error.sentence), 409
    return _page(Editor(edited, form, problems)), 422


def _page(editor: Editor, added: str = "", outdated: Sentence | None = None) -> str:
    """The page of the form; ``added``: the name of a yaku that it has got.

    ``outdated``: what is said where somebody else has changed the rules.
    """
    return render_template("rules/form.html", editor=editor, form=editor.form, added=added, outdated=outdated)


def _own(name: str) -> None:
    """Abort with 404 where the table has no rules of its own with this id."""
    if name not in shelf().names():
        abort(404)
