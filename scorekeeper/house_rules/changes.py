"""Keeping house rules without losing the changes of others, using a title twice or breaking other rules."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from typing import Any, Final

import msgspec

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.diff import written
from ..koikoi.rules.loader import base_of, read_toml, rules, write_toml
from ..koikoi.rules.ruleset import TEXTS, RuleSet
from ..koikoi.rules.schema import Tree
from ..koikoi.typed_text import cleaned
from ..sentences import N_, Refusal, say
from ..store import Stale
from .shelf import HouseRules, first_free

STEM: Final = 55  # characters of a title that leave room for a number after it


class Outdated(Refusal):
    """Somebody else changed the rule set after the form was drawn."""

    def __init__(self) -> None:
        super().__init__(
            say("Somebody else has changed these rules meanwhile. Save again to replace theirs with yours.")
        )


def keep_new(house: HouseRules, rule_set: RuleSet, extends: str) -> str:
    """Keep a new rule set; returns its id. The same rules sent twice are kept once. Raises BadRuleset."""
    while True:
        tree = as_written(house, rule_set, extends)
        if twin := called(house, rule_set.title):
            if same(house.find(twin), tree):
                return twin
            raise _taken(rule_set.title)
        with suppress(Stale):  # another phone has kept some under this id
            return put(house, tree)


def keep_numbered(house: HouseRules, rule_set: RuleSet, extends: str) -> str:
    """Keep a rule set, with a number after its title where that is taken; returns its id. Raises BadRuleset.

    Rules that are here already are not kept twice.
    """
    while True:
        tree = as_written(house, rule_set, extends)
        for name in house.names():
            if _twin(readable(house, name), tree):
                return name
        with suppress(Stale):  # another phone has kept some under this id
            return put(house, {**tree, "title": free_title(house, rule_set.title)})


def keep_changed(house: HouseRules, name: str, rule_set: RuleSet, drawn: str) -> None:
    """Keep what was changed; ``drawn`` is the stamp of what the form showed. Raises BadRuleset, Outdated."""
    before = house.find(name) or {}
    tree = as_written(house, rule_set, base_of(before))
    if same(before, tree):
        return
    refuse_outdated(house, name, drawn)
    if (twin := called(house, rule_set.title)) and twin != name:
        raise _taken(rule_set.title)
    _refuse_breaking(house, name, tree)
    try:
        house.keep(name, tree)
    except Stale as error:
        raise Outdated from error


def refuse_outdated(house: HouseRules, name: str, drawn: str) -> None:
    """Refuse what was changed in a form that shows an older state, see ``keep_changed``. Raises Outdated."""
    if drawn and drawn != stamp(house, name):
        raise Outdated


def stamp(house: HouseRules, name: str) -> str:
    """Changes whenever the rule set does, or what it inherits: a form sends that back as well."""
    tree = house.find(name) or {}
    parent = rules(base_of(tree), house.find_anywhere)
    inherited = msgspec.structs.replace(parent, **dict.fromkeys(TEXTS, ""))  # see ``as_written``
    shown = write_toml(tree).encode() + msgspec.json.encode(inherited, order="sorted")
    return hashlib.sha256(shown).hexdigest()[:16]


def as_written(house: HouseRules, rule_set: RuleSet, extends: str) -> dict[str, Any]:
    """The rule set as it is kept: what it changes and all its texts, even empty: none is inherited."""
    tree = dict(written(rule_set, rules(extends, house.find_anywhere), extends))
    return {**tree, **{text: getattr(rule_set, text) for text in TEXTS}}


def put(house: HouseRules, tree: Tree) -> str:
    """Write a new rule set under an id made from its title; returns the id. Raises BadRuleset, Stale."""
    rules(tree, house.find_anywhere)  # refuses one that is based on too many others
    name = house.free_name(tree["title"])
    house.keep(name, tree)
    return name


def called(house: HouseRules, title: str) -> str | None:
    """The id of the house rules with this title, or None."""
    titles = ((name, str(readable(house, name).get("title", ""))) for name in house.names())
    return next((name for name, other in titles if other.casefold() == title.casefold()), None)


def tidied(title: str) -> str:
    """A title as house rules may have it: in one line, and never empty."""
    return cleaned(title) or "?"


def free_title(house: HouseRules, title: str) -> str:
    """The title, followed by a number where other house rules have it."""
    title = tidied(title)
    if not called(house, title):
        return title
    return first_free(title[:STEM], " ", lambda name: name == title[:STEM] or bool(called(house, name)))


def titled(here: str, title: str) -> bool:
    """Whether a title was kept as this one, apart from a number after it."""
    title = tidied(title)
    return here == title or re.fullmatch(rf"{re.escape(title[:STEM])} \d+", here) is not None


def readable(house: HouseRules, name: str) -> Tree:
    """House rules as written; empty where they cannot be read, so that the others can be used."""
    try:
        return house.find(name) or {}
    except BadRuleset:
        return {}


def same(one: Tree | None, other: Tree) -> bool:
    """Whether two written rule sets are the same."""
    return one is not None and read_toml(write_toml(one)) == read_toml(write_toml(other))


def _twin(here: Tree, ours: Tree) -> bool:
    """Whether house rules are the same, apart from a number after their title."""
    alike = titled(str(here.get("title", "")), ours["title"])
    return alike and same({**here, "title": ""}, {**ours, "title": ""})


def _taken(title: str) -> BadRuleset:
    return BadRuleset(say("You already have rules called “%(title)s”.", title=title), "title")


def _refuse_breaking(house: HouseRules, name: str, tree: Tree) -> None:
    """Refuse a change that would make house rules that extend these impossible to play. Raises BadRuleset."""

    def find(wanted: str) -> Tree | None:
        return tree if wanted == name else house.find(wanted)

    for other in house.names():
        try:
            title = rules(other, house.find).title
        except BadRuleset:
            continue  # it was broken before
        try:
            rules(other, find)
        except BadRuleset as error:
            sentence = N_("“%(title)s” is based on these rules and would break: %(reason)s")
            raise BadRuleset(say(sentence, title=title, reason=error.sentence)) from error
