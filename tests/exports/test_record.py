"""Records on their way into the store."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.exports import record
from scorekeeper.exports.record import Record
from scorekeeper.koikoi.errors import BadRecord
from scorekeeper.koikoi.match.events import FORMAT, as_values, event
from scorekeeper.koikoi.match.replay import replay

NOW = "2026-02-14T19:00:00Z"
SAME = r"Two players have the same name; change one of them\."


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


# --- texts come in as forms read them

UNSEEN = "\u0000\u001b\u202e\u2066\u200b\u00ad\ufeff"
ODD = f" {UNSEEN}Zoe{UNSEEN}\u0308\n\t{UNSEEN}van\u2028Ham{UNSEEN} "
SEEN = "Zoë van Ham"


def of(*events: dict[str, Any], players: tuple[str, ...] = ("Anna", "Ben"), **start: Any) -> Record:
    first = {"type": "match-started", "players": list(players), "ruleset": "dutch", **start}
    return record.from_tree({"format": FORMAT, "events": [first, *events]})


@pytest.mark.parametrize(
    ("zone", "kept"),
    [
        *(("Asia/Tokyo", "Asia/Tokyo"), ("Mars/Olympus_Mons", "Mars/Olympus_Mons"), ("", "")),
        *((f" {UNSEEN}Asia/{UNSEEN}Tokyo\n", "Asia/Tokyo"), (UNSEEN, ""), ("東" * 64, "東" * 64)),
    ],
)
def test_a_record_keeps_its_zone_also_one_that_nobody_knows(zone: str, kept: str) -> None:
    read = of(zone=zone)
    assert read.match.start.zone == kept
    written = record.write(record.stored(read, "m", NOW))
    assert (b'"zone"' in written) == bool(kept)
    assert record.read(written).match.start.zone == kept


@pytest.mark.parametrize("zone", ["A" * 65, 9, None, ["Asia/Tokyo"]])
def test_what_cannot_be_the_name_of_a_zone_is_refused(zone: object) -> None:
    with pytest.raises(BadRecord, match="event 1: match-started: the field “zone” is not possible"):
        of(zone=zone)


def test_every_text_of_a_record_is_one_line_without_what_nobody_sees() -> None:
    rules = {"extends": "dutch", "title": ODD, "about": ODD, "source": ODD, "yaku": {"tan": {"name": ODD}}}
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"], "ruling": ODD}
    read = of(
        {**won, "by": f"{UNSEEN}Phone"},
        {"type": "deal-voided", "reason": ODD},
        {"type": "round-corrected", "round": 1, "events": [{"type": "deal-voided", "reason": ODD}, won]},
        {"type": "points-adjusted", "points": [1, -1], "reason": ODD},
        {"type": "rules-changed", "from": 1, "ruleset": {**rules, "calls": {"limit": 3}}, "reason": ODD},
        {"type": "dealer-corrected", "round": 1, "player": 1, "reason": ODD},
        {"type": "names-corrected", "players": ["Eva", ODD]},
        {"type": "match-ended", "reason": ODD},
        players=("Anna", ODD),
        ruleset=rules,
        zone=ODD,
    )
    written = record.write(map(as_values, read.events)).decode()
    assert read.match.players == ("Eva", SEEN)
    assert read.match.start.players == ("Anna", SEEN)
    assert not any(sign in written for sign in (*UNSEEN, r"\u0000", r"\u001b", "Zoe", r"\n\t"))
    assert read.events[1].by == "Phone"
    assert written.count(SEEN) == 19
    again = record.read(written)
    assert again == read, "and so it stays"


def test_texts_that_are_seen_stay_as_they_are_written() -> None:
    family = "👩\u200d👩\u200d👧"
    read = of({"type": "match-ended", "reason": "“tea” – 3½ €"}, players=("山田 太郎", family))
    assert read.match.players == ("山田 太郎", family)
    assert read.match.ended == "“tea” – 3½ €"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoé", "Zoe\u0301"),
        ("Anna", "An\u200bna"),
        ("Anna", "An\u00adna"),
        ("ば", "は\u3099"),
        ("Anna", " anna "),
        ("Anna", "\u202eAnna"),
        ("A B", "A\nB"),
    ],
)
def test_two_players_who_look_alike_are_refused_in_a_record_as_in_a_form(one: str, other: str) -> None:
    with pytest.raises(BadRecord, match=rf"^event 1: {SAME}$"):
        of(players=(one, other))
    with pytest.raises(BadRecord, match=rf"^event 2: names .*: {SAME}$"):
        of({"type": "names-corrected", "players": [one, other]})
    assert of(players=(one, f"{other}2")).match.players[0] == one


@pytest.mark.parametrize("nothing", ["", " ", "\u200b", "\u2800", "\u0301", "\n\u202e"])
def test_a_name_of_which_nothing_is_seen_is_none(nothing: str) -> None:
    with pytest.raises(BadRecord, match=r"^event 1: Every player needs a name\.$"):
        of(players=("Anna", nothing))


def test_a_name_is_measured_as_it_is_seen() -> None:
    assert of(players=("Anna", "\u200b".join("x" * 40))).match.players[1] == "x" * 40
    with pytest.raises(BadRecord, match="A name may have at most 40 characters"):
        of(players=("Anna", "x" * 41))


def test_an_id_that_cannot_be_seen_is_made_anew_and_others_stay() -> None:
    read = of({"type": "deal-voided", "id": "a\u0000b"}, {"type": "deal-voided", "id": "é 1"}, id="m.0")
    assert [event["id"] for event in record.stored(read, "m", NOW)] == ["m.0", "m.1", "é 1"]


def test_a_match_that_is_stored_with_an_odd_name_is_read_as_it_is() -> None:
    """What is stored is not refused: only what comes in is cleaned."""
    first = {"type": "match-started", "players": ["Anna", "An\u200bna"], "ruleset": {"title": "A\nB"}}
    match = replay([event(first)])
    assert match.players == ("Anna", "An\u200bna")
    assert match.rules.title == "A\nB"
