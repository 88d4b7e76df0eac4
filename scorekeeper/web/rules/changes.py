"""What rules of one's own change against their parent, one by one, and what they are without one change."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ...koikoi.rules import phrases
from ...koikoi.rules.diff import by_key, in_lines, same_deal
from ...koikoi.rules.questions import keys_of
from ...koikoi.rules.ruleset import NOTES, TEXTS, RuleSet
from ...koikoi.rules.schema import Tree, doubling_of, doublings, option, options, put_at, value_at
from ...koikoi.rules.yaku import KNOWN
from ...sentences import Sentence, count, say
from .form import QUESTION, HouseRulesForm
from .yaku_fields import pairs_of, put_pairs

_NO_OPTIONS = (*TEXTS, *NOTES, "advice", "yaku")


class OptionChange(NamedTuple):
    """One difference from the parent. ``key``: an option, or ``yaku.<id>`` for a yaku of the table's own."""

    key: str
    title: Sentence
    before: Sentence
    now: Sentence


def changes(form: HouseRulesForm, names: RuleSet, rules: RuleSet | None) -> list[OptionChange]:
    """The differences between what a form says and the parent.

    ``names`` knows the names of all yaku; ``rules``: the rule set that the form says, where it can be played.
    """
    now, before = _options(form.tree, form.above), _options(form.above, form.tree)
    keys = [key for key in now if now[key] != before.get(key)]
    alike = {key for key in keys if rules and same_deal(key, form.parent, rules)}
    plain = [
        OptionChange(
            key,
            phrases.title(key, names),
            phrases.value(key, value_at(form.above, key), form.parent),
            phrases.value(key, value_at(form.tree, key), names),
        )
        for key in in_lines(key for key in keys if key not in alike)
    ]
    return [*plain, *_own_yaku(form, names)]


def without(tree: Tree, above: Tree, field: str) -> Tree:
    """A tree in which what a field or a change is about is as in the tree above.

    A yaku of the table's own that this lacks is taken out.
    """
    copy: dict[str, Any] = msgspec.to_builtins(tree)
    for key in _about(field):
        table, name, setting = (*key.split(".", 2), "", "")[:3]
        if table == "yaku" and not setting and name not in above["yaku"]:
            copy["yaku"].pop(name, None)
            put_pairs(pairs_of(copy["yaku"]), copy["yaku"])
        else:
            put_at(copy, key, value_at(above, key))
    return copy


def _about(field: str) -> tuple[str, ...]:
    """The keys that a field is about: its option, its doubling, all that a question asks for, or a whole yaku
    of the table's own."""
    if field.startswith(QUESTION):
        return keys_of(field.removeprefix(QUESTION))
    if field.startswith("yaku.") and (name := field.split(".")[1]) not in KNOWN:
        return (f"yaku.{name}",)
    while field and not (option(field) or field in doublings()):
        field = field.rpartition(".")[0]
    line = doubling_of(field) or field
    return (field,) if option(line) else tuple(key for key in options() if doubling_of(key) == line != "")


def _options(tree: Tree, other: Tree) -> dict[str, object]:
    """The settings of a tree by dotted key, without texts and without the yaku of one's own.

    Tables that the other tree has alike are left out.
    """
    known = {name: yaku for name, yaku in tree["yaku"].items() if yaku != other["yaku"].get(name)}
    plain = {key: value for key, value in tree.items() if key not in _NO_OPTIONS and value != other.get(key)}
    return dict(by_key({**plain, "yaku": {name: yaku for name, yaku in known.items() if name in KNOWN}}))


def _own_yaku(form: HouseRulesForm, names: RuleSet) -> list[OptionChange]:
    """The yaku of one's own that the parent does not have like this."""
    return [
        OptionChange(
            f"yaku.{name}", phrases.yaku(name, names), _worth(form.yaku_above(name)), _worth(settings)
        )
        for name, settings in form.tree["yaku"].items()
        if name not in KNOWN and settings != form.yaku_above(name)
    ]


def _worth(settings: Tree) -> Sentence:
    points = settings.get("points")
    return count("%(n)d point", "%(n)d points", points) if points else say("not played")
