"""How long a purse lasts: the rounds one after another, as the coins of a match change hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..errors import NotAllowed
from ..figures.seat_figures import Sample, Share
from ..match.effects import next_dealer
from ..match.settlement import settle, starting_purse
from ..rules.ruleset import RuleSet
from .estimates import estimate
from .outcomes import SEATS, Outcome

_FEW: Final = 20  # emptied purses of which fewer say nothing about how long one lasts


class _Coins:
    """The coins of two players from the start of a match on."""

    def __init__(self, rules: RuleSet, purse: int) -> None:
        self._rules, self._purse = rules, purse
        self.begin()

    def begin(self) -> None:
        self._balance, self._dealer, self.rounds = [self._purse] * SEATS, 0, 0

    def after(self, played: Outcome) -> bool:
        """Take in a round; returns whether a purse is empty after it."""
        # what was kept of a round has seat 0 as its dealer
        turned = self._dealer
        points = [played.paid[(seat + turned) % SEATS] for seat in range(SEATS)]
        moved = settle(self._rules, points, self._balance, self._purse).transfer
        self._balance = [coins + more for coins, more in zip(self._balance, moved, strict=True)]
        winner = None if played.player is None else (played.player + turned) % SEATS
        dealer = (played.dealer + turned) % SEATS
        self._dealer = next_dealer(self._rules, dealer, winner, SEATS)
        self.rounds += 1
        return min(self._balance) <= 0


def purses(rules: RuleSet, rounds: Sequence[Outcome], period: int, asks_round: bool) -> dict[str, Any] | None:
    """How long the coins of a rule set last, as plain data; None where no purse can be empty.

    The rounds are taken in their order: once as matches of ``period`` rounds, and once as matches that go on
    until a purse is empty.
    """
    purse = _purse(rules)
    if not purse:
        return None
    emptied, matches = _matches(_Coins(rules, purse), rounds, period)
    step = period if asks_round else 1
    lasted = list(_until_empty(_Coins(rules, purse), rounds, step))
    sample = Sample(len(lasted), sum(lasted), sum(number * number for number in lasted))
    is_known = sample.count >= _FEW
    share = Share(emptied, matches)
    return {
        "coins": purse,
        "match": period,
        "matches": matches,
        "emptied": estimate(share.share, share.interval),
        "times": sample.count,
        "rounds": estimate(sample.mean, sample.interval) if is_known else estimate(None, None),
    }


def _purse(rules: RuleSet) -> int:
    """The coins that each begins with and can lose; 0 where points are gained from nobody."""
    if rules.settlement.account != "transfer":
        return 0
    try:
        return starting_purse(rules, rules.match.rounds)
    except NotAllowed:
        return 0


def _matches(coins: _Coins, rounds: Sequence[Outcome], length: int) -> tuple[int, int]:
    """How many whole matches of this length emptied a purse, and how many there are."""
    emptied, matches = 0, len(rounds) // length
    for match in range(matches):
        coins.begin()
        emptied += any(coins.after(played) for played in rounds[match * length : (match + 1) * length])
    return emptied, matches


def _until_empty(coins: _Coins, rounds: Sequence[Outcome], step: int) -> Iterator[int]:
    """How many rounds each match took until a purse was empty; each begins at a whole number of steps."""
    place = 0
    while place < len(rounds):
        coins.begin()
        while place < len(rounds) and not coins.after(rounds[place]):
            place += 1
        if place == len(rounds):  # the last one goes on
            return
        yield coins.rounds
        place = -(-(place + 1) // step) * step
