"""Days of the calendar, as browsers send them in forms and as addresses name them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any, Final

from ...sentences import say
from .fields import Refused, TypedField

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOST_SHOWN: Final = 20  # letters of what is refused


class Day(TypedField):
    """A day; None where the field is left empty, unless ``needed``."""

    def __init__(self, needed: bool = False, **given: Any) -> None:
        super().__init__(**given)
        self.needed = needed

    def read(self, texts: Sequence[str]) -> date | None:
        text = texts[-1]
        day = day_of(text)
        if day is None and (text or self.needed):
            raise Refused(
                say("“%(typed)s” is not a day; write it like 2026-02-14.", typed=text[:_MOST_SHOWN])
            )
        return day


def day_of(text: str) -> date | None:
    """The day that a text such as "2026-02-14" names; None where it names none."""
    with suppress(ValueError):
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    return None
