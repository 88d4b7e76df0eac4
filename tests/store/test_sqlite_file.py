"""The SQLite file: making it, opening it, backing it up, and saying what is wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.installation import Installation
from scorekeeper.store import BrokenStore, DamagedMatch
from scorekeeper.store.database import VERSION
from scorekeeper.store.sqlite import SqliteStore

FIRST = {"type": "match-started", "id": "first"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scorekeeper.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as opened:
        opened.create("m", [FIRST, {"type": "round-won", "id": "a"}])
        yield opened


def pragma(store: SqliteStore, name: str) -> Any:
    return store._db.execute(f"PRAGMA {name}").fetchone()[0]


def spoil(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


# --- opening


def test_the_log_stays_open_between_requests_and_is_in_the_file_at_the_end(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    log = installation.database.with_name("scorekeeper.sqlite-wal")
    for number in range(3):
        with closing(installation.open_store()) as store:
            store.create(f"m{number}", [FIRST])
        assert log.stat().st_size > 0
    installation.release()
    assert not log.exists()
    with closing(installation.open_store()) as store:
        assert len(store.matches()) == 3
    installation.release()


def test_what_was_saved_is_there_after_opening_again(store: SqliteStore, path: Path) -> None:
    with closing(SqliteStore(str(path))) as again:
        assert again.events("m") == store.events("m")


def test_a_saved_round_waits_for_the_disk(store: SqliteStore) -> None:
    assert pragma(store, "journal_mode") == "wal"
    assert pragma(store, "synchronous") == 2  # FULL
    assert pragma(store, "busy_timeout") >= 5000
    assert pragma(store, "foreign_keys") == 1


def test_the_file_itself_refuses_a_seq_twice_an_id_twice_and_events_without_a_match(
    store: SqliteStore,
) -> None:
    insert = "INSERT INTO events (match_id, seq, event_id, at, body) VALUES (?, ?, ?, '', '{}')"
    for row in (["m", 2, "new"], ["m", 3, "a"], ["nowhere", 1, "new"]):
        with pytest.raises(sqlite3.IntegrityError):
            store._db.execute(insert, row)
    assert all(table.strict for table in store._db.tables if table.name in ("matches", "events", "settings"))


def test_opening_again_writes_nothing(store: SqliteStore, path: Path) -> None:
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with closing(SqliteStore(path)) as again:
        assert again.events("m")
    assert path.read_bytes() == before
    assert path.with_name(path.name + "-wal").stat().st_size == 0


def test_an_empty_file_is_a_fresh_one(path: Path) -> None:
    path.touch()
    with closing(SqliteStore(path)) as store:
        assert store.matches() == []


def test_a_file_deleted_while_in_use_is_created_again(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        store.create("m", [FIRST])
    path.unlink()
    with closing(SqliteStore(path)) as store:
        assert store.matches() == []


def test_the_log_of_a_deleted_file_does_not_damage_the_next_one(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    wal = tmp_path / "other.sqlite-wal"
    wal.write_bytes(path.with_name(path.name + "-wal").read_bytes())
    with closing(SqliteStore(tmp_path / "other.sqlite")) as fresh:
        assert fresh.matches() == []


def test_a_file_without_wal_mode_is_switched_back_to_it(path: Path) -> None:
    SqliteStore(path).close()
    spoil(path, "PRAGMA journal_mode = DELETE")
    with closing(SqliteStore(path)) as store:
        assert pragma(store, "journal_mode") == "wal"


def test_the_list_is_read_by_its_index(store: SqliteStore) -> None:
    """It neither scans every match nor sorts, for any part of the list."""
    asked: list[str] = []
    store._db.conn.set_trace_callback(asked.append)
    (row,) = store.matches(20)
    store.matches(20, row.place)
    store.first_events(20)
    store._db.conn.set_trace_callback(None)
    steps = [row[3] for sql in asked for row in store._db.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert sum("touched_at>? AND (touched_at,rowid)<(?,?)" in step for step in steps) == 6
    assert not [step for step in steps if step.startswith(("SCAN", "USE TEMP"))]


# --- one damaged match

DAMAGE = {
    "no JSON": "'Dear diary'",
    "a list": "'[1]'",
    "a number": "'7'",
    "nested beyond reason": "'" + "[" * 100_000 + "'",
    "a number of 5000 digits": '\'{"n": ' + "1" * 5000 + "}'",
    "not UTF-8": "CAST(x'7bff7d' AS TEXT)",
}


@pytest.mark.parametrize("body", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("seq", [1, 2])
def test_a_damaged_event_is_named_and_affects_only_its_match(
    store: SqliteStore, path: Path, body: str, seq: int
) -> None:
    store.create("n", [FIRST])
    spoil(path, f"UPDATE events SET body = {body} WHERE match_id = 'm' AND seq = {seq}")
    with pytest.raises(DamagedMatch, match=rf"This match is damaged \(entry {seq}\)"):
        store.events("m")
    assert [row.id for row in store.matches()] == ["n", "m"]
    assert len(store.first_events(9)) == (1 if seq == 1 else 2)
    assert [entry.seq for entry in store.stored("m")] == [1, 2]
    store.discard("m", 2)
    (row,) = store.bin()
    assert (row.first is None) == (seq == 1)
    store.put_back("m")
    store.discard("m", 2)
    store.delete("m")
    assert [row.id for row in store.matches()] == ["n"]


# --- what can be wrong with it


def refusal(path: Path) -> str:
    """The sentence with which opening is refused; the file stays as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(BrokenStore) as error:
        SqliteStore(path)
    assert error.value.path == str(path)
    assert str(path) in str(error.value)
    assert error.value.sentence.values == {"path": str(path)}
    assert before is None or path.read_bytes() == before
    return str(error.value)


