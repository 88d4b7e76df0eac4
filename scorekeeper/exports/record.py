"""The match record: a match as JSON, for export, import and ``scorekeeper tally``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

import msgspec

from ..koikoi import notation
from ..koikoi.errors import BadRecord, KoikoiError
from ..koikoi.match.events import (
    FORMAT,
    Amendment,
    AnyEvent,
    EventT,
    MatchStarted,
    NamesCorrected,
    RoundCorrected,
    RulesChanged,
    TakenBack,
    as_values,
    event,
)
from ..koikoi.match.follow import followed
from ..koikoi.match.limits import MOST_STORED, Entered, refuse_too_large, refuse_too_many
from ..koikoi.match.match import Match
from ..koikoi.rules.loader import Find, named, rules
from ..koikoi.typed_text import cleaned, cleaned_tree
from ..sentences import Sentence, say
from ..times import read_time

LARGEST = 4_000_000  # bytes; a match of 99 rounds with every turn recorded has about 500,000
_MOST_SHOWN = 80  # letters of an event in an error
UNREADABLE = "koikoi-match-unreadable/1"


_WithRules = TypeVar("_WithRules", bound=MatchStarted | RulesChanged)


class Record(NamedTuple):
    """A match, and its events with the complete rule set in the first one."""

    match: Match
    events: tuple[AnyEvent, ...]


def write(events: Iterable[Mapping[str, Any]]) -> bytes:
    """The record of stored events, with a line break at the end, indented as long as it can be read so."""
    tree = {"format": FORMAT, "events": [dict(event) for event in events]}
    indented = _indented(tree)
    return indented if len(indented) <= LARGEST else msgspec.json.encode(tree) + b"\n"


def write_unreadable(stored: Iterable[tuple[int, str, str, str]], why: str) -> bytes:
    """What is stored of an unreadable match: seq, id, time and text of each event, unchanged.

    It has its own format, so that it cannot be imported as a match.
    """
    names = ("seq", "id", "at", "body")
    events = [dict(zip(names, entry, strict=True)) for entry in stored]
    return _indented({"format": UNREADABLE, "why": why, "events": events})


def _indented(tree: Mapping[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(tree), indent=2) + b"\n"


def read(written: bytes | str, find: Find = named) -> Record:
    """The match in a record, with every event checked. ``find`` returns rule sets by name.

    Raises BadRecord with "event 7: …" for an event that cannot be read, and with "event 7: koi 0: …" for one
    that the rules forbid.
    """
    if len(written) > LARGEST:
        raise BadRecord(say("A match record may have at most %(most)d bytes.", most=LARGEST))
    try:
        tree = msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(
            say("This is not a match saved by this app: %(reason)s.", reason=str(error))
        ) from error
    return from_tree(tree, find)


def is_json(written: bytes) -> bool:
    """True if this is a single JSON value rather than one on each line."""
    try:
        msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def from_tree(tree: Any, find: Find = named) -> Record:
    """The match in a decoded record. Raises BadRecord as ``read`` does."""
    if not isinstance(tree, Mapping) or tree.get("format") != FORMAT:
        raise BadRecord(say("A match record must be an object with “format”: “%(format)s”.", format=FORMAT))
    events = tree.get("events")
    if not isinstance(events, list) or not events:
        raise BadRecord(say("A match record needs a list of events, and the first must start the match."))
    if len(events) > MOST_STORED:
        raise BadRecord(say("A match record may have at most %(most)d events.", most=MOST_STORED))
    unknown = sorted(set(tree) - {"format", "events"})
    if unknown:
        raise BadRecord(say("A match record has no field “%(field)s”.", field=str(unknown[0])[:40]))
    return _followed(events, find)


def stored(record: Record, match_id: str, now: str) -> list[dict[str, Any]]:
    """The events of a record in the form in which they are stored, each with an id; the store numbers them.

    ``now`` is the time of this computer's clock. Raises BadRecord for an event in the future, NotAllowed
    where a match may not become so large.
    """
    latest = read_time(now) + timedelta(days=1)  # clocks differ
    entered = Entered()
    for number, recorded in enumerate(record.events, 1):
        refuse_too_large(entered := entered.followed_by(recorded), [recorded])
        if recorded.at and read_time(recorded.at) > latest:
            reason = say(
                "“%(at)s” is in the future. Check the record, or the clock of this computer.",
                at=recorded.at[:40],
            )
            raise _at(number, reason)
    return [
        as_values(msgspec.structs.replace(recorded, id=recorded.id or f"{match_id}.{place}", seq=0))
        for place, recorded in enumerate(record.events)
    ]


def _followed(trees: list[Any], find: Find) -> Record:
    """Read and check every event. Raises BadRecord for the first that is unreadable or forbidden."""
    events, refused = _events(trees, find)
    match: Match | None = None
    numbered: list[AnyEvent] = []
    try:
        for given, match in zip(events, followed(events), strict=True):
            numbered.append(given if isinstance(given, TakenBack) else match.events[-1])
    except KoikoiError as error:
        place = len(numbered)
        raise _at(place + 1, _in_words(events[place], error.sentence), error.option) from error
    if refused is not None:
        raise refused
    assert match is not None
    return Record(match, tuple(numbered))


def _events(trees: list[Any], find: Find) -> tuple[list[AnyEvent], BadRecord | None]:
    """The events before the first unreadable one, and what is wrong with that one."""
    events: list[AnyEvent] = []
    ids: set[str] = set()
    entered = Entered()
    for number, tree in enumerate(trees, 1):
        try:
            read_event = _cleaned(event(tree))
            if isinstance(read_event, MatchStarted | RulesChanged):
                read_event = complete(read_event, find)
            _refuse_repeated_id(read_event, ids)
            _refuse_bad_time(read_event)
            if isinstance(read_event, RoundCorrected | Amendment):  # before their rules are worked out
                refuse_too_many(entered, read_event)
            entered = entered.followed_by(read_event)
        except KoikoiError as error:
            return events, _at(number, error.sentence, error.option)
        events.append(read_event)
    return events, None


_TEXTS = ("reason", "ruling", "by", "zone")


def _cleaned(read: EventT) -> EventT:
    """An event with its names, reasons and zone as forms read them, and without an id that cannot be seen."""
    texts: dict[str, Any] = {name: cleaned(getattr(read, name)) for name in _TEXTS if hasattr(read, name)}
    if isinstance(read, MatchStarted | NamesCorrected):
        texts["players"] = tuple(map(cleaned, read.players))
    if isinstance(read, RoundCorrected):
        texts["events"] = tuple(map(_cleaned, read.events))
    if not read.id.isprintable():
        texts["id"] = ""
    return msgspec.structs.replace(read, **texts)


def _in_words(refused: AnyEvent, why: Sentence) -> Sentence:
    """Why an event is refused, after its line; the first has none, which would be that of all its rules."""
    if isinstance(refused, MatchStarted):
        return why
    return say("%(event)s: %(reason)s", event=notation.write(refused)[:_MOST_SHOWN], reason=why)


def _at(number: int, reason: Sentence, option: str = "") -> BadRecord:
    return BadRecord(say("event %(number)d: %(reason)s", number=number, reason=reason), option)


def _refuse_repeated_id(checked: AnyEvent, ids: set[str]) -> None:
    """Refuse an id that appears twice: the store would take the second event for the first, sent again."""
    if checked.id and checked.id in ids:
        raise BadRecord(say("The id “%(id)s” appears twice.", id=checked.id[:40]))
    ids.add(checked.id)


def _refuse_bad_time(checked: AnyEvent) -> None:
    try:
        if checked.at:
            read_time(checked.at)
    except ValueError as error:
        raise BadRecord(
            say("“%(at)s” is not a valid time; write it like 2026-02-14T19:03:07Z.", at=checked.at[:40])
        ) from error


def complete(event: _WithRules, find: Find = named) -> _WithRules:
    """The start of a match, or a change of its rules, with the complete rule set in it, its texts cleaned.

    Raises BadRuleset.
    """
    ruleset = rules(cleaned_tree(event.ruleset), find)
    return msgspec.structs.replace(event, ruleset=msgspec.to_builtins(ruleset))
