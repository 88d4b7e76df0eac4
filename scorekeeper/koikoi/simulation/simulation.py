"""Rounds played by one rule set, or by two on the same deals, and what they say: plain data.

Shares are from 0 to 1, points are means, and each stands with its 95 % interval. What was played is kept as
sums, so that it stays small, and more rounds are added to it; the report is the same as if all had been
played at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, Final

import msgspec

from ..errors import NotAllowed
from ..figures.match_figures import id_of
from ..figures.seat_figures import AddedNumbers, Share
from ..match.endings import next_dealer
from ..match.settlement import charges, settle, starting_purse
from ..rules.ruleset import RuleSet
from .estimates import Counts, Estimate, PairedSums, Sums, Together, estimate, spread, spread_difference
from .outcomes import SEATS, Outcome, PolicyTable

FORMAT: Final = "koikoi-simulation/1"
MOST_SEED: Final = 999_999_999
USUAL_POLICY: Final = "careful"  # the policy
_BITS: Final = 24  # for the rounds of a seed, two chances each
_WON: Final = ("dealer", "other", "nobody")
_ENDED: Final = ("dealer_stopped", "other_stopped", "dealt", "hands_empty")
_FEWEST_EMPTIED: Final = 20  # emptied purses of which fewer say nothing about how long one lasts


class MatchSeries(msgspec.Struct):
    """Matches of two players that begin one after another and end when a purse is empty."""

    lasted: AddedNumbers = AddedNumbers()  # rounds of the matches in which one was
    balance: list[int] = []  # in the match that goes on; empty until the next one begins
    dealer: int = 0
    rounds: int = 0

    def play(self, rules: RuleSet, purse: int, of: Outcome, may_begin: bool) -> None:
        """Take in the next round, if a match goes on or may begin with it."""
        if not self.balance:
            if not may_begin:
                return
            self.balance, self.dealer, self.rounds = [purse] * SEATS, 0, 0
        first = self.dealer  # seat 0 of what was kept of a round
        points = [of.paid[(seat - first) % SEATS] for seat in range(SEATS)]
        moved = settle(rules, charges(rules, points), self.balance, purse).transfer
        self.balance = [coins + more for coins, more in zip(self.balance, moved, strict=True)]
        winner = None if of.player is None else (of.player + first) % SEATS
        self.dealer = next_dealer(rules, (of.dealer + first) % SEATS, winner, self.balance)
        self.rounds += 1
        if min(self.balance) <= 0:
            self.lasted += AddedNumbers(1, self.rounds, self.rounds**2)
            self.balance = []


class RuleSetSums(msgspec.Struct):
    """What the rounds of one rule set brought; ``points``: of how many rounds, by their points."""

    sums: Sums = msgspec.field(default_factory=Sums)
    points: dict[int, int] = {}
    won: dict[int, int] = {}  # the same of the rounds that somebody won
    matches: MatchSeries = msgspec.field(default_factory=MatchSeries)  # of the usual number of rounds
    endless: MatchSeries = msgspec.field(default_factory=MatchSeries)

    def add(self, table: PolicyTable, outcomes: Sequence[Outcome], counts: Mapping[Outcome, Counts]) -> None:
        """Take in the next rounds, in their order."""
        purse, rules, first = _purse(table.game.rules), table.game.rules, self.sums.rounds
        for index, outcome in enumerate(outcomes, first) if purse else ():
            if index % table.period == 0:
                self.matches.balance = []
            self.matches.play(rules, purse, outcome, index % table.period == 0)
            self.endless.play(rules, purse, outcome, not table.game.asks_round or index % table.period == 0)
        for outcome, times in Counter(outcomes).items():
            self.sums.add(counts[outcome], times)
            self.points[outcome.points] = self.points.get(outcome.points, 0) + times
            if outcome.player is not None:
                self.won[outcome.points] = self.won.get(outcome.points, 0) + times


class Played(msgspec.Struct):
    """What all rounds brought so far, in sums alone."""

    sets: list[RuleSetSums]
    # of two rule sets, what both brought in the same rounds
    together: dict[str, Together] = {}
    points: dict[int, dict[int, int]] = {}  # of how many rounds, by the points of the one and of the other
    differing: int = 0  # rounds that paid differently


class Simulation:
    """One rule set, or two on the same deals; ``played``: what was played of the same before."""

    def __init__(self, tables: Sequence[PolicyTable], seed: int, played: Played | None = None) -> None:
        self._tables, self._seed = tables, seed
        self.played = played or Played([RuleSetSums() for _ in tables])

    @property
    def rounds(self) -> int:
        """How many were played by each rule set."""
        return self.played.sets[0].sums.rounds

    def play(self, rounds: int) -> None:
        """Play so many rounds more, each with the next deal. Raises NotAllowed."""
        indices = range(self.rounds, self.rounds + rounds)
        outcomes = [
            [table.outcome(index, chances(self._seed, index)) for index in indices] for table in self._tables
        ]
        counts = {outcome: _counts(outcome) for outcome in {*chain.from_iterable(outcomes)}}
        for table, brought, found in zip(self._tables, self.played.sets, outcomes, strict=True):
            brought.add(table, found, counts)
        if len(outcomes) > 1:
            self._add_both(Counter(zip(*outcomes, strict=True)), counts)

    def report(self) -> dict[str, Any]:
        """What all rounds say; of two rule sets with their differences, the second less the first."""
        found: dict[str, Any] = {
            "format": FORMAT,
            "rounds": self.rounds,
            "seed": self._seed,
            "policy": self._tables[0].policy,
            "players": SEATS,
            "level": 0.95,
            "rulesets": [
                _of_set(table, brought) for table, brought in zip(self._tables, self.played.sets, strict=True)
            ],
        }
        if len(self._tables) > 1:
            found["differences"] = _differences(self._pair(), self.played)
        return found

    def _pair(self) -> PairedSums:
        one, other = self.played.sets
        return PairedSums(one.sums, other.sums, self.played.together)

    def _add_both(self, alike: Mapping[tuple[Outcome, ...], int], counts: Mapping[Outcome, Counts]) -> None:
        pair = self._pair()
        for (one, other), times in alike.items():
            pair.add(counts[one], counts[other], times)
            of_one = self.played.points.setdefault(one.points, {})
            of_one[other.points] = of_one.get(other.points, 0) + times
            if one.paid != other.paid:
                self.played.differing += times


def chances(seed: int, index: int) -> tuple[Random, Random]:
    """Chances of a round's own, so that the others may be played at any time; the same for all rule sets."""
    first = (seed << _BITS) + 2 * index
    return Random(first), Random(first + 1)


