"""A rule set for so many players, prepared for playing rounds by it, and what cards are worth to a player.

In the simulation a card is its place in ``cards.CARDS``, from 0; a set of cards is its bits. The randomness
is passed in: the same chance plays the same rounds.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import reduce
from operator import or_
from typing import Any, Final, Protocol

import msgspec

from ...sentences import say
from ..cards import ANIMALS, BRIGHTS, CARDS, CHAFF, RIBBONS, of_month, union
from ..rules import deal
from ..rules.refusals import refuse_other_game
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from ..scoring.plan import Plan, PlanRow


class Chance(Protocol):
    """What the simulation asks of chance: the same answers give the same rounds."""

    def random(self) -> float:
        """A number from 0 to just below 1."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a list into any order."""


def below(chance: Chance, number: int) -> int:
    """A whole number from 0 to just below ``number``."""
    return int(chance.random() * number)


MONTH: Final = tuple(of_month(card.month) for card in CARDS)  # the cards of the month of each card


class Game:
    """What all rounds by these rules have in common."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        refuse_other_game(rules, say("Only rounds of Koi-Koi can be simulated."))
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
        play = rules.play
        # a turn is one card from the hand and one from the stock, each taking what it matches
        usual = ("automatic", "hand_then_stock", "to_field", "plain")
        self.is_usual = (play.capture, play.turn, play.unmatched_stock, play.lightning) == usual


_OF_KIND: Final = ((BRIGHTS, 1.0), (ANIMALS, 0.5), (RIBBONS, 0.4), (CHAFF, 0.2))
_NEAR: Final = (1.0, 0.4, 0.12, 0.03)  # the share of its points that a yaku with so many cards missing counts
_TOLD_APART: Final = 10  # cards of a yaku up to which it matters which of them are held
_MOST_KNOWN: Final = 65536  # answers that are remembered


class Worth:
    """The worth of captures under one plan; it remembers its answers."""

    def __init__(self, plan: Plan) -> None:
        rows = [row for row in plan.rows if not row.monthly and row.points]
        self._rows = [row for row in rows if row.core.bit_count() <= _TOLD_APART]
        self._counting = [row for row in rows if row not in self._rows]
        self._related: dict[int, int] = {}
        self._known: dict[tuple[int, int], float] = {}

    def of(self, captured: int, held: int) -> float:
        """What a capture is worth to a player who holds some cards."""
        related = self._related.get(captured)
        if related is None:
            related = self._related[captured] = self._related_to(captured)
        key = captured, held & related
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self._worth(captured, held)
        return known

    def _related_to(self, captured: int) -> int:
        """The cards that decide what a capture is worth, if they are held."""
        return reduce(or_, (row.core | row.kind for row in self._rows if row.core & captured), 0)

    def _worth(self, captured: int, held: int) -> float:
        after = held | captured
        nearer = sum(
            _progress(row, after) - _progress(row, held) for row in self._rows if row.core & captured
        )
        # of a yaku of many cards each brings its share, whichever are held
        shares = sum(row.points * (row.core & captured).bit_count() / row.size for row in self._counting)
        return worth_of_kind(captured) + nearer + shares


def worth_of_kind(cards: int) -> float:
    """What cards are worth by their kinds alone."""
    return sum(value * (cards & kind).bit_count() for kind, value in _OF_KIND)


def _progress(row: PlanRow, held: int) -> float:
    """How much of the points of a yaku some cards stand for."""
    missing = sum(max(0, least - (held & among).bit_count()) for among, least in row.needs)
    if not missing:
        return row.points + row.extra * max(0, (held & row.kind).bit_count() - row.size)
    return row.points * _NEAR[missing] if missing < len(_NEAR) else 0.0
