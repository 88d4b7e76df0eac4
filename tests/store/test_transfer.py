"""Copying an installation between a folder and a database: all of it arrives, or nothing does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from postgres import Server

from scorekeeper import transfer
from scorekeeper.installation import Installation
from scorekeeper.storage import FolderStorage, Storage, storage_at
from scorekeeper.store import StoredEvent, StoreError
from scorekeeper.store.files import SmallFiles
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.transfer import Copied, copy

from .stores import FIRST, event

FULL = Copied(matches=3, events=6, documents=6, rules=3)


@pytest.fixture
def place(postgres: Server) -> str:
    return postgres.new_place()


@pytest.fixture
def opened() -> Iterator[Callable[[Any], Storage]]:
    places: list[Storage] = []

    def open_at(where: Any) -> Storage:
        places.append(storage_at(str(where)))
        return places[-1]

    yield open_at
    for kept in places:
        kept.release()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An installation with a match, a damaged one, one in the bin, documents, links and house rules."""
    folder = tmp_path / "instance"
    installation = Installation(folder)
    assert installation.key and installation.secret
    with closing(installation.open_store()) as store:
        store.create(
            "m", [{**FIRST, "id": "\x00é", "at": "2019-01-01"}, event("a", n=[1.5, 10**18, "\ud7ff"])]
        )
        store.create("binned", [FIRST, event("b")])
        store.discard("binned", 2)
        store.adopt("damaged", [StoredEvent(1, "x", "once", "Dear diary"), StoredEvent(2, "y", "", "[1]")])
        store.keep_digests({"m": b"\x00digest"})
        store.set("ruleset", {"z": 1, "a": None})
        store.documents.put("player", "anna", 0, {"name": "髙橋"})
        store.documents.put("match", "m", 0, "note")
        for version in range(3):
            store.live.put("match", "m", version, [version])
    for title in ("House", "Hut", "Home"):
        installation.house_rules.keep(title.lower(), {"extends": "dutch", "title": title})
    installation.house_rules.discard("hut")
    installation.release()
    return folder


def everything(kept: Storage) -> tuple[object, ...]:
    """What an installation has, apart from what can be worked out."""
    with closing(kept.open_store()) as store:
        ids = [*store.last_seqs(), *(row.id for row in store.bin())]
        return (
            {match_id: store.stored(match_id) for match_id in ids},
            store.matches(),
            store.bin(),
            store.digests(),
            store.values(),
            [(kind, part.all(kind)) for part in (store.documents, store.live) for kind in part.kinds()],
            transfer._files(kept),
        )


def test_there_and_back_again_everything_is_as_it_was(
    home: Path, place: str, tmp_path: Path, opened: Callable[[Any], Storage]
) -> None:
    first, database, last = opened(home), opened(place), opened(tmp_path / "new" / "instance")
    before = everything(first)
    assert copy(first, database) == copy(database, last) == FULL
    assert everything(first) == everything(database) == everything(last) == before
    with closing(last.open_store()) as store:
        assert store.append("m", 2, [event("c")]) == 3
        store.put_back("binned")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["instance"]
    assert (tmp_path / "new" / "instance").stat().st_mode & 0o077 == 0


def test_a_folder_that_a_checkout_made_counts_as_empty(
    home: Path, tmp_path: Path, opened: Callable[[Any], Storage]
) -> None:
    target = tmp_path / "checkout"
    target.mkdir()
    (target / "README.md").write_text("What this installation keeps")
    assert copy(opened(home), opened(target)) == FULL
    assert (target / "README.md").read_text() == "What this installation keeps"


@pytest.mark.parametrize("there", ["key", "notes"])
def test_a_folder_that_is_not_empty_is_refused(
    home: Path, tmp_path: Path, opened: Callable[[Any], Storage], there: str
) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (target / there).write_text("x")
    with pytest.raises(StoreError, match="target is not empty"):
        copy(opened(home), opened(target))
    assert [path.name for path in target.iterdir()] == [there]


@pytest.mark.parametrize(
    "write",
    [
        lambda kept: kept.open_store().create("other", [FIRST]),
        lambda kept: kept.open_store().documents.put("player", "anna", 0, 1),
        lambda kept: kept.open_store().live.put("link", "a", 0, 1),
        lambda kept: kept.open_store().set("ruleset", 1),
        lambda kept: kept.files().write("key", b"x"),
    ],
    ids=["match", "document", "link", "setting", "file"],
)
def test_a_database_that_is_not_empty_is_refused(
    home: Path, place: str, opened: Callable[[Any], Storage], write: Callable[[Storage], object]
) -> None:
    target = opened(place)
    write(target)
    before = everything(target)
    with pytest.raises(StoreError, match="is not empty"):
        copy(opened(home), target)
    assert everything(target) == before


class Changing(FolderStorage):
    """An installation whose key is changed while it is copied."""

    def files(self) -> SmallFiles:
        files = super().files()
        files.write("key", files.read("key") + b"x")
        return files


@pytest.mark.parametrize("kind", ["folder", "postgres"])
def test_an_installation_that_changes_meanwhile_is_not_copied(
    home: Path, place: str, tmp_path: Path, opened: Callable[[Any], Storage], kind: str
) -> None:
    target = opened(place if kind == "postgres" else tmp_path / "target")
    source = Changing(home)
    with pytest.raises(StoreError, match=r"Nothing was saved|Stop the app, then copy again"):
        copy(source, target)
    source.release()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "target") == ["instance"]
    assert not transfer._files(target)
    assert copy(opened(home), target) == FULL


@pytest.mark.parametrize("changed", ["m", "binned", "damaged"])
def test_a_match_that_arrives_otherwise_is_noticed(
    home: Path,
    tmp_path: Path,
    opened: Callable[[Any], Storage],
    monkeypatch: pytest.MonkeyPatch,
    changed: str,
) -> None:
    adopt = SqliteStore.adopt

    def adopt_less(store: SqliteStore, match_id: str, entries: list[StoredEvent], discarded_at: str) -> None:
        adopt(store, match_id, entries[:-1] if match_id == changed else entries, discarded_at)

    monkeypatch.setattr(SqliteStore, "adopt", adopt_less)
    with pytest.raises(StoreError, match=r"The copy does not match"):
        copy(opened(home), opened(tmp_path / "target"))
    assert not list((tmp_path / "target").iterdir())


def test_a_database_that_fails_half_way_keeps_nothing(
    home: Path, place: str, opened: Callable[[Any], Storage]
) -> None:
    target = opened(place)
    target.open_store().matches()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("ALTER TABLE scorekeeper_files ADD CONSTRAINT small CHECK (path <> 'secret')")
    with pytest.raises(psycopg.errors.CheckViolation):
        copy(opened(home), target)
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("ALTER TABLE scorekeeper_files DROP CONSTRAINT small")
    assert copy(opened(home), target) == FULL


def test_a_match_that_is_no_text_is_refused(home: Path, place: str, opened: Callable[[Any], Storage]) -> None:
    source = opened(home)
    store: Any = source.open_store()
    store._db.execute("UPDATE events SET body = CAST(x'7b226e223a22ff227d' AS TEXT) WHERE event_id = 'a'")
    store.close()
    target = opened(place)
    with pytest.raises(StoreError, match=r"This match is damaged \(entry 2\)"):
        copy(source, target)
    with closing(target.open_store()) as there:
        assert there.last_seqs() == {}
