"""An event as it is kept, and which events of an append are new: the same for every store."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from . import Event
from .errors import N_, Conflict


class Entry(NamedTuple):
    """An event as it is kept; ``body`` is the JSON of all of it but ``seq`` and ``at``."""

    seq: int  # 0 until it has a place in the log
    id: str
    at: str
    body: str

    def event(self) -> Event:
        return {**json.loads(self.body), "seq": self.seq, "at": self.at}


def drafts(events: Sequence[Event], now: Callable[[], str]) -> list[Entry]:
    """The events as entries that have no place yet. Raises ValueError or TypeError."""
    if not events:
        raise ValueError("there are no events to store")
    at = now()
    return [_draft(event, at) for event in events]


def accept(
    match_id: str, after: int, last: int, sent: Sequence[Entry], stored: Mapping[str, Entry]
) -> tuple[int, list[Entry]]:
    """The seq that the sent entries reach, and those of them that are new, with their places.

    ``last`` is the seq of the last event in the log; ``stored`` holds what the log has under the ids of
    ``sent``. It reads as if they came one by one: an entry stored already is passed over and, where it
    stands right behind ``after``, the next one builds on it. Raises Conflict.
    """
    places = dict(stored)
    fresh: list[Entry] = []
    reached, base, end = 0, after, last
    for entry in sent:
        place = places.get(entry.id)
        if place is None:
            if base != end:
                raise _out_of_step(match_id, after, last)
            end += 1
            place = places[entry.id] = entry._replace(seq=end)
            fresh.append(place)
        elif not _same(place.body, entry.body):
            raise Conflict(
                N_("This was saved before with other content. Look at what is saved, then correct it there."),
                match_id,
                after,
                last,
            )
        if place.seq == base + 1:
            base = place.seq
        reached = max(reached, place.seq)
    return reached, fresh


def refuse_second(match_id: str, last: int, fresh: Sequence[Entry]) -> None:
    """Raise Conflict when events would be added to a match that was to be new but exists."""
    if last and fresh:
        raise Conflict(N_("This match exists already, with other events."), match_id, 0, last)


def to_json(value: Any) -> str:
    """Raises TypeError or ValueError when the value is no JSON, or cannot be written as UTF-8."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode()  # half a surrogate pair would be stored, and then break every page that shows it
    return text


def _draft(event: Event, at: str) -> Entry:
    for name in ("id", "type"):
        if not isinstance(event.get(name), str) or not event[name]:
            raise ValueError(f"an event needs a text as its {name}: {event!r}")
    own_time = event.get("at") or at
    if not isinstance(own_time, str) or not own_time.isascii():
        raise ValueError(f"the time of an event is an ISO 8601 text: {event!r}")
    body = {name: value for name, value in event.items() if name not in ("seq", "at")}
    return Entry(0, event["id"], own_time, to_json(body))


def _same(body: str, other: str) -> bool:
    """Whether the content is the same; the order of keys is not content, but 1 is not true."""
    return body == other or _ordered(body) == _ordered(other)


def _ordered(body: str) -> str:
    return json.dumps(json.loads(body), sort_keys=True)


def _out_of_step(match_id: str, known: int, last: int) -> Conflict:
    if known > last:
        template = N_(
            "This page knows more of the match than is stored here; an older backup may have been put back. "
            "Look at what is stored, then enter what is missing."
        )
    else:
        template = N_(
            "Somebody else has entered something in this match meanwhile. "
            "Look at what came in, then enter yours if it is still missing."
        )
    return Conflict(template, match_id, known, last)