def _counts(of: Outcome) -> Counts:
    """What a round brought, by key; numbers of all rounds only where they are not 0."""
    won = "nobody" if of.player is None else "dealer" if of.player == of.dealer else "other"
    counts = {f"won {won}": 1, f"ended {_ended(of, won)}": 1}
    if of.calls:
        counts["called"] = 1
    if of.is_raised:
        counts["raised"] = 1
    if of.points:
        counts["a_round"] = of.points
    if of.player is not None:
        counts["a_won_round"] = of.points
    for yaku, points in of.yaku:
        counts[f"share {yaku}"] = 1
        counts[f"points {yaku}"] = points
    if of.weighed:
        counts[f"koikoi {of.weighed.base}"] = of.weighed.gain
    return counts


def _ended(of: Outcome, won: str) -> str:
    """How a round ended; what was dealt may decide it before the first card."""
    if of.result == "exhausted":
        return "hands_empty"
    return f"{won}_stopped" if of.result == "won" else "dealt"


def _of_set(table: PolicyTable, played: RuleSetSums) -> dict[str, Any]:
    sums = played.sums
    often = {yaku: sums.sample(f"points {yaku}", some=True).count for yaku in _named(sums, "points ")}
    return {
        "ruleset": table.name,
        **_shares(sums.share),
        "points": {
            "a_round": sums.mean("a_round"),
            "spread": spread(played.points),
            "a_won_round": sums.mean("a_won_round", some=True),
            "median": _median(Counter(played.won)),
            "won_rounds": [[worth, played.won[worth]] for worth in sorted(played.won)],
        },
        "yaku": [
            {
                **_called(yaku),
                "times": often[yaku],
                "share": sums.share(f"share {yaku}"),
                "points": sums.mean(f"points {yaku}", some=True),
                "worth": sums.mean(f"points {yaku}"),
            }
            for yaku in sorted(often, key=lambda yaku: (-often[yaku], yaku))
        ],
        "koikoi": [
            {
                "base": base,
                "times": sums.sample(f"koikoi {base}", some=True).count,
                "gain": sums.mean(f"koikoi {base}", some=True),
            }
            for base in _bases(sums)
        ],
        "purse": _purses(table, played),
    }


