"""The form that says which matches are meant: words, players, rules, days. It stands in addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...archive.archive import View
from ...archive.filter import Filter, Listing, listing
from ...sentences import say
from ..forms.fields import Day, ExactText, OneOf, TextLine, TypedField, TypedForm
from ..forms.request import from_address

LONGEST_WORDS: Final = 200


class Chosen(ExactText):
    """What was chosen from a list."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist)
        self.texts = valuelist or self.texts


class MatchFilterForm(TypedForm):
    """Which matches: the fields have the names of those of ``Filter``; a page may add others."""

    words = TextLine(longest=LONGEST_WORDS, default="")
    player = Chosen(default="")
    against = Chosen(default="")
    rules = Chosen(default="")
    since = Day()
    until = Day()
    state = OneOf(("", "finished", "unfinished"), default="")
    listing: Listing

    @property
    def filter(self) -> Filter:
        """The matches that are meant, as far as the form can be read."""
        return Filter(**{field.name: field.value for field in self._fields_of_filter()})

    @property
    def address(self) -> dict[str, str]:
        """What the form says as the part of an address after its question mark; empty for all matches."""
        used = (field for field in self._fields_of_filter() if field.data or field.problems)
        return {field.name: field.text for field in used}

    @property
    def folded(self) -> int:
        """How many of the fields besides the words say something."""
        return len(self.address.keys() - {"words"})

    def check(self, view: View) -> None:
        """Refuse what the archive does not have, and what no match can be."""
        self.listing = listing(view)
        for field in (self.player, self.against):
            self._find(view, field)
        if self.player.value and self.player.value == self.against.value:
            self.against.refuse(say("Choose two different players."))
        if self.rules.text and self.rules.text not in self.listing.rules:
            self.rules.refuse(say("No match was played by these rules."))
        if self.since.value and self.until.value and self.until.value < self.since.value:
            self.until.refuse(say("This day is before the first one."))

    def _fields_of_filter(self) -> Iterator[TypedField]:
        return (self[name] for name in Filter.__struct_fields__)  # type: ignore[misc]

    def _find(self, view: View, field: TypedField) -> None:
        """Refuse a player who is not known; whoever turned out to be another is that one."""
        if not field.text:
            return
        player = view.players.find(field.text)
        if player is None:
            field.refuse(say("There is no such player."))
            return
        field.process_data(player.id)
        if player not in self.listing.players:
            self.listing = self.listing._replace(players=(*self.listing.players, player))


def match_filter(view: View) -> MatchFilterForm:
    """Which matches of the archive the address of the page asks for."""
    form = from_address(MatchFilterForm)
    form.check(view)
    return form
