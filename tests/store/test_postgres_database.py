"""A PostgreSQL database: its tables, transactions that are run again, connections that break, troubles."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from patience import PATIENCE, until
from postgres import Server

from scorekeeper.store import BrokenStore, DamagedMatch, Document, InBin, Stale
from scorekeeper.store.postgres import database as of_postgres
from scorekeeper.store.postgres.database import Connection, PostgresDatabase
from scorekeeper.store.postgres.errors import is_lost
from scorekeeper.store.postgres.store import PostgresStore
from scorekeeper.store.postgres.tables import VERSION

from .stores import FIRST, event

ALL = [f"m{number}" for number in range(6)]


@pytest.fixture
def place(postgres: Server) -> str:
    return postgres.new_place()


@pytest.fixture
def database(place: str) -> Iterator[PostgresDatabase]:
    opened = PostgresDatabase(place)
    yield opened
    opened.close()


@pytest.fixture
def store(database: PostgresDatabase) -> PostgresStore:
    return PostgresStore(database)


def run(place: str, statement: str) -> list[Any]:
    with psycopg.connect(place, autocommit=True) as connection:
        done = connection.execute(statement.encode())
        return done.fetchall() if done.description else []


def failing(times: int, statement: str) -> tuple[Callable[[Connection], int], list[int]]:
    """Work that runs a statement that fails, so many times; and a list of its runs."""
    runs: list[int] = []

    def work(connection: Connection) -> int:
        runs.append(len(runs))
        key = str(len(runs)).encode()
        connection.execute("INSERT INTO scorekeeper_settings VALUES (%s, '1')", [key])
        if len(runs) <= times:
            connection.execute(statement.encode())
        return len(runs)

    return work, runs


RAISE = "DO $$ BEGIN RAISE SQLSTATE '{}'; END $$"
OWN_KEY = "INSERT INTO scorekeeper_locks VALUES ('x'), ('x')"


@pytest.mark.parametrize("statement", [RAISE.format("40001"), RAISE.format("40P01"), OWN_KEY])
def test_a_transaction_that_others_disturb_is_run_again_as_a_whole(
    database: PostgresDatabase, statement: str
) -> None:
    work, _ = failing(3, statement)
    assert database.transact(work) == 4
    assert database.ask("SELECT key FROM scorekeeper_settings") == [(b"4",)]


def test_after_twenty_runs_the_database_is_called_busy(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_postgres, "_LONGEST_PAUSE", 0.001)
    work, runs = failing(19, RAISE.format("40001"))
    assert database.transact(work) == 20
    work, runs = failing(20, RAISE.format("40001"))
    with pytest.raises(BrokenStore, match="is very busy"):
        database.transact(work)
    assert len(runs) == 20


@pytest.mark.parametrize(
    "statement",
    ["SELECT 1 / 0", "CREATE TABLE theirs (id INT PRIMARY KEY); INSERT INTO theirs VALUES (1), (1)"],
)
def test_an_error_of_the_program_is_neither_run_again_nor_hidden(
    database: PostgresDatabase, statement: str
) -> None:
    work, runs = failing(1, statement)
    with pytest.raises(psycopg.Error):
        database.transact(work)
    assert len(runs) == 1


CUT = "SELECT pg_terminate_backend(pg_backend_pid())"


def test_a_transaction_whose_connection_breaks_is_run_again_on_another(database: PostgresDatabase) -> None:
    work, _ = failing(2, CUT)
    assert database.transact(work) == 3
    assert database.ask("SELECT key FROM scorekeeper_settings") == [(b"3",)]


def test_connections_that_broke_while_nobody_used_them_are_not_noticed(
    postgres: Server, store: PostgresStore
) -> None:
    store.create("m", [FIRST])
    for last in range(1, 6):
        postgres.cut()
        assert store.append("m", last, [event(f"e{last}")]) == last + 1
        postgres.cut()
        assert store.last("m") == last + 1


def test_a_deletion_that_breaks_at_its_end_is_not_done_twice(store: PostgresStore, place: str) -> None:
    """What is sent again comes to the same; a match that is deleted twice would be one that is not there."""
    store.create("m", [FIRST])
    run(
        place,
        "CREATE TABLE cuts (id INT);"
        "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        "  PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;"
        "CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON scorekeeper_matches"
        "  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut();",
    )
    with pytest.raises(BrokenStore, match="Look whether it is saved before you do it again"):
        store.discard("m", 1)
    with pytest.raises(BrokenStore, match="cannot be reached"):
        store.append("m", 1, [event("a")])  # which was tried again, and broke again
    run(place, "DROP TRIGGER cut ON scorekeeper_matches")
    store.discard("m", 1)
    with pytest.raises(InBin):
        store.discard("m", 1)


def test_the_tables_can_be_made_by_many_at_once(place: str) -> None:
    start, failed = threading.Barrier(len(ALL)), []

    def create(match_id: str) -> None:
        opened = PostgresDatabase(place)
        start.wait()
        try:
            PostgresStore(opened).create(match_id, [FIRST])
        except Exception as error:
            failed.append(error)
        finally:
            opened.close()

    threads = [threading.Thread(target=create, args=[match_id]) for match_id in ALL]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    last = PostgresDatabase(place)
    assert sorted(PostgresStore(last).last_seqs()) == ALL
    last.close()


def test_whoever_waits_for_a_document_sees_what_was_written_before(place: str, store: PostgresStore) -> None:
    store.documents.put("player", "anna", 0, {"name": "Anna"})
    refused: list[Exception] = []

    def keep() -> None:
        try:
            store.documents.put("player", "anna", 1, {"name": "Hanna"})
        except Stale as error:
            refused.append(error)

    late = threading.Thread(target=keep)
    with psycopg.connect(place) as connection:
        connection.execute("UPDATE scorekeeper_documents SET version = 2, value = '1'")
        late.start()
        until(lambda: run(place, "SELECT count(*) FROM pg_locks WHERE NOT granted") != [(0,)])
    late.join()
    assert len(refused) == 1
    assert store.documents.get("player", "anna") == Document(2, 1)


def test_nothing_is_prepared_in_a_connection(database: PostgresDatabase, store: PostgresStore) -> None:
    """Behind PgBouncer the next transaction may be on another one."""
    store.create("m", [FIRST])
    for _ in range(20):
        store.last("m")
    assert database.ask("SELECT count(*) FROM pg_prepared_statements") == [(0,)]


def test_the_list_is_read_in_the_order_of_an_index(
    store: PostgresStore, postgres: Server, place: str
) -> None:
    for name in ALL:
        store.create(name, [FIRST])
    address = postgres.with_options(place, "-cenable_seqscan=off -cenable_sort=off")
    with psycopg.connect(address) as connection:
        plan = connection.execute(
            "EXPLAIN SELECT id, seq FROM scorekeeper_matches WHERE discarded_at = ''"
            " AND touched_at > '' AND (touched_at, stored_at, id) < ('3', coalesce("
            "(SELECT stored_at FROM scorekeeper_matches WHERE id = 'm'), 'infinity'), 'm')"
            " ORDER BY touched_at DESC, stored_at DESC, id DESC LIMIT 20"
        ).fetchall()
    steps = "\n".join(row[0] for row in plan)
    assert "Index Scan Backward using scorekeeper_matches_listed" in steps
    assert "Index Cond: ((discarded_at = '\\x'::bytea) AND (touched_at >" in steps
    assert "(ROW(touched_at, stored_at, id) < ROW(" in steps
    assert "Sort" not in steps


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "postgresql://anna:s3cret@127.0.0.1:1/koikoi",
            "The database postgresql://127.0.0.1:1/koikoi cannot be",
        ),
        ("postgresql://anna:s3cret@host/x?nonsense=1", "is not the address of a PostgreSQL database"),
        ("postgresql://anna:s3cret@host:port:7/x", "is not the address of a PostgreSQL database|cannot be"),
    ],
)
def test_a_database_out_of_reach_is_named_without_its_password(written: str, said: str) -> None:
    with pytest.raises(BrokenStore, match=said) as refused:
        PostgresStore(PostgresDatabase(written)).matches()
    assert "s3cret" not in str(refused.value)
    assert "anna" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("-cdefault_transaction_read_only=on", "is read-only"),
        ("-crole=pg_monitor", "does not let its user make or write tables"),
    ],
)
def test_a_database_that_may_not_be_written_is_named(
    postgres: Server, place: str, options: str, said: str
) -> None:
    opened = PostgresDatabase(postgres.with_options(place, options))
    with pytest.raises(BrokenStore, match=said):
        PostgresStore(opened).matches()


def test_tables_of_a_newer_version_are_left_alone(place: str, database: PostgresDatabase) -> None:
    PostgresStore(database).create("m", [FIRST])
    run(place, "INSERT INTO scorekeeper_schema VALUES (99)")
    newer = PostgresDatabase(place)
    with pytest.raises(BrokenStore, match="newer version of this app"):
        PostgresStore(newer).matches()


def test_tables_of_an_older_version_are_left_alone_with_the_way_to_copy_them(
    place: str, database: PostgresDatabase
) -> None:
    PostgresStore(database).create("m", [FIRST])
    run(place, f"UPDATE scorekeeper_schema SET version = {VERSION - 1}")
    with pytest.raises(BrokenStore, match="older version of this app: with that version copy"):
        PostgresStore(PostgresDatabase(place)).matches()


def test_several_that_open_an_empty_database_at_once_make_its_tables(place: str) -> None:
    start, opened = threading.Barrier(3, timeout=PATIENCE), [PostgresDatabase(place) for _ in range(3)]

    def look(database: PostgresDatabase) -> bool:
        start.wait()
        return database.is_empty()

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(look, opened)) == [True] * 3
    PostgresStore(opened[0]).create("m", [FIRST])
    assert PostgresStore(opened[1]).last_seqs() == {"m": 1}
    for database in opened:
        database.close()


def test_tables_that_vanish_are_missed(place: str, store: PostgresStore) -> None:
    store.create("m", [FIRST])
    run(place, "DROP TABLE scorekeeper_matches")
    with pytest.raises(BrokenStore, match="tables of this app are missing"):
        store.matches()


def test_a_damaged_event_spoils_only_its_match(place: str, store: PostgresStore) -> None:
    store.create("m", [FIRST, event("a")])
    store.create("n", [FIRST])
    run(place, "UPDATE scorekeeper_events SET body = '\\xff' WHERE match_id = 'm' AND seq = 2")
    with pytest.raises(DamagedMatch, match=r"\(entry 2\)"):
        store.events("m")
    assert [entry.seq for entry in store.stored("m")] == [1, 2]
    assert len(store.events("n")) == 1
    assert len(store.first_events(9)) == 2


def test_a_connection_that_breaks_behind_pgbouncer_counts_as_lost() -> None:
    """Its last words and those of the server are two results, which psycopg calls an internal error."""
    assert is_lost(psycopg.InternalError("received 2 results from command 'COMMIT'"))
    assert not is_lost(psycopg.ProgrammingError("the query has 0 placeholders but 1 parameters were passed"))
