"""Settings that read well as their option and their value: "A yaku that grew: the player must stop."."""

from __future__ import annotations

from ....sentences import Sentence, say
from .. import wording
from ..ruleset import RuleSet


def stated(key: str, rules: RuleSet) -> Sentence:
    """An option and what it is set to."""
    return named_as(key, wording.setting(key, rules), rules)


def named_as(key: str, value: Sentence, rules: RuleSet) -> Sentence:
    """An option with a value in words."""
    return say("%(option)s: %(value)s.", option=wording.title(key, rules), value=value)
