"""House rules sent to another table, and imported from one."""

from __future__ import annotations

from typing import Final

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.loading import DEFAULT, LONGEST_FILE, base_of, named, read_toml, rules
from ..koikoi.rules.trees import Tree
from ..sentences import say
from .keeping import as_written, called, put, readable, same
from .shelf import HouseRules
from .slugs import first_free

_STEM: Final = 55  # characters of a title that leave room for a number after it


def portable(house: HouseRules, name: str) -> Tree | None:
    """A rule set that another table can read: it extends one that comes with the game."""
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

    Rules that are here already are not kept twice; a title that is taken gets a number.
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
    """Whether house rules are the same, apart from a number after their title."""
    titled = str(kept.get("title", "")).startswith(ours["title"][:_STEM])
    return titled and same({**kept, "title": ""}, {**ours, "title": ""})


def _free_title(house: HouseRules, title: str) -> str:
    """The title, followed by a number where other house rules have it."""
    title = " ".join(title.split()) or "?"
    if not called(house, title):
        return title
    return first_free(title[:_STEM], " ", lambda name: name == title[:_STEM] or bool(called(house, name)))
