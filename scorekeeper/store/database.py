"""The SQLite file: opening it, its tables, writing in turn, copying it, and what can be wrong with it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlite_utils import Database, Migrations

from .errors import N_, BrokenStore, StoreError

APPLICATION: Final = 0x4B4F494B  # "KOIK", in the header of every file of ours
VERSION: Final = 1  # number of migrations below, in the header of a file that has had them all
BUSY: Final = 10.0  # seconds to wait for another writer

migrations = Migrations("scorekeeper")


@migrations()
def logs_and_settings(db: Database) -> None:
    db.table("matches").create({"id": str}, pk="id", not_null=["id"], strict=True)
    entries = {"match_id": str, "seq": int, "event_id": str, "at": str, "body": str}
    db.table("events").create(
        entries,
        pk=("match_id", "seq"),
        foreign_keys=[("match_id", "matches", "id")],
        not_null=list(entries),
        strict=True,
    )
    db.table("events").create_index(["match_id", "event_id"], unique=True)
    settings = {"key": str, "value": str}
    db.table("settings").create(settings, pk="key", not_null=list(settings), strict=True)


def open_database(path: Path) -> Database:
    """A connection to the file, which is made and migrated where needed. Raises BrokenStore."""
    with trouble_named(path):
        connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
        try:
            db = Database(connection, recursive_triggers=False, execute_plugins=False)
            db.execute("PRAGMA foreign_keys = ON")
            # A saved round survives a power cut: with NORMAL, a WAL may lose its last commits.
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA fullfsync = ON")  # macOS: past the cache of the drive; no effect elsewhere
            if (*_marks(db), db.journal_mode) != (APPLICATION, VERSION, "wal"):
                _prepare(db, path)
        except BaseException:
            connection.close()
            raise
        return db


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """One transaction, all or nothing, that has the file to itself from its start.

    sqlite-utils' ``atomic()`` begins deferred: two that read before they write then meet "database is
    locked" without waiting. Inside this block it makes savepoints.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def copy_database(db: Database, path: Path, target: Path) -> None:
    """Write a copy of the file at ``path`` to ``target``; it appears there complete or not at all.

    Raises StoreError when the target is the database, BrokenStore, OSError.
    """
    if target.resolve() in _files_of(path.resolve()) or (target.exists() and target.samefile(path)):
        raise StoreError(N_("A backup cannot take the place of the database itself. Choose another file."))
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        copy = Path(folder, "copy")
        with trouble_named(target), closing(sqlite3.connect(copy)) as connection:
            db.conn.backup(connection)
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise BrokenStore(_DAMAGED, str(path))  # and the older, good backup stays
        copy.replace(target)


@contextmanager
def trouble_named(path: Path) -> Iterator[None]:
    """Turn what SQLite says about the state of the file into BrokenStore; our own slips stay as they are."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        template = _ADVICE.get(_primary_code(error))
        if template is None:
            raise
        raise BrokenStore(template, str(path)) from error


def _marks(db: Database) -> tuple[int, int]:
    """The application and the version in the header; both 0 in a new file."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return application, version


def _prepare(db: Database, path: Path) -> None:
    """Migrate. Several processes may be here at once: the first one does it, the others find it done."""
    with writing(db):
        application, version = _marks(db)
        if application != APPLICATION and db.table_names():
            raise BrokenStore(
                N_("%(path)s belongs to another program. Choose another file for the matches."), str(path)
            )
        if version > VERSION:
            raise BrokenStore(
                N_("%(path)s was written by a newer version of this app. Update the app."), str(path)
            )
        migrations.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    _switch_to_wal(db)


def _switch_to_wal(db: Database) -> None:
    """SQLite does not wait for others here as it does elsewhere, so we do."""
    deadline = time.monotonic() + BUSY
    while True:
        try:
            db.enable_wal()
            return
        except sqlite3.OperationalError as error:
            if _primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _files_of(path: Path) -> list[Path]:
    return [path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal"))]


def _primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without its details; 0 for an error of Python's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


_DAMAGED = N_(
    "%(path)s is damaged or is not a database. Move it away and put your newest backup in its place."
)
_OUT_OF_REACH = N_("%(path)s cannot be opened. Check that its folder exists and may be written to.")
_ADVICE: Final = {
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_CANTOPEN: _OUT_OF_REACH,
    sqlite3.SQLITE_PERM: _OUT_OF_REACH,
    sqlite3.SQLITE_READONLY: N_(
        "%(path)s may only be read. Give this program the right to write to it and to its folder."
    ),
    sqlite3.SQLITE_FULL: N_("%(path)s cannot grow, the disk is full. Make room, then save again."),
    sqlite3.SQLITE_IOERR: N_("The disk under %(path)s fails. Copy what you can to another one."),
    sqlite3.SQLITE_BUSY: N_("%(path)s is held by another program. Close that one, then try again."),
}
