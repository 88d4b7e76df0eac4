"""What the store refuses and what can be wrong with its files, each with a sentence for a player."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Final

from ..sentences import N_, Refusal, Sentence, say


class StoreError(Refusal):
    """Every error of the store."""


class Conflict(StoreError):
    """The events do not fit what is stored; nothing was written.

    ``known`` is the seq that the caller built on, ``last`` the seq of the last event stored.
    """

    def __init__(self, sentence: Sentence, match_id: str, known: int, last: int) -> None:
        self.match_id = match_id
        self.known = known
        self.last = last
        super().__init__(sentence)


class Stale(StoreError):
    """A document was changed by somebody else since it was read; nothing was written."""

    def __init__(self) -> None:
        super().__init__(
            say("Somebody else has changed this in the meantime. Look at what is new, then change it again.")
        )


class NoSuchMatch(StoreError):
    """No match has this id, or it was deleted."""

    def __init__(self, match_id: str, sentence: Sentence | None = None) -> None:
        self.match_id = match_id
        super().__init__(sentence or say("There is no such match. It may have been deleted."))


class InBin(NoSuchMatch):
    """The match was deleted and can be put back."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id, say("This match is in the bin. You can restore it there."))


class DamagedMatch(StoreError):
    """The event stored at ``seq`` of a match cannot be read. Other matches are not affected."""

    def __init__(self, match_id: str, seq: int) -> None:
        self.match_id = match_id
        super().__init__(say("This match is damaged (entry %(seq)d) and cannot be read.", seq=seq))


class BrokenStore(StoreError):
    """The file cannot be used: damaged, foreign, unreachable or full; the sentence gives advice.

    ``template`` is the sentence with a place ``%(path)s``.
    """

    def __init__(self, template: str, path: str) -> None:
        self.path = path
        super().__init__(Sentence(template, values={"path": path}))

    @property
    def without_place(self) -> Sentence:
        """The sentence for people elsewhere: it names the file or the database, and not where that is."""
        return Sentence(self.sentence.one, values={"path": PurePath(self.path).name})


DAMAGED: Final = N_(
    "%(path)s is damaged or is not a database. Stop the app and restore your newest backup with "
    "“scorekeeper restore FILE”."
)
GONE: Final = N_(
    "%(path)s is missing or was replaced by another file. Stop the app, then put the file back "
    "or restore your newest backup with “scorekeeper restore FILE”."
)
_OUT_OF_REACH = N_("%(path)s cannot be opened. Check that its folder exists and is writable.")
_READ_ONLY = N_("%(path)s is read-only. Allow this program to write to it and to its folder.")
_FULL = N_("%(path)s cannot be written: the disk is full. Free some space, then save again.")
_NO_ROOM = N_(
    "There is no room left on the disk for “%(path)s”. Free some space, or choose a place on another disk. "
    "Nothing was written."
)
_FAILS = N_("The disk that holds %(path)s is failing. Copy what you can to another disk.")

_BY_RESULT: Final = {
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: _OUT_OF_REACH,
    sqlite3.SQLITE_PERM: _OUT_OF_REACH,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FAILS,
    sqlite3.SQLITE_BUSY: N_("%(path)s is in use by another program. Close that program, then try again."),
}
_BY_ERRNO: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), _FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), _READ_ONLY),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), _OUT_OF_REACH),
    errno.EEXIST: _OUT_OF_REACH,  # a file where the folder should be
    errno.EIO: _FAILS,
}
_LEAST_ROOM: Final = 65_536  # bytes; SQLite's smallest log and its index need about as much


@contextmanager
def trouble_named(path: Path) -> Iterator[None]:
    """Turn errors of SQLite or the system about a file into BrokenStore; leave programming errors alone."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        template = _of_sqlite(error, path)
        if template is None:
            raise
        raise BrokenStore(template, str(path)) from error
    except OSError as error:
        if error.errno not in _BY_ERRNO:
            raise
        raise BrokenStore(_BY_ERRNO[error.errno], str(path)) from error


@contextmanager
def room_for(target: Path) -> Iterator[None]:
    """Name the file that is written where the disk has no room for it or its drafts. Raises BrokenStore."""
    try:
        with trouble_named(target):
            yield
    except BrokenStore as error:
        if error.sentence.one != _FULL:
            raise
        raise BrokenStore(_NO_ROOM, str(target)) from error


def is_full(error: sqlite3.Error, path: Path) -> bool:
    """Whether a file cannot be used because its disk is full."""
    return _of_sqlite(error, path) == _FULL


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without its details; 0 for an error of Python's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _of_sqlite(error: sqlite3.Error, path: Path) -> str | None:
    """The advice for an error; None if the error is not about the state of the file."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return GONE
    if primary_code(error) == sqlite3.SQLITE_IOERR and (code == sqlite3.SQLITE_IOERR_SHMSIZE or _full(path)):
        return _FULL
    return _BY_RESULT.get(primary_code(error))


def _full(path: Path) -> bool:
    """True if the disk is full; SQLite reports some writes to a full disk as a disk failure."""
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_ROOM
    except OSError:
        return False
