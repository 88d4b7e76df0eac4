"""The forms of the phones' pages."""

from __future__ import annotations

from typing import Final

from ...access import LONGEST_NAME, Role
from ..forms.fields import ExactTexts, OneOf, TextLine, TypedForm
from ..pagination import ListAddress, PlaceInList

EVENING: Final = "evening"
MATCHES: Final = "matches"
ALL: Final = "all"


class LinkForm(TypedForm):
    """A new link: what its phones may do, and which matches it opens."""

    role = OneOf([role.value for role in Role], default=Role.SCORER.value)
    opens = OneOf((EVENING, MATCHES, ALL), default=EVENING)
    match = ExactTexts(default=())


class PhonesAddress(ListAddress):
    """The links begin after one place, the phones after another."""

    seen_before = PlaceInList()


class NameForm(TypedForm):
    """What a phone is called."""

    name = TextLine(longest=LONGEST_NAME, default="")
