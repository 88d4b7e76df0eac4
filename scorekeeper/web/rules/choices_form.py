"""The choices of a rule set as a form: the answers that are taken, and the rules that they make."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import url_for
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from ...koikoi.errors import BadAnswer, BadRuleset, DoesNotArise
from ...koikoi.rules.choices import ChoiceState, agree, agreed_words, choice_states, why_off
from ...koikoi.rules.diff import by_key
from ...koikoi.rules.loader import rules as rules_of
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.ruleset import Answer, Choice, RuleSet
from ...sentences import Sentence
from ..forms.fields import META, ExactText
from ..language import translate
from .options_form import Sent

ANSWER: Final = "answer."  # and the id of the choice: the answer that is ticked
GIVEN: Final = "given."  # and the id of the choice: the answer that had been given when the page was drawn


class Offered(NamedTuple):
    """An answer to tick: its id and words, and the title of the rule set that plays so, if any."""

    id: str
    says: str
    ruleset: str
    ticked: bool


class AskedChoice(NamedTuple):
    """A choice as a page shows it; ``off``: why it makes no difference now; ``problem``: why not."""

    name: str
    choice: Choice
    answers: tuple[Offered, ...]
    off: Sentence | None
    problem: Sentence | None
    own: bool  # these rules say something that is none of the answers
    advice: bool


class ChoicesForm(BaseForm):
    """The answers to the choices of a rule set.

    ``sent``: the form that was sent, or an address with answers in it; None for a form that is drawn for the
    first time. Only answers that differ from what the page showed are given, so that those beside a whole
    rule set do not undo it.
    """

    rules: RuleSet  # with the answers; where one is refused, with those before

    def __init__(self, base: RuleSet, sent: Sent | None = None) -> None:
        super().__init__({}, meta=META)
        for choice in base.choices:
            self[ANSWER + choice.id] = self[GIVEN + choice.id] = UnboundField(ExactText)
        self.process(sent)
        self.base = base
        self.problems: dict[str, Sentence] = {}
        self.rules, self._given = self._shown()
        try:
            self.rules, self._given = self._answered()
        except BadAnswer as error:
            self.problems[ANSWER + error.choice] = by_title(error.reason, base)
        except BadRuleset as error:
            self.problems["answers"] = by_title(error, base)

    @property
    def given(self) -> Mapping[str, str]:
        """The answers that change the rule set, by the id of their choice."""
        agreed = self.rules.agreed
        return {name: answer for name, answer in self._given.items() if agreed.get(name) == answer}

    def address(self, ruleset: str) -> str:
        """The address of a new match by the rule set with this id and the answers."""
        answers: dict[str, Any] = {ANSWER + name: answer for name, answer in self.given.items()}
        return url_for("matches.new", ruleset=ruleset, **answers)

    def editing(self, ruleset: str, fold: str = "") -> str:
        """The address of the rule editor by that rule set and the answers; ``fold``: what is open there."""
        opened = {"show": fold, "_anchor": f"s-{fold}"} if fold else {}
        address: dict[str, Any] = {"from": ruleset, **self.remembered, **opened}
        return url_for("rule_editor.new", **address)

    def changing(self, ruleset: str) -> str:
        """The address where the table's own rule set is changed, beginning with the answers."""
        return url_for("rule_editor.edit", name=ruleset, **self.remembered)

    @property
    def remembered(self) -> dict[str, Any]:
        """What the page carries to know later which answers it showed, by name."""
        return {GIVEN + name: answer for name, answer in self.given.items()}

    @property
    def agreed(self) -> tuple[Sentence, ...]:
        """The answers that were given, in words."""
        return agreed_words(self.rules)

    @cached_property
    def questions(self) -> tuple[AskedChoice, ...]:
        """Every choice in the order of the source, with the answer that is taken."""
        return tuple(self._question(row) for row in choice_states(self.rules))

    def offered(self, without: Collection[str] = ()) -> tuple[AskedChoice, ...]:
        """What the source offers, but for choices that set nothing except some keys."""
        return tuple(self._of("optional", without))

    def open(self, without: Collection[str] = ()) -> tuple[AskedChoice, ...]:
        """What the source leaves open, but for choices that set nothing except some keys."""
        return tuple(self._of("open", without))

    def _of(self, kind: str, without: Collection[str]) -> Iterator[AskedChoice]:
        for question in self.questions:
            sets = {key for key, _ in by_key(question.choice.answers[0].sets)}
            if question.choice.kind == kind and not sets <= set(without):
                yield question

    def _shown(self) -> tuple[RuleSet, dict[str, str]]:
        """The rules as the page showed them, and the answers in them."""
        given = self._filled(GIVEN)
        try:
            return agree(self.base, given), given
        except BadRuleset:  # they were changed since the page was drawn
            return self.base, {}

    def _answered(self) -> tuple[RuleSet, dict[str, str]]:
        """The same with the changed answers; without any whose question does not arise. Raises BadRuleset."""
        changed, earlier = self._changed(), dict(self._given)
        while changed:
            given = {**earlier, **changed}
            try:
                return agree(self.base, given), given
            except DoesNotArise as error:  # a page shows why, and nobody can take a tick away there
                for answers in (earlier, changed):
                    answers.pop(error.choice, None)
        return self.rules, self._given

    def _changed(self) -> dict[str, str]:
        """The answers that are ticked now and were not when the page was drawn."""
        shown = {row.choice.id: _id(row.taken) for row in choice_states(self.rules)}
        return {name: answer for name, answer in self._filled(ANSWER).items() if answer != shown[name]}

    def _filled(self, prefix: str) -> dict[str, str]:
        texts = {choice.id: self[prefix + choice.id].data for choice in self.base.choices}
        return {name: text for name, text in texts.items() if text}

    def _question(self, row: ChoiceState) -> AskedChoice:
        name = ANSWER + row.choice.id
        ticked = self[name].data if self.problems and self[name].data else _id(row.taken)
        return AskedChoice(
            name,
            row.choice,
            tuple(_offered(answer, ticked) for answer in row.choice.answers),
            why_off(row.off, self.rules) if row.off else None,
            self.problems.get(name),
            row.taken is None and row.arises,
            row.advice,
        )


def _offered(answer: Answer, ticked: str) -> Offered:
    title = rules_of(answer.ruleset).title if answer.ruleset else ""
    return Offered(answer.id, translate(answer.says), translate(title), answer.id == ticked)


def _id(answer: Answer | None) -> str:
    return answer.id if answer else ""
