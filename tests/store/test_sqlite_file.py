"""The SQLite file: making it, opening it, backing it up, and saying what is wrong with it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.store import BrokenStore
from scorekeeper.store.database import VERSION, migrations
from scorekeeper.store.sqlite import SqliteStore

FIRST = {"type": "match-started", "id": "first"}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "scorekeeper.sqlite"


@pytest.fixture
def store(path):
    with closing(SqliteStore(path)) as opened:
        opened.create("m", [FIRST, {"type": "round-won", "id": "a"}])
        yield opened


def pragma(store: SqliteStore, name: str):
    return store._db.execute(f"PRAGMA {name}").fetchone()[0]


def spoil(path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


# --- opening


def test_what_was_saved_is_there_after_opening_again(store, path):
    with closing(SqliteStore(str(path))) as again:
        assert again.events("m") == store.events("m")


def test_a_saved_round_waits_for_the_disk(store):
    assert pragma(store, "journal_mode") == "wal"
    assert pragma(store, "synchronous") == 2  # FULL
    assert pragma(store, "busy_timeout") >= 5000
    assert pragma(store, "foreign_keys") == 1


def test_the_file_itself_refuses_a_seq_twice_an_id_twice_and_events_without_a_match(store):
    insert = "INSERT INTO events (match_id, seq, event_id, at, body) VALUES (?, ?, ?, '', '{}')"
    for row in (["m", 2, "new"], ["m", 3, "a"], ["nowhere", 1, "new"]):
        with pytest.raises(sqlite3.IntegrityError):
            store._db.execute(insert, row)
    assert all(table.strict for table in store._db.tables if table.name in ("matches", "events", "settings"))


def test_the_version_counts_the_migrations(store):
    assert pragma(store, "user_version") == VERSION == len(migrations.applied(store._db))
    assert not migrations.pending(store._db)


def test_opening_again_writes_nothing(store, path):
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with closing(SqliteStore(path)) as again:
        assert again.events("m")
    assert path.read_bytes() == before
    assert path.with_name(path.name + "-wal").stat().st_size == 0


def test_an_empty_file_is_a_fresh_one(path):
    path.touch()
    with closing(SqliteStore(path)) as store:
        assert store.matches() == []


def test_a_file_deleted_under_the_process_is_made_anew(path):
    with closing(SqliteStore(path)) as store:
        store.create("m", [FIRST])
    path.unlink()
    with closing(SqliteStore(path)) as store:
        assert store.matches() == []


def test_the_leavings_of_a_deleted_file_do_not_spoil_the_next_one(store, path, tmp_path):
    wal = tmp_path / "other.sqlite-wal"
    wal.write_bytes(path.with_name(path.name + "-wal").read_bytes())
    with closing(SqliteStore(tmp_path / "other.sqlite")) as fresh:
        assert fresh.matches() == []


def test_a_file_that_lost_its_wal_mode_gets_it_back(path):
    SqliteStore(path).close()
    spoil(path, "PRAGMA journal_mode = DELETE")
    with closing(SqliteStore(path)) as store:
        assert pragma(store, "journal_mode") == "wal"


# --- what can be wrong with it


def refusal(path) -> str:
    """The sentence with which opening is refused; the file stays as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(BrokenStore) as error:
        SqliteStore(path)
    assert error.value.path == str(path)
    assert str(path) in str(error.value)
    assert error.value.template % error.value.values == str(error.value)
    assert before is None or path.read_bytes() == before
    return str(error.value)


def test_a_file_that_is_no_database_is_named_with_advice(path):
    path.write_text("Dear diary, today I won with five brights. " * 100)
    assert "scorekeeper restore FILE" in refusal(path)


def test_a_damaged_file_is_named_when_it_is_read(path):
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


def test_the_database_of_another_program_is_left_alone(path):
    spoil(path, "CREATE TABLE recipes (name)")
    assert "belongs to another program" in refusal(path)


def test_a_file_of_a_newer_version_is_left_alone(path):
    SqliteStore(path).close()
    spoil(path, f"PRAGMA user_version = {VERSION + 1}")
    assert "newer version" in refusal(path)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    assert "folder exists" in refusal(tmp_path / "missing" / "scorekeeper.sqlite")
    assert "folder exists" in refusal(tmp_path)


def test_a_full_disk_is_named_and_nothing_is_half_written(store):
    store._db.execute(f"PRAGMA max_page_count = {pragma(store, 'page_count')}")
    with pytest.raises(BrokenStore, match="disk is full"):
        store.append("m", 2, [{**FIRST, "id": "b"}, {**FIRST, "id": "c", "name": "x" * 100_000}])
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert store.append("m", 2, [{**FIRST, "id": "b"}]) == 3


def test_what_fails_in_the_middle_leaves_nothing(store):
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


def test_a_file_that_somebody_keeps_busy_is_named(store, path):
    store._db.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BrokenStore, match="held by another program"):
            store.append("m", 2, [{**FIRST, "id": "b"}])
        assert len(store.events("m")) == 2  # reading never waits
        other.execute("ROLLBACK")
    assert store.append("m", 2, [{**FIRST, "id": "b"}]) == 3
