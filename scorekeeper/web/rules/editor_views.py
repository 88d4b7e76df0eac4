"""The form for house rules: a new rule set made from another, or one of the table's own changed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...house_rules.changes import Outdated, keep_changed, keep_new, stamp
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.conversion import refuse_too_many_own
from ...koikoi.rules.loader import DEFAULT, base_of, rules
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Tree
from ..context import rules_named, shelf
from ..forms.fields import ExactText, ExactTexts, OneOf, TextLine, TypedForm
from ..forms.request import form_texts, from_address, from_body
from . import search
from .changes import put_back
from .choices_form import ChoicesForm, given_in
from .editor import Editor
from .form import HouseRulesForm, with_id
from .options_form import Sent

pages = Blueprint("rules", __name__, url_prefix="/rules")


class EditorAddress(TypedForm):
    """Which rule set new rules are made from, which folds are drawn, and what is open."""

    origin = ExactText(name="from", default=DEFAULT)
    open = ExactTexts(default=())
    show = ExactText(default="")  # a fold
    changes = ExactText(default="")  # not empty: the list of changes


class EditorForm(TypedForm):
    """What is to be done with the form, beside the settings in it."""

    extends = ExactText(default=DEFAULT)  # the id of the rule set that new rules are made from
    drawn = ExactText(default="")  # the stamp of what the page showed, see ``keep_changed``
    own = ExactTexts(default=())  # the ids of the table's own yaku that the page has
    opened = ExactTexts(default=())  # the folds that it has
    open = ExactText(default="")  # the fold that is asked for
    alone = ExactText(default="")  # not empty: only that fold is sent back
    undo = ExactText(default="")  # the change that is taken back, see ``put_back``
    find = TextLine(default="")  # the words that are searched for
    step = OneOf(("add", "find", "enter", "news"), default="")  # see ``_redrawn``


@pages.get("/new")
def new() -> ResponseReturnValue:
    """The form for rules of one's own, made from another rule set, maybe with answers to its choices."""
    return _drawn(Draft("", from_address(EditorAddress).origin.data, given=form_texts()))


@pages.post("")
def create() -> ResponseReturnValue:
    return _answer(_draft(""))


@pages.get("/<name>/edit")
def edit(name: str) -> ResponseReturnValue:
    """The form for one of the table's own rule sets."""
    tree = _own(name)
    return _drawn(Draft(name, base_of(tree), stamp(tree), given=form_texts()))


@pages.post("/<name>")
def change(name: str) -> ResponseReturnValue:
    return _answer(_draft(name))


class Draft:
    """Which rule set is made or changed: the id of one's own, or an empty text, and that of its parent.

    ``given``: the address or form that says with which answers to the choices of that rule set it begins.
    """

    def __init__(self, name: str, extends: str, drawn: str = "", given: Sent | None = None) -> None:
        self.name, self.extends, self.drawn = name, extends, drawn
        self.house = shelf()
        self.parent = rules_named(extends)
        self.parent_title = self.parent.title or extends
        begun = rules(name, self.house.find) if name else self.parent
        self._answers = ChoicesForm(begun, given_in(given)) if given else None

    @property
    def base(self) -> RuleSet:
        """The rule set that is changed: the one kept under the name, or the parent, still without a name."""
        kept = rules(self.name, self.house.find) if self.name else self.parent
        begun = self._answers.rules if self._answers else kept
        if not self.name:
            return msgspec.structs.replace(begun, title="", about="", source="", agreed=kept.agreed)
        source = str(self._kept.get("source", ""))
        return msgspec.structs.replace(begun, source=source, agreed=kept.agreed)

    @property
    def remembered(self) -> Mapping[str, str]:
        """The answers with which it begins, as the form carries them."""
        return self._answers.remembered if self._answers else {}

    def keep(self, rule_set: RuleSet) -> str:
        """Keep the rule set; returns its id. Raises BadRuleset, Outdated."""
        if not self.name:
            return keep_new(self.house, rule_set, self.extends)
        keep_changed(self.house, self.name, rule_set, self.drawn)
        return self.name

    def redrawn(self) -> None:
        """The form shows the newest state from now on."""
        self.drawn = stamp(self._kept)

    def form(self, sent: Sent | None = None) -> HouseRulesForm:
        """The form of the rule set, filled with what was sent."""
        return HouseRulesForm(self.base, self.parent, sent)

    def page(self, editor: Editor, added: str = "") -> str:
        """The page of the form; ``added``: the name of a yaku that it has got."""
        # other rules to start from would lose what was entered
        is_changed = editor.form.sent is not None and editor.form.tree != self.form().tree
        return render_template(
            "rules/form.html",
            draft=self,
            editor=editor,
            form=editor.form,
            added=added,
            bases=() if self.name or is_changed else search.titles(),
        )

    @property
    def action(self) -> str:
        """The address to which the form is sent."""
        return url_for("rules.change", name=self.name) if self.name else url_for("rules.create")

    @property
    def _kept(self) -> Tree:
        return self.house.find(self.name) or {}


