"""A table's own yaku as it will stand among the others: its cards, its points, its neighbours."""

from __future__ import annotations

from typing import NamedTuple

from ...koikoi.chart import Group, rows
from ...koikoi.rules import phrases
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.scoring.plan import compiled
from ...sentences import Sentence, say


class OwnYaku(NamedTuple):
    """A yaku of one's own, in force."""

    name: Sentence
    points: int
    groups: tuple[Group, ...]  # its cards, as on the chart
    terms: tuple[Sentence, ...]  # what else holds for it, as on the chart
    place: Sentence  # which yaku pay just more and just less


def own_yaku(rule_set: RuleSet, name: str) -> OwnYaku | None:
    """The yaku with this id; None where it pays nothing, or nobody can make it."""
    row = next((row for row in rows(rule_set, compiled(rule_set)) if row.id == name), None)
    if row is None:
        return None
    return OwnYaku(phrases.yaku(name, rule_set), row.points, row.groups, row.terms, _place(rule_set, name))


def _place(rules: RuleSet, name: str) -> Sentence:
    """Between which yaku it pays: "less than Three brights (5), more than Ribbons (1)"."""
    points = rules.yaku[name].points
    others = {other: yaku.points for other, yaku in rules.yaku.items() if other != name and yaku.points}
    more = min((other for other in others if others[other] > points), key=others.__getitem__, default=None)
    less = max((other for other in others if others[other] < points), key=others.__getitem__, default=None)
    same = next((other for other in others if others[other] == points), None)
    if same:
        return say("As much as %(yaku)s.", yaku=phrases.yaku(same, rules))
    between = {side: _with_points(rules, other) for side, other in (("more", more), ("less", less)) if other}
    if more and less:
        return say("Less than %(more)s, more than %(less)s.", **between)
    if more:
        return say("Less than any other; the next is %(more)s.", **between)
    if less:
        return say("More than any other; the next is %(less)s.", **between)
    return say("The only yaku.")


def _with_points(rules: RuleSet, name: str) -> Sentence:
    return say("%(yaku)s (%(points)d)", yaku=phrases.yaku(name, rules), points=rules.yaku[name].points)
