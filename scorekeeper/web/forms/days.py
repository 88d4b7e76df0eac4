"""A day of the calendar, as ``<input type=date>`` sends it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from ...sentences import say
from .fields import Refused, TypedField

_WRITTEN: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOST_SHOWN: Final = 20  # letters of what is refused


class Day(TypedField):
    """A day; None where the field is left empty, unless ``needed``."""

    def __init__(self, needed: bool = False, **given: Any) -> None:
        super().__init__(**given)
        self.needed = needed

    def read(self, texts: Sequence[str]) -> date | None:
        text = texts[-1]
        if not text and not self.needed:
            return None
        try:
            if _WRITTEN.fullmatch(text):
                return date.fromisoformat(text)
        except ValueError:  # no such day in that month
            pass
        raise Refused(say("“%(typed)s” is not a day; write it like 2026-02-14.", typed=text[:_MOST_SHOWN]))
