"""House rules that travel: written so that another table can read them, and imported from there."""

from __future__ import annotations

from typing import Final

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.loading import DEFAULT, LONGEST_FILE, base_of, named, read_toml, rules
from ..koikoi.rules.trees import Tree
from ..sentences import say
from .keeping import as_written, called, put, readable, same
from .shelf import HouseRules
from .slugs import first_free

_STEM: Final = 55  # letters of a title that leave room for a number behind it


def portable(house: HouseRules, name: str) -> Tree | None:
    """A rule set as another table can read it: it extends none that only this table has."""
    tree = house.find(name)
    if tree is None:
        return None
    complete = rules(name, house.find)  # refuses files that extend one another in a circle
    base = base_of(tree)
    while named(base) is None:
        base = base_of(house.find(base) or {})
    return tree if name == DEFAULT or base == base_of(tree) else as_written(house, complete, base)


def import_rules(house: HouseRules, sent: bytes) -> str:
    """Keep a rule set that somebody sent as TOML; returns its id. Raises BadRuleset.

    What is here already is not kept twice; a title that is taken gets a number.
    """
    tree = _read(sent)
    rule_set = rules(tree, house.find)
    with house.writing():
        ours = as_written(house, rule_set, base_of(tree))
        for name in house.names():
            if _twin(readable(house, name), ours):
                return name
        return put(house, {**ours, "title": _free_title(house, rule_set.title)})


def _read(sent: bytes) -> Tree:
    if len(sent) > LONGEST_FILE:
        raise BadRuleset(say("This file is too large for a rule set."))
    try:
        return read_toml(sent.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadRuleset(say("This file is not UTF-8 text.")) from error


def _twin(kept: Tree, ours: Tree) -> bool:
    """Whether house rules are the same, whatever number stands behind their title."""
    titled = str(kept.get("title", "")).startswith(ours["title"][:_STEM])
    return titled and same({**kept, "title": ""}, {**ours, "title": ""})


def _free_title(house: HouseRules, title: str) -> str:
    """The title, with a number behind it where other house rules have it."""
    title = " ".join(title.split()) or "?"
    if not called(house, title):
        return title
    return first_free(title[:_STEM], " ", lambda name: name == title[:_STEM] or bool(called(house, name)))
