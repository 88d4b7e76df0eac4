"""Points → coins between the seats; short purses; who is broke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...sentences import say
from ..errors import NotAllowed
from ..rules.ruleset import RuleSet

MOST_POINTS: Final = 10**9  # of a round: the coins of thousands of them are still numbers of 64 bits


class Payment(NamedTuple):
    """Coins that one seat hands to another; ``owed`` is more where the purse was too short."""

    payer: int
    payee: int
    coins: int
    owed: int


class Settled(NamedTuple):
    """What a round does to every seat's coins, and the payments that did it (none when points are gained)."""

    transfer: tuple[int, ...]
    payments: tuple[Payment, ...]


def pays(rules: RuleSet) -> bool:
    """Whether coins change hands; if not, the winner gains points from nobody."""
    return rules.settlement.account == "transfer"


def settle(rules: RuleSet, points: Sequence[int], balance: Sequence[int], purse: int) -> Settled:
    """Turn the points of each seat into coins, given what each seat has and the purse it began with."""
    coin = rules.settlement.coin
    if not pays(rules):
        return Settled(tuple(won * coin for won in points), ())
    seats = range(len(points))
    left = list(balance)
    payments = []
    for payee in sorted(seats, key=lambda seat: -points[seat]):
        for payer in seats:
            owed = (points[payee] - points[payer]) * coin
            if owed <= 0:
                continue
            short = rules.settlement.overdraw == "cap" and purse > 0
            coins = min(owed, max(left[payer], 0)) if short else owed
            left[payer] -= coins
            payments.append(Payment(payer, payee, coins, owed))
    transfer = [0] * len(points)
    for payment in payments:
        transfer[payment.payer] -= payment.coins
        transfer[payment.payee] += payment.coins
    return Settled(tuple(transfer), tuple(payments))


def minted(rules: RuleSet, points: Sequence[int]) -> int:
    """Coins that an adjustment would bring into the game (below 0: take out of it) where coins only change
    hands; 0 where points are gained from nobody."""
    return sum(points) * rules.settlement.coin if pays(rules) else 0


def broke(rules: RuleSet, balance: Sequence[int], purse: int) -> tuple[int, ...]:
    """The seats whose empty purse ends the match. A purse of 0 at the start means that there is no purse."""
    if not pays(rules) or not rules.settlement.bust_ends or purse <= 0:
        return ()
    return tuple(seat for seat, coins in enumerate(balance) if coins <= 0)


def starting_purse(rules: RuleSet, rounds: int | None) -> int:
    """The coins each player begins a match of so many rounds with. Raises NotAllowed."""
    purse = rules.settlement.purse
    if isinstance(purse, int):
        return purse
    coins = purse.get(str(rounds))
    if coins is None:
        raise NotAllowed(
            say(
                "These rules set the coins for %(lengths)s rounds only; enter how many coins each player "
                "starts with.",
                lengths=", ".join(sorted(purse, key=int)),
            ),
            "settlement.purse",
        )
    return coins
