"""The rule set that the table makes or changes: what it is made from, what it begins with, how it is kept."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import url_for

from ...house_rules.changes import keep_changed, keep_new, refuse_outdated, stamp
from ...koikoi.rules.loader import base_of, rules
from ...koikoi.rules.ruleset import TEXTS, RuleSet
from ...koikoi.rules.schema import Tree
from ..context import rules_named, shelf
from .choices_form import GIVEN, ChoicesForm
from .form import HouseRulesForm
from .options_form import Sent


class EditedRules:
    """The id of one of the table's own rule sets, or an empty text for a new one made from ``origin``.

    ``drawn``: the stamp of what the page showed, see ``keep_changed``. ``given``: the address or form that
    says with which answers to the choices of that rule set it begins. ``base``: the rule set that is changed,
    the one kept under the name, or the parent, still without a name.
    """

    def __init__(self, name: str, origin: str = "", drawn: str = "", given: Sent | None = None) -> None:
        self.name, self.drawn = name, drawn
        self.house = shelf()
        self.extends = base_of(self._kept) if name else origin
        self.parent = rules_named(self.extends, binned=True)  # keeping the rules puts it back
        self.parent_title = self.parent.title or self.extends
        self.action = url_for("rule_editor.change", name=name) if name else url_for("rule_editor.create")
        kept = rules(name, self.house.find_anywhere) if name else self.parent
        answers = Sent(row for row in given.items() if row[0].startswith(GIVEN)) if given else None
        self._answers = ChoicesForm(kept, answers)
        texts = {"source": str(self._kept.get("source", ""))} if name else dict.fromkeys(TEXTS, "")
        self.base: RuleSet = msgspec.structs.replace(self._answers.rules, agreed=kept.agreed, **texts)

    @property
    def remembered(self) -> Mapping[str, str]:
        """The answers with which it begins, as the form carries them."""
        return self._answers.remembered

    def form(self, sent: Sent | None = None) -> HouseRulesForm:
        """The form of the rule set, filled with what was sent."""
        return HouseRulesForm(self.base, self.parent, sent)

    def keep(self, rule_set: RuleSet) -> str:
        """Keep the rule set; returns its id. Raises BadRuleset, Outdated."""
        if not self.name:
            return keep_new(self.house, rule_set, self.extends)
        keep_changed(self.house, self.name, rule_set, self.drawn)
        return self.name

    def refuse_outdated(self) -> None:
        """Refuse the form where it shows an older state. Raises Outdated."""
        if self.name:
            refuse_outdated(self.house, self.name, self.drawn)

    def redrawn(self) -> None:
        """The form shows the newest state from now on."""
        self.drawn = stamp(self.house, self.name)

    @property
    def _kept(self) -> Tree:
        return self.house.find(self.name) or {}
