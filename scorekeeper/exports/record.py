"""The match record: a match as JSON, for export, import and ``scorekeeper tally``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from ..koikoi.errors import BadRecord, KoikoiError
from ..koikoi.match.events import FORMAT, AnyEvent, MatchStarted, RoundCorrected, event, plain
from ..koikoi.match.following import followed
from ..koikoi.match.match import Match
from ..koikoi.rules.loading import Find, named, rules
from ..sentences import Sentence, say

LARGEST = 4_000_000  # bytes; a match of 99 rounds with every turn recorded has about 500,000
UNREADABLE = "koikoi-match-unreadable/1"
MOST_EVENTS = 5_000  # those inside corrections count too
MOST_CORRECTIONS = 300  # each reckons all later rounds again


class Record(NamedTuple):
    """A match that was read, and its events with the complete rule set in the first one."""

    match: Match
    events: tuple[AnyEvent, ...]


def write(events: Iterable[Mapping[str, Any]]) -> bytes:
    """The record of stored events, readable and ending with a line break."""
    record = {"format": FORMAT, "events": [dict(one) for one in events]}
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"


def write_unreadable(stored: Iterable[tuple[int, str, str, str]], why: str) -> bytes:
    """What is stored of a match that cannot be read: seq, id, time and text of each event, as they are.

    Its format is another one, so that no import takes it for a match.
    """
    names = ("seq", "id", "at", "body")
    events = [dict(zip(names, one, strict=True)) for one in stored]
    return (
        msgspec.json.format(
            msgspec.json.encode({"format": UNREADABLE, "why": why, "events": events}), indent=2
        )
        + b"\n"
    )


def read(written: bytes | str, find: Find = named) -> Record:
    """The match in a record, every event checked. ``find`` gives rule sets by name.

    Raises BadRecord with "event 7: …" for an event that cannot be read or that the rules forbid.
    """
    if len(written) > LARGEST:
        raise BadRecord(say("A match record may have at most %(most)d bytes.", most=LARGEST))
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
        raise BadRecord(say("A match record must be an object with “format”: “%(format)s”.", format=FORMAT))
    events = tree.get("events")
    if not isinstance(events, list) or not events:
        raise BadRecord(say("A match record needs a list of events, and the first must start the match."))
    _refuse_too_many(len(events), 0)
    unknown = sorted(set(tree) - {"format", "events"})
    if unknown:
        raise BadRecord(say("A match record has no field “%(field)s”.", field=str(unknown[0])[:40]))
    return _followed(events, find)


def stored(found: Record, match_id: str, now: str) -> list[dict[str, Any]]:
    """The events of a record as they are stored: each with an id, numbered anew by the store.

    ``now`` is the moment by the clock of this computer. Raises BadRecord for an event of a time yet to come.
    """
    latest = _moment(now) + timedelta(days=1)  # clocks differ
    for number, one in enumerate(found.events, 1):
        if one.at and _moment(one.at) > latest:
            reason = say(
                "“%(at)s” is in the future. Check the record, or the clock of this computer.", at=one.at[:40]
            )
            raise _at(number, reason)
    return [
        plain(msgspec.structs.replace(one, id=one.id or f"{match_id}.{place}", seq=0))
        for place, one in enumerate(found.events)
    ]


def _followed(trees: list[Any], find: Find) -> Record:
    """Every event read and checked; the first that is refused is named, whichever way."""
    events, refused = _events(trees, find)
    match: Match | None = None
    number = 1
    try:
        for number, match in enumerate(followed(events), 2):  # noqa: B007 - the next one, if it raises
            pass
    except KoikoiError as error:
        raise _at(number, error.sentence, error.option) from error
    if refused is not None:
        raise refused
    assert match is not None
    return Record(match, tuple(events))


def _events(trees: list[Any], find: Find) -> tuple[list[AnyEvent], BadRecord | None]:
    """The events up to the first that cannot be read, and what is wrong with that one."""
    events: list[AnyEvent] = []
    ids: set[str] = set()
    inside = corrections = 0
    for number, tree in enumerate(trees, 1):
        try:
            one = event(tree)
            if number == 1 and isinstance(one, MatchStarted):
                one = complete(one, find)
            _refuse_second(one, ids)
            _refuse_no_time(one)
            if isinstance(one, RoundCorrected):
                corrections, inside = corrections + 1, inside + len(one.events)
                _refuse_too_many(len(trees) + inside, corrections)
        except KoikoiError as error:
            return events, _at(number, error.sentence, error.option)
        events.append(one)
    return events, None


def _at(number: int, reason: Sentence, option: str = "") -> BadRecord:
    return BadRecord(say("event %(number)d: %(reason)s", number=number, reason=reason), option)


def _refuse_too_many(events: int, corrections: int) -> None:
    if events > MOST_EVENTS:
        raise BadRecord(say("A match record may have at most %(most)d events.", most=MOST_EVENTS))
    if corrections > MOST_CORRECTIONS:
        raise BadRecord(say("A match record may have at most %(most)d corrections.", most=MOST_CORRECTIONS))


def _refuse_second(one: AnyEvent, ids: set[str]) -> None:
    """An id stands for one event, or the second would be taken for the first sent again."""
    if one.id and one.id in ids:
        raise BadRecord(say("The id “%(id)s” appears twice.", id=one.id[:40]))
    ids.add(one.id)


def _refuse_no_time(one: AnyEvent) -> None:
    try:
        if one.at:
            _moment(one.at)
    except (ValueError, OverflowError) as error:
        raise BadRecord(
            say("“%(at)s” is not a valid time; write it like 2026-02-14T19:03:07Z.", at=one.at[:40])
        ) from error


def _moment(at: str) -> datetime:
    """Raises ValueError for what is no time, OverflowError for one beyond the calendar."""
    at.encode("ascii")  # other digits are no ISO 8601
    found = datetime.fromisoformat(at)
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def complete(start: MatchStarted, find: Find = named) -> MatchStarted:
    """The start of a match with its complete rule set written into it."""
    chosen = rules(start.ruleset, find)
    return msgspec.structs.replace(start, ruleset=msgspec.to_builtins(chosen))
