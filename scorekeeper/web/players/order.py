"""The orders of the list of players, and the places in those that are rankings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ...archive.players import Regular

_FIRST: Final[Mapping[str, Callable[[Regular], tuple[Any, ...]]]] = {
    "last": lambda row: (row.last, row.player.id),
    "won": lambda row: (row.results.won, row.share, row.results.gains),
    "coins": lambda row: (row.results.gains, row.results.won),
}
ORDERS: Final = tuple(_FIRST)


def ordered(rows: Iterable[Regular], order: str) -> list[Regular]:
    """Players in an order; by name where it makes no difference."""
    by_name = sorted(rows, key=lambda row: (row.player.name.casefold(), row.player.id))
    return sorted(by_name, key=_FIRST[order], reverse=True)


def ranks(rows: Iterable[Regular], order: str) -> dict[str, int] | None:
    """The place of every player by id; equal players share one: 1, 2, 2, 4. None where nobody is better."""
    if order == "last":
        return None
    places: dict[str, int] = {}
    best, place = None, 0
    for number, row in enumerate(ordered(rows, order), 1):
        if (counted := _FIRST[order](row)) != best:
            best, place = counted, number
        places[row.player.id] = place
    return places
