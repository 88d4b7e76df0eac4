"""Which matches the address asks for: the fields have the names of those of ``Filter``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from ...archive.filtering import Filter
from ..forms.fields import ExactText, OneOf, TypedField, TypedForm


class Day(TypedField):
    """A day of the calendar; None where the text is none."""

    def read(self, texts: Sequence[str]) -> date | None:
        with suppress(ValueError):
            return date.fromisoformat(texts[-1])
        return None


class FiguresAddress(TypedForm):
    """The matches whose figures are meant; all of them where nothing is said."""

    words = ExactText(default="")
    player = ExactText(default="")
    against = ExactText(default="")
    rules = ExactText(default="")
    since = Day()
    until = Day()
    state = OneOf(("", "finished", "unfinished"), default="")

    @property
    def filter(self) -> Filter:
        return Filter(**{name: self[name].data for name in Filter.__struct_fields__})

    @property
    def address(self) -> dict[str, str]:
        """What is said, as the part of an address after its question mark."""
        return {field.name: str(field.data) for field in self if field.data}
