"""The forms of a league: what it is, a date, and which version the page knew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from ...archive.archive import View
from ...archive.filter import listing
from ...archive.leagues import SCHEMES, USUAL_SCHEME, League, Meeting
from ...archive.players import Player, id_of
from ...archive.results import regulars
from ...koikoi.match.start import wrong_name
from ...koikoi.typed_text import cleaned
from ...sentences import say
from ..forms.fields import Day, ExactText, ExactTexts, OneOf, TextLine, TypedField, TypedForm, WholeNumber
from ..forms.request import EntryId, new_id
from ..forms.values import HIGHEST_NUMBER

LONGEST_NAME: Final = 200
_LONGEST_LIST: Final = 2000  # letters of all names that are typed
_MOST_NEEDED: Final = 999  # matches
_RECENT: Final = 12  # players who are not folded away


class VersionForm(TypedForm):
    """The version of the league that the page knew."""

    version = WholeNumber(0, HIGHEST_NUMBER, needed=True, default=0)


class DateForm(VersionForm):
    """One of the next dates."""

    day = Day(needed=True)
    text = TextLine(LONGEST_NAME)

    @property
    def meeting(self) -> Meeting:
        return Meeting(self.day.data, self.text.data)


class NameList(TypedField):
    """Names with commas between them. Each is cleaned alone, which leaves a list of any length whole."""

    nothing: ClassVar[Any] = ()

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            names = map(cleaned, valuelist[-1].replace("、", ",").split(","))
            self.process_data(tuple(filter(None, names)))

    def write(self, value: Any) -> list[str]:
        return [", ".join(value)]


class LeagueForm(VersionForm):
    """A league. ``others``: players who have not played yet."""

    id = EntryId(default=new_id)
    name = TextLine(LONGEST_NAME)
    since = Day()
    until = Day()
    who = OneOf(("everybody", "chosen"), default="everybody")
    player = ExactTexts()
    others = NameList()
    game = ExactText()
    rules = ExactText()
    scheme = OneOf(tuple(SCHEMES), default=USUAL_SCHEME)
    minimum = WholeNumber(0, _MOST_NEEDED)

    @classmethod
    def of(cls, league: League) -> LeagueForm:
        """The form as it stands for a league."""
        form = cls(obj=league, who="chosen" if league.players else "everybody", player=league.players)
        form.minimum.process_data(league.minimum or None)
        return form

    @property
    def newcomers(self) -> dict[str, str]:
        """The names of the other players, by their ids."""
        return {id_of(name): name for name in self.others.data}

    def check(self, view: View) -> None:
        """Refuse what no league can be."""
        if not self.name.text:
            self.name.refuse(say("Give the league a name."))
        if self.since.data and self.until.data and self.until.data < self.since.data:
            self.until.refuse(say("This day is before the first one."))
        others = {*listing(view).rules} - {*listing(view.of(self.game.data)).rules}
        if self.game.data and self.rules.data in others:
            self.rules.refuse(say("These are rules of another game."))
        if self.who.data == "chosen":
            self._check_players(view)

    def _check_players(self, view: View) -> None:
        if len(self.chosen(view)) < 2:
            self.player.refuse(say("Choose at least two players."))
        if len(self.others.text) > _LONGEST_LIST:
            self.others.refuse(say("That is too long: at most %(most)d characters.", most=_LONGEST_LIST))
        for wrong in filter(None, map(wrong_name, self.others.data)):
            self.others.refuse(wrong)

    def chosen(self, view: View) -> tuple[str, ...]:
        """The ids of the players; whoever turned out to be another is that one."""
        ticked = (player.id for id_ in self.player.data if (player := view.players.find(id_)))
        return tuple(dict.fromkeys((*ticked, *self.newcomers)))

    def changed(self, before: League, view: View) -> League:
        """The league as the form says, with the dates that it had."""
        fields = (self.version, self.name, self.since, self.until, self.rules, self.scheme)
        players: tuple[str, ...] = ()
        if self.who.data == "chosen":
            # the form does not show those whose matches are all in the bin
            nameless = [id_ for id_ in before.players if view.players.find(id_) is None]
            players = tuple(dict.fromkeys((*self.chosen(view), *nameless)))
        said = {field.name: field.data for field in fields}
        game = self.game.data if self.game.data in view.games else before.game
        return replace(before, **said, game=game, players=players, minimum=self.minimum.data or 0)


def offered(view: View, ticked: Iterable[str]) -> tuple[list[Player], list[Player]]:
    """The players to choose from: those who are ticked and who played last; and all others by name."""
    chosen = dict.fromkeys(ticked)
    ids = dict.fromkeys((*chosen, *(row.player.id for row in regulars(view.matches, view.players))))
    known = [player for id_ in ids if (player := view.players.find(id_))]
    candidates = [player for player in known if player.id in chosen or not player.archived]
    shown = max(_RECENT, len(chosen))
    if len(candidates) <= shown + _RECENT:
        return candidates, []
    return candidates[:shown], sorted(candidates[shown:], key=lambda player: player.name.casefold())


def rule_sets(view: View, current: str) -> list[str]:
    """The titles of the rule sets by which matches were played, the latest first."""
    titles = listing(view).rules
    return [*titles, current] if current and current not in titles else [*titles]
