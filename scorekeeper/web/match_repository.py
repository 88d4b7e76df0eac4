"""The matches behind the pages: loaded from the store, continued, and stored again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from flask import Flask, current_app, g
from msgspec.structs import replace

from ..archive.digests import digest_of, encoded
from ..fingerprints import version_of_the_match
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import AnyEvent, EventT, MatchStarted, as_values, content, event
from ..koikoi.match.follow import follow, follow_all
from ..koikoi.match.limits import refuse_too_large
from ..koikoi.match.match import Match
from ..koikoi.match.replay import that_count
from ..koikoi.match.undo import Entry, entry_id_of, find_entry, with_ids
from ..store import DamagedMatch, NoSuchMatch, StoreError
from ..times import utc_now
from .context import installation, note_players, speak_as, store
from .forms.request import EntryForm, ZoneForm, from_body, from_form
from .match_cache import ReplayKey, Replays

_TRY: Final = re.compile(r"[2-9]|[1-9]\d", re.ASCII)


def init_app(app: Flask) -> None:
    app.extensions["replays"] = Replays()


def load(match_id: str) -> Match:
    """A match by its id. Raises NoSuchMatch; KoikoiError, DamagedMatch where it cannot be read."""
    try:
        match = _replays().match(_key(match_id), store())
        speak_as(match.rules)
        return match
    except (KoikoiError, DamagedMatch):
        with suppress(StoreError):  # what the list says about it is no longer true
            store().drop_digest(match_id)
        raise


def load_or_none(match_id: str) -> Match | None:
    """A match, or None where it is damaged, of a newer version of the app, or deleted meanwhile."""
    try:
        return load(match_id)
    except (KoikoiError, DamagedMatch, NoSuchMatch) as error:
        current_app.logger.warning("The match %s cannot be read: %s", match_id, error)
        return None


def begin(match_id: str, start: MatchStarted, note: Callable[[str], None]) -> None:
    """Store a new match, begun in the zone of the phone that sent the form; ``note`` is told its id before
    that, but not of one that cannot begin.

    Raises KoikoiError, Conflict.
    """
    start = replace(start, zone=from_body(ZoneForm).zone.data, seq=1, at=utc_now())
    (start,) = with_ids(match_id, [start])
    match = follow(None, start)
    made = _as_stored([start])
    note(match_id)
    store().create(match_id, made, _digest(match))
    note_players(start.players)


def append(match_id: str, events: Sequence[AnyEvent]) -> Match:
    """Follow events that were entered at once, store them, and return the match after them.

    Events that are sent twice are stored once. Raises KoikoiError, Conflict, NoSuchMatch.
    """
    match = load(match_id)
    sent = as_entry(events)
    if is_stored(match_id):
        store().append(match_id, known_seq(), _as_stored(sent))  # refuses other content
        return match
    return save(match_id, sent, follow_all(match, sent))


def as_entry(events: Sequence[EventT]) -> list[EventT]:
    """The events as the entry that the form was made for, to be stored after the last event that it knew."""
    return entry_of(entry_id(), known_seq(), events)


def entry_of(id_: str, after: int, events: Sequence[EventT]) -> list[EventT]:
    """The events as the entry of that id, made now, to be stored after event ``after``."""
    now, by = utc_now(), g.get("entered_by", "")
    events = with_ids(id_, events)
    return [replace(event, seq=seq, at=now, by=by) for seq, event in enumerate(events, after + 1)]


def save(match_id: str, sent: Sequence[AnyEvent], after: Match) -> Match:
    """Store the events of an entry that were followed to the match ``after``; returns that match.

    Raises BadRecord where an event is longer than it may be, NotAllowed where the match is, Conflict,
    NoSuchMatch.
    """
    refuse_too_large(after.entered, sent)
    note_players(after.players)
    numbered = {event.id: event for event in after.events[-len(sent) :]}  # with the round of each
    sent = [numbered.get(event.id, event) for event in sent]
    if store().append(match_id, sent[0].seq - 1, _as_stored(sent), _digest(after)) != after.seq:
        return load(match_id)  # the same was sent before, and the match has continued
    _replays().keep(_key(match_id), sent[-1], after)
    return after


def _as_stored(events: Sequence[AnyEvent]) -> list[dict[str, Any]]:
    """The events as plain values from which they can be read again. Raises BadRecord."""
    trees = [as_values(entered) for entered in events]
    for tree in trees:
        event(tree)
    return trees


def _digest(match: Match) -> bytes:
    return encoded(digest_of(match, version_of_the_match()))


def is_stored(match_id: str) -> bool:
    """Whether what is being entered is stored already: a double tap, or a save sent again."""
    behind = store().events(match_id, known_seq())
    return any(entry_id_of(tree["id"]) == entry_id() for tree in behind)


def taken_back_by(trees: Sequence[Mapping[str, Any]], name: str) -> list[AnyEvent]:
    """What counted until the entry of this name took it back; empty where it took nothing back."""
    own = [tree for tree in trees if entry_id_of(tree["id"]) == name]
    undone = sum(tree["type"] == "taken-back" for tree in own)
    counted = that_count(event(tree) for tree in trees[: trees.index(own[0])]) if undone else ()
    return [content(past) for past in counted[-undone:]]


def known_seq() -> int:
    """The number of the last event that the page knew, from its form; 0 where it says none."""
    number: int = _entry().after.data
    return number


def entry_id() -> str:
    """The id that the page gave to what is being entered; a new id where it gave none."""
    return str(_entry().id.data)


def entered(match: Match) -> Entry | None:
    """The entry of the form if it is stored, under its own id or under that of a later try."""
    base, first = _parted(entry_id())
    ids = {entry_id_of(event.id) for event in match.events if event.id.startswith(base)}
    tries = [(number, id_) for id_ in ids for other, number in [_parted(id_)] if other == base]
    later = [id_ for number, id_ in sorted(tries) if number >= first]
    return find_entry(match, later[0]) if later else None


def next_try() -> str:
    """The id under which a form that came too late can be sent again."""
    base, number = _parted(entry_id())
    return f"{base}-{number + 1}"


def _parted(name: str) -> tuple[str, int]:
    """An id without the number of the try, and that number."""
    base, _, number = name.rpartition("-")
    return (base, int(number)) if base and _TRY.fullmatch(number) else (name, 1)


def _entry() -> EntryForm:
    """What the form says about its entry; read once, so that a new id stays the same."""
    if "entry" not in g:
        g.entry = from_form(EntryForm)
    entry: EntryForm = g.entry
    return entry


def _key(match_id: str) -> ReplayKey:
    return installation().storage.name, match_id


def _replays() -> Replays:
    replays: Replays = current_app.extensions["replays"]
    return replays
