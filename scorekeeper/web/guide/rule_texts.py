"""What a rule set says about a part of the game: the options that matter there, in words."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ...koikoi.cards import Card
from ...koikoi.rules import phrases, summary
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import option, options
from ...sentences import Sentence


class Said(NamedTuple):
    """One option in words. ``whole``: it reads as a sentence, and not as a title with its value."""

    title: Sentence
    value: Sentence
    whole: Sentence | None


def said(rules: RuleSet, *sections: str) -> tuple[Said, ...]:
    """What a rule set says in these sections, also what is as nearly everywhere."""
    keys = (key for section in sections for key in summary.said(rules, section, usual=True))
    return tuple(_in_words(key, rules) for key in keys)


def said_of(card: Card, rules: RuleSet) -> tuple[Said, ...]:
    """What a rule set says about a single card."""
    tree = msgspec.to_builtins(rules)
    about = (row for row in options(rules.game).values() if row.card == card.id and row.matters(tree))
    return tuple(_in_words(row.key, rules) for row in about)


def _in_words(key: str, rules: RuleSet) -> Said:
    row = option(key)
    whole = phrases.stated(key, rules) if row and row.kind == "switch" else None
    return Said(phrases.title(key, rules), phrases.setting(key, rules), whole)
