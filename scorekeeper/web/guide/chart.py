"""The yaku chart: every yaku in force with its cards, the doublings worked out, the rules in short."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.chart import chart
from ...koikoi.match.explain import factor_reason
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.summary import summary
from ...koikoi.scoring.score import Score
from ...sentences import listing
from ..context import rules_named
from ..forms.fields import OneOf, TypedForm
from ..forms.request import from_address
from ..language import translate
from ..match_repository import load
from .whose_rules import way_back

pages = Blueprint("chart", __name__)

_PAPERS = ("a4", "fold")  # fold: an A4 sheet that is folded to a card of two A5 pages


class ChartAddress(TypedForm):
    """On what paper."""

    paper = OneOf(_PAPERS, default=_PAPERS[0])


@pages.get("/rules/<name>/chart")
def of_rules(name: str) -> ResponseReturnValue:
    """The chart of a rule set."""
    return _page(rules_named(name), way_back() or url_for("rules.show", name=name))


@pages.get("/matches/<match_id>/chart")
def of_match(match_id: str) -> ResponseReturnValue:
    """The chart of the rules that a match is played by; the way back leads where the reader came from."""
    match = load(match_id)
    back = way_back() or url_for("matches.notepad", match_id=match_id)
    return _page(match.rules, back)


def why_multiplied(score: Score) -> str:
    """What multiplies a score, for a player without a name."""
    return translate(listing([factor_reason(factor, (), None) for factor in score.factors]))


def _page(rule_set: RuleSet, back: str) -> str:
    return render_template(
        "guide/chart.html",
        rules=rule_set,
        chart=chart(rule_set),
        topics=summary(rule_set),
        paper=from_address(ChartAddress).paper.data,
        back=back,
    )
