"""In every store: matches in the bin."""

from __future__ import annotations

import pytest

from scorekeeper.store import BIN_DAYS, Conflict, InBin, NoSuchMatch, Store, later

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


@pytest.mark.parametrize("write", ["create", "discard", "empty_bin"])
def test_the_bin_is_emptied_after_thirty_days_and_not_a_second_before(
    store: Store, clock: Clock, write: str
) -> None:
    store.create("m", [FIRST])
    store.create("n", [FIRST])
    store.discard("m", 1)
    (row,) = store.bin()
    writes = {
        "create": lambda: store.create("new", [FIRST]),
        "discard": lambda: store.discard("n", 1),
        "empty_bin": store.empty_bin,
    }
    clock.stopped = later(row.discarded_at, BIN_DAYS)
    writes[write]()
    assert "m" in [row.id for row in store.bin()]
    store.put_back("n")
    clock.stopped = later(row.discarded_at, BIN_DAYS).replace(".000Z", ".001Z")
    assert "m" in [row.id for row in store.bin()]  # reading never deletes
    store.matches()
    assert "m" in [row.id for row in store.bin()]
    if write == "create":
        store.create("newer", [FIRST])
    else:
        writes[write]()
    assert "m" not in [row.id for row in store.bin()]


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
            written.keep("match", match_id, 0, {"note": match_id})
            written.keep("player", match_id, 0, {"name": "Anna"})
    store.discard("m", 1)
    for written in (store.documents, store.live):
        assert written.find("match", "m") is not None
    store.delete("m")
    for written in (store.documents, store.live):
        assert list(written.all("match")) == ["n"]
        assert list(written.all("player")) == ["m", "n"]
