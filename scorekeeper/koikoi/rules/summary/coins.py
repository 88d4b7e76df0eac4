"""A whole match: who deals, how long it is, who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....sentences import N_, Sentence, count, say
from .. import wording
from ..ruleset import RuleSet
from .options import named_as, stated

_WHO_PAYS: Final = {
    "gains": N_("The winner adds the points, nobody pays."),
    "transfer": N_("Each loser pays the winner."),
}


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
    yield say(_WHO_PAYS[settlement.account])
    if settlement.coin != 1:
        yield count("A point is %(n)d coin.", "A point is %(n)d coins.", settlement.coin)
    if settlement.purse and settlement.bust_ends:
        yield say("An empty purse ends the match.")
    if rules.match.tie != "shared":
        yield stated("match.tie", rules)
