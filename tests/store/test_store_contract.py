"""The contract that every store must meet: storing and reading events, and settings."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.store import Conflict, MatchRow, NoSuchMatch, Store, StoredEvent
from scorekeeper.times import utc_now

from .stores import FIRST, event, ids


def test_events_come_back_in_order_with_their_seq_and_time(store: Store) -> None:
    store.create("m", [FIRST])
    assert store.append("m", 1, [event("a", piles=["01B 03B", None]), event("b")]) == 3
    assert store.events("m") == [
        {**FIRST, "seq": 1, "at": "2026-02-14T19:00:01.000Z"},
        {**event("a", piles=["01B 03B", None]), "seq": 2, "at": "2026-02-14T19:00:02.000Z"},
        {**event("b"), "seq": 3, "at": "2026-02-14T19:00:02.000Z"},
    ]


def test_events_can_be_asked_for_from_a_place_on(store: Store) -> None:
    store.create("m", [FIRST, event("a"), event("b")])
    assert [stored["seq"] for stored in store.events("m", after=1)] == [2, 3]
    assert store.events("m", after=3) == []


def test_an_imported_record_keeps_its_times_and_gets_its_own_seq(store: Store) -> None:
    store.create("m", [{**FIRST, "at": "2019-01-01T19:00:00+09:00", "seq": 7}, event("a", at=None)])
    first, second = store.events("m")
    assert (first["seq"], first["at"]) == (1, "2019-01-01T10:00:00.000Z")
    assert (second["seq"], second["at"]) == (2, "2026-02-14T19:00:01.000Z")


def test_keys_keep_their_order(store: Store) -> None:
    rules = {"zebra": 1, "apple": {"y": 1, "b": 2}}
    store.create("m", [{**FIRST, "ruleset": rules}])
    assert list(store.events("m")[0]["ruleset"]) == ["zebra", "apple"]


def test_changing_an_event_after_saving_does_not_change_the_log(store: Store) -> None:
    mine = event("a", piles=["01B"])
    store.create("m", [FIRST, mine])
    mine["piles"].append("02A")
    store.events("m")[1]["piles"].append("03A")
    assert store.events("m")[1]["piles"] == ["01B"]


def test_matches_do_not_share_events_or_ids(store: Store) -> None:
    store.create("m", [FIRST])
    store.create("n", [FIRST])
    store.append("n", 1, [event("a")])
    assert (ids(store, "m"), ids(store, "n")) == (["first"], ["first", "a"])


def test_an_unknown_match_is_named_in_the_refusal(store: Store) -> None:
    for ask in (
        lambda: store.last("nowhere"),
        lambda: store.events("nowhere"),
        lambda: store.append("nowhere", 0, [event("a")]),
        lambda: store.discard("nowhere", 0),
        lambda: store.stored("nowhere"),
        lambda: store.put_back("nowhere"),
        lambda: store.delete("nowhere"),
    ):
        with pytest.raises(NoSuchMatch, match="no such match") as refusal:
            ask()
        assert refusal.value.match_id == "nowhere"


def test_the_last_seq_of_each_match(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [event("a"), event("b")])
    store.create("n", [FIRST])
    assert (store.last("m"), store.last("n")) == (3, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "x"},
        {"id": "a"},
        {"type": "", "id": "a"},
        {"type": "x", "id": 7},
        {"type": "x", "id": "a", "at": 7},
        {"type": "x", "id": "a", "at": "昨日"},
        {"type": "x", "id": "a", "at": "0001-01-01T00:00:00+14:00"},
        {"type": "x", "id": "a", "n": float("nan")},
        {"type": "x", "id": "a", "n": {1, 2}},
        {"type": "x", "id": "a", "name": "\ud83d"},
    ],
    ids=str,
)
def test_an_invalid_event_is_refused_with_the_whole_append(store: Store, wrong: dict[str, Any]) -> None:
    store.create("m", [FIRST])
    with pytest.raises((ValueError, TypeError)):
        store.append("m", 1, [event("good"), wrong])
    with pytest.raises((ValueError, TypeError)):
        store.create("n", [FIRST, wrong])
    assert ids(store) == ["first"]
    assert [row.id for row in store.matches()] == ["m"]


def test_an_append_without_events_is_refused(store: Store) -> None:
    store.create("m", [FIRST])
    with pytest.raises(ValueError, match="no events"):
        store.append("m", 1, [])
    with pytest.raises(ValueError, match="no events"):
        store.create("n", [])


def test_what_is_remembered_can_be_recalled_and_replaced(store: Store) -> None:
    store.set("players", ["Łukasz", "花子"])
    store.set("players", {"last": "花子"})
    store.set("nothing", None)
    assert store.get("players") == {"last": "花子"}
    assert store.get("nothing", "default") is None
    assert store.get("unknown") is None
    assert store.get("unknown", 3) == 3


def test_everything_that_is_remembered(store: Store) -> None:
    store.create("m", [FIRST])
    store.documents.put("player", "anna", 0, 1)
    assert store.values() == {}
    store.set("b", None)
    store.set("a", [1])
    assert store.values() == {"a": [1], "b": None}


def test_a_match_of_another_store_is_adopted_as_it_is_there(store: Store) -> None:
    entries = [StoredEvent(1, "first", "once", "Dear diary"), StoredEvent(2, "b", "2019-01-01", '{ "n": 1 }')]
    state = store.revision()
    store.adopt("m", entries)
    store.adopt("binned", entries[:1], "2026-02-14T19:00:00.000Z")
    assert store.revision() != state
    assert store.stored("m") == entries
    assert store.matches() == [MatchRow("m", 2, "once", "2019-01-01")]
    assert [(row.id, row.first, row.discarded_at) for row in store.bin()] == [
        ("binned", None, "2026-02-14T19:00:00.000Z")
    ]
    for match_id in ("m", "binned"):
        with pytest.raises(Conflict):
            store.adopt(match_id, entries)
    assert store.stored("binned") == entries[:1]


def test_the_clock_writes_utc_texts_of_one_length() -> None:
    assert len(utc_now()) == len("2026-02-14T19:03:07.120Z")
    assert utc_now().endswith("Z")
