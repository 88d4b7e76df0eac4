"""Which cards can lie on one table: no card twice, none that was left out of the deck."""

from __future__ import annotations

from ...sentences import say
from ..cards import CHAFF, cards, of_month
from ..errors import BadCards
from ..pile import Pile, refuse_shared
from ..rules.deal import refuse_left_out
from .events import piles_of
from .match import Match


def piles_on_the_table(
    match: Match, written: tuple[str | None, ...], field: tuple[int, ...]
) -> tuple[Pile | None, ...]:
    """The piles entered, if they can lie on one table."""
    if len(written) > len(match.players):
        raise BadCards(say("There are more piles than players."))
    piles = piles_of(written, len(match.players))
    known = [pile for pile in piles if pile is not None]
    # a player whose pile was not entered holds what the recorded turns captured
    lying = [pile if pile is not None else match.play.piles[seat] for seat, pile in enumerate(piles)]
    refuse_shared(*lying)
    for pile in known:
        refuse_left_out(match.rules, pile.cards)
    _refuse_too_much_chaff(match, lying)
    captured = sum(pile.cards for pile in lying)
    for month in field:
        if captured & of_month(month) == of_month(month):
            raise BadCards(
                say("All cards of month %(month)d were captured, so none lies on the field.", month=month)
            )
    return piles


def _refuse_too_much_chaff(match: Match, piles: list[Pile]) -> None:
    """Chaff that was left out of the deck cannot be counted either."""
    deck = (CHAFF & ~cards(" ".join(match.rules.deal.without))).bit_count()
    held = sum(pile.chaff + (pile.cards & CHAFF).bit_count() for pile in piles)
    if held > deck:
        raise BadCards(
            say(
                "%(number)d chaff cards are too many: this table's deck has %(deck)d.",
                number=held,
                deck=deck,
            ),
            "deal.without",
        )
