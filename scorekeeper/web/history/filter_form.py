"""The form that says which matches are meant: words, players, rules, days. It stands in addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...archive.archive import View
from ...archive.filter import Filter, Listing, listing
from ...koikoi.rules.loader import THE_GAME, rules_of_game
from ...sentences import say
from ..context import speak_as
from ..forms.fields import Day, ExactText, OneOf, TextLine, TypedField, TypedForm
from ..forms.request import from_address

LONGEST_WORDS: Final = 200


class Chosen(ExactText):
    """What was chosen from a list."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist)
        self.texts = valuelist or self.texts


class GameForm(TypedForm):
    """Of which game: what is counted over several matches is never of two. Only some tables play several."""

    game = ExactText()
    games: tuple[str, ...] = ()

    def choose(self, view: View, *, every: bool = False) -> View:
        """The matches of the game that is named; else of that which was played last, or of ``every`` one.

        The page says the words of that game from now on.
        """
        self.games = view.games
        if self.game.data not in self.games:
            self.game.process_data("" if every else next(iter(self.games), ""))
        if not self.calls:
            speak_as(rules_of_game(self.game.data))
        return view.of(self.game.data) if self.chosen else view

    @property
    def chosen(self) -> dict[str, str]:
        """The game as a part of addresses, where there are several."""
        return {"game": self.game.data} if self.game.data and len(self.games) > 1 else {}

    @property
    def calls(self) -> bool:
        """Whether the matches are of Koi-Koi: elsewhere nobody calls it, and nobody stops."""
        return self.game.data in ("", THE_GAME)


class MatchFilterForm(GameForm):
    """Which matches: the fields have the names of those of ``Filter``; a page may add others."""

    words = TextLine(longest=LONGEST_WORDS)
    player = Chosen()
    against = Chosen()
    rules = Chosen()
    since = Day()
    until = Day()
    state = OneOf(("", "finished", "unfinished"))
    listing: Listing
    view: View  # the matches to choose from

    @property
    def filter(self) -> Filter:
        """The matches that are meant, as far as the form can be read."""
        return Filter(**{field.name: field.value for field in self._fields_of_filter()})

    @property
    def address(self) -> dict[str, str]:
        """What the form says as the part of an address after its question mark; empty for all matches."""
        return {**self.chosen, **self.wanted}

    @property
    def wanted(self) -> dict[str, str]:
        """The same without the game."""
        used = (field for field in self._fields_of_filter() if field.data or field.problems)
        return {field.name: field.text for field in used}

    @property
    def folded(self) -> int:
        """How many of the fields besides the words say something."""
        return len(self.wanted.keys() - {"words"})

    def check(self, view: View, *, every: bool = False) -> None:
        """Refuse what the archive does not have, and what no match can be. ``every``: game, where none is
        named."""
        self.view = self.choose(view, every=every)
        self.listing = listing(self.view)
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


def match_filter(view: View, *, every: bool = False) -> MatchFilterForm:
    """Which matches of the archive the address asks for; of ``every`` game, where it names none."""
    form = from_address(MatchFilterForm)
    form.check(view, every=every)
    return form
