"""Leagues: a named group of players over some time, and the dates on which it meets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

import msgspec

from ..store import Document
from .schemes import SCHEMES, USUAL, Scheme

KIND: Final = "league"  # of documents
MOST_DATES: Final = 30
replace = msgspec.structs.replace


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
    rules: str = ""  # the title of the only rule set that counts; empty: any
    scheme: str = USUAL
    minimum: int = 0  # matches that a player needs for a rank
    dates: tuple[Meeting, ...] = ()  # in their order
    archived: bool = False
    deleted: str = ""  # when, UTC; empty where it is not in the bin
    version: int = 0  # of the document

    @property
    def points(self) -> Scheme:
        """The scheme of its match points; the usual one where a newer version of the app has another."""
        return SCHEMES.get(self.scheme, SCHEMES[USUAL])

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


def as_value(kept: League) -> dict[str, Any]:
    """What is stored of a league."""
    value: dict[str, Any] = msgspec.to_builtins(kept)
    return {told: value[told] for told in value if told not in ("id", "version")}


def with_date(kept: League, meeting: Meeting) -> League:
    """The league with one date more; the same where it has that date."""
    return replace(kept, dates=_in_order({*kept.dates, meeting}))


def without_date(kept: League, meeting: Meeting) -> League:
    return replace(kept, dates=_in_order({*kept.dates} - {meeting}))


def _in_order(dates: Iterable[Meeting]) -> tuple[Meeting, ...]:
    return tuple(sorted(dates, key=lambda meeting: (meeting.day, meeting.text)))
