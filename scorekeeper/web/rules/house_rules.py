"""The form for house rules: a new rule set made from another, or one of the table's own changed.

The views; ``views.py`` gives them their addresses.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...house_rules.keeping import Outdated, keep_changed, keep_new, stamp
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.loading import DEFAULT, base_of, refuse_too_many_own, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.trees import Tree
from ...sentences import say
from ..loading import installation
from .editor import Editor
from .form import RulesForm, with_id
from .options_form import Sent


def new() -> ResponseReturnValue:
    """The form for rules of one's own, made from another rule set."""
    draft = Draft("", request.args.get("from", DEFAULT))
    return draft.page(Editor(RulesForm(draft.base, draft.parent), {}, request.args.getlist("open")))


def create() -> ResponseReturnValue:
    return _answer(Draft("", request.form.get("extends", DEFAULT)))


def edit(name: str) -> ResponseReturnValue:
    """The form for one of the table's own rule sets."""
    tree = _own(name)
    draft = Draft(name, base_of(tree), stamp(tree))
    return draft.page(Editor(RulesForm(draft.base, draft.parent), {}, request.args.getlist("open")))


def change(name: str) -> ResponseReturnValue:
    return _answer(Draft(name, base_of(_own(name)), request.form.get("drawn", "")))


class Draft:
    """Which rule set is made or changed: the id of one's own, or an empty text, and that of its parent."""

    def __init__(self, name: str, extends: str, drawn: str = "") -> None:
        self.name, self.extends, self.drawn = name, extends, drawn
        self.house = installation().house_rules
        if self.house.find(extends) is None:
            abort(404)
        self.parent = rules(extends, self.house.find)
        self.parent_title = self.parent.title or extends

    @property
    def base(self) -> RuleSet:
        """The rule set that is changed: the one kept under the name, or the parent, still without a name."""
        if not self.name:
            return msgspec.structs.replace(self.parent, title="", about="", source="")
        source = str(self._kept.get("source", ""))
        return msgspec.structs.replace(rules(self.name, self.house.find), source=source)

    def keep(self, rule_set: RuleSet) -> str:
        """Keep the rule set; returns its id. Raises BadRuleset, Outdated."""
        if not self.name:
            return keep_new(self.house, rule_set, self.extends)
        keep_changed(self.house, self.name, rule_set, self.drawn)
        return self.name

    def redrawn(self) -> None:
        """The form shows the newest state from now on."""
        self.drawn = stamp(self._kept)

    def page(self, editor: Editor, added: str = "") -> str:
        """The page of the form; ``added``: the name of a yaku that it has got."""
        return render_template("rules/form.html", draft=self, added=added, **_shown(editor))

    @property
    def _kept(self) -> Tree:
        return self.house.find(self.name) or {}


def _answer(draft: Draft) -> ResponseReturnValue:
    """Keep what the form says, or show it again: what is wrong, a yaku that was added, a fold that opens."""
    sent = Sent(request.form)
    refuse_too_many_own(len(sent.getlist("own")))
    opened = sent.getlist("opened")
    if wanted := sent.get("open", ""):
        editor = Editor(RulesForm(draft.base, draft.parent, sent), {}, opened, wanted)
        return _fold(editor) if sent.get("alone") else draft.page(editor)
    sent, added = with_id(sent, draft.base)
    form = RulesForm(draft.base, draft.parent, sent)
    if sent.get("step") == "add":
        return draft.page(Editor(form, {}, opened), sent.get(f"yaku.{added}.name", ""))
    return _kept(draft, form, opened)


def _kept(draft: Draft, form: RulesForm, opened: list[str]) -> ResponseReturnValue:
    """The way to the rules once they are kept; the form again where they cannot be."""
    if form.rules is None:
        return draft.page(Editor(form, form.problems, opened)), 422
    try:
        name = draft.keep(form.rules)
    except BadRuleset as error:
        return draft.page(Editor(form, {error.option: error.sentence}, opened)), 422
    except Outdated:
        draft.redrawn()
        problem = say(
            "Somebody else has changed these rules meanwhile. Save again to replace theirs with yours."
        )
        return draft.page(Editor(form, {"title": problem}, opened)), 409
    flash(_("The rules were saved."))
    return redirect(url_for("rules.show", name=name), 303)


def _fold(editor: Editor) -> str:
    """What is in the fold that was asked for, alone."""
    if not editor.has(editor.wanted):
        abort(404)
    return render_template("rules/fold.html", fold=editor.fold(editor.wanted), **_shown(editor))


def _shown(editor: Editor) -> dict[str, Any]:
    """What the templates of the form read."""
    form = editor.form
    return {"editor": editor, "form": form, "problems": editor.problems, "parent": form.parent}


def _own(name: str) -> Tree:
    house = installation().house_rules
    tree = house.find(name) if name in house.names() else None
    return tree if tree is not None else abort(404)
