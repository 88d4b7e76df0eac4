"""Points → charges → coins between the seats; short purses; who is broke; what each seat would be paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence, listed, say
from ..errors import NotAllowed
from ..rules.ruleset import RuleSet

MOST_POINTS: Final = 10**9  # of a round: the coins of thousands of them are still numbers of 64 bits


class Charge(NamedTuple):
    """Points for which one seat owes another; without a payer they come from nobody.

    ``why``: how they come about, where they are not simply what the payee made.
    """

    payer: int | None
    payee: int
    points: int
    why: Sentence | None = None


class Payment(NamedTuple):
    """Coins that one seat hands to another; ``owed`` is more where the purse was too short."""

    payer: int
    payee: int
    coins: int
    owed: int
    why: Sentence | None = None


class Settled(NamedTuple):
    """What a round does to every seat's coins, and the payments that did it (none when points are gained)."""

    transfer: tuple[int, ...]
    payments: tuple[Payment, ...]


def pays(rules: RuleSet) -> bool:
    """Whether coins change hands; if not, the winner gains points from nobody."""
    return rules.settlement.account == "transfer"


def charges(rules: RuleSet, points: Sequence[int]) -> tuple[Charge, ...]:
    """Who owes whom what for the points of each seat, in the order in which it is paid.

    Where coins change hands, each seat owes the difference to those that made more, the most first.
    """
    seats = range(len(points))
    if not pays(rules):
        return tuple(Charge(None, seat, points[seat]) for seat in seats)
    return tuple(
        Charge(payer, payee, points[payee] - points[payer], _difference(points[payee], points[payer]))
        for payee in sorted(seats, key=lambda seat: -points[seat])
        for payer in seats
        if points[payee] > points[payer]
    )


def _difference(more: int, less: int) -> Sentence | None:
    return say("The difference: %(more)d − %(less)d points.", more=more, less=less) if less else None


def settle(rules: RuleSet, charged: Sequence[Charge], balance: Sequence[int], purse: int) -> Settled:
    """Turn charges into coins, given what each seat has and the purse it began with."""
    left, transfer = list(balance), [0] * len(balance)
    short = rules.settlement.overdraw == "cap" and purse > 0
    payments = []
    for charge in charged:
        coins = owed = charge.points * rules.settlement.coin
        if charge.payer is not None:
            coins = min(owed, max(left[charge.payer], 0)) if short else owed
            left[charge.payer] -= coins
            transfer[charge.payer] -= coins
            payments.append(Payment(charge.payer, charge.payee, coins, owed, charge.why))
        transfer[charge.payee] += coins
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


def starting_purse(rules: RuleSet, rounds: int | None, unpriced: int | None = None) -> int:
    """The coins each player begins a match of so many rounds with; ``unpriced`` where the rules name none.

    Raises NotAllowed where that is None, too.
    """
    purse = rules.settlement.purse
    if isinstance(purse, int):
        return purse
    coins = purse.get(str(rounds), unpriced)
    if coins is None:
        raise NotAllowed(
            say(
                "These rules set the coins for %(lengths)s rounds only; enter how many coins each player "
                "starts with.",
                lengths=listed([*sorted(purse, key=int)]),
            ),
            "settlement.purse",
        )
    return coins


class Payer(msgspec.Struct, frozen=True):
    """Who pays; ``most`` is what is left in a purse that may run short, None where it may not."""

    seat: int
    most: int | None


class Claim(msgspec.Struct, frozen=True):
    """``coin``: coins for each point, from each of ``payers``; without payers the coins come from nobody."""

    coin: int
    payers: tuple[Payer, ...]


def claims(rules: RuleSet, balance: Sequence[int], purse: int) -> tuple[Claim, ...]:
    """The claim of each seat, given what each seat has and the purse it began with.

    Where everybody scores, who pays is known only from all piles, so a claim names no payers.
    """
    return tuple(_claim(rules, seat, balance, purse) for seat in range(len(balance)))


def _claim(rules: RuleSet, seat: int, balance: Sequence[int], purse: int) -> Claim:
    for_one = _alone(rules, seat, 1, [MOST_POINTS] * len(balance), purse)
    if not for_one.payments:
        return Claim(for_one.transfer[seat], ())
    coin = for_one.payments[0].coins
    if rules.settlement.who_scores == "everyone":
        return Claim(coin, ())
    for_many = _alone(rules, seat, MOST_POINTS, balance, purse)
    short = (paid.coins if paid.coins < paid.owed else None for paid in for_many.payments)
    return Claim(
        coin, tuple(Payer(paid.payer, most) for paid, most in zip(for_many.payments, short, strict=True))
    )


def _alone(rules: RuleSet, seat: int, points: int, balance: Sequence[int], purse: int) -> Settled:
    """What happens if one seat makes points and nobody else does."""
    alone = [points * (other == seat) for other in range(len(balance))]
    return settle(rules, charges(rules, alone), balance, purse)
