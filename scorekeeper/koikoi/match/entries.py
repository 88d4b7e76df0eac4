"""Entries: what a player entered at once, such as a round with its calls. An entry is the unit of undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import msgspec

from .events import AnyEvent, Event, FieldDealt, HandShown, KoikoiCalled, TurnTaken
from .match import Match
from .rewinding import rewound

_Event = TypeVar("_Event", bound=Event)
_BEFORE_THE_END = (FieldDealt, KoikoiCalled, TurnTaken)  # events of an entry before its last


class Entry(NamedTuple):
    """The events that were entered at once. Each has the id of the entry, a dot and its place, from 0."""

    id: str
    events: tuple[AnyEvent, ...]


def with_ids(entry_id: str, events: Iterable[_Event]) -> list[_Event]:
    """The events of one entry, with their ids."""
    return [msgspec.structs.replace(event, id=f"{entry_id}.{place}") for place, event in enumerate(events)]


def entry_id_of(event_id: str) -> str:
    """The id of the entry that an event belongs to; empty where its id names none."""
    return event_id.rpartition(".")[0]


def find_entry(match: Match, wanted: str) -> Entry | None:
    """The entry with this id, if it is in the log of the match."""
    events = tuple(event for event in match.events if entry_id_of(event.id) == wanted)
    return Entry(wanted, events) if events else None


def before_entry(match: Match, entry: Entry) -> Match:
    """The match as it was before an entry of its log."""
    return rewound(match, match.events.index(entry.events[0]))


def last_entry(match: Match) -> Entry | None:
    """The last entry of a match that can be taken back; None in a fresh match.

    In a record without ids all events share the empty id, so an entry also begins after an event that
    ended the entry before.
    """
    events = match.events[1:]
    if not events:
        return None
    last = entry_id_of(events[-1].id)
    first = len(events) - 1
    while (
        last
        and first
        and entry_id_of(events[first - 1].id) == last
        and _goes_on(*events[first - 1 : first + 1])
    ):
        first -= 1
    return Entry(last, events[first:])


def _goes_on(event: AnyEvent, following: AnyEvent) -> bool:
    """Whether an entry goes on after an event: what happened before the round ended, several lucky hands."""
    if isinstance(event, HandShown):
        return isinstance(following, HandShown)
    return isinstance(event, _BEFORE_THE_END)
