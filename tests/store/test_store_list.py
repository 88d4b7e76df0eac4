"""In every store: the list of matches, and what is stored with it."""

from __future__ import annotations

import pytest

from scorekeeper.store import Conflict, MatchRow, Place, Store

from .stores import FIRST, event


def test_matches_come_newest_activity_first(store: Store) -> None:
    store.create("m", [FIRST])
    store.create("n", [FIRST])
    store.append("m", 1, [event("a")])
    assert store.matches() == [
        MatchRow("m", 2, "2026-02-14T19:00:01.000Z", "2026-02-14T19:00:03.000Z"),
        MatchRow("n", 1, "2026-02-14T19:00:02.000Z", "2026-02-14T19:00:02.000Z"),
    ]


def test_there_are_no_matches_at_first(store: Store) -> None:
    assert store.matches() == []


def test_times_are_compared_as_times_and_those_yet_to_come_are_last(store: Store) -> None:
    store.create("noon", [{**FIRST, "at": "2026-02-14T12:00:00Z"}])
    store.create("eleven", [{**FIRST, "at": "2026-02-14T20:00:00+09:00"}])
    store.create("midnight", [{**FIRST, "at": "2026-02-14"}])
    store.create("never", [{**FIRST, "at": "9999-12-31T00:00:00Z"}])
    assert [row.id for row in store.matches()] == ["noon", "eleven", "midnight", "never"]


# Two of one second, and two dated in the future: the order of each list of matches. The last is stored first.
TIMES = {
    "a": "2026-02-14T12:00:00Z",
    "b": "2026-02-14T12:00:00Z",
    "old": "2020-02-14T12:00:00Z",
    "never": "9999-12-31T00:00:00Z",
    "hardly": "9999-12-30T00:00:00Z",
}


@pytest.fixture
def listed(store: Store) -> list[MatchRow]:
    for name, at in reversed(TIMES.items()):
        store.create(name, [{**FIRST, "at": at}])
    rows = store.matches()
    assert [row.id for row in rows] == list(TIMES)
    return rows


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 6])
def test_the_list_is_read_in_parts_that_miss_and_repeat_nothing(
    store: Store, listed: list[MatchRow], most: int
) -> None:
    read: list[MatchRow] = []
    while part := store.matches(most, read[-1].place if read else None):
        assert len(part) <= most
        read += part
    assert read == listed


def test_a_place_in_the_list_holds_when_its_match_went_on_or_was_deleted(
    store: Store, listed: list[MatchRow]
) -> None:
    place = listed[1].place
    store.append("b", 1, [event("later")])
    store.discard("a", 1)
    assert [row.id for row in store.matches(2, place)] == ["old", "never"]
    assert [row.id for row in store.matches(2)] == ["b", "old"]
    store.discard("b", 2)
    store.delete("b")
    assert [row.id for row in store.matches(2, place)] == ["old", "never"]


def test_behind_the_last_match_and_at_most_none_there_is_nothing(
    store: Store, listed: list[MatchRow]
) -> None:
    assert store.matches(3, listed[-1].place) == []
    assert store.matches(3, Place("", "")) == listed[3:]  # only dates in the future are before every time
    assert store.matches(0) == []


def test_a_digest_is_kept_until_the_match_is_deleted_for_good(store: Store) -> None:
    store.create("m", [FIRST])
    store.create("n", [FIRST])
    store.keep_digests({"m": b"\x00m", "n": b"n", "never": b"x"})
    assert store.digests() == {"m": b"\x00m", "n": b"n"}
    assert store.digests(["n", "never"]) == {"n": b"n"}
    assert store.digests([]) == {}
    store.append("m", 1, [event("a")])
    store.drop_digest("n")
    assert store.digests() == {"m": b"\x00m"}
    store.discard("m", 2)
    assert store.digests() == {}
    store.put_back("m")
    assert store.digests() == {"m": b"\x00m"}
    store.discard("m", 2)
    store.delete("m")
    store.create("m", [FIRST])
    assert store.digests() == {}


def test_a_digest_is_stored_with_the_events_that_it_is_of(store: Store) -> None:
    store.create("m", [FIRST], b"\x00one")
    store.create("n", [FIRST])
    assert store.digests() == {"m": b"\x00one"}
    store.create("m", [FIRST], b"again")  # nothing new
    assert store.append("m", 1, [event("a")], b"two") == 2
    assert store.digests() == {"m": b"two"}
    assert store.append("m", 1, [event("a")], b"sent again") == 2
    with pytest.raises(Conflict):
        store.append("m", 1, [event("b")], b"too late")
    assert store.digests() == {"m": b"two"}
    store.append("m", 2, [event("c")])  # whoever has no digest leaves the one of before
    assert store.digests() == {"m": b"two"}


def test_the_state_changes_with_the_matches_and_with_nothing_else(store: Store) -> None:
    states = [store.revision()]

    def changed() -> bool:
        states.append(store.revision())
        return states[-1] not in states[:-1]

    store.create("m", [FIRST])
    assert changed()
    store.append("m", 1, [event("a")])
    assert changed()
    store.keep_digests({"m": b"x"})
    store.set("key", 1)
    store.documents.put("player", "anna", 0, {"name": "Anna"})
    assert not changed()
    store.append("m", 1, [event("a")])
    store.create("m", [FIRST])
    assert not changed()
    store.drop_digest("m")
    assert changed()
    store.discard("m", 2)
    assert changed()
    store.put_back("m")
    assert changed()
    store.discard("m", 2)
    assert changed()
    store.delete("m")
    assert changed()


def test_the_last_events_of_all_matches(store: Store) -> None:
    store.create("m", [FIRST, event("a")])
    store.create("n", [FIRST])
    store.append("n", 1, [event("a"), event("b")])
    assert store.last_seqs() == {"m": 2, "n": 3}
    store.discard("m", 2)
    assert store.last_seqs() == {"n": 3}


def test_the_last_events_are_in_the_order_in_which_the_matches_were_stored(store: Store) -> None:
    for name in ("m", "z", "a", "k"):
        store.create(name, [FIRST])
    store.append("m", 1, [event("a")])
    store.discard("z", 1)
    assert list(store.last_seqs()) == ["m", "a", "k"]
    store.put_back("z")
    assert list(store.last_seqs()) == ["m", "z", "a", "k"]


def test_the_beginnings_of_the_latest_matches(store: Store) -> None:
    for name in "abc":
        store.create(name, [{**FIRST, "players": [name]}, event("a")])
    store.create("d", [{**FIRST, "players": ["d"]}])
    store.discard("d", 1)
    assert [event["players"] for event in store.first_events(2)] == [["c"], ["b"]]
    assert store.first_events(0) == []
