"""The rules of a new match: those of a kept rule set, of an earlier match, or that somebody sent."""

from __future__ import annotations

from contextlib import suppress

from msgspec import structs

from ...house_rules.exchange import receive_rules
from ...house_rules.shelf import HouseRules
from ...koikoi.errors import BadRuleset
from ...koikoi.match.match import Match
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.ruleset import RuleSet
from ..rules.choices_form import ChoicesForm
from ..rules.options_form import Sent
from .start_form import AGAIN, RECEIVED, StartForm


def chosen_rules(form: StartForm, house: HouseRules, again: Match | None) -> RuleSet:
    """The rule set of the form; AGAIN: the very rules of the earlier match. Raises BadRuleset."""
    if form.ruleset.text == AGAIN and again is not None:
        match = structs.replace(again.rules.match, rounds=again.length)
        return structs.replace(again.rules, match=match)
    if form.ruleset.text == RECEIVED:
        return receive_rules(house, form.written.data.encode())
    return rules(form.ruleset.text, house.find)


def shown_rules(form: StartForm, house: HouseRules, again: Match | None) -> RuleSet:
    """The rule set of the form, for showing what it says; the default where it cannot be read."""
    try:
        return chosen_rules(form, house, again)
    except BadRuleset:
        return rules(DEFAULT)


def received(form: StartForm, house: HouseRules) -> RuleSet | None:
    """The rules that came with the form and are not kept; None without any that can be read."""
    if form.written.data:
        with suppress(BadRuleset):
            return receive_rules(house, form.written.data.encode())
    return None


def answers(form: StartForm, rule_set: RuleSet, sent: Sent) -> ChoicesForm:
    """The answers to the choices of a rule set; none where the page showed the questions of another one."""
    shown = form.answers_of.text or form.ruleset.text
    return ChoicesForm(rule_set, sent if shown == form.ruleset.text else None)
