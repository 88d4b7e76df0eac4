"""The rule sets that score a hand: the one in force, then the others in the order in which a table asks."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...house_rules.exchange import code_of_rules, receive_rules
from ...koikoi.errors import BadRuleset
from ...koikoi.match.match import Match
from ...koikoi.rules.loader import named, names, rules
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import Sentence
from ..context import own_rules, shelf
from .descriptions import RuleSetChoice, rule_choices

DOCUMENTS: Final = ("mongolopedia", "russian", "polish_booklet", "dutch")


class Force(NamedTuple):
    """The rules in force. ``name``: their id, empty for rules of a match that have none here."""

    name: str
    rules: RuleSet
    problem: Sentence | None = None  # why they are not the ones that were asked for

    @property
    def written(self) -> str:
        """The code of rules that somebody sent and that have no id here; empty for all others."""
        return "" if self.name else self.code

    @property
    def code(self) -> str:
        """Their code; empty for those that every installation has, and those that are too long for a code."""
        if named(self.name) is not None:
            return ""
        try:
            return code_of_rules(shelf(), self.rules)
        except BadRuleset:
            return ""


def all_choices() -> list[RuleSetChoice]:
    """Every rule set: the table's own, those of the four documents, the rest."""
    house = shelf()
    rest = [name for name in names() if name not in DOCUMENTS]
    return rule_choices((*house.names(), *DOCUMENTS, *rest), house.find)


def first_names() -> frozenset[str]:
    """The ids of the rule sets that a table asks about first: its own, and those of the documents."""
    return frozenset((*shelf().names(), *DOCUMENTS))


def by_name(name: str) -> Force:
    """The rule set that an address names; this phone's last one where there is none of that name."""
    find = shelf().find
    try:
        return Force(name or own_rules(), rules(name or own_rules(), find))
    except BadRuleset as error:
        return by_name("")._replace(problem=error.sentence)


def received(written: str) -> Force:
    """The rules that somebody sent; this phone's last ones where they cannot be read."""
    try:
        return Force("", receive_rules(shelf(), written.encode()))
    except BadRuleset as error:
        return by_name("")._replace(problem=error.sentence)


def rules_in_force(match: Match, choices: list[RuleSetChoice], number: int | None = None) -> Force:
    """The rules of a match, or of one of its rounds, with the id of the rule set here that is the same."""
    played = match.rules_of(number or match.number)
    return Force(next((choice.id for choice in choices if choice.rules == played), ""), played)
