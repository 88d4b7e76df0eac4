"""The forms of the players' pages, with the orders of the list; each knows the version of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ...archive.results import PlayerRow
from ...koikoi.rules.options.match import MOST_SEATS
from ..forms.fields import ExactText, OneOf, TextLine, TypedForm, WholeNumber
from ..forms.values import HIGHEST_NUMBER
from ..history.filter_form import MatchFilterForm
from ..pagination import PlaceInList

_FIRST: Final[Mapping[str, Callable[[PlayerRow], tuple[Any, ...]]]] = {
    "last": lambda row: (row.last.place.touched_at, row.player.id),
    "won": lambda row: (row.results.won, row.share, row.results.gains),
    "coins": lambda row: (row.results.gains, row.results.won),
}
ORDERS: Final = tuple(_FIRST)


def ordered(rows: Iterable[PlayerRow], order: str) -> list[PlayerRow]:
    """Players in an order; by name where it makes no difference."""
    by_name = sorted(rows, key=lambda row: (row.player.name.casefold(), row.player.id))
    return sorted(by_name, key=_FIRST[order], reverse=True)


def ranks(rows: Iterable[PlayerRow], order: str) -> dict[str, int] | None:
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


_YES_NO: Final = ("yes", "no")


class PlayersAddress(MatchFilterForm):
    """Which players, in which order, and which of their matches count.

    ``q``: those whose names have these words; ``before``: the list begins after this place.
    """

    q = TextLine(longest=80)
    order = OneOf(ORDERS, default=ORDERS[0])
    before = PlaceInList()


class PlayerForm(TypedForm):
    """The version of a player, or of the remarks on a match, that the page knew; 0: there was none."""

    version = WholeNumber(0, HIGHEST_NUMBER, needed=True, default=0)


class RenamingForm(PlayerForm):
    """Another name."""

    name = TextLine()


class MergerForm(PlayerForm):
    """Who else a player is; ``sure``: the page has asked."""

    into = ExactText()
    sure = OneOf(("yes",))


class MarksForm(PlayerForm):
    """Whether a player is archived, or a guest; what is not said stays."""

    archived = OneOf(_YES_NO)
    guest = OneOf(_YES_NO)

    @property
    def marks(self) -> dict[str, bool]:
        """What is said."""
        return {field.name: field.data == "yes" for field in (self.archived, self.guest) if field.data}


class NamesForm(TypedForm):
    """A name for each seat."""

    name_0 = TextLine(name="name-0")
    name_1 = TextLine(name="name-1")
    name_2 = TextLine(name="name-2")
    name_3 = TextLine(name="name-3")

    def names(self, players: int) -> list[str]:
        return [field.text for field in (self.name_0, self.name_1, self.name_2, self.name_3)[:players]]


class SeatsForm(NamesForm, PlayerForm):
    """Who really sat on each seat. ``undo``: a seat whose name on the scoresheet is right."""

    undo = WholeNumber(0, MOST_SEATS - 1)
