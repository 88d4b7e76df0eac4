"""What many rounds say about one rule set, or about two that played the same deals: plain data.

Shares are from 0 to 1, points are means, and each stands with its 95 % interval. How long a purse lasts is
worked out from the same rounds, one after another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import ceil
from typing import Any, Final, NamedTuple

from ..errors import NotAllowed
from ..figures.match_figures import id_of
from ..figures.seat_figures import Share, sample
from ..match.effects import next_dealer
from ..match.settlement import settle, starting_purse
from ..rules.ruleset import RuleSet
from .estimates import Counts, Estimate, Key, PairedSums, Sums, estimate, spread, spread_difference
from .outcomes import SEATS, Outcome

FORMAT: Final = "koikoi-simulation/1"
_SOMEWHERE: Final = frozenset({"a_won_round", "yaku_points", "koikoi"})  # kinds that not every round has
_WON: Final = ("dealer", "other", "nobody")
_ENDED: Final = ("dealer_stopped", "other_stopped", "dealt", "hands_empty")


class NumberKey(NamedTuple):
    """Under which a number is counted: its kind, and maybe of which yaku, ending or base it is."""

    kind: str
    of: str | int = ""


class PlayedRules(NamedTuple):
    """A rule set and its rounds, in the order of the deals."""

    name: str
    rules: RuleSet
    period: int  # see ``outcomes.Table``
    asks_round: bool
    rounds: Sequence[Outcome]


def report(sets: Sequence[PlayedRules], *, seed: int, policy: str) -> dict[str, Any]:
    """What the rounds of one rule set say, or of two with their differences, the second less the first."""
    sums = [_sums(played.rounds) for played in sets]
    told: dict[str, Any] = {
        "format": FORMAT,
        "rounds": len(sets[0].rounds),
        "seed": seed,
        "policy": policy,
        "players": 2,
        "level": 0.95,
        "rulesets": [_of_set(played, brought) for played, brought in zip(sets, sums, strict=True)],
    }
    if len(sets) > 1:
        told["differences"] = _differences(sets, sums)
    return told


def _sums(rounds: Sequence[Outcome]) -> Sums:
    """What all rounds of a rule set brought."""
    sums = Sums(len(rounds), lambda key: not (isinstance(key, NumberKey) and key.kind in _SOMEWHERE))
    for outcome, times in Counter(rounds).items():
        sums.add(_counts(outcome), times)
    return sums


def _counts(of: Outcome) -> Counts:
    """What a round brought, by key; numbers of all rounds only where they are not 0."""
    won = "nobody" if of.player is None else "dealer" if of.player == of.dealer else "other"
    counts = {NumberKey("won", won): 1, NumberKey("ended", _ended(of, won)): 1}
    if of.calls:
        counts[NumberKey("called")] = 1
    if of.is_raised:
        counts[NumberKey("raised")] = 1
    if of.points:
        counts[NumberKey("a_round")] = of.points
    if of.player is not None:
        counts[NumberKey("a_won_round")] = of.points
    for yaku, points in of.yaku:
        counts[NumberKey("yaku_share", yaku)] = 1
        counts[NumberKey("yaku_points", yaku)] = points
        counts[NumberKey("yaku_worth", yaku)] = points
    if of.weighed:
        counts[NumberKey("koikoi", of.weighed.base)] = of.weighed.gain
    return counts


def _ended(of: Outcome, won: str) -> str:
    """How a round ended; what was dealt may decide it before the first card."""
    if of.result == "exhausted":
        return "hands_empty"
    return f"{won}_stopped" if of.result == "won" else "dealt"


def _of_set(played: PlayedRules, sums: Sums) -> dict[str, Any]:
    points = Counter(outcome.points for outcome in played.rounds)
    won = Counter(outcome.points for outcome in played.rounds if outcome.player is not None)
    return {
        "ruleset": played.name,
        **_shares(sums.share),
        "points": {
            "a_round": sums.mean(NumberKey("a_round")),
            "spread": spread(points),
            "a_won_round": sums.mean(NumberKey("a_won_round")),
            "median": _median(won),
            "won_rounds": [[worth, won[worth]] for worth in sorted(won)],
        },
        "yaku": [
            {
                **_called(yaku),
                "times": sums.sample(NumberKey("yaku_points", yaku)).count,
                "share": sums.share(NumberKey("yaku_share", yaku)),
                "points": sums.mean(NumberKey("yaku_points", yaku)),
                "worth": sums.mean(NumberKey("yaku_worth", yaku)),
            }
            for yaku in sorted(_named(sums, "yaku_points"), key=lambda yaku: (_rarity(sums, yaku), yaku))
        ],
        "koikoi": [
            {
                "base": base,
                "times": sums.sample(NumberKey("koikoi", base)).count,
                "gain": sums.mean(NumberKey("koikoi", base)),
            }
            for base in sorted(_named(sums, "koikoi"))
        ],
        "purse": purses(played.rules, played.rounds, played.period, played.asks_round),
    }


def _differences(sets: Sequence[PlayedRules], sums: Sequence[Sums]) -> dict[str, Any]:
    """By how much each number of the second rule set is above that of the first."""
    pair = PairedSums(*sums)
    alike = Counter(zip(*(played.rounds for played in sets), strict=True))
    counts = {outcome: _counts(outcome) for outcome in {*chain.from_iterable(alike)}}
    points: Counter[tuple[int, int]] = Counter()
    differing = 0
    for (one, other), times in alike.items():
        pair.add(counts[one], counts[other], times)
        points[one.points, other.points] += times
        if one.paid != other.paid:
            differing += times
    share = Share(differing, len(sets[0].rounds))
    both = [*_named(pair.one, "yaku_points"), *_named(pair.other, "yaku_points")]
    bases = {*_named(pair.one, "koikoi")} & {*_named(pair.other, "koikoi")}
    return {
        "paid_differently": estimate(share.share, share.interval),
        **_shares(pair.difference),
        "points": {
            "a_round": pair.difference(NumberKey("a_round")),
            "spread": spread_difference(points),
            "a_won_round": pair.difference(NumberKey("a_won_round")),
        },
        "yaku": [
            {
                **_called(yaku),
                "share": pair.difference(NumberKey("yaku_share", yaku)),
                "points": pair.difference(NumberKey("yaku_points", yaku)),
                "worth": pair.difference(NumberKey("yaku_worth", yaku)),
            }
            for yaku in dict.fromkeys(both)
        ],
        "koikoi": [
            {"base": base, "gain": pair.difference(NumberKey("koikoi", base))} for base in sorted(bases)
        ],
    }


def _shares(of: Callable[[Key], Estimate]) -> dict[str, Any]:
    return {
        "won": {who: of(NumberKey("won", who)) for who in _WON},
        "ended": {how: of(NumberKey("ended", how)) for how in _ENDED},
        "called": of(NumberKey("called")),
        "raised": of(NumberKey("raised")),
    }


def _named(sums: Sums, kind: str) -> list[Any]:
    """What numbers of a kind are of, such as the ids of yaku."""
    return [key.of for key in sums.keys if isinstance(key, NumberKey) and key.kind == kind]


def _called(yaku: str) -> dict[str, str]:
    """A yaku by its id in its rule set, and by its key across rule sets."""
    return {"id": id_of(yaku), "key": yaku}


def _rarity(sums: Sums, yaku: str) -> int:
    return -sums.sample(NumberKey("yaku_points", yaku)).count


def _median(points: Counter[int]) -> float | None:
    """The number in the middle; None of nothing."""
    ordered = sorted(points.elements())
    middle = len(ordered) // 2
    if not ordered:
        return None
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


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
        first = self._dealer  # seat 0 of what was kept of a round
        points = [played.paid[(seat - first) % SEATS] for seat in range(SEATS)]
        moved = settle(self._rules, points, self._balance, self._purse).transfer
        self._balance = [coins + more for coins, more in zip(self._balance, moved, strict=True)]
        winner = None if played.player is None else (played.player + first) % SEATS
        dealer = (played.dealer + first) % SEATS
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
    lasted = sample(list(_until_empty(_Coins(rules, purse), rounds, step)))
    is_known = lasted.count >= _FEW
    share = Share(emptied, matches)
    return {
        "coins": purse,
        "match": period,
        "matches": matches,
        "emptied": estimate(share.share, share.interval),
        "times": lasted.count,
        "rounds": estimate(lasted.mean, lasted.interval) if is_known else estimate(None, None),
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
        place = ceil((place + 1) / step) * step
