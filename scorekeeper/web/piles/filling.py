"""A round that is being entered, with the piles that were handed in for it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ...koikoi.cards import BY_ID, union
from ...koikoi.match.match import Match
from ...koikoi.pile import Pile
from ..rounds.round_events import Problems
from ..rounds.round_form import TypedRound, of_piles
from .handed_in import HandedIn, shares


def filled(typed: TypedRound, match: Match, handed: HandedIn) -> tuple[TypedRound, Problems]:
    """The round with each pile that was handed in and of which nothing is entered yet.

    A pile with a card that is entered for another player is left out; the problem says so beside that card.
    """
    problems: Problems = {}
    for seat in waiting(typed, handed):
        held = handed.held(seat)
        clashes = {other: cards for other in match.seats if (cards := _entered(typed, other) & held.cards)}
        problems |= {f"cards-{other}": shares(match.players[seat], cards) for other, cards in clashes.items()}
        there = handed.piles[seat]
        if there and not clashes:
            typed = with_pile(typed, seat, held, there.no)
    return typed, problems


def waiting(typed: TypedRound, handed: HandedIn) -> list[int]:
    """The seats that handed in a pile of which nothing is entered."""
    seats = range(len(handed.piles))
    return [seat for seat in seats if handed.held(seat) and not (typed.cards[seat] or typed.chaff[seat])]


def taken_over(typed: TypedRound, handed: HandedIn) -> list[int]:
    """The seats whose piles are entered as they were handed in."""
    held = [handed.held(seat) for seat in range(len(handed.piles))]
    entered = [(_entered(typed, seat), typed.unnamed(seat)) for seat in range(len(held))]
    return [seat for seat, pile in enumerate(held) if pile and entered[seat] == (pile.cards, pile.chaff)]


def with_pile(typed: TypedRound, seat: int, held: Pile, no: Iterable[str] = ()) -> TypedRound:
    """The round with a pile in place of what is entered of it; ``no``: what was said no to about it."""
    cards, chaff = of_piles([held])
    said = dict.fromkeys((*typed.no, *(f"{seat}.{name}" for name in no)))
    return msgspec.structs.replace(
        typed,
        cards=(*typed.cards[:seat], cards[0], *typed.cards[seat + 1 :]),
        chaff=(*typed.chaff[:seat], chaff[0], *typed.chaff[seat + 1 :]),
        no=tuple(said),
    )


def _entered(typed: TypedRound, seat: int) -> int:
    return union(BY_ID[card] for card in typed.cards[seat] if card in BY_ID)
