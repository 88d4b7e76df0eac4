"""Records on their way into the store."""

from __future__ import annotations

import pytest

from scorekeeper.exports import record
from scorekeeper.exports.record import Record
from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.match.events import FORMAT

NOW = "2026-02-14T19:00:00Z"


def read(at: str) -> Record:
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch"}
    return record.from_tree({"format": FORMAT, "events": [start, {"type": "deal-voided", "at": at}]})


@pytest.mark.parametrize(
    "at", ["", "2026-02-14T19:00:00Z", "2026-02-15T19:00:00Z", "2026-02-15T21:00:00+02:00"]
)
def test_an_event_of_at_most_a_day_later_is_stored_for_clocks_differ(at: str) -> None:
    assert [event["id"] for event in record.stored(read(at), "m", NOW)] == ["m.0", "m.1"]


@pytest.mark.parametrize("at", ["2026-02-15T19:00:01Z", "2026-02-15T18:00:01-01:00", "2026-02-16"])
def test_an_event_of_more_than_a_day_later_is_refused(at: str) -> None:
    with pytest.raises(BadRecord, match=f"event 2: .*{at[:10]}.* is in the future"):
        record.stored(read(at), "m", NOW)
