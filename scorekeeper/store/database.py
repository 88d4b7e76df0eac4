"""The SQLite file: opening it, its tables, transactions, copying and checking it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from ..sentences import N_, say
from .errors import DAMAGED, GONE, BrokenStore, StoreError, is_full, primary_code, trouble_named

APPLICATION: Final = 0x4B4F494B  # "KOIK", in the header of every file of this app
VERSION: Final = 1  # of the tables; in the same header
BUSY: Final = 10.0  # seconds to wait for another writer
_LARGEST_MATCH: Final = 5_000_000  # bytes, in a copy from elsewhere; also of anything else in it
_LONGEST_TABLE: Final = 10_000  # bytes of what makes one of its tables
_KIND_OF_FIRST_PAGE: Final = 100  # where the header of a SQLite file ends
_LEAF: Final = b"\r"  # a page that has all of its table


def open_database(path: Path, *, make: bool = True) -> Database:
    """Open the file, create it if ``make`` is true. Raises BrokenStore."""
    if not make and not path.exists():
        raise BrokenStore(GONE, str(path))
    with trouble_named(path):
        try:
            return _connected(path, make)
        except sqlite3.OperationalError as error:
            if not is_full(error, path):
                raise
            return _connected(path, make, alone=True)


def is_alone(db: Database) -> bool:
    """Whether nobody else may open the file while this connection is open, because its disk is full."""
    (mode,) = db.execute("PRAGMA locking_mode").fetchone()
    return bool(mode == "exclusive")


def _connected(path: Path, make: bool, *, alone: bool = False) -> Database:
    """A connection. ``alone``: it keeps the index of the log in memory, as a full disk has no room for it;
    others wait until it is closed, so pages come one after the other."""
    address = f"{path.absolute().as_uri()}?mode={'rwc' if make else 'rw'}"
    connection = sqlite3.connect(address, timeout=BUSY, isolation_level=None, uri=True)
    try:
        db = Database(connection, recursive_triggers=False, execute_plugins=False)
        if alone:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA foreign_keys = ON")
        # A saved round must survive a power cut; with NORMAL, a WAL may lose its last commits.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # macOS: also flush the drive's cache; no effect elsewhere
        if (*_marks(connection), db.journal_mode) != (APPLICATION, VERSION, "wal"):
            _prepare(db, path)
    except BaseException:
        connection.close()
        raise
    return db


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """One transaction, all or nothing, that locks the file from its start.

    sqlite-utils' ``atomic()`` begins deferred: two transactions that read before they write then fail with
    "database is locked" without waiting. Inside this block it makes savepoints.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def keep_log_open(path: Path) -> sqlite3.Connection:
    """A connection that keeps SQLite's log open while others come and go, until it is closed.

    Without it the last connection that closes moves the log into the file and deletes it: where one person
    plays, with every request, which then takes 1.1 to 2 ms of processor time in place of 0.8.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with suppress(sqlite3.Error):  # whoever opens the file for more than this says what is wrong
        _read_something(connection)
    return connection


def copy_database(db: Database, path: Path, target: Path) -> None:
    """Write a checked copy of the database at ``path``, with everything saved so far, to a new file.

    Raises BrokenStore, OSError.
    """
    with trouble_named(target), closing(sqlite3.connect(target)) as connection:
        db.conn.backup(connection)
        connection.execute("PRAGMA journal_mode = DELETE")  # a copy is one file
        if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise BrokenStore(DAMAGED, str(path))


def refuse_bad_copy(path: Path) -> None:
    """Refuse a copy of the database that this app cannot use. Raises StoreError, OSError."""
    with trouble_named(path), closing(sqlite3.connect(path)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_MATCH)
        connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_TABLE)
        connection.execute("PRAGMA trusted_schema = OFF")
        _refuse_foreign(path, *_marks(connection))
        try:
            sound = _is_sound(path, connection)
        except sqlite3.DataError:  # something is longer than anything of this app
            sound = False
        if not sound:
            raise StoreError(say("The database in this backup is damaged. Choose another one."))


def _is_sound(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether a copy has the tables of this app and nothing else, undamaged.

    Checks, triggers, views, indexes and columns may hold expressions, which the first statement that meets
    them runs: 300 bytes of them fill the memory. So no table is touched before all are known to be ours.
    """
    with path.open("rb") as file:
        if file.read(_KIND_OF_FIRST_PAGE + 1)[_KIND_OF_FIRST_PAGE:] != _LEAF:  # more tables than fit on it
            return False
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as ours:
        _make_tables(Database(ours, execute_plugins=False))
        if connection.execute(schema).fetchall() != ours.execute(schema).fetchall():
            return False
    sound = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    if not sound or connection.execute("PRAGMA foreign_key_check").fetchone():
        return False
    for table in ("settings", "documents", "live"):
        connection.execute(f"SELECT sum(length(value)) FROM {table}").fetchone()  # DataError for a long one
    sizes = connection.execute("SELECT sum(length(body)) FROM events GROUP BY match_id")
    return all(size <= _LARGEST_MATCH for (size,) in sizes)


