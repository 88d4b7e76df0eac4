"""Leagues: a named group of players over some time, and the dates on which it meets; how it counts a match.

Match points for a win, a tie, a place; what decides who is ahead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from ..koikoi.rules.loader import THE_GAME
from ..sentences import N_, Sentence, say
from ..store import Document

PARTS: Final = 6  # of a match point: halves and thirds of one are whole numbers of parts


class Scheme(NamedTuple):
    """A scheme of match points. ``order``: what decides who is ahead, one after the other."""

    title: str
    two: tuple[int, int, int]  # between two players: for a win, a tie, a loss
    three: tuple[int, int, int]  # among three: for each place
    four: tuple[int, int, int, int]  # among four
    shared: bool = True  # three or four who tie share the points of their places; else each gets the least
    coins_for_one: int = 0  # coins won in a match that bring one point more; 0: none do
    most_for_coins: int = 0
    order: tuple[str, ...] = ("points", "wins", "gains")


SCHEMES: Final = {
    "wins": Scheme(N_("Wins only"), (1, 0, 0), (1, 0, 0), (1, 0, 0, 0), shared=False),
    "two": Scheme(N_("2 points for a win, 1 for a tie"), (2, 1, 0), (2, 1, 0), (2, 1, 1, 0)),
    "three": Scheme(N_("3 points for a win, 1 for a tie"), (3, 1, 0), (3, 1, 0), (3, 2, 1, 0)),
    "bonus": Scheme(
        N_("2 points for a win, 1 for a tie, and a bonus for coins"),
        (2, 1, 0),
        (2, 1, 0),
        (2, 1, 1, 0),
        coins_for_one=10,
        most_for_coins=3,
    ),
    "coins": Scheme(
        N_("What the matches bring, no match points"),
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 0, 0),
        order=("gains", "wins"),
    ),
}
USUAL_SCHEME: Final = "three"


def sentences(scheme: Scheme, players: Collection[int]) -> list[Sentence]:
    """What a match brings, for the page of a league. ``players``: how many may play its game."""
    said = []
    if any(scheme.two):
        win, tie, loss = scheme.two
        said.append(
            say("Two players: %(win)d for a win, %(tie)d for a tie, %(loss)d for a loss.",
                win=win, tie=tie, loss=loss)
        )  # fmt: skip
        for number, of_places in _PLACES.items():
            if number in players:
                said.append(say(of_places, **dict(zip(_NTH, _for_places(scheme, number), strict=False))))
        if max(players) > 2:
            said.append(say(_SHARED if scheme.shared else _LEAST))
    if scheme.coins_for_one:
        said.append(
            say("One point more for every %(coins)d coins won in a match, at most %(most)d.",
                coins=scheme.coins_for_one, most=scheme.most_for_coins)
        )  # fmt: skip
    return said


@lru_cache(maxsize=4096)
def points(scheme: Scheme, gains: tuple[int, ...], winners: tuple[int, ...], pays: bool) -> tuple[int, ...]:
    """The match points of every seat in ``PARTS``, given what each won or lost and the seats that won.

    ``pays``: that is coins. Points of a match in which nobody pays bring no bonus for coins.
    """
    by_place = _by_place(scheme, places(gains, winners))
    return tuple(base + PARTS * _bonus(scheme, won * pays) for base, won in zip(by_place, gains, strict=True))


def places(gains: tuple[int, ...], winners: tuple[int, ...]) -> list[list[int]]:
    """The seats from the first place on; those that share a place stand together."""

    def merit(seat: int) -> tuple[bool, int]:
        return seat in winners, gains[seat]

    order = sorted(range(len(gains)), key=merit, reverse=True)
    return [list(seats) for _, seats in groupby(order, key=merit)]


def _by_place(scheme: Scheme, ranked: list[list[int]]) -> list[int]:
    seats = sum(map(len, ranked))
    if seats == 2:
        win, tie, loss = scheme.two
        in_turn = [PARTS * tie] if len(ranked) == 1 else [PARTS * win, PARTS * loss]
    else:
        in_turn = _of_places(scheme, ranked)
    brought = {seat: worth for together, worth in zip(ranked, in_turn, strict=True) for seat in together}
    return [brought[seat] for seat in range(seats)]


def _of_places(scheme: Scheme, ranked: list[list[int]]) -> list[int]:
    left: Sequence[int] = _for_places(scheme, sum(map(len, ranked)))
    brought = []
    for together in ranked:
        taken, left = left[: len(together)], left[len(together) :]
        brought.append(PARTS * sum(taken) // len(taken) if scheme.shared else PARTS * taken[-1])
    return brought


def _for_places(scheme: Scheme, players: int) -> tuple[int, ...]:
    """The match points for each place among three or four."""
    return scheme.three if players == 3 else scheme.four


def _bonus(scheme: Scheme, won: int) -> int:
    if not scheme.coins_for_one or won <= 0:
        return 0
    return min(won // scheme.coins_for_one, scheme.most_for_coins)


_NTH: Final = ("first", "second", "third", "fourth")
_PLACES: Final = {
    3: N_("Three players: %(first)d, %(second)d and %(third)d points for the places."),
    4: N_("Four players: %(first)d, %(second)d, %(third)d and %(fourth)d points for the places."),
}
_SHARED: Final = N_("Among more than two, players who tie share the points of their places.")
_LEAST: Final = N_("Among more than two, players who tie get the points of the lower place.")


KIND: Final = "league"  # of documents
MOST_DATES: Final = 30


class Meeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A date on which the league plays, and where or what."""

    day: date
    text: str = ""


