"""What every store promises."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.store import (
    BIN_DAYS,
    Conflict,
    InBin,
    MatchRow,
    NoSuchMatch,
    Place,
    Store,
    StoreError,
    later,
    utc_now,
)
from scorekeeper.store.memory import MemoryStore
from scorekeeper.store.sqlite import SqliteStore

FIRST = {"type": "match-started", "id": "first", "players": ["Anna", "Piet"], "dealer": 0}


class Clock:
    """A second passes with every look at it, until it is stopped."""

    def __init__(self) -> None:
        self.second = 0
        self.stopped: str | None = None

    def __call__(self) -> str:
        self.second += 1
        return self.stopped or f"2026-02-14T19:{self.second // 60:02}:{self.second % 60:02}.000Z"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = MemoryStore(now=clock) if request.param == "memory" else sqlite(tmp_path, clock)
    yield opened
    opened.close()


def sqlite(folder: Path, clock: Clock) -> SqliteStore:
    return SqliteStore(folder / "scorekeeper.sqlite", now=clock)


def event(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "round-won", "id": name, **more}


def ids(store: Store, match_id: str = "m") -> list[str]:
    return [stored["id"] for stored in store.events(match_id)]


# --- storing and reading


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


def test_what_a_caller_does_with_its_events_does_not_reach_the_log(store: Store) -> None:
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


def test_a_match_nobody_made_is_named_in_the_refusal(store: Store) -> None:
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


# --- two at once


def test_whoever_is_too_late_gets_a_conflict_and_writes_nothing(store: Store) -> None:
    store.create("m", [FIRST])
    store.append("m", 1, [event("a")])
    with pytest.raises(Conflict) as refusal:
        store.append("m", 1, [event("b"), event("c")])
    assert (refusal.value.match_id, refusal.value.known, refusal.value.last) == ("m", 1, 2)
    assert ids(store) == ["first", "a"]


def test_a_page_that_knows_more_than_is_stored_gets_a_conflict(store: Store) -> None:
    store.create("m", [FIRST])
    with pytest.raises(Conflict, match="older backup") as refusal:
        store.append("m", 5, [event("a")])
    assert (refusal.value.known, refusal.value.last) == (5, 1)
    assert ids(store) == ["first"]


def test_sending_again_stores_nothing_and_gives_the_stored_seq(store: Store) -> None:
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


# --- mistakes of the program


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
def test_what_is_no_event_is_refused_whole(store: Store, wrong: dict[str, Any]) -> None:
    store.create("m", [FIRST])
    with pytest.raises((ValueError, TypeError)):
        store.append("m", 1, [event("good"), wrong])
    with pytest.raises((ValueError, TypeError)):
        store.create("n", [FIRST, wrong])
    assert ids(store) == ["first"]
    assert [row.id for row in store.matches()] == ["m"]


def test_storing_no_events_is_a_mistake(store: Store) -> None:
    store.create("m", [FIRST])
    with pytest.raises(ValueError, match="no events"):
        store.append("m", 1, [])
    with pytest.raises(ValueError, match="no events"):
        store.create("n", [])


# --- the list of matches


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


# Two of one second, and two of times yet to come: the order of each list of matches.
TIMES = {
    "b": "2026-02-14T12:00:00Z",
    "a": "2026-02-14T12:00:00Z",
    "old": "2020-02-14T12:00:00Z",
    "never": "9999-12-31T00:00:00Z",
    "hardly": "9999-12-30T00:00:00Z",
}


@pytest.fixture
def listed(store: Store) -> list[MatchRow]:
    for name, at in TIMES.items():
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
    store.append("a", 1, [event("later")])
    store.discard("b", 1)
    assert [row.id for row in store.matches(2, place)] == ["old", "never"]
    assert [row.id for row in store.matches(2)] == ["a", "old"]


def test_behind_the_last_match_and_at_most_none_there_is_nothing(
    store: Store, listed: list[MatchRow]
) -> None:
    assert store.matches(3, listed[-1].place) == []
    assert store.matches(3, Place("", "")) == listed[3:]  # before every time there is only what is to come
    assert store.matches(0) == []


def test_a_summary_comes_with_the_list_until_the_match_is_deleted_for_good(store: Store) -> None:
    store.create("m", [FIRST])
    store.create("n", [FIRST])
    store.summarize({"m": {"seq": 1}, "n": ["x"], "never": 1})
    assert [row.summary for row in store.matches()] == [["x"], {"seq": 1}]
    store.append("m", 1, [event("a")])
    store.summarize({"n": None})
    assert [(row.seq, row.summary) for row in store.matches()] == [(2, {"seq": 1}), (1, None)]
    store.discard("m", 2)
    store.put_back("m")
    assert store.matches()[0].summary == {"seq": 1}
    store.discard("m", 2)
    store.delete("m")
    store.create("m", [FIRST])
    assert store.matches()[0].summary is None


def test_the_beginnings_of_the_latest_matches(store: Store) -> None:
    for name in "abc":
        store.create(name, [{**FIRST, "players": [name]}, event("a")])
    store.create("d", [{**FIRST, "players": ["d"]}])
    store.discard("d", 1)
    assert [event["players"] for event in store.beginnings(2)] == [["c"], ["b"]]
    assert store.beginnings(0) == []


# --- the bin


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
    assert [(one.seq, one.id) for one in store.stored("m")] == [(1, "first"), (2, "a")]
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


# --- settings


def test_what_is_remembered_can_be_recalled_and_replaced(store: Store) -> None:
    store.remember("players", ["Łukasz", "花子"])
    store.remember("players", {"last": "花子"})
    store.remember("nothing", None)
    assert store.recall("players") == {"last": "花子"}
    assert store.recall("nothing", "default") is None
    assert store.recall("unknown") is None
    assert store.recall("unknown", 3) == 3


def test_the_clock_writes_utc_texts_of_one_length() -> None:
    assert len(utc_now()) == len("2026-02-14T19:03:07.120Z")
    assert utc_now().endswith("Z")


# --- whatever JSON comes


@pytest.mark.parametrize(
    "text",
    [
        "👩‍👩‍👧‍👦 花札 こいこい Żółć Ёж",
        "\x00 and after",
        "e\u0301 é",
        "\u2028\u2029\ufeff",
        "'; --",
        "日" * 1_000_000,
    ],
    ids=["emoji", "nul", "accents", "separators", "quotes", "long"],
)
def test_any_text_comes_back_as_it_was(store: Store, text: str) -> None:
    store.create(text[:100], [{**FIRST, "id": text, "name": text, text: 1}])
    store.remember(text, text)
    (stored,) = store.events(text[:100])
    assert (stored["id"], stored["name"], stored[text]) == (text, text, 1)
    assert store.matches()[0].id == text[:100]
    assert store.recall(text) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
EVENTS = st.lists(
    st.builds(
        lambda fields, name, kind: {**fields, "id": name, "type": kind},
        st.dictionaries(st.text().filter(lambda name: name not in ("seq", "at")), JSON, max_size=4),
        st.text(min_size=1),
        st.text(min_size=1),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda stored: stored["id"],
)
_numbers = itertools.count()


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
def test_any_json_comes_back_as_it_was(store: Store, events: list[dict[str, Any]]) -> None:
    match_id = f"m{next(_numbers)}"
    store.create(match_id, events)
    stored = store.events(match_id)
    assert [{k: v for k, v in s.items() if k not in ("seq", "at")} for s in stored] == events
    assert repr([s[k] for s, e in zip(stored, events, strict=True) for k in e]) == repr(
        [e[k] for e in events for k in e]
    )
    assert [s["seq"] for s in stored] == list(range(1, len(events) + 1))
    store.create(match_id, events)
    assert store.events(match_id) == stored


SAVES = st.lists(
    st.tuples(
        st.sampled_from(["create", "append", "append", "append", "discard", "put_back", "delete"]),
        st.integers(0, 6),
        st.lists(
            st.builds(event, st.sampled_from("abcdefg"), n=st.integers(0, 5).map(bool)),
            min_size=1,
            max_size=3,
        ),
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SAVES)
def test_both_stores_answer_every_order_of_saves_alike(
    tmp_path: Path, saves: list[tuple[str, int, list[dict[str, Any]]]]
) -> None:
    memory, on_disk = MemoryStore(now=Clock()), sqlite(tmp_path, Clock())
    match_id = f"m{next(_numbers)}"
    try:
        for save in saves:
            assert answer(memory, match_id, *save) == answer(on_disk, match_id, *save)
    finally:
        on_disk.close()


def answer(
    store: Store, match_id: str, what: str, after: int, events: list[dict[str, Any]]
) -> tuple[object, list[tuple[int, str, bool]] | None]:
    """What came of it, and the log that is there then, without the times."""
    result: object
    try:
        if what == "append":
            result = store.append(match_id, after, events)
        elif what == "create":
            result = None
            store.create(match_id, events)
        else:
            result = getattr(store, what)(match_id, *([after] if what == "discard" else []))
    except StoreError as error:
        result = (type(error), error.sentence)
    try:
        log = [(stored["seq"], stored["id"], stored["n"]) for stored in store.events(match_id)]
    except NoSuchMatch:
        log = None
    if log:
        assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
        assert len({name for _, name, _ in log}) == len(log)
    return result, log
