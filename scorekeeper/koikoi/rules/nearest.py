"""Which of the named rule sets is nearest to the rules of a match: it does not keep where they came from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from ...sentences import Sentence
from .changes import changes
from .differences import settings
from .loading import names, rules
from .ruleset import RuleSet


@lru_cache(maxsize=128)
def nearest(rule_set: RuleSet) -> tuple[str, RuleSet]:
    """The id of the named rule set with the fewest settings that differ, and the rule set.

    Of several equally near ones, that with the same title, and otherwise the first.
    """
    wanted = settings(rule_set)
    title = rule_set.title
    name = min(names(), key=lambda id_: (_differing(_settings_of(id_), wanted), rules(id_).title != title))
    return name, rules(name)


@lru_cache(maxsize=128)
def changes_from_nearest(rule_set: RuleSet) -> tuple[tuple[Sentence, Sentence, Sentence], ...]:
    """What a rule set changes of the named one that is nearest, as ``changes`` tells it."""
    _, parent = nearest(rule_set)
    return changes(parent, rule_set)


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())


@cache
def _settings_of(name: str) -> Mapping[str, Any]:
    return settings(rules(name))
