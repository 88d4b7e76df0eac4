"""What each seat is paid if it wins a round alone: a table that holds for any number of points.

The live line reads it while the cards are still being tapped. All its numbers come from ``settle``, so
coins are computed only there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..rules.ruleset import RuleSet
from .settlement import MOST_POINTS, Settled, settle


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
    return settle(rules, [points * (other == seat) for other in range(len(balance))], balance, purse)
