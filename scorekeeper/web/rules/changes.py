"""What the form has changed against the parent, one by one, and the way back of each."""

from __future__ import annotations

from typing import NamedTuple

from ...koikoi.rules import phrases
from ...koikoi.rules.diff import by_key, in_lines, same_deal
from ...koikoi.rules.questions import keys_of
from ...koikoi.rules.refusals import LISTS
from ...koikoi.rules.ruleset import NOTES, TEXTS, RuleSet
from ...koikoi.rules.schema import Tree, doubling_of, options, value_at
from ...koikoi.rules.yaku import KNOWN
from ...sentences import Sentence, count, say
from .form import OWN, QUESTION, HouseRulesForm, folds_around
from .yaku_fields import CARD_LISTS, YakuPair, pairs_of

_NO_OPTIONS = (*TEXTS, *NOTES, "advice", "yaku")


class OptionChange(NamedTuple):
    """One difference from the parent. ``key``: an option, or ``yaku.<id>`` for a yaku of the table's own."""

    key: str
    title: Sentence
    before: Sentence
    now: Sentence


def changes(form: HouseRulesForm, names: RuleSet) -> list[OptionChange]:
    """The differences between what a form says and the parent; ``names`` knows the names of all yaku."""
    now, before = _options(form.tree, form.above), _options(form.above, form.tree)
    keys = [key for key in now if now[key] != before.get(key)]
    alike = {key for key in keys if form.rules and same_deal(key, form.parent, form.rules)}
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


def put_back(form: HouseRulesForm, key: str) -> list[str]:
    """Set one difference to what the parent has; a yaku of one's own that it lacks is taken out.

    Returns the folds that have to be drawn so that this is on the page; none for what is no difference.
    """
    table, _, rest = key.partition(".")
    name, _, option = rest.partition(".")
    if table != "yaku":
        parts = [part for part in options() if key in (part, doubling_of(part))]
        for part in parts:
            form.put(part, value_at(form.above, part))
        return [fold for part in parts for fold in folds_around(part)]
    if not option and form.has_own(name):
        form.put_yaku_back(name)
        _put_pairs_back(form, name, LISTS)
        return [OWN, "yaku", "pairs", *(f"{kind}.{name}" for kind in ("own", "terms", *CARD_LISTS))]
    if name in KNOWN and option in LISTS:
        _put_pairs_back(form, name, (option,))
    elif name in KNOWN and option in form.yaku(name).keys:
        form.put(key, value_at(form.above, key))
    else:
        return []
    return folds_around(key)


def put_field_back(form: HouseRulesForm, field: str) -> None:
    """Set what a field is about to what the parent has: its option, or all that a question asks for."""
    if field.startswith(QUESTION):
        for key in keys_of(field.removeprefix(QUESTION)):
            put_back(form, key)
        return
    field = doubling_of(field) or field
    while field and not put_back(form, field):
        field = field.rpartition(".")[0]


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


def _put_pairs_back(form: HouseRulesForm, name: str, lists: tuple[str, ...]) -> None:
    kept = [pair for pair in form["pair"].value if not _among(pair, name, lists)]
    before = [pair for pair in pairs_of(form.above["yaku"]) if _among(pair, name, lists)]
    form.put("pair", [*kept, *before])


def _among(pair: YakuPair, name: str, lists: tuple[str, ...]) -> bool:
    return pair.yaku == name and pair.how in lists
