"""The forms for what the table decides: points, the end, other rules, the dealer, further rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...sentences import say
from ..forms.fields import ExactText, Reason, Refused, TextLine, TypedField, TypedForm, WholeNumber
from ..forms.values import whole_number

_MOST: Final = 99999  # points at once


class Points(TypedField):
    """Points that a player gets, or pays where they are below zero; 0 where the field is empty."""

    def read(self, texts: Sequence[str]) -> int:
        number = whole_number(texts[-1] or "0", -_MOST, _MOST)
        if number is None:
            raise Refused(say("Points must be whole numbers, such as 3 or -3."))
        return number


class EndingForm(TypedForm):
    """The match is ended early."""

    reason = Reason(default="")


class RulesForm(TypedForm):
    """The rules that the table plays on by, and from which round; without one, from the one being played."""

    ruleset = ExactText(default="")
    from_round = WholeNumber(1, 99999, name="from")
    reason = Reason(default="")


class DealerForm(TypedForm):
    """Who really dealt; None while that is to be chosen."""

    player = WholeNumber(0, 2)
    reason = Reason(default="")


class ExtensionForm(TypedForm):
    """So many rounds more."""

    rounds = WholeNumber(1, 99, needed=True, default=1)


class AdjustmentForm(TypedForm):
    """Points given or taken. ``minted``: the coins that this creates, as the players confirmed them."""

    points_0 = Points(name="points-0", default=0)
    points_1 = Points(name="points-1", default=0)
    points_2 = Points(name="points-2", default=0)
    reason = Reason(default="")
    minted = TextLine()

    def fields(self, players: int) -> list[Points]:
        """The field of each player."""
        return [self.points_0, self.points_1, self.points_2][:players]

    def points(self, players: int) -> tuple[int, ...]:
        """What each player gets."""
        return tuple(field.data for field in self.fields(players))
