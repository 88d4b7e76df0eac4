"""In every store: matches in the bin."""

from __future__ import annotations

import pytest

from scorekeeper.store import BIN_DAYS, Conflict, InBin, NoSuchMatch, Store, StoredEvent
from scorekeeper.times import later

from .stores import FIRST, Clock, event, ids


def test_a_discarded_match_is_in_the_bin_and_the_others_stay(store: Store) -> None:
    store.create("m", [FIRST, event("a")])
    store.create("n", [FIRST])
    store.discard("m", 2)
    assert [row.id for row in store.matches()] == ["n"]
    (row,) = store.bin()
    assert row.first is not None
    assert (row.id, row.first["players"], row.discarded_at) == (
        "m",
        ["Anna", "Piet"],
        "2026-02-14T19:00:03.000Z",
    )
    assert [(entry.seq, entry.id) for entry in store.stored("m")] == [(1, "first"), (2, "a")]
    for ask in (
        lambda: store.events("m"),
        lambda: store.append("m", 2, [event("b")]),
        lambda: store.create("m", [FIRST]),
        lambda: store.create("m", [event("again")]),
        lambda: store.discard("m", 2),
    ):
        with pytest.raises(InBin, match="in the bin") as refusal:
            ask()
        assert refusal.value.match_id == "m"
    assert len(store.stored("m")) == 2


def test_a_match_that_went_on_meanwhile_is_not_discarded(store: Store) -> None:
    store.create("m", [FIRST, event("a")])
    for after in (1, 3):
        with pytest.raises(Conflict, match="in the meantime") as refusal:
            store.discard("m", after)
        assert (refusal.value.known, refusal.value.last) == (after, 2)
    assert ids(store) == ["first", "a"]
    assert store.bin() == []


def test_a_match_that_is_put_back_goes_on(store: Store) -> None:
    store.create("m", [FIRST, event("a")])
    before = store.events("m")
    store.discard("m", 2)
    store.put_back("m")
    store.put_back("m")  # a double tap
    assert store.events("m") == before
    assert store.bin() == []
    assert store.append("m", 2, [event("b")]) == 3


def test_a_match_deleted_for_good_is_gone_and_its_id_is_free(store: Store) -> None:
    store.create("m", [FIRST, event("a")])
    store.create("n", [FIRST])
    with pytest.raises(NoSuchMatch):
        store.delete("m")  # it is not in the bin
    store.discard("m", 2)
    store.delete("m")
    assert store.bin() == []
    for ask in (store.events, store.stored, store.put_back, store.delete):
        with pytest.raises(NoSuchMatch, match="no such match"):
            ask("m")
    store.create("m", [event("again")])
    assert (ids(store), ids(store, "n")) == (["again"], ["first"])


@pytest.mark.parametrize("write", ["create", "discard"])
def test_the_bin_is_emptied_once_something_stored_a_week_ago_is_thirty_days_newer(
    store: Store, clock: Clock, write: str
) -> None:
    for match_id in ("m", "n", "witness"):
        store.create(match_id, [FIRST])
    store.discard("m", 1)
    (row,) = store.bin()
    in_time, over = later(row.discarded_at, BIN_DAYS), later(row.discarded_at, BIN_DAYS)[:-2] + "1Z"

    def stored_and_a_week_later(at: str, *, day: int = 7) -> list[str]:
        """The ids in the bin after a write a week after another match went on."""
        clock.stopped = at
        last = store.append("witness", store.last("witness"), [event(f"{at} {day}")])
        clock.stopped = later(at, day)
        if write == "create":
            store.create(f"new {last}", [FIRST])
        else:
            store.discard("n", 1)
            store.put_back("n")
        return [row.id for row in store.bin() if row.id != "n"]

    assert stored_and_a_week_later(in_time) == ["m"]
    assert stored_and_a_week_later(over, day=6) == ["m"]
    clock.stopped = later(over, 7)
    store.matches()
    assert store.bin_limit() == later(over, -BIN_DAYS) > row.discarded_at
    assert [row.id for row in store.bin()] == ["m"]  # reading never deletes
    assert stored_and_a_week_later(over) == []


@pytest.mark.parametrize("days", [40, 500, 40_000])
def test_a_clock_that_is_ahead_for_an_evening_empties_no_bin(store: Store, clock: Clock, days: int) -> None:
    for match_id in ("m", "n", "o"):
        store.create(match_id, [FIRST])
    store.discard("m", 1)
    now = clock()
    for hour in range(3):  # what is stored in such an evening proves nothing either
        clock.stopped = later(now, days).replace("T19", f"T2{hour}")
        store.create(f"{hour}", [FIRST])
        store.discard(f"{hour}", 1)
    store.put_back("0")
    clock.stopped = later(now, 1)
    store.create("after", [FIRST])
    store.discard("n", 1)
    assert "m" in [row.id for row in store.bin()]
    store.put_back("m")
    assert ids(store) == ["first"]


def test_an_imported_match_of_no_time_empties_no_bin(store: Store, clock: Clock) -> None:
    store.create("m", [FIRST])
    store.discard("m", 1)
    store.adopt("odd", [StoredEvent(1, "first", "1st of May", "{}")])
    clock.stopped = later(clock(), 400)
    store.create("n", [FIRST])
    assert [row.id for row in store.bin()] == ["m"]


def test_the_bin_shows_first_what_was_deleted_last(store: Store) -> None:
    for name in "abc":
        store.create(name, [FIRST])
    for name in "bca":
        store.discard(name, 1)
    assert [row.id for row in store.bin()] == ["a", "c", "b"]


def test_what_is_written_beside_a_match_is_deleted_for_good_with_it(store: Store) -> None:
    for match_id in ("m", "n"):
        store.create(match_id, [FIRST])
        for written in (store.documents, store.live):
            written.put("match", match_id, 0, {"note": match_id})
            written.put("player", match_id, 0, {"name": "Anna"})
    store.discard("m", 1)
    for written in (store.documents, store.live):
        assert written.get("match", "m") is not None
    store.delete("m")
    for written in (store.documents, store.live):
        assert list(written.all("match")) == ["n"]
        assert list(written.all("player")) == ["m", "n"]
