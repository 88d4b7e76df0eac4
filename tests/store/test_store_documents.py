"""In every store: small values of the table, each written only by somebody who knows what is there."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from scorekeeper.store import Stale, Store
from scorekeeper.store.documents import Document


def test_a_document_has_a_version_that_its_next_writer_names(store: Store) -> None:
    documents = store.documents
    assert documents.put("player", "anna", 0, {"name": "Żółć 髙橋"}) == 1
    assert documents.get("player", "anna") == Document(1, {"name": "Żółć 髙橋"})
    assert documents.put("player", "anna", 1, {"name": "Anna"}) == 2
    for known in (0, 1, 3):
        with pytest.raises(Stale, match="Somebody else has changed this"):
            documents.put("player", "anna", known, {"name": "Hanna"})
    assert documents.get("player", "anna") == Document(2, {"name": "Anna"})


def test_the_same_value_sent_twice_is_written_once(store: Store) -> None:
    documents = store.documents
    assert [documents.put("player", "anna", 0, {"name": "Anna"}) for _ in range(2)] == [1, 1]
    state = documents.revision()
    documents.put("player", "anna", 0, {"name": "Anna"})
    documents.put("player", "piet", 3, None)
    assert documents.revision() == state


def test_a_document_is_removed_and_made_again(store: Store) -> None:
    documents = store.documents
    documents.put("player", "anna", 0, {})
    with pytest.raises(Stale):
        documents.put("player", "anna", 2, None)
    assert documents.put("player", "anna", 1, None) == 0
    assert documents.get("player", "anna") is None
    assert documents.put("player", "anna", 0, {}) == 1


def test_the_documents_of_a_kind_come_in_the_order_of_their_ids(store: Store) -> None:
    for kind, id_ in (("player", "b"), ("league", "x"), ("player", "a"), ("player", "ä")):
        store.documents.put(kind, id_, 0, [id_])
    assert store.documents.all("player") == {id_: Document(1, [id_]) for id_ in ("a", "b", "ä")}
    assert list(store.documents.all("player")) == ["a", "b", "ä"]
    assert store.documents.all("nothing") == {}


def test_the_kinds_are_those_of_which_there_is_a_document(store: Store) -> None:
    store.documents.put("player", "a", 0, 1)
    store.documents.put("league", "b", 0, 1)
    store.documents.put("player", "c", 0, 1)
    store.live.put("link", "d", 0, 1)
    assert (store.documents.kinds(), store.live.kinds()) == (["league", "player"], ["link"])
    store.documents.put("league", "b", 1, None)
    assert store.documents.kinds() == ["player"]


def test_a_document_of_another_store_is_adopted_with_its_version(store: Store) -> None:
    state = store.documents.revision()
    store.documents.adopt("player", "anna", Document(7, {"name": "Anna"}))
    assert store.documents.revision() != state
    assert store.documents.get("player", "anna") == Document(7, {"name": "Anna"})
    with pytest.raises(Stale):
        store.documents.adopt("player", "anna", Document(8, {}))
    assert store.documents.put("player", "anna", 7, {"name": "Hanna"}) == 8


def test_the_state_changes_with_every_document(store: Store) -> None:
    states = [store.documents.revision()]
    for known, value in ((0, 1), (1, 2), (2, None), (0, 1)):
        store.documents.put("player", "anna", known, value)
        states.append(store.documents.revision())
    assert len(set(states)) == 5


@pytest.mark.parametrize("known", [0, 1])
def test_of_many_who_write_at_once_one_is_first(reopen: Callable[[], Store], known: int) -> None:
    first = reopen()
    if known:
        first.documents.put("player", "anna", 0, {"name": "Anna"})
    first.close()
    start = threading.Barrier(8)
    written: list[str] = []

    def write(name: str) -> None:
        opened = reopen()
        start.wait()
        try:
            opened.documents.put("player", "anna", known, {"name": name})
            written.append(name)
        except Stale:
            pass
        finally:
            opened.close()

    writers = [threading.Thread(target=write, args=[f"Anna {number}"]) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    (name,) = written
    opened = reopen()
    assert opened.documents.get("player", "anna") == Document(known + 1, {"name": name})
    opened.close()


def test_what_is_live_changes_no_other_state(store: Store) -> None:
    store.documents.put("phone", "a", 0, {"name": "document"})
    before = store.revision(), store.documents.revision()
    assert store.live.put("phone", "a", 0, {"name": "phone"}) == 1
    assert store.live.all("phone") == {"a": Document(1, {"name": "phone"})}
    assert store.documents.get("phone", "a") == Document(1, {"name": "document"})
    with pytest.raises(Stale):
        store.live.put("phone", "a", 0, {"name": "another"})
    assert store.live.put("phone", "a", 1, None) == 0
    assert store.live.get("phone", "a") is None
    assert (store.revision(), store.documents.revision()) == before
