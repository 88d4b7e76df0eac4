"""What a rule set says about a part of the game: the options that matter there, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from ...koikoi.cards import Card
from ...koikoi.rules import phrases
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Tree, doublings, option, value_at
from ...sentences import Sentence

DEAL: Final = (
    *("match.first_dealer", "match.first_dealer_tie"),
    *("deal.hand", "deal.field", "deal.packet", "deal.without"),
    *("deal.field_four", "deal.field_pairs", "deal.teyaku.both", "deal.teyaku.declare"),
    "deal.teyaku.multiplied",
)
TURN: Final = ("play.capture", "play.unmatched_stock", "play.lightning", "play.orphans")
CALLS: Final = (
    *("calls.on_extension", "calls.min_points", "calls.below_min", "calls.limit", "calls.limit_scope"),
    *("calls.final_turn", "calls.missed_yaku"),
    *("multipliers.own_koi", "multipliers.opponent_koi", "multipliers.any_koi", "multipliers.koi_counts"),
)
END: Final = (
    *("settlement.who_scores", "multipliers.big", "multipliers.field_brights", "settlement.account"),
    *("play.hands_empty", "exhausted.no_yaku", "exhausted.held_yaku"),
    *("match.next_dealer", "match.dealer_after_draw", "match.rounds"),
)
_SIZES: Final = ("deal.hand", "deal.field")  # where only two can play, the picture says them
_OF_CARDS: Final = {"09A": ("sake_cup",), "11C": ("play.lightning", "play.orphans")}


class Said(NamedTuple):
    """One option in words."""

    title: Sentence
    value: Sentence


def said(rules: RuleSet, keys: Sequence[str]) -> tuple[Said, ...]:
    """What a rule set says about these options; those without effect are left out."""
    tree = msgspec.to_builtins(rules)
    return tuple(
        Said(phrases.title(key, rules), _value(key, tree, rules)) for key in keys if _matters(key, tree)
    )


def said_of(card: Card, rules: RuleSet) -> tuple[Said, ...]:
    """What a rule set says about a single card."""
    return said(rules, _OF_CARDS.get(card.id, ()))


def _value(key: str, tree: Tree, rules: RuleSet) -> Sentence:
    if key == "match.rounds":  # or as many as it takes to reach a target
        return phrases.length(rules)
    return phrases.value(key, value_at(tree, key), rules)


def _matters(key: str, tree: Tree) -> bool:
    if key in _SIZES:
        return bool(tree["match"]["players"] > 2)
    if key == "match.rounds":
        return True
    row, setting = option(doublings()[key].switch if key in doublings() else key), value_at(tree, key)
    is_off = doublings()[key].is_off(setting) if key in doublings() else row and setting == row.off
    return row is not None and not is_off and not row.idle_beside(tree)