def test_a_file_that_is_no_database_is_named_with_advice(path: Path) -> None:
    path.write_text("Dear diary, today I won with five brights. " * 100)
    assert "scorekeeper restore FILE" in refusal(path)


def test_a_damaged_file_is_named_when_it_is_read(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        for match in range(40):
            store.create(f"m{match}", [{**FIRST, "name": "x" * 4000}])
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with closing(SqliteStore(path)) as store:
        with pytest.raises(BrokenStore, match="damaged"):
            store.matches()
        with pytest.raises(BrokenStore, match="damaged"):
            store.append("m1", 1, [{**FIRST, "id": "new"}])


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    spoil(path, "CREATE TABLE recipes (name)")
    assert "belongs to another program" in refusal(path)


@pytest.mark.parametrize("version", [0, VERSION + 1])
def test_a_file_of_another_version_is_left_alone(path: Path, version: int) -> None:
    SqliteStore(path).close()
    spoil(path, f"PRAGMA user_version = {version}")
    assert "newer version" in refusal(path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "folder exists" in refusal(tmp_path / "missing" / "scorekeeper.sqlite")
    assert "folder exists" in refusal(tmp_path)


def test_a_full_disk_is_named_and_nothing_is_half_written(store: SqliteStore) -> None:
    store._db.execute(f"PRAGMA max_page_count = {pragma(store, 'page_count')}")
    with pytest.raises(BrokenStore, match="disk is full"):
        store.append("m", 2, [{**FIRST, "id": "b"}, {**FIRST, "id": "c", "name": "x" * 100_000}])
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.append("m", 2, [{**FIRST, "id": "b"}]) == 3


def test_a_failed_transaction_leaves_nothing_behind(store: SqliteStore) -> None:
    store._db.execute(
        "CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.event_id = 'bad' "
        "BEGIN SELECT RAISE(ABORT, ''); END"
    )
    bad = {**FIRST, "id": "bad"}
    with pytest.raises(sqlite3.IntegrityError):
        store.create("n", [FIRST, bad])
    with pytest.raises(sqlite3.IntegrityError):
        store.append("m", 2, [{**FIRST, "id": "b"}, bad])
    assert [row.id for row in store.matches()] == ["m"]
    assert len(store.events("m")) == 2
    store.create("n", [FIRST])


def test_a_file_that_somebody_keeps_busy_is_named(store: SqliteStore, path: Path) -> None:
    store._db.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BrokenStore, match="in use by another program"):
            store.append("m", 2, [{**FIRST, "id": "b"}])
        assert len(store.events("m")) == 2  # reading never waits
        other.execute("ROLLBACK")
    assert store.append("m", 2, [{**FIRST, "id": "b"}]) == 3
