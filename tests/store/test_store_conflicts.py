"""In every store: saves that come late, twice, or with other content."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.store import Conflict, Store, StoreError

from .stores import FIRST, event, ids


def test_a_late_append_raises_a_conflict_and_writes_nothing(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [event("a")])
    with pytest.raises(Conflict) as refusal:
        store.append("m", 1, [event("b"), event("c")])
    assert (refusal.value.match_id, refusal.value.known, refusal.value.last) == ("m", 1, 2)
    assert ids(store) == ["first", "a"]


def test_an_append_after_an_unknown_event_raises_a_conflict(store: Store) -> None:
    store.create("m", [FIRST])
    with pytest.raises(Conflict, match="older backup") as refusal:
        store.append("m", 5, [event("a")])
    assert (refusal.value.known, refusal.value.last) == (5, 1)
    assert ids(store) == ["first"]


def test_sending_again_stores_nothing_and_returns_the_stored_seq(store: Store) -> None:
    store.create("m", [FIRST])
    assert store.append("m", 1, [event("a"), event("b")]) == 3
    before = store.events("m")
    assert store.append("m", 1, [event("a"), event("b")]) == 3
    assert store.events("m") == before


def test_the_seq_of_a_save_is_the_highest_that_it_reaches(store: Store) -> None:
    store.create("m", [FIRST])
    assert store.append("m", 1, [event("a"), event("b")]) == 3
    assert store.append("m", 1, [event("b"), event("a")]) == 3  # sent again, in another order


def test_sending_again_is_fine_when_others_have_written_since(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [event("a")])
    store.append("m", 2, [event("other")])
    assert store.append("m", 1, [event("a")]) == 2
    assert ids(store) == ["first", "a", "other"]


def test_the_order_of_keys_and_the_time_are_not_content(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [{"type": "x", "id": "a", "n": 1, "at": "2026-01-01T00:00:00Z"}])
    assert store.append("m", 1, [{"n": 1, "id": "a", "type": "x", "seq": 9}]) == 2


@pytest.mark.parametrize("other", [2, True, 1.0, "1", None, [1]])
def test_an_id_with_other_content_is_a_conflict(store: Store, other: Any) -> None:
    store.create("m", [FIRST, event("a", player=1)])
    with pytest.raises(Conflict, match="different content") as refusal:
        store.append("m", 2, [event("new"), event("a", player=other)])
    assert (refusal.value.known, refusal.value.last) == (2, 2)
    assert ids(store) == ["first", "a"]


def test_a_save_sent_again_with_newer_events_behind_it_adds_only_those(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [event("a")])
    assert store.append("m", 1, [event("a"), event("b")]) == 3
    assert ids(store) == ["first", "a", "b"]


def test_newer_events_behind_a_save_do_not_jump_over_what_others_wrote(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [event("a")])
    store.append("m", 2, [event("other")])
    with pytest.raises(Conflict):
        store.append("m", 1, [event("a"), event("b")])
    with pytest.raises(Conflict):
        store.append("m", 1, [event("other"), event("b")])  # stored, but not what the page built on
    assert ids(store) == ["first", "a", "other"]


def test_an_id_twice_in_one_save_is_stored_once(store: Store) -> None:
    store.create("m", [FIRST])
    assert store.append("m", 1, [event("a"), event("a"), event("b")]) == 3
    assert ids(store) == ["first", "a", "b"]


def test_creating_again_does_nothing(store: Store) -> None:
    store.create("m", [FIRST, event("a")])
    store.append("m", 2, [event("b")])
    store.create("m", [FIRST])
    store.create("m", [FIRST, event("a")])
    assert ids(store) == ["first", "a", "b"]


@pytest.mark.parametrize(
    "events",
    [[event("mine")], [{**FIRST, "dealer": 1}], [FIRST, event("more")], [FIRST, event("a"), event("b")]],
    ids=["other id", "different content", "another second event", "more events"],
)
def test_creating_a_match_that_exists_with_other_events_is_a_conflict(
    store: Store, events: list[dict[str, Any]]
) -> None:
    store.create("m", [FIRST, event("a")])
    with pytest.raises(Conflict) as refusal:
        store.create("m", events)
    assert (refusal.value.match_id, refusal.value.known, refusal.value.last) == ("m", 0, 2)
    assert ids(store) == ["first", "a"]


def test_a_refusal_is_an_english_sentence_that_can_be_translated(store: Store) -> None:
    store.create("m", [FIRST])
    with pytest.raises(StoreError) as refusal:
        store.append("m", 0, [event("a")])
    assert refusal.value.sentence.one.startswith("Somebody else has changed this match")
    assert str(refusal.value) == str(refusal.value.sentence)
