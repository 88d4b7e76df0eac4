"""Lists in parts: where in a list the next part begins, as addresses name it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ..store import Place
from .forms.fields import ExactText, TypedForm

MOST_LISTED = 20
_SEPARATOR = "_"  # between the time and the id of a place; no id has it

_Row = TypeVar("_Row")


class PlaceInList(ExactText):
    """A place of a list; None for its top, or where the text names no place."""

    nothing = None

    def read(self, texts: Sequence[str]) -> Place | None:
        at, separator, name = texts[0].rpartition(_SEPARATOR)
        return Place(at, name) if separator else None


class ListAddress(TypedForm):
    """The list begins after this place."""

    before = PlaceInList()


def part_of(
    rows: Iterable[_Row], place: Callable[[_Row], Place], before: Place | None, most: int = MOST_LISTED
) -> tuple[list[_Row], str | None]:
    """The rows of one page of a list, those after a place or from its top; and where the next page begins.

    The row of the place may be gone; where it is not, rows of the same time stay in the order of the list.
    """
    rest = list(rows)
    if before is not None:
        places = list(map(place, rest))
        if before in places:
            rest = rest[places.index(before) + 1 :]
        else:
            rest = [row for row, at in zip(rest, places, strict=True) if at < before]
    shown = rest[:most]
    return shown, address_of(place(shown[-1])) if len(rest) > len(shown) else None


def address_of(where: Place) -> str:
    """A place as addresses name it, such as "2026-02-14T19:03:07.120Z_3fd65c11"."""
    return _SEPARATOR.join(where)
