"""The kinds of fields in the form for a round. None refuses anything: what cannot be read is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..forms.fields import TypedField
from ..forms.values import whole_number

SEATS: Final = (0, 1, 2)
_LONGEST_PILE: Final = 400  # letters
_MOST: Final = 999  # no number of a round is as high


class Number(TypedField):
    """A number; the default where there is none."""

    def read(self, texts: Sequence[str]) -> int | None:
        number = whole_number(texts[0], 0, _MOST)
        return self.data if number is None else number


class Months(TypedField):
    """The months that are ticked, of those from ``first`` on."""

    def __init__(self, first: int = 1, **given: Any) -> None:
        super().__init__(**given)
        self.first = first

    def read(self, texts: Sequence[str]) -> tuple[int, ...]:
        return tuple(month for text in texts if (month := whole_number(text, self.first, 12)) is not None)


class CalledPiles(TypedField):
    """The piles that koi-koi was called with, in order, each as text: "03B 09A; 03B 08B 09A 2C"."""

    def read(self, texts: Sequence[str]) -> tuple[str, ...]:
        piles = (" ".join(text.split()) for text in texts[0].split(";"))
        return tuple(held[:_LONGEST_PILE] for held in piles if held)


class EachSeat(TypedField):
    """A field of one kind for each seat: ``calls-0``, ``calls-1`` and ``calls-2`` where it is ``calls``."""

    def __init__(self, kind: type[TypedField], **given: Any) -> None:
        super().__init__(**given)
        self.kind = kind

    def process(self, formdata: Any, *_: Any, **__: Any) -> None:
        self.data = tuple(self._of(seat, formdata) for seat in SEATS)

    def _of(self, seat: int, formdata: Any) -> Any:
        field = self.kind(name=f"{self.name}-{seat}", default=self.default, _form=None, _meta=self.meta)
        field.process(formdata)
        return field.data
