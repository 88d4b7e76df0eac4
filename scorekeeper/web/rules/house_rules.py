"""The form for house rules: a new rule set made from another, or one of the table's own changed.

The views; ``rules.py`` gives them their addresses.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.errors import BadRuleset
from ...koikoi.rules import wording
from ...koikoi.rules.loading import DEFAULT, refuse_too_many_own, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import option
from ...koikoi.rules.scoring_options import YakuOptions
from ...sentences import N_, Sentence, say
from ..loading import entry_id, installation, new_id
from . import controls as rules_controls
from . import form as rules_form
from .fields import Typed, last, posted
from .in_words import SECTIONS, base_of
from .kept import Outdated, keep_changed, keep_new, stamp

_NAMES = {
    "": N_("These rules"),
    "title": N_("Name of these rules"),
    "about": N_("About them"),
    "pair": N_("Yaku that do not count together"),
}


def new() -> ResponseReturnValue:
    """The form for rules of one's own, made from another rule set."""
    extends = request.args.get("from", DEFAULT)
    parent = _parent(extends)
    fields = {**rules_form.fields_of(parent), "title": [""], "about": [""]}
    return _form(fields, rules_form.read(fields, parent), parent, extends)


def create() -> ResponseReturnValue:
    extends = request.form.get("extends", DEFAULT)
    return _answer("", _parent(extends), extends)


def edit(name: str) -> ResponseReturnValue:
    """The form for one of the table's own rule sets."""
    tree = _own(name)
    extends = base_of(tree)
    fields = rules_form.fields_of(rules(name, installation().house_rules.find))
    parent = _parent(extends)
    return _form(fields, rules_form.read(fields, parent), parent, extends, name, drawn=stamp(tree))


def change(name: str) -> ResponseReturnValue:
    extends = base_of(_own(name))
    return _answer(name, _parent(extends), extends)


def _answer(name: str, parent: RuleSet, extends: str) -> ResponseReturnValue:
    """Keep what the form says, or show it again with what is wrong."""
    house = installation().house_rules
    sent = {"title": [""], "about": [""], **posted(request.form.to_dict(flat=False))}
    refuse_too_many_own(len(sent.get("own", ())))
    fields = rules_form.with_added(sent, parent)
    reading = rules_form.read(fields, parent)
    drawn = request.form.get("drawn", "")
    if request.form.get("step") == "add":
        added = (
            (fields.get("own") or [""])[-1] if len(fields.get("own", ())) > len(sent.get("own", ())) else ""
        )
        return _form(fields, reading._replace(problems={}), parent, extends, name, drawn, added)
    if reading.rules is None:
        return _form(fields, reading, parent, extends, name, drawn), 422
    source = str((house.find(name) or {}).get("source", "")) if name else ""
    chosen = msgspec.structs.replace(reading.rules, source=source)
    try:
        if name:
            keep_changed(house, name, chosen, drawn)
        else:
            name = keep_new(house, chosen, extends)
    except BadRuleset as error:
        wrong = reading._replace(problems={error.option: error.sentence})
        return _form(fields, wrong, parent, extends, name, drawn), 422
    except Outdated:
        problem = say("Somebody changed these rules meanwhile. Save again to put yours in their place.")
        wrong = reading._replace(problems={"title": problem})
        return _form(fields, wrong, parent, extends, name, stamp(house.find(name) or {})), 409
    flash(_("The rules are kept."))
    return redirect(url_for("rules.show", name=name), 303)


def _form(
    fields: Typed,
    reading: rules_form.Reading,
    parent: RuleSet,
    extends: str,
    name: str = "",
    drawn: str = "",
    added: str = "",
) -> str:
    draft = _draft(fields, parent)
    fresh = not request.form
    problems: dict[str, Sentence] = {} if fresh else reading.problems
    yaku = rules_controls.yaku_controls(reading.tree, parent)
    return render_template(
        "rules/form.html",
        name=name,
        id=new_id() if fresh else entry_id(),
        extends=extends,
        drawn=drawn,
        added=last(fields, f"yaku.{added}.name") if added else "",
        back=url_for("rules.show", name=name or extends),
        parent=parent,
        parent_title=parent.title or extends,
        fields={**rules_form.blank_yaku(), **fields} if not added else {**fields, **rules_form.blank_yaku()},
        problems=problems,
        names={field: _name_of(field, draft) for field in problems},
        troubled={_section_of(field) for field in problems},
        sections=rules_controls.sections(reading.tree, parent),
        yaku=yaku,
        new=rules_controls.blank(rules_form.NEW),
        specially=any(one.was for row in yaku if not row.own for one in row.special),
        draft=draft,
    )


def _parent(name: str) -> RuleSet:
    find = installation().house_rules.find
    if find(name) is None:
        abort(404)
    return rules(name, find)


def _own(name: str) -> Any:
    house = installation().house_rules
    if name not in house.names():
        abort(404)
    return house.find(name)


def _draft(fields: Typed, parent: RuleSet) -> RuleSet:
    """The rule set with the names of the form's own yaku, for naming them."""
    own = {one: YakuOptions(name=last(fields, f"yaku.{one}.name") or None) for one in fields.get("own", ())}
    return msgspec.structs.replace(parent, yaku={**parent.yaku, **own})


def _name_of(field: str, draft: RuleSet) -> Sentence | str:
    """What a field is called, for the list of problems."""
    if field in _NAMES:
        return _NAMES[field]
    if field.startswith("yaku.") and field.count(".") == 1:
        return wording.yaku(field.split(".")[1], draft)
    key = field if option(field) else field.rpartition(".")[0]  # a number beside a choice
    above = key.rpartition(".")[0]
    if option(above) and not key.startswith("yaku."):
        return say("%(yaku)s: %(option)s", yaku=wording.title(above, draft), option=wording.title(key, draft))
    return wording.title(key, draft)


def _section_of(field: str) -> str:
    first = "yaku" if field == "pair" else field.split(".")[0]
    return next((name for name, _title, prefixes in SECTIONS if first == name or first in prefixes), "")
