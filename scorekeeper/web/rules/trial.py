"""The hand to try on the page of the house-rules form: its cards, its calls, its points before and after."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ...koikoi.cards import BY_ID, union
from ...koikoi.chart import ChartRow, rows
from ...koikoi.compare.differences import Trial, seen_from, trial
from ...koikoi.errors import BadCards
from ...koikoi.match import explain
from ...koikoi.pile import Pile
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import deck, refuse_left_out
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import sections
from ...koikoi.scoring.plan import compiled
from ...koikoi.scoring.samples import CallCounts
from ...koikoi.scoring.score import Factor
from ...sentences import Sentence, say
from ..forms.fields import ExactText, ExactTexts, TypedForm, WholeNumber
from ..rounds.rule_questions import MOST_CALLS
from .changes import without
from .form import HouseRulesForm, checked
from .yaku_fields import NEW


class OwnYaku(NamedTuple):
    """A yaku of one's own, in force."""

    name: Sentence
    row: ChartRow
    place: Sentence  # which yaku pay just more and just less


def _place(rules: RuleSet, name: str) -> Sentence:
    """Between which yaku it pays: "less than Three brights (5), more than Ribbons (1)"."""
    points = rules.yaku[name].points
    others = {other: yaku.points for other, yaku in rules.yaku.items() if other != name and yaku.points}
    more = min((other for other in others if others[other] > points), key=others.__getitem__, default=None)
    less = max((other for other in others if others[other] < points), key=others.__getitem__, default=None)
    same = next((other for other in others if others[other] == points), None)
    if same:
        return say("As much as %(yaku)s.", yaku=phrases.yaku(same, rules))
    between = {
        side: say("%(yaku)s (%(points)d)", yaku=phrases.yaku(other, rules), points=others[other])
        for side, other in (("more", more), ("less", less))
        if other
    }
    if more and less:
        return say("Less than %(more)s, more than %(less)s.", **between)
    if more:
        return say("Less than any other; the next is %(more)s.", **between)
    if less:
        return say("More than any other; the next is %(less)s.", **between)
    return say("The only yaku.")


class TrialForm(TypedForm):
    """Which cards and calls are tried; without cards the app chooses some on which the changes show."""

    cards = ExactTexts(name="try.cards", default=())
    own = WholeNumber(0, MOST_CALLS, name="calls-0")
    others = WholeNumber(0, MOST_CALLS, name="calls-1")
    latest = ExactText(default="")  # the field that was changed last


class ShownTrial:
    """What is tried by the rules that a form says, and what it is worth.

    ``added``: the id that the yaku that is being added has there.
    """

    def __init__(self, form: HouseRulesForm, added: str) -> None:
        self.typed = TrialForm(form.sent)
        self.parent = form.parent
        self.rules = form.so_far.playable
        self._form, self._added = form, added

    @property
    def ticked(self) -> list[str]:
        """The ids of the cards that were tapped."""
        return [card for card in self.typed.cards.data if card in BY_ID]

    @property
    def calls(self) -> tuple[str, str]:
        """The calls as they were typed."""
        return self.typed.own.text, self.typed.others.text

    @property
    def asks_calls(self) -> bool:
        """Whether koi-koi is called in the game of these rules."""
        return "calls" in sections(self.parent.game)

    @property
    def refusals(self) -> tuple[Sentence, ...]:
        """Why these rules cannot be played, or which of the tapped cards are not in their deck."""
        rules, refusals = self._form.so_far
        if rules is None or refusals:
            return tuple(by_title(refusal, rules or self._form.base) for refusal in refusals)
        try:
            refuse_left_out(rules, self._tapped)
        except BadCards as error:
            return (error.sentence,)
        return ()

    @property
    def _tapped(self) -> int:
        return union(BY_ID[card] for card in dict.fromkeys(self.ticked))

    @cached_property
    def tried(self) -> Trial | None:
        """The pile and what it is worth by both rule sets."""
        if self.rules is None:
            return None
        held = Pile(self._tapped & deck(self.rules)) or None
        own, others = self.typed.own.value, self.typed.others.value
        calls: CallCounts | None = None if own is None and others is None else (own or 0, others or 0)
        if held is None and (latest := self.typed.latest.data):
            before = checked(without(self._form.made, self._form.above, latest)).playable
            if before and (shown := trial(before, self.rules, None, calls)).differs:
                return seen_from(self.parent, shown)
        return trial(self.parent, self.rules, held, calls)

    @property
    def assumed(self) -> list[Sentence]:
        """The calls, and the rest on which the points depend besides the cards."""
        assert self.tried is not None
        at = self.tried.at
        numbers = {"own_koi": at.own, "opponent_koi": at.others, "field_brights": at.dealt_brights}
        assumed = [explain.factor_reason(Factor(name, 1, 0, n), (), None) for name, n in numbers.items() if n]
        if at.round and at.round > 1:
            assumed.append(say("round %(number)d", number=at.round))
        return [*assumed, *map(explain.field_month, at.field_months)]

    def own(self, name: str) -> OwnYaku | None:
        """A yaku of the table's own by the id that its fields have; None where it pays nothing, or nobody can
        make it."""
        rules, kept = self.rules, self._added if name == NEW else name
        chart = rows(rules, compiled(rules)) if rules and kept in rules.yaku else ()
        row = next((row for row in chart if row.id == kept), None)
        return OwnYaku(phrases.yaku(kept, rules), row, _place(rules, kept)) if rules and row else None

    def ruined(self, rules: RuleSet) -> tuple[tuple[str, Sentence], ...]:
        """The yaku that the weather takes from the pile by these rules, and why."""
        assert self.tried is not None
        return explain.ruined(rules, self.tried.pile, self.tried.at)
