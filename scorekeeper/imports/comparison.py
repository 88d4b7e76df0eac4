"""How a match from a file stands to the matches that are here already."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

import msgspec

from ..exports import record
from ..exports.record import Record
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import FORMAT, AnyEvent, as_values, content
from ..koikoi.match.undo import entry_id_of
from ..store import DamagedMatch, InBin, NoSuchMatch, Store
from ..times import utc_now

_LONGEST_ID: Final = 64


class Kind(Enum):
    """What the file has of a match, beside what is here."""

    NEW = "new"
    SAME = "same"
    LONGER = "longer"  # it goes on after what is here
    SHORTER = "shorter"  # what is here goes on after it
    OTHER = "other"  # both go on, each in its way
    IN_BIN = "in_bin"


class Comparison(NamedTuple):
    """``match_id`` is where the record is to be stored, or is stored already.

    ``here`` is the match that it is compared with, and ``rounds`` how many rounds that has; empty and 0 for
    a new match and for one in the bin.
    """

    kind: Kind
    match_id: str
    here: str = ""
    rounds: int = 0

    @property
    def can_be_kept(self) -> bool:
        return self.kind not in (Kind.SAME, Kind.IN_BIN)


def compared(read: Record, store: Store) -> Comparison:
    """How a record stands to the matches of a store.

    A match keeps its id wherever it goes, so it is found by that of its first event. What has no such id, and
    a match that went on differently, is stored under an id made from its events: the same record is never
    stored twice. Raises StoreError.
    """
    copy, own = content_id(read), _own_id(read)
    for match_id in (copy, own) if own else (copy,):
        try:
            here = _stored(match_id, store)
        except InBin:
            return Comparison(Kind.IN_BIN, match_id)
        if here and (kind := _kind(read.events, here.events)):
            place = match_id if kind in (Kind.SAME, Kind.LONGER) else copy
            return Comparison(kind, place, match_id, len(here.match.rounds))
    return Comparison(Kind.NEW, own if own and not _is_taken(own, store) else copy)


def keep(read: Record, store: Store) -> str:
    """Store a match unless it is here already, whole or not at all; returns its id.

    A match of which the beginning is here goes on there. Raises InBin, BadRecord for an event in the future,
    Conflict when somebody else continued the match in the meantime, StoreError.
    """
    comparison = compared(read, store)
    if comparison.kind is Kind.IN_BIN:
        raise InBin(comparison.match_id)
    events = record.stored(read, comparison.match_id, utc_now())
    if comparison.kind is Kind.LONGER:
        known = len(store.events(comparison.match_id))
        store.append(comparison.match_id, known, events[known:])
    elif comparison.can_be_kept:
        store.create(comparison.match_id, events)
    return comparison.match_id


def content_id(read: Record) -> str:
    """An id made from all that a record says; the order of its fields does not matter."""
    trees = [as_values(msgspec.structs.replace(event, seq=0)) for event in read.events]
    return hashlib.sha256(msgspec.json.encode(trees, order="sorted")).hexdigest()[:32]


def _own_id(read: Record) -> str:
    """The id that the match had where it was begun; empty where its record names none."""
    own = entry_id_of(read.events[0].id)
    usable = 8 <= len(own) <= _LONGEST_ID and own.isascii() and own.replace("-", "").isalnum()
    return own if usable else ""


def _is_taken(match_id: str, store: Store) -> bool:
    try:
        return bool(store.last(match_id))
    except NoSuchMatch:
        return False


def _stored(match_id: str, store: Store) -> Record | None:
    """A stored match as its record; None where there is none that can be read. Raises InBin."""
    try:
        return record.from_tree({"format": FORMAT, "events": store.events(match_id)})
    except InBin:
        raise
    except (NoSuchMatch, DamagedMatch, KoikoiError):
        return None


def _kind(sent: Sequence[AnyEvent], here: Sequence[AnyEvent]) -> Kind | None:
    """How two logs stand to each other; None where they are those of different matches."""
    mine, theirs = [*map(content, sent)], [*map(content, here)]
    if mine == theirs:
        return Kind.SAME
    if mine == theirs[: len(mine)]:
        return Kind.SHORTER
    if theirs == mine[: len(theirs)]:
        return Kind.LONGER
    return Kind.OTHER if mine[0] == theirs[0] else None