def _differences(pair: PairedSums, played: Played) -> dict[str, Any]:
    """By how much each number of the second rule set is above that of the first."""
    share = Share(played.differing, pair.one.rounds)
    points = {(x, y): times for x, of_one in played.points.items() for y, times in of_one.items()}
    both = [*_named(pair.one, "points "), *_named(pair.other, "points ")]
    return {
        "paid_differently": estimate(share.share, share.interval),
        **_shares(pair.difference),
        "points": {
            "a_round": pair.difference("a_round"),
            "spread": spread_difference(points),
            "a_won_round": pair.difference("a_won_round", some=True),
        },
        "yaku": [
            {
                **_called(yaku),
                "share": pair.difference(f"share {yaku}"),
                "points": pair.difference(f"points {yaku}", some=True),
                "worth": pair.difference(f"points {yaku}"),
            }
            for yaku in dict.fromkeys(both)
        ],
        "koikoi": [
            {"base": base, "gain": pair.difference(f"koikoi {base}", some=True)}
            for base in _bases(pair.one)
            if f"koikoi {base}" in pair.other.numbers
        ],
    }


def _shares(of: Callable[[str], Estimate]) -> dict[str, Any]:
    return {
        "won": {winner: of(f"won {winner}") for winner in _WON},
        "ended": {how: of(f"ended {how}") for how in _ENDED},
        "called": of("called"),
        "raised": of("raised"),
    }


def _named(sums: Sums, kind: str) -> list[str]:
    """What numbers of a kind are of, such as the keys of yaku."""
    return [key.removeprefix(kind) for key in sums.numbers if key.startswith(kind)]


def _bases(sums: Sums) -> list[int]:
    return sorted(map(int, _named(sums, "koikoi ")))


def _called(yaku: str) -> dict[str, str]:
    """A yaku by its id in its rule set, and by its key across rule sets."""
    return {"id": id_of(yaku), "key": yaku}


def _median(points: Counter[int]) -> float | None:
    """The number in the middle; None of nothing."""
    ordered = sorted(points.elements())
    middle = len(ordered) // 2
    if not ordered:
        return None
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _purses(table: PolicyTable, played: RuleSetSums) -> dict[str, Any] | None:
    """How long the coins of a rule set last; None where no purse can be empty.

    The rounds are taken in their order: once as matches of the usual number of rounds, and once as matches
    that go on until a purse is empty.
    """
    purse = _purse(table.game.rules)
    if not purse:
        return None
    matches, further = divmod(played.sums.rounds, table.period)
    emptied, lasted = played.matches.lasted.count, played.endless.lasted
    if further and not played.matches.balance:  # in the match that is not over yet
        emptied -= 1
    share = Share(emptied, matches)
    return {
        "coins": purse,
        "match": table.period,
        "matches": matches,
        "emptied": estimate(share.share, share.interval),
        "times": lasted.count,
        "rounds": estimate(lasted.mean, lasted.interval)
        if lasted.count >= _FEWEST_EMPTIED
        else estimate(None, None),
    }


def _purse(rules: RuleSet) -> int:
    """The coins that each begins with and can lose; 0 where points are gained from nobody."""
    if rules.settlement.account != "transfer":
        return 0
    try:
        return starting_purse(rules, rules.match.rounds)
    except NotAllowed:
        return 0
