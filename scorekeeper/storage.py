"""Where an installation is kept: a folder of this computer, or a database that several servers share."""

from __future__ import annotations

import shutil
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final, Protocol

from .house_rules.old_files import FOLDER, take_in
from .sentences import N_, Sentence, say
from .store import BrokenStore, Store, StoreError, backup
from .store.database import keep_log_open
from .store.errors import GONE, trouble_named
from .store.files import FileLock, Folder, SmallFiles, owned_like, sync_folder, sync_tree, write_atomic
from .store.sqlite import SqliteStore
from .times import utc_now

if TYPE_CHECKING:
    from .store.postgres.database import PostgresDatabase


_SCHEMES: Final = ("postgresql://", "postgres://")
_NOT_INSTALLED: Final = N_(
    '%(path)s needs two more packages. Install them: pip install "psycopg[binary]" psycopg-pool'
)
_UNKNOWN: Final = N_("%(path)s must be an address that begins with postgresql://.")
_GUIDES: Final = {"README.md"}  # what a checkout has in the folder before there is an installation
_NOTHING: Final = _GUIDES | {backup.LOCK}
VARIABLE: Final = "SCOREKEEPER_DATABASE"


class Storage(Protocol):
    """A place in which an installation is kept. Each method may raise BrokenStore."""

    @property
    def name(self) -> str:
        """What tells it from others."""

    def files(self) -> SmallFiles:
        """Its small files."""

    def open_store(self) -> Store:
        """The store, to be closed after use. Raises StoreError while a backup is being restored."""

    def hold(self) -> None:
        """Prevent restores while it is in use; first finish an interrupted one.

        Raises StoreError while a backup is being restored.
        """

    def release(self) -> None:
        """Allow restores again and close what is open: it is no longer in use."""

    def fill(self) -> AbstractContextManager[Storage]:
        """A block that fills this place, whole or not at all. Raises StoreError where it is not empty."""

    def snapshot(self) -> AbstractContextManager[None]:
        """A block in which this thread reads all of it as it is at the beginning, where that can be had."""

    def restore(self, file: Path) -> Path | None:
        """Replace all of it by a backup; returns the folder with the old files, if any. Raises StoreError."""


class FolderStorage:
    """Kept in a folder, which is created: a SQLite file, and other files beside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock: FileLock | None = None
        self._file: tuple[int, int] | None = None  # which file the database was when it was first opened
        self._close_log: Callable[[], object] | None = None
        with trouble_named(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def name(self) -> str:
        return str(self.database)

    @property
    def database(self) -> Path:
        return self._folder / backup.DATABASE

    def files(self) -> SmallFiles:
        return Folder(self._folder)

    def open_store(self) -> SqliteStore:
        """A connection to the matches.

        The database is created once. If it is missing later, or was replaced while the app runs, that is an
        error: an empty database would hide that the matches are gone, and the log that SQLite keeps next to
        the old one would be lost or damage the new one.
        """
        self.hold()
        if self._file is not None and self._file != self._on_disk():
            raise BrokenStore(GONE, str(self.database))
        begun = self._folder / "begun"
        is_there, log = self.database.exists(), self.database.with_name(f"{self.database.name}-wal")
        make = not begun.exists() and (is_there or not log.exists())  # a log alone: there was a database
        if make and not is_there:
            # SQLite gives its log the permissions of the database: names and results are private.
            with suppress(OSError):  # if no file can be created, the store says why
                self.database.touch(mode=0o600)
                owned_like(self.database, self._folder)
        store = SqliteStore(self.database, make=make)
        if self._file is None:
            with trouble_named(self._folder):
                if not begun.exists():
                    write_atomic(begun, f"{utc_now()}\n".encode())
                take_in(store.documents, self.files())
            self._file = self._on_disk()
        if self._close_log is None and not store.alone:  # it is called at the end of the process, too
            self._close_log = weakref.finalize(self, keep_log_open(self.database).close)
        return store

    def hold(self) -> None:
        if self._lock is None:
            self._lock = backup.hold(self._folder)

    def release(self) -> None:
        if self._close_log is not None:
            self._close_log()
            self._close_log = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextmanager
    def fill(self) -> Iterator[Storage]:
        self.release()
        with trouble_named(self._folder):
            if {path.name for path in self._folder.iterdir()} - _NOTHING:
                raise StoreError(_not_empty(str(self._folder)))
            draft = Path(mkdtemp(prefix=f".{self._folder.name}-", dir=self._folder.parent))
        try:
            filled = FolderStorage(draft)
            yield filled
            filled.release()
            with trouble_named(self._folder):
                for path in self._folder.iterdir():
                    if path.name in _GUIDES:
                        shutil.copyfile(path, draft / path.name)
                sync_tree(draft)
                for name in _NOTHING:
                    (self._folder / name).unlink(missing_ok=True)
                self._folder.rmdir()
                draft.rename(self._folder)
                sync_folder(self._folder.parent)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise

    def snapshot(self) -> AbstractContextManager[None]:
        """Others go on writing; the stamps of what they wrote show it."""
        return nullcontext()

    def back_up(self, target: Path) -> None:
        """Write all of it to one file. Raises StoreError, OSError."""
        with closing(self.open_store()) as store:
            backup.write(store, target)

    def restore(self, file: Path) -> Path | None:
        return backup.restore(self._folder, file)

    def _on_disk(self) -> tuple[int, int] | None:
        try:
            status = self.database.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino


class PostgresStorage:
    """Kept in a PostgreSQL database as a whole."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._begun = False  # whether it was opened before

    @property
    def name(self) -> str:
        return self._database.name

    def files(self) -> SmallFiles:
        from .store.postgres.files import PostgresFiles

        return PostgresFiles(self._database)

    def open_store(self) -> Store:
        from .store.postgres.store import PostgresStore

        store = PostgresStore(self._database)
        if not self._begun:
            if self.files().paths(FOLDER):
                with self._database.alone(FOLDER):
                    take_in(store.documents, self.files())
            self._begun = True
        return store

    def hold(self) -> None:
        """Nothing is restored here."""

    def release(self) -> None:
        self._database.close()

    @contextmanager
    def fill(self) -> Iterator[Storage]:
        with self._database.alone("filling"):
            if not self._database.is_empty():
                raise StoreError(_not_empty(self._database.address))
            yield self

    def snapshot(self) -> AbstractContextManager[None]:
        return self._database.snapshot()

    def restore(self, file: Path) -> Path | None:
        raise StoreError(
            say(
                "The installation is in %(database)s. Restore the backup in a folder, without "
                "SCOREKEEPER_DATABASE, and copy that to an empty database with “scorekeeper copy”.",
                database=self._database.address,
            )
        )


def storage_at(written: str) -> Storage:
    """What is kept in a folder, or in the database at an address. Raises BrokenStore."""
    return database_storage(written) if is_address(written) else FolderStorage(Path(written))


def is_address(written: str) -> bool:
    """Whether this is the address of a database rather than a folder."""
    return written.startswith(_SCHEMES)


def database_storage(written: str) -> PostgresStorage:
    """What is kept in the database at an address. Raises BrokenStore."""
    if not is_address(written):
        raise BrokenStore(_UNKNOWN, VARIABLE)
    try:
        from .store.postgres.database import PostgresDatabase
    except ImportError as error:
        raise BrokenStore(_NOT_INSTALLED, VARIABLE) from error
    return PostgresStorage(PostgresDatabase(written))


def _not_empty(name: str) -> Sentence:
    return say("%(name)s is not empty. Copy to a new folder or an empty database.", name=name)