def _drawn(draft: Draft) -> str:
    """The form as it is opened."""
    address = from_address(EditorAddress)
    unfolded = bool(address.changes.data)
    return draft.page(Editor(draft.form(), {}, address.open.data, address.show.data, unfolded=unfolded))


def _answer(draft: Draft) -> ResponseReturnValue:
    """Keep what the form says, or show it again: what is wrong, or what was asked for."""
    asked, sent = from_body(EditorForm), form_texts()
    refuse_too_many_own(len(asked.own.data))
    if (again := _redrawn(draft, asked, sent)) is not None:
        return again
    sent, added = with_id(sent, draft.base)
    form = draft.form(sent)
    if asked.step.data == "add":
        return draft.page(Editor(form, {}, asked.opened.data, "new"), sent.get(f"yaku.{added}.name", ""))
    problems, status = form.problems, 422
    try:
        if form.rules is not None:
            name = draft.keep(form.rules)
            flash(_("The rules were saved."))
            return redirect(url_for("rules.show", name=name), 303)
    except BadRuleset as error:
        field = "" if error.option == "extends" else error.option  # no field of this form
        problems = {field: by_title(error, draft.base)}
    except Outdated as error:
        draft.redrawn()
        problems, status = {"title": error.sentence}, 409
    return draft.page(Editor(form, problems, asked.opened.data)), status


def _redrawn(draft: Draft, asked: EditorForm, sent: Sent) -> ResponseReturnValue | None:
    """The form with all that was entered, where it was not sent to be kept.

    With a fold that opens, with a change taken back ("undo"), or with what a search found: the step "find",
    or the Enter key ("enter") while something is searched for. The step "news" asks only how the questions
    and the changes stand now. None: the form is to be kept, or gets another yaku ("add").
    """
    step, fold, sought = asked.step.data, asked.open.data, asked.find.data
    if not (fold or asked.undo.data or step in ("find", "news") or (step == "enter" and sought)):
        return None
    with_added, added = with_id(sent, draft.base)
    told = with_added if step == "news" or asked.undo.data == f"yaku.{added}" else sent
    form, opened = draft.form(told), list(asked.opened.data)
    if asked.undo.data:
        opened += put_back(form, asked.undo.data)
    editor = Editor(form, {}, opened, fold, sought, unfolded=bool(asked.undo.data))
    if step == "news":
        return render_template("rules/standing.html", editor=editor, draft=draft)
    if fold and asked.alone.data:
        return _fold(draft, editor, fold)
    return draft.page(editor)


def _fold(draft: Draft, editor: Editor, name: str) -> str:
    """What is in the fold that was asked for, alone."""
    if not editor.has(name):
        abort(404)
    fold = editor.fold(name)
    return render_template("rules/fold.html", draft=draft, fold=fold, editor=editor)


def _own(name: str) -> Tree:
    house = shelf()
    tree = house.find(name) if name in house.names() else None
    return tree if tree is not None else abort(404)


@pages.post("/<name>/trial")
def try_out(name: str) -> ResponseReturnValue:
    """The hand with the settings as they stand in the form, which saves nothing.

    ``name`` is "new" for rules that have no id yet.
    """
    asked = from_body(EditorForm)
    refuse_too_many_own(len(asked.own.data))
    draft = _draft("" if name == "new" else name)
    editor = Editor(draft.form(form_texts()), {}, asked.opened.data)
    if asked.alone.data:
        return render_template("rules/trial.html", editor=editor)
    return draft.page(editor)


def _draft(name: str) -> Draft:
    """What the form that was sent makes, or changes: the rule set with this id."""
    asked = from_body(EditorForm)
    if not name:
        return Draft("", asked.extends.data, given=form_texts())
    return Draft(name, base_of(_own(name)), asked.drawn.data, given=form_texts())
