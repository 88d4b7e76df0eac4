"""The hand to try on the page of the house-rules form: its cards, its calls, its points before and after."""

from __future__ import annotations

from collections.abc import Mapping
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
from ...koikoi.scoring.score import Factor, Score
from ...sentences import Sentence, say
from ..forms.fields import ExactText, ExactTexts, TypedForm, WholeNumber
from ..rounds.rule_questions import MOST_CALLS
from .changes import without
from .form import Checked, HouseRulesForm, checked


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

    cards = ExactTexts(name="try.cards")
    own = WholeNumber(0, MOST_CALLS, name="calls-0")
    others = WholeNumber(0, MOST_CALLS, name="calls-1")
    latest = ExactText()  # the field that was changed last


class ShownBill(NamedTuple):
    """What the cards are worth by some rules, and the yaku that weather takes from them, each with why."""

    rules: RuleSet
    score: Score
    ruined: tuple[tuple[str, Sentence], ...]


class ShownTrial:
    """What is tried by the rules that a form says, and what it is worth.

    ``own``: what each yaku of the table's own is there, by the id that its fields have; None where it pays
    nothing, or nobody can make it.
    """

    def __init__(self, form: HouseRulesForm, says: Checked, ids: Mapping[str, str]) -> None:
        """``says``: what the form says; ``ids``: those of the own yaku in it, by those of their fields."""
        typed = TrialForm(form.sent)
        self.rules, self.parent = says.playable, form.parent
        self.ticked = [card for card in typed.cards.data if card in BY_ID]
        self.calls = (typed.own.text, typed.others.text)
        self.asks_calls = "calls" in sections(self.parent.game)
        self.refusals = tuple(by_title(refusal, says.rules or form.base) for refusal in says.refusals)
        self.tried: Trial | None = None
        self.own: dict[str, OwnYaku | None] = dict.fromkeys(ids)
        if self.rules is None:
            return
        tapped = union(BY_ID[card] for card in self.ticked)
        try:
            refuse_left_out(self.rules, tapped)
        except BadCards as error:
            self.refusals = (error.sentence,)
        self.tried = tried = _tried(form, typed, self.rules, tapped)
        self.assumed = _assumed(tried)
        self.before = self._bill(self.parent, tried.before) if tried.differs else None
        self.after = self._bill(self.rules, tried.after)
        if any(name in self.rules.yaku for name in ids.values()):
            chart = {row.id: row for row in rows(self.rules, compiled(self.rules))}
            self.own |= {
                field: OwnYaku(phrases.yaku(name, self.rules), chart[name], _place(self.rules, name))
                for field, name in ids.items()
                if name in chart
            }

    def _bill(self, rules: RuleSet, score: Score) -> ShownBill:
        assert self.tried is not None
        return ShownBill(rules, score, explain.ruined(rules, self.tried.pile, self.tried.at))


def _tried(form: HouseRulesForm, typed: TrialForm, rules: RuleSet, tapped: int) -> Trial:
    """The pile and what it is worth by both rule sets."""
    held = Pile(tapped & deck(rules)) or None
    own, others = typed.own.value, typed.others.value
    calls: CallCounts | None = None if own is None and others is None else (own or 0, others or 0)
    if held is None and (latest := typed.latest.data):
        before = checked(without(form.made, form.above, latest)).playable
        if before and (shown := trial(before, rules, None, calls)).differs:
            return seen_from(form.parent, shown)
    return trial(form.parent, rules, held, calls)


def _assumed(tried: Trial) -> list[Sentence]:
    """The calls, and the rest on which the points depend besides the cards."""
    at = tried.at
    numbers = {"own_koi": at.own, "opponent_koi": at.others, "field_brights": at.dealt_brights}
    assumed = [explain.factor_reason(Factor(name, 1, 0, n), (), None) for name, n in numbers.items() if n]
    if at.round and at.round > 1:
        assumed.append(say("round %(number)d", number=at.round))
    return [*assumed, *map(explain.field_month, at.field_months)]
