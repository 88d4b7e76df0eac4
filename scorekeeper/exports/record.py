"""The match record: a match as JSON, for export, import and ``scorekeeper tally``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from ..koikoi.checking import check
from ..koikoi.errors import BadRecord, KoikoiError
from ..koikoi.events import FORMAT, AnyEvent, MatchStarted, event, plain
from ..koikoi.match import applied, started
from ..koikoi.ruleset import Find, named, rules
from ..koikoi.sentences import say
from ..koikoi.table import Match

LARGEST = 4_000_000  # bytes; a match of 99 rounds with every turn recorded has about 500,000
MOST_EVENTS = 5_000


class Record(NamedTuple):
    """A match that was read, and its events with the complete rule set in the first one."""

    match: Match
    events: tuple[AnyEvent, ...]


def write(events: Iterable[Mapping[str, Any]]) -> bytes:
    """The record of stored events, readable and ending with a line break."""
    record = {"format": FORMAT, "events": [dict(one) for one in events]}
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"


def read(written: bytes | str, find: Find = named) -> Record:
    """The match in a record, every event checked. ``find`` gives rule sets by name.

    Raises BadRecord with "event 7: …" for an event that cannot be read or that the rules forbid.
    """
    if len(written) > LARGEST:
        raise BadRecord(say("A match record has at most %(most)d bytes.", most=LARGEST))
    try:
        tree = msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(say("This is not JSON: %(reason)s.", reason=str(error))) from error
    return of(tree, find)


def is_json(written: bytes) -> bool:
    """Whether this is one JSON value, and not one on each line."""
    try:
        msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def of(tree: Any, find: Find = named) -> Record:
    """The match in a record that was decoded already."""
    if not isinstance(tree, Mapping) or tree.get("format") != FORMAT:
        raise BadRecord(say("A match record is a table with “format”: “%(format)s”.", format=FORMAT))
    events = tree.get("events")
    if not isinstance(events, list) or not events:
        raise BadRecord(say("A match record has a list of events, and the first one starts the match."))
    if len(events) > MOST_EVENTS:
        raise BadRecord(say("A match record has at most %(most)d events.", most=MOST_EVENTS))
    unknown = sorted(set(tree) - {"format", "events"})
    if unknown:
        raise BadRecord(say("A match record has no field “%(field)s”.", field=str(unknown[0])[:40]))
    return _followed(events, find)


def stored(found: Record, match_id: str) -> list[dict[str, Any]]:
    """The events of a record as they are stored: each with an id, numbered anew by the store."""
    return [
        plain(msgspec.structs.replace(one, id=one.id or f"{match_id}.{place}", seq=0))
        for place, one in enumerate(found.events)
    ]


def _followed(trees: list[Any], find: Find) -> Record:
    match: Match | None = None
    events: list[AnyEvent] = []
    ids: set[str] = set()
    for number, tree in enumerate(trees, 1):
        try:
            one = event(tree)
            if match is None and isinstance(one, MatchStarted):
                one = complete(one, find)
            _refuse_second(one, ids)
            _refuse_no_time(one)
            check(match, one)
            match = started(one) if match is None else applied(match, one)
        except KoikoiError as error:
            raise BadRecord(
                say("event %(number)d: %(reason)s", number=number, reason=error.sentence), error.option
            ) from error
        events.append(one)
    assert match is not None
    return Record(match, tuple(events))


def _refuse_second(one: AnyEvent, ids: set[str]) -> None:
    """An id stands for one event, or the second would be taken for the first sent again."""
    if one.id and one.id in ids:
        raise BadRecord(say("The id “%(id)s” stands there twice.", id=one.id[:40]))
    ids.add(one.id)


def _refuse_no_time(one: AnyEvent) -> None:
    try:
        if one.at:
            one.at.encode("ascii")
            datetime.fromisoformat(one.at)
    except ValueError as error:
        raise BadRecord(
            say("“%(at)s” is no time; allowed: such as 2026-02-14T19:03:07Z.", at=one.at[:40])
        ) from error


def complete(start: MatchStarted, find: Find = named) -> MatchStarted:
    """The start of a match with its complete rule set written into it."""
    chosen = rules(start.ruleset, find)
    return msgspec.structs.replace(start, ruleset=msgspec.to_builtins(chosen))
