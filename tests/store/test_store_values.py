"""In every store: any text and any JSON comes back unchanged, and all stores answer alike."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from extent import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.store import LONGEST_ID, Document, NoSuchMatch, Store, StoreError
from scorekeeper.store.sqlite import SqliteStore

from .stores import FIRST, Clock, event


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
    id_ = text[:LONGEST_ID]
    store.create(id_, [{**FIRST, "id": id_, "name": text, text: 1}])
    store.set(id_, text)
    store.documents.put(id_, id_, 0, text)
    (stored,) = store.events(id_)
    assert (stored["id"], stored["name"], stored[text]) == (id_, text, 1)
    assert store.matches()[0].id == id_
    assert store.get(id_) == text
    assert store.documents.all(id_) == {id_: Document(1, text)}


def test_longer_ids_are_refused_and_nothing_is_there_under_them(store: Store) -> None:
    longest, longer = "\U0010ffff" * LONGEST_ID, "\U0010ffff" * LONGEST_ID + "a"
    store.create(longest, [FIRST, event(longest)])
    for write in (
        lambda: store.create(longer, [FIRST]),
        lambda: store.create("m", [FIRST, event(longer)]),
        lambda: store.append(longest, 2, [event("a"), event(longer)]),
        lambda: store.set(longer, 1),
        lambda: store.documents.put(longer, "a", 0, 1),
        lambda: store.live.put("a", longer, 0, 1),
    ):
        with pytest.raises(ValueError, match="at most 100 characters"):
            write()
    with pytest.raises(NoSuchMatch):
        store.events(longer)
    assert store.get(longer) is None
    assert store.documents.get(longer, longer) is None
    assert store.last_seqs() == {longest: 2}


# A thread of PostgreSQL's pool draws its pauses from ``random`` while examples are made.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


EVENTS = st.lists(
    st.builds(
        lambda fields, name, kind: {**fields, "id": name, "type": kind},
        st.dictionaries(st.text().filter(lambda name: name not in ("seq", "at")), JSON, max_size=4),
        st.text(min_size=1, max_size=LONGEST_ID),
        st.text(min_size=1),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda stored: stored["id"],
)


_numbers = itertools.count()


@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture])
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


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SAVES)
def test_all_stores_answer_any_order_of_saves_alike(
    store: Store, tmp_path: Path, saves: list[tuple[str, int, list[dict[str, Any]]]]
) -> None:
    match_id, log = f"m{next(_numbers)}", None
    with closing(SqliteStore(tmp_path / "another.sqlite", now=Clock())) as another:
        for save in saves:
            result, after = answer(store, match_id, *save)
            assert answer(another, match_id, *save) == (result, after)
            if isinstance(result, tuple):  # refused: nothing was written
                assert after == log
            log = after


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
