"""A rule set for so many players, prepared for playing rounds by it.

In the simulation a card is its place in ``cards.CARDS``, from 0; a set of cards is its bits.
"""

from __future__ import annotations

from typing import Final

import msgspec

from ..cards import CARDS, of_month, union
from ..rules import deal
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from .worth import Worth

MONTH: Final = tuple(of_month(card.month) for card in CARDS)  # the cards of the month of each card


class Game:
    """What all rounds by these rules have in common."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules, self.seats = rules, seats
        self.complete = msgspec.to_builtins(rules)  # as the start of a match has it
        self.scorer = scorer(rules)
        plan = self.scorer.plan
        self.worth = Worth(plan)
        in_play = deal.deck(rules)
        self.deck = [place for place in range(len(CARDS)) if in_play >> place & 1]
        self.hand_size, self.field_size = deal.hand_size(rules, seats), deal.field_size(rules, seats)
        self.turns = deal.turns(rules, seats)
        self.asks_dealt = plan.asks_dealt_brights
        self.asks_round = plan.asks_round
        self.asked_on_field = union(card for card in CARDS if card.month in plan.asks_field_months)
        self.is_usual = _is_usual(rules)


def _is_usual(rules: RuleSet) -> bool:
    """Whether a turn is one card from the hand and one from the stock, each taking what it matches."""
    play = rules.play
    return (
        play.capture == "automatic"
        and play.turn == "hand_then_stock"
        and play.unmatched_stock == "to_field"
        and play.lightning == "plain"
    )
