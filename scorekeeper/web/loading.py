"""The matches behind the pages: found in the store, replayed, checked and continued."""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock

import msgspec
from flask import Flask, current_app, g, request

from ..installation import Installation
from ..koikoi.errors import BadRuleset, KoikoiError
from ..koikoi.match.checking import check
from ..koikoi.match.events import AnyEvent, entry_of, event, plain
from ..koikoi.match.folding import applied, replay
from ..koikoi.match.match import Match
from ..koikoi.rules.loading import DEFAULT, rules
from ..store import DamagedMatch, Event, Store, StoreError
from ..store.sqlite import SqliteStore

_MOST_KEPT = 256
# By store and match: the last event that was stored, and the match up to it.
_replayed: OrderedDict[tuple[str, str], tuple[Event, Match]] = OrderedDict()
_lock = Lock()


def init_app(app: Flask) -> None:
    app.teardown_appcontext(_close)


def installation() -> Installation:
    """The installation that this app serves."""
    found: Installation = current_app.extensions["installation"]
    return found


def store() -> Store:
    """The store, one connection for a request."""
    if "store" not in g:
        g.store = installation().open_store()
    found: SqliteStore = g.store
    return found


def load(match_id: str) -> Match:
    """A match by its id. Raises NoSuchMatch; KoikoiError, DamagedMatch where it cannot be read."""
    try:
        return _load(match_id)
    except (KoikoiError, DamagedMatch):
        with suppress(StoreError):  # what the list says of it no longer holds
            store().summarize({match_id: None})
        raise


def _load(match_id: str) -> Match:
    where = (str(installation().database), match_id)
    with _lock:
        last, match = _replayed.get(where, (None, None))
    trees = store().events(match_id, last["seq"] - 1 if last else 0)
    if last and trees[:1] != [last]:  # a backup was put back, or the match deleted and begun anew
        match, trees = None, store().events(match_id)
    if match is None:
        match = replay(event(tree) for tree in trees)
    else:
        for tree in trees[1:]:
            match = applied(match, event(tree))
    with _lock:
        _replayed[where] = trees[-1], match
        _replayed.move_to_end(where)
        if len(_replayed) > _MOST_KEPT:
            _replayed.popitem(last=False)
    return match


def readable(match_id: str) -> Match | None:
    """A match, or None where it is damaged or of a newer version of the app."""
    try:
        return load(match_id)
    except (KoikoiError, DamagedMatch) as error:
        current_app.logger.warning("The match %s cannot be read: %s", match_id, error)
        return None


def forget(match_id: str) -> None:
    """Drop what is kept of a match that was deleted."""
    with _lock:
        _replayed.pop((str(installation().database), match_id), None)


def last_rules() -> str:
    """The rule set of the last match, as long as it can be read; the default otherwise."""
    last = str(store().recall("ruleset", DEFAULT))
    try:
        rules(last, installation().house_rules.find)
    except BadRuleset:
        return DEFAULT
    return last


def begin(match_id: str, start: AnyEvent) -> None:
    """Store a new match. Raises KoikoiError, Conflict."""
    check(None, start)
    store().create(match_id, [plain(start)])


def follow(match: Match, events: Sequence[AnyEvent]) -> Match:
    """The match after some more events, each checked. Raises KoikoiError."""
    for one in events:
        check(match, one)
        match = applied(match, one)
    return match


def append(match_id: str, events: Sequence[AnyEvent]) -> None:
    """Check the events and store them behind the ones that the page knew.

    Sent twice they are stored once. Raises KoikoiError, Conflict, NoSuchMatch.
    """
    match = load(match_id)
    stored = {one.id for one in match.log if one.id}
    if not all(one.id in stored for one in events):
        follow(match, events)
    store().append(match_id, known(), [plain(one) for one in events])


def known() -> int:
    """The number of the last event that the page knew, from its form."""
    written = request.form.get("after", "")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0


def entry_id() -> str:
    """The id that the page gave to what is being entered; a fresh one where it gave none."""
    sent = request.form.get("id", "")
    return sent if 8 <= len(sent) <= 64 and sent.replace("-", "").isalnum() else fresh_id()


def fresh_id() -> str:
    """A new id for a match or for what is entered on a page."""
    return uuid.uuid4().hex


def is_of(event_id: str, entry: str) -> bool:
    """Whether the event with this id belongs to an entry."""
    return entry_of(event_id) == entry


def with_id(one: AnyEvent, entry: str, place: int = 0) -> AnyEvent:
    """The event with the id of the entry it belongs to."""
    return msgspec.structs.replace(one, id=f"{entry}.{place}")


def _close(_: object) -> None:
    if (open_store := g.pop("store", None)) is not None:
        open_store.close()
