"""The table's own rule sets: kept, changed, given away, brought in, deleted."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from ...koikoi.errors import BadRuleset
from ...koikoi.rules.differences import written
from ...koikoi.rules.loading import DEFAULT, LONGEST_FILE, Tree, named, read_toml, rules, write_toml
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import say
from ...store.house_rules import HouseRules
from .in_words import base_of

_RESERVED: Final = {"new", "difference", "import"}  # addresses of pages
_TEXTS: Final = {"title": 60, "about": 400, "source": 400}


class Outdated(Exception):
    """Somebody else changed the rule set after the form was drawn."""


def keep_new(house: HouseRules, chosen: RuleSet, extends: str) -> str:
    """Keep a new rule set; its id. The same one sent twice is kept once. Raises BadRuleset."""
    with house.writing():
        tree = _tree(house, chosen, extends)
        if twin := _called(house, chosen.title):
            if _same(house.find(twin), tree):
                return twin
            raise _taken(chosen.title)
        return _keep(house, tree)


def keep_changed(house: HouseRules, name: str, chosen: RuleSet, drawn: str) -> None:
    """Keep what was changed; ``drawn`` is the stamp of what the form showed. Raises BadRuleset, Outdated."""
    with house.writing():
        before = house.find(name) or {}
        tree = _tree(house, chosen, base_of(before))
        if _same(before, tree):
            return
        if drawn and drawn != stamp(before):
            raise Outdated
        if (twin := _called(house, chosen.title)) and twin != name:
            raise _taken(chosen.title)
        _refuse_breaking(house, name, tree)
        house.keep(name, tree)


def bring_in(house: HouseRules, sent: bytes) -> str:
    """Keep a rule set that somebody sent as TOML; its id. Raises BadRuleset."""
    if len(sent) > LONGEST_FILE:
        raise BadRuleset(say("This file is too large for a rule set."))
    tree = _read(sent)
    chosen = _loaded(house, tree)
    with house.writing():
        extends = base_of(tree)
        kept = _tree(house, chosen, extends)
        for name in house.names():
            found = _found(house, name) or {}
            if str(found.get("title", "")).startswith(kept["title"][:55]) and _same(
                {**found, "title": ""}, {**kept, "title": ""}
            ):
                return name
        return _keep(house, {**kept, "title": _free_title(house, chosen.title)})


def portable(house: HouseRules, name: str) -> Tree | None:
    """A rule set as it can be sent to another table: it extends none that only this table has."""
    tree = house.find(name)
    if tree is None:
        return None
    rules(name, house.find)  # refuses files that extend one another in a circle
    above = base_of(tree)
    while named(above) is None:
        above = base_of(house.find(above) or {})
    if name == DEFAULT or above == base_of(tree):
        return tree
    return _tree(house, rules(name, house.find), above)


def stamp(tree: Tree) -> str:
    """Changes whenever the rule set does."""
    return hashlib.sha256(write_toml(tree).encode()).hexdigest()[:16]


def _tree(house: HouseRules, chosen: RuleSet, extends: str) -> dict[str, Any]:
    """The rule set as written; its own texts stand even where they are empty, so that none is inherited."""
    tree = dict(written(chosen, rules(extends, house.find), extends))
    return {**tree, "title": chosen.title, "about": chosen.about, "source": chosen.source}


def _keep(house: HouseRules, tree: Mapping[str, Any]) -> str:
    name = house.free_name(tree["title"])
    if name in _RESERVED:
        name = house.free_name(f"{tree['title']} rules")
    house.keep(name, tree)
    return name


def _called(house: HouseRules, title: str) -> str | None:
    """The id of the table's own rule set with this title."""
    return next(
        (
            name
            for name in house.names()
            if str((_found(house, name) or {}).get("title", "")).casefold() == title.casefold()
        ),
        None,
    )


def _found(house: HouseRules, name: str) -> Tree | None:
    try:
        return house.find(name)
    except BadRuleset:
        return None  # a file that was damaged by hand is in nobody's way


def _same(found: Tree | None, tree: Tree) -> bool:
    return found is not None and read_toml(write_toml(found)) == read_toml(write_toml(tree))


def _taken(title: str) -> BadRuleset:
    return BadRuleset(say("Other rules of this table are already called “%(title)s”.", title=title), "title")


def _refuse_breaking(house: HouseRules, name: str, tree: Tree) -> None:
    """Refuse a change with which another own rule set, built on this one, could no longer be played."""

    def find(wanted: str) -> Tree | None:
        return tree if wanted == name else house.find(wanted)

    for other in house.names():
        try:
            rules(other, house.find)
        except BadRuleset:
            continue  # it was broken before
        try:
            rules(other, find)
        except BadRuleset as error:
            title = rules(other, house.find).title
            raise BadRuleset(
                say(
                    "“%(title)s” builds on these rules and would break: %(reason)s",
                    title=title,
                    reason=error.sentence,
                ),
            ) from error


def _read(sent: bytes) -> dict[str, Any]:
    try:
        return dict(read_toml(sent.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        raise BadRuleset(say("This file is not UTF-8 text.")) from error


def _loaded(house: HouseRules, tree: Tree) -> RuleSet:
    for key, longest in _TEXTS.items():
        text = tree.get(key, "")
        if not isinstance(text, str) or len(text) > longest:
            raise BadRuleset(
                say("%(key)s: it must be a text of at most %(most)d letters.", key=key, most=longest), key
            )
    return rules(tree, house.find)


def _free_title(house: HouseRules, title: str) -> str:
    """The title, with a number behind it where another own rule set has it."""
    title = " ".join(title.split()) or "?"
    if not _called(house, title):
        return title
    return next(one for n in range(2, 1000) if not _called(house, one := f"{title[:55]} {n}"))
