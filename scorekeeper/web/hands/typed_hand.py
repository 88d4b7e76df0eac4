"""The form for one hand, and the pile and circumstances that are typed into it."""

from __future__ import annotations

from ...koikoi.cards import BY_ID, union
from ...koikoi.errors import BadCards
from ...koikoi.pile import Pile
from ...koikoi.scoring.score import Circumstances
from ...sentences import say
from ..forms.fields import ExactText, WholeNumber
from ..rounds import rule_questions
from ..rounds.round_form import RoundForm, TypedRound


class HandForm(RoundForm):
    """The fields of a round, and by which rules and in which round the hand counts."""

    ruleset = ExactText()
    round = WholeNumber(1, 99)


def typed_pile(typed: TypedRound) -> Pile:
    """The pile of the first seat. Raises BadCards."""
    unknown = next((card for card in typed.cards[0] if card not in BY_ID), None)
    if unknown is not None:
        raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
    known = union(BY_ID[card] for card in typed.cards[0])
    return Pile(known, typed.unnamed(0))


def typed_circumstances(typed: TypedRound, number: int | None) -> Circumstances:
    """What else was typed, in the round with this number; more than is possible counts as the most."""
    return Circumstances(
        own=min(typed.calls[0], rule_questions.MOST_CALLS),
        others=min(typed.calls[1], rule_questions.MOST_CALLS),
        round=number,
        dealt_brights=None if typed.brights is None else min(typed.brights, 5),
        field_months=typed.months,
    )
