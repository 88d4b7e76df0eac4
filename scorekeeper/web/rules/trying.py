"""Trying a hand while rules are edited: the page again, or for a script only the hand."""

from __future__ import annotations

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from ...koikoi.rules.conversion import refuse_too_many_own
from ...koikoi.rules.loader import base_of
from ..forms.request import from_body, sent_texts
from ..match_repository import shelf
from .editor import Editor
from .house_rules import Draft, EditorForm


def try_out(name: str) -> ResponseReturnValue:
    """The hand with the settings as they stand in the form, which saves nothing.

    ``name`` is "new" for rules that have no id yet.
    """
    asked = from_body(EditorForm)
    refuse_too_many_own(len(asked.own.data))
    editor = Editor((draft := _draft(name, asked)).form(sent_texts()), {}, asked.opened.data)
    if asked.alone.data:
        return render_template("rules/trial.html", editor=editor)
    return draft.page(editor)


def _draft(name: str, asked: EditorForm) -> Draft:
    if name == "new":
        return Draft("", asked.extends.data, given=sent_texts())
    house = shelf()
    tree = house.find(name) if name in house.names() else None
    if tree is None:
        abort(404)
    return Draft(name, base_of(tree), asked.drawn.data, given=sent_texts())
