"""Rule sets passed on to another table, and those that come from one: as a link, a code or a file."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from ..koikoi.errors import BadRuleset
from ..koikoi.rules.diff import settings
from ..koikoi.rules.loader import DEFAULT, LONGEST_FILE, base_of, named, names, read_toml, rules
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.rules.schema import Tree
from ..koikoi.typed_text import cleaned_tree
from ..sentences import say
from .changes import as_written, keep_numbered, titled
from .code import read_code, write_code
from .shelf import HouseRules


def portable(house: HouseRules, name: str) -> Tree | None:
    """A rule set that another table can read: it extends one that comes with the game."""
    tree = house.find(name)
    if tree is None:
        return None
    base = ancestor(house, name)
    if name == DEFAULT or base == base_of(tree):
        return tree
    return as_written(house, rules(name, house.find), base)


def code_of(house: HouseRules, name: str) -> str:
    """The code of a rule set, see ``code``. Raises BadRuleset."""
    if named(name) is not None:
        return write_code({"extends": name})
    return write_code(as_written(house, rules(name, house.find), ancestor(house, name)))


def code_of_rules(house: HouseRules, rule_set: RuleSet) -> str:
    """The code of rules that may be kept nowhere, such as those of a match. Raises BadRuleset."""
    return write_code(as_written(house, rule_set, origin(rule_set)))


def origin(rule_set: RuleSet) -> str:
    """The id of the rule set that rules which are kept nowhere were made from: it asks the same."""
    of_game = names(rule_set.game)
    return next((name for name in of_game if rules(name).choices == rule_set.choices), of_game[0])


def ancestor(house: HouseRules, name: str) -> str:
    """The id of the nearest rule set above this one that comes with the game. Raises BadRuleset."""
    rules(name, house.find)  # refuses files that extend one another in a circle
    base = base_of(house.find(name) or {})
    while named(base) is None:
        base = base_of(house.find(base) or {})
    return base


def write_json(tree: Tree, indent: int = 2) -> str:
    """A written rule set as JSON, in which an option that is off is null; on one line if ``indent`` is 0."""
    return msgspec.json.format(msgspec.json.encode(tree), indent=indent).decode()


# Where links to rules, or to a hand by them, lead; without a server the page is named after a "#" of its own.
_TO_RULES: Final = ("/received", "/hand", "#hand", "/pile", "#pile")
_SIGNS_OF_TOML: Final = frozenset("=[")  # a rules file has at least one of them, a code none


class Received(NamedTuple):
    """A rule set that somebody sent."""

    rules: RuleSet
    extends: str  # the id of the rule set with which it is compared
    same_base: bool  # whether that is the same here as where the code was made
    here: str  # the id of a rule set here that plays the same, or an empty text

    def is_kept(self, house: HouseRules) -> bool:
        """Whether the rule set here has the same texts too, so that nothing is left to keep."""
        if not self.here:
            return False
        here = rules(self.here, house.find)
        untitled = [msgspec.structs.replace(rule_set, title="") for rule_set in (here, self.rules)]
        return untitled[0] == untitled[1] and titled(here.title, self.rules.title)


def receive(house: HouseRules, sent: bytes) -> Received:
    """What somebody sent: a link, the code in it, or the text of a file, TOML or JSON. Raises BadRuleset."""
    tree, same_base = _read(sent)
    rule_set = rules(tree, house.find)
    return Received(rule_set, base_of(tree), same_base, _like(house, rule_set))


def receive_rules(house: HouseRules, sent: bytes) -> RuleSet:
    """Only the rules that somebody sent. Raises BadRuleset."""
    return rules(_read(sent)[0], house.find)


def keep_received(house: HouseRules, received: Received) -> str:
    """Keep a rule set that somebody sent, see ``keep_numbered``; returns its id. Raises BadRuleset."""
    return keep_numbered(house, received.rules, received.extends)


def _read(sent: bytes) -> tuple[Tree, bool]:
    """The written rule set, and whether the rule set that it extends is the same here."""
    if len(sent) > LONGEST_FILE:
        raise BadRuleset(say("This file is too large for a rule set."))
    try:
        written = sent.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise BadRuleset(say("This file is not UTF-8 text.")) from error
    if (code := _code_in_link(written)) is not None:
        return read_code(code)
    if written.startswith("{"):
        return _read_json(written), True
    if _SIGNS_OF_TOML.isdisjoint(written):
        return read_code("".join(written.split()))
    return read_toml(written), True


def _code_in_link(written: str) -> str | None:
    """What follows the last ``#`` of the first link to rules in a text, as in a message; None without one."""
    for word in written.split():
        address, sign, code = word.rpartition("#")
        if sign and address.partition("?")[0].endswith(_TO_RULES):
            return code
    return None


def _read_json(written: str) -> Tree:
    try:
        tree: Any = cleaned_tree(msgspec.json.decode(written))
    except msgspec.DecodeError as error:
        raise BadRuleset(say("This is not a JSON file: %(reason)s.", reason=str(error))) from error
    except RecursionError as error:
        raise BadRuleset(say("This is not a rule set.")) from error
    assert isinstance(tree, dict)  # it began with a brace
    return tree


def _like(house: HouseRules, rule_set: RuleSet) -> str:
    """The id of a rule set here that plays the same, if possible with the same title; or an empty text."""
    like, played = "", settings(rule_set)
    for name in (*house.names(), *names(rule_set.game)):
        try:
            other = rules(name, house.find)
        except BadRuleset:
            continue
        if settings(other) == played:
            if titled(other.title, rule_set.title):
                return name
            like = like or name
    return like
