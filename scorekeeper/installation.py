"""What belongs to one installation: its folder, its secrets, its database, its house rules."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path

from .house_rules.shelf import HouseRules
from .keys import Secrets
from .store import BrokenStore, backup, restoring, utc_now
from .store.files import write_whole
from .store.locks import FileLock
from .store.small_files import Folder, SmallFiles
from .store.sqlite import SqliteStore
from .store.trouble import GONE, trouble_named


class Installation:
    """The folder ``instance/``, created with its secrets at the first start. Raises BrokenStore."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: FileLock | None = None
        self._file: tuple[int, int] | None = None  # which file the database was when it was first opened
        with trouble_named(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def database(self) -> Path:
        return self.folder / backup.DATABASE

    @cached_property
    def house_rules(self) -> HouseRules:
        return HouseRules(self._files("rules"))

    @cached_property
    def secrets(self) -> Secrets:
        """The access key and what signs the cookies."""
        return Secrets(self._files())

    @property
    def secret(self) -> str:
        """Signs the cookies. Raises BadSecret."""
        return self.secrets.secret

    @property
    def key(self) -> str:
        """The access key as players read and type it. Raises BadSecret."""
        return self.secrets.key.written

    def hold(self) -> None:
        """Prevent restores while this installation is in use; first finish an interrupted one.

        Raises StoreError while a backup is being restored, BrokenStore.
        """
        if self._lock is None:
            self._lock = restoring.hold(self.folder)

    def release(self) -> None:
        """Allow restores again: the installation is no longer in use."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def open_store(self) -> SqliteStore:
        """A connection to the matches. Raises BrokenStore, StoreError while a backup is being restored.

        The database is created once. If it is missing later, or was replaced while the app runs, that is an
        error: an empty database would hide that the matches are gone, and the log that SQLite keeps next to
        the old one would be lost or damage the new one.
        """
        self.hold()
        if self._file is not None and self._file != self._on_disk():
            raise BrokenStore(GONE, str(self.database))
        begun = self.folder / "begun"
        make = not begun.exists() and not self._has_log()
        if make and not self.database.exists():
            # SQLite gives its log the permissions of the database: names and results are private.
            with suppress(OSError):  # if no file can be created, the store says why
                self.database.touch(mode=0o600)
        store = SqliteStore(self.database, make=make)
        if self._file is None:
            with trouble_named(self.folder):
                if not begun.exists():
                    write_whole(begun, f"{utc_now()}\n".encode())
            self._file = self._on_disk()
        return store

    def back_up(self, target: Path) -> None:
        """Write the whole installation to one file, even while the app runs.

        Raises StoreError when the target is a file of the installation, BrokenStore, OSError.
        """
        store = self.open_store()
        try:
            backup.write(store, target)
        finally:
            store.close()

    def _files(self, folder: str = "") -> SmallFiles:
        return Folder(self.folder / folder)

    def _on_disk(self) -> tuple[int, int] | None:
        try:
            status = self.database.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino

    def _has_log(self) -> bool:
        """True if SQLite's log is here without its database: then there was a database."""
        return self.database.with_name(f"{self.database.name}-wal").exists() and not self.database.exists()
