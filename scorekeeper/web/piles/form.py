"""The form for one player's pile: a round's form with the pile as that of its first seat."""

from __future__ import annotations

import msgspec

from ...koikoi.match.match import Match
from ...koikoi.pile import Pile
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.values import MOST_EVENTS
from ..rounds import asks
from ..rounds.asks import Ask, Questions
from ..rounds.round_form import RoundForm, TypedRound, questions
from .filling import with_pile
from .handed_in import HandedPile, deal_of


class PileForm(RoundForm):
    """A pile, the deal that its page was drawn for, and what is to be done with it."""

    step = ExactText(default="")  # "hand-in", "withdraw", "edit", "show"
    number = WholeNumber(0, MOST_EVENTS)  # of the round, if the page says it
    void = WholeNumber(0, MOST_EVENTS)  # how many deals of the round were void before

    def is_late(self, match: Match) -> bool:
        """Whether it is for another deal than the one that is being played."""
        number, void = deal_of(match)
        return self.number.data not in (None, number) or self.void.data not in (None, void) or match.finished

    @property
    def changes_view(self) -> bool:
        """Whether it is only to be shown again."""
        return self.step.data in ("edit", "show") or bool(self.view.raw_data)


class PilesAddress(TypedForm):
    """What the pages of the piles are opened for."""

    change = ExactText(default="")  # anything: the board, although the pile is handed in already
    choose = ExactText(default="")  # anything: the choice of a player, although this phone has made it


def typed_pile(held: Pile, handed: HandedPile | None = None) -> TypedRound:
    """The form filled with a pile."""
    return with_pile(TypedRound(), 0, held, handed.no if handed else ())


def said_no(typed: TypedRound) -> tuple[str, ...]:
    """The questions about the pile that were answered with no."""
    return tuple(sorted(name for name in asks.answered(typed.no, 0) if asks.is_of_pile(name))[:99])


def questions_about(match: Match) -> tuple[Questions, list[Ask]]:
    """What the rules ask about a pile, and nothing about the field or the calls."""
    asked = questions(match)
    about_it = [ask for ask in asks.asks(asked, match.players[:1]) if ask.seat is not None]
    return msgspec.structs.replace(asked, dealt_brights=0, field_months=()), about_it
