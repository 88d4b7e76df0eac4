"""A whole match: who deals, how long it is, who pays whom."""

from __future__ import annotations

from collections.abc import Iterator

from ....sentences import Sentence, count, say
from .. import wording
from ..ruleset import RuleSet
from ..settlement_options import Settlement
from .options import named_as, stated


def dealer(rules: RuleSet) -> Iterator[Sentence]:
    """Who deals first, and who deals after that."""
    yield wording.first_dealer(rules)
    yield stated("match.next_dealer", rules)
    if rules.match.next_dealer in ("winner", "loser"):
        yield stated("match.dealer_after_draw", rules)


def coins(rules: RuleSet) -> Iterator[Sentence]:
    """How long a match is, what the players begin with, and who pays."""
    settlement = rules.settlement
    yield named_as("match.rounds", wording.length(rules), rules)
    if settlement.purse:
        yield stated("settlement.purse", rules)
    yield from _who_pays(settlement)
    if settlement.purse and settlement.bust_ends:
        yield say("An empty purse ends the match.")
    if rules.match.tie != "shared":
        yield stated("match.tie", rules)


def _who_pays(settlement: Settlement) -> Iterator[Sentence]:
    """Whether points stay points or coins change hands for them, and how many."""
    if settlement.account == "transfer":
        yield count(
            "Each loser pays the winner %(n)d coin a point.",
            "Each loser pays the winner %(n)d coins a point.",
            settlement.coin,
        )
        return
    yield say("The winner adds the points, nobody pays.")
    if settlement.coin != 1:
        yield count("A point is %(n)d coin.", "A point is %(n)d coins.", settlement.coin)
