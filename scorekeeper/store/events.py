"""How an event is stored, and which events of an append are new; shared by all stores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..sentences import say
from ..times import utc_text
from . import LONGEST_ID, EventValues, StoredEvent
from .errors import Conflict, DamagedMatch, InBin, NoSuchMatch


class MatchEnd(NamedTuple):
    """The seq of the last event of a match, and when the match was deleted."""

    seq: int = 0  # 0 where there is no such match
    discarded_at: str | bytes | None = None  # None or empty where it is not deleted

    def listed(self, match_id: str) -> int:
        """The seq of the last event of a match that is not deleted. Raises NoSuchMatch, InBin."""
        if self.discarded_at:
            raise InBin(match_id)
        if not self.seq:
            raise NoSuchMatch(match_id)
        return self.seq


def event_of(match_id: str, entry: StoredEvent) -> EventValues:
    """The event stored in an entry. Raises DamagedMatch."""
    event = readable(entry)
    if event is None:
        raise DamagedMatch(match_id, entry.seq)
    return event


def readable(entry: StoredEvent) -> EventValues | None:
    """The event stored in an entry, None if it is damaged."""
    try:
        event = msgspec.json.decode(entry.body)
    except (msgspec.DecodeError, RecursionError):
        return None
    return {**event, "seq": entry.seq, "at": entry.at} if isinstance(event, dict) else None


def refuse_long(*ids: str) -> None:
    """Refuse ids that not every store can keep. Raises ValueError."""
    for id_ in ids:
        if len(id_) > LONGEST_ID:
            raise ValueError(f"an id may have at most {LONGEST_ID} characters: {id_[:LONGEST_ID]!r}…")


def drafts(match_id: str, events: Sequence[EventValues], now: str) -> list[StoredEvent]:
    """The events as entries of a match, without a place in the log yet. Raises ValueError or TypeError."""
    refuse_long(match_id)
    if not events:
        raise ValueError("there are no events to store")
    return [_draft(event, now) for event in events]


def accept(
    match_id: str, after: int, last: int, sent: Sequence[StoredEvent], stored: Mapping[str, StoredEvent]
) -> tuple[int, list[StoredEvent]]:
    """The highest seq of the sent entries, and the new ones among them, with their places in the log.

    ``last`` is the seq of the last event in the log; ``stored`` holds what the log has under the ids of
    ``sent``. An entry that is already stored is skipped; if it comes directly after ``after``, the next entry
    builds on it. Raises Conflict when a new entry does not build on the last event of the log, DamagedMatch
    when what is stored of an entry cannot be read.
    """
    places = dict(stored)
    new: list[StoredEvent] = []
    reached, base, end = 0, after, last
    for entry in sent:
        place = places.get(entry.id)
        if place is None:
            if base != end:
                raise _out_of_step(match_id, after, last)
            end += 1
            place = places[entry.id] = entry._replace(seq=end)
            new.append(place)
        elif readable(place) is None:
            raise DamagedMatch(match_id, place.seq)
        elif not _same(place.body, entry.body):
            sentence = say(
                "This was already saved with different content. Look at what is saved and correct it there."
            )
            raise Conflict(sentence, match_id, after, last)
        if place.seq == base + 1:
            base = place.seq
        reached = max(reached, place.seq)
    return reached, new


def refuse_second(match_id: str, last: int, new: Sequence[StoredEvent]) -> None:
    """Raise Conflict when a match to be created already exists and events would be added to it."""
    if last and new:
        raise Conflict(say("This match already exists, but it went differently."), match_id, 0, last)


def refuse_stale_discard(match_id: str, after: int, last: int) -> None:
    """Raise Conflict when the match has events that the person who deletes it has not seen."""
    if after != last:
        sentence = say(
            "Somebody has changed this match in the meantime. Look at what is new, then delete the match "
            "if you still want to."
        )
        raise Conflict(sentence, match_id, after, last)


def to_json(value: Any) -> str:
    """The value as JSON. Raises TypeError or ValueError when that, or writing it as UTF-8, is impossible."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    text.encode()  # half a surrogate pair would break every page that shows it
    return text


def _draft(event: EventValues, at: str) -> StoredEvent:
    for name in ("id", "type"):
        if not isinstance(event.get(name), str) or not event[name]:
            raise ValueError(f"an event needs a text as its {name}: {event!r}")
    refuse_long(event["id"])
    own_time = event.get("at") or at
    if not isinstance(own_time, str):
        raise ValueError(f"the time of an event is an ISO 8601 text: {event!r}")
    body = {name: value for name, value in event.items() if name not in ("seq", "at")}
    return StoredEvent(0, event["id"], utc_text(own_time), to_json(body))


def _same(body: str, other: str) -> bool:
    """True if both have the same content. The order of keys does not matter, nor the name that the phone had
    when it sent it, nor the round, where one does not name it; 1 and true differ."""
    if body == other:
        return True
    first, second = json.loads(body), json.loads(other)
    given = {"by": ""} if "round" in first and "round" in second else {"by": "", "round": None}
    return _ordered({**first, **given}) == _ordered({**second, **given})


def _ordered(event: EventValues) -> str:
    return json.dumps(event, sort_keys=True)


def _out_of_step(match_id: str, known: int, last: int) -> Conflict:
    if known > last:
        sentence = say(
            "Part of this match is missing here, perhaps because an older backup was restored. Check "
            "what is there and enter the rest."
        )
    else:
        sentence = say(
            "Somebody else has changed this match in the meantime. Look at what is new, then enter yours "
            "if it is still missing."
        )
    return Conflict(sentence, match_id, known, last)
