"""The form for what is written beside a match."""

from __future__ import annotations

from typing import Any, Final

from ...sentences import say
from ..forms.fields import Refused, TextLine, TypedField, TypedForm, WholeNumber
from ..forms.values import MOST_EVENTS, cleaned

LONGEST_PLACE: Final = 80
LONGEST_NOTE: Final = 2000  # letters, with the line breaks


class Lines(TypedField):
    """Text of several lines; ``longest``: the most letters it may have."""

    def __init__(self, longest: int, **given: Any) -> None:
        super().__init__(**given)
        self.longest = longest

    def process_formdata(self, valuelist: list[str]) -> None:
        if not valuelist:
            return
        typed = "\n".join(valuelist[0].splitlines()).strip()
        self.texts = [typed]
        if len(typed) > self.longest:
            raise Refused(say("That is too long: at most %(most)d characters.", most=self.longest))
        self.data = "\n".join(map(cleaned, typed.split("\n"))).strip()
        self.texts = [self.data]


class RemarksForm(TypedForm):
    """``version``: of the remarks that the page knew."""

    place = TextLine(longest=LONGEST_PLACE, default="")
    note = Lines(longest=LONGEST_NOTE, default="")
    version = WholeNumber(0, MOST_EVENTS, needed=True, default=0)