def forget_live(path: Path) -> None:
    """Empty what holds only while people play: a copy that is restored must not let in again a phone that was
    locked out since, nor by a link that was revoked since. Raises BrokenStore."""
    with trouble_named(path), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM live")


def files_of(path: Path) -> list[Path]:
    """The database file and the files that SQLite keeps next to it."""
    return [path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal"))]


def _marks(connection: sqlite3.Connection) -> tuple[int, int]:
    """The application and the version in the header; both 0 in a new file."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _prepare(db: Database, path: Path) -> None:
    """Make the tables of a new file. Of several processes that do this at once only the first one writes."""
    with writing(db):
        application, version = _marks(db.conn)
        if version or db.table_names():
            _refuse_foreign(path, application, version)
        else:
            _make_tables(db)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
    _switch_to_wal(db)


def _make_tables(db: Database) -> None:
    """The number and the time of the last event stand with its match, so that the list of matches is read in
    its order and no events are counted. Digests have a table of their own: SQLite writes a whole row anew
    when any of its columns changes. ``live`` holds only while people play, such as which phones are let in;
    when a phone was last seen is written every few minutes and changes no document."""
    matches = {"id": str, "seq": int, "touched_at": str, "discarded_at": str}
    filled, start = ["id", "seq", "touched_at"], {"seq": 0, "touched_at": ""}
    db.table("matches").create(matches, pk="id", not_null=filled, defaults=start, strict=True)
    db.table("matches").create_index(["discarded_at", "touched_at"])  # and by rowid
    events = {"match_id": str, "seq": int, "event_id": str, "at": str, "body": str}
    _make(db, "events", events, ("match_id", "seq"), of_a_match=True)
    db.table("events").create_index(["match_id", "event_id"], unique=True)
    _make(db, "digests", {"match_id": str, "value": bytes}, "match_id", of_a_match=True)
    for name in ("documents", "live"):
        _make(db, name, {"kind": str, "id": str, "version": int, "value": str}, ("kind", "id"))
    _make(db, "settings", {"key": str, "value": str}, "key")


def _make(
    db: Database, name: str, columns: dict[str, type], key: str | tuple[str, str], *, of_a_match: bool = False
) -> None:
    """Make a table none of whose columns may be empty."""
    db.table(name).create(
        columns,
        pk=key,
        foreign_keys=[("match_id", "matches", "id")] if of_a_match else [],
        not_null=list(columns),
        strict=True,
    )


def _read_something(connection: sqlite3.Connection) -> None:
    """Only a connection that has read something keeps the log open while others come and go."""
    connection.execute("SELECT 1 FROM matches LIMIT 1").fetchone()


def _refuse_foreign(path: Path, application: int, version: int) -> None:
    if application != APPLICATION:
        advice = N_("%(path)s belongs to another program. Choose another file for the matches.")
    elif version != VERSION:  # an older one there has never been
        advice = N_("%(path)s was written by a newer version of this app. Update the app.")
    else:
        return
    raise BrokenStore(advice, str(path))


def _switch_to_wal(db: Database) -> None:
    """Switch to WAL mode. Unlike elsewhere, SQLite does not wait for other connections here, so retry."""
    deadline = time.monotonic() + BUSY
    while True:
        try:
            db.enable_wal()
            _read_something(db.conn)
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)
