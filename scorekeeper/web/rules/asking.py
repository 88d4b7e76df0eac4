"""The questions at the top of the rule editor: how each is answered, and the fields of what is not ready."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...koikoi.rules import phrases
from ...koikoi.rules.questions import ELSE, Question, taken
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import Sentence
from .form import ANSWER, RulesForm


class Asked(NamedTuple):
    """A question as the page shows it. ``taken``: the id of the answer that is ticked, or ELSE."""

    question: Question
    name: str  # of its radio buttons
    taken: str
    fields: list[AskedField]  # empty where the ready answers are all there is


class AskedField(NamedTuple):
    """A field of a question. ``label``: the yaku that it is about, empty where its own title will do."""

    field: Any
    label: Sentence | str = ""
    hint: Sentence | str = ""  # what the name of the yaku leaves open


def asked(question: Question, form: RulesForm, names: RuleSet, *, refused: bool) -> Asked:
    """A question with the fields of a form, which are shown where one of them is ``refused``."""
    name = f"{ANSWER}{question.id}"
    answer = taken(question, form.tree)
    chose_else = refused or (form.sent is not None and form.sent.get(name) == ELSE)
    fields = [] if question.complete else [_asked_field(key, form, names) for key in question.keys]
    return Asked(question, name, answer.id if answer and not chose_else else ELSE, fields)


def _asked_field(key: str, form: RulesForm, names: RuleSet) -> AskedField:
    if not key.startswith("yaku."):
        return AskedField(form.field(key))
    _, yaku, option = key.split(".", 2)
    note = phrases.note(yaku) if option == "points" else None
    return AskedField(form.field(key), phrases.yaku(yaku, names), note or "")