class League(msgspec.Struct, frozen=True, omit_defaults=True):
    """A league. ``id`` stays the same whatever changes."""

    id: str
    name: str = ""
    since: date | None = None  # its first evening; None: from the first match on
    until: date | None = None  # its last evening; None: without an end
    players: tuple[str, ...] = ()  # ids; empty: everybody who plays
    game: str = THE_GAME
    rules: str = ""  # the title of the only rule set that counts; empty: any
    scheme: str = USUAL_SCHEME
    minimum: int = 0  # matches that a player needs for a rank
    dates: tuple[Meeting, ...] = ()  # in their order
    archived: bool = False
    deleted: str = ""  # when, UTC; empty where it is not in the bin
    version: int = 0  # of the document

    @property
    def points(self) -> Scheme:
        """The scheme of its match points; the usual one where a newer version of the app has another."""
        return SCHEMES.get(self.scheme, SCHEMES[USUAL_SCHEME])

    def coming(self, today: date) -> list[Meeting]:
        return [meeting for meeting in self.dates if meeting.day >= today]

    def state(self, today: date) -> str:
        """ "running", "coming", "over" or "archived"."""
        if self.archived:
            return "archived"
        if self.since and today < self.since:
            return "coming"
        return "over" if self.until and today > self.until else "running"


STATES: Final = ("running", "coming", "over", "archived")  # in the order in which they are listed


def leagues(documents: Mapping[str, Document]) -> list[League]:
    """The leagues of some documents of this kind, without those in the bin, by name."""
    found = (league(id_, document) for id_, document in documents.items())
    return sorted((one for one in found if not one.deleted), key=lambda one: (one.name.casefold(), one.id))


def league(id_: str, document: Document) -> League:
    return msgspec.convert({**document.value, "id": id_, "version": document.version}, League)


def with_date(kept: League, meeting: Meeting) -> League:
    """The league with one date more; the same where it has that date."""
    return replace(kept, dates=_in_order({*kept.dates, meeting}))


def without_date(kept: League, meeting: Meeting) -> League:
    return replace(kept, dates=_in_order({*kept.dates} - {meeting}))


def _in_order(dates: Iterable[Meeting]) -> tuple[Meeting, ...]:
    return tuple(sorted(dates, key=lambda meeting: (meeting.day, meeting.text)))
