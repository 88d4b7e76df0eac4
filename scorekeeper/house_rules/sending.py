"""Rule sets passed on to another table: without what they inherit from house rules, as a file or a code."""

from __future__ import annotations

import msgspec

from ..koikoi.rules.loader import DEFAULT, base_of, named, names, rules
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.rules.schema import Tree
from .code import write_code
from .keeping import as_written
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
    alike = (name for name in names() if rules(name).choices == rule_set.choices)
    return next(alike, DEFAULT)


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
