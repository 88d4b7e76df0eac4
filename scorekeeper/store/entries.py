"""An event as it is kept, and which events of an append are new: the same for every store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..sentences import say
from . import Event, StoredEvent, utc_text
from .errors import Conflict, DamagedMatch


def event_of(match_id: str, entry: StoredEvent) -> Event:
    """The event that an entry keeps. Raises DamagedMatch."""
    found = readable(entry)
    if found is None:
        raise DamagedMatch(match_id, entry.seq)
    return found


def readable(entry: StoredEvent) -> Event | None:
    """The event that an entry keeps, None where it is damaged."""
    body = _decoded(entry.body)
    return None if body is None else {**body, "seq": entry.seq, "at": entry.at}


def drafts(events: Sequence[Event], now: str) -> list[StoredEvent]:
    """The events as entries that have no place yet, stored at ``now``. Raises ValueError or TypeError."""
    if not events:
        raise ValueError("there are no events to store")
    return [_draft(event, now) for event in events]


def accept(
    match_id: str, after: int, last: int, sent: Sequence[StoredEvent], stored: Mapping[str, StoredEvent]
) -> tuple[int, list[StoredEvent]]:
    """The seq that the sent entries reach, and those of them that are new, with their places.

    ``last`` is the seq of the last event in the log; ``stored`` holds what the log has under the ids of
    ``sent``. It reads as if they came one by one: an entry stored already is passed over and, where it
    stands right behind ``after``, the next one builds on it. Raises Conflict.
    """
    places = dict(stored)
    fresh: list[StoredEvent] = []
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
                say(
                    "This was already saved with different content. "
                    "Look at what is saved and correct it there."
                ),
                match_id,
                after,
                last,
            )
        if place.seq == base + 1:
            base = place.seq
        reached = max(reached, place.seq)
    return reached, fresh


def refuse_second(match_id: str, last: int, fresh: Sequence[StoredEvent]) -> None:
    """Raise Conflict when events would be added to a match that was to be new but exists."""
    if last and fresh:
        raise Conflict(say("This match already exists with other events."), match_id, 0, last)


def refuse_stale_discard(match_id: str, after: int, last: int) -> None:
    """Raise Conflict when something was entered that whoever deletes the match has not seen."""
    if after != last:
        raise Conflict(
            say(
                "Somebody has changed this match in the meantime. Look at what is new, then delete the match "
                "if you still want to."
            ),
            match_id,
            after,
            last,
        )


def to_json(value: Any) -> str:
    """Raises TypeError or ValueError when the value is no JSON, or cannot be written as UTF-8."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode()  # half a surrogate pair would be stored, and then break every page that shows it
    return text


def _decoded(body: str) -> Event | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _draft(event: Event, at: str) -> StoredEvent:
    for name in ("id", "type"):
        if not isinstance(event.get(name), str) or not event[name]:
            raise ValueError(f"an event needs a text as its {name}: {event!r}")
    own_time = event.get("at") or at
    if not isinstance(own_time, str):
        raise ValueError(f"the time of an event is an ISO 8601 text: {event!r}")
    body = {name: value for name, value in event.items() if name not in ("seq", "at")}
    return StoredEvent(0, event["id"], utc_text(own_time), to_json(body))


def _same(body: str, other: str) -> bool:
    """Whether the content is the same; the order of keys is not content, but 1 is not true."""
    return body == other or _ordered(body) == _ordered(other)


def _ordered(body: str) -> str:
    return json.dumps(json.loads(body), sort_keys=True)


def _out_of_step(match_id: str, known: int, last: int) -> Conflict:
    if known > last:
        sentence = say(
            "This page shows more of the match than is stored here; an older backup may have been "
            "restored. Look at what is stored, then enter what is missing."
        )
    else:
        sentence = say(
            "Somebody else has changed this match in the meantime. Look at what is new, then enter yours "
            "if it is still missing."
        )
    return Conflict(sentence, match_id, known, last)
