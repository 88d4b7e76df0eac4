"""What belongs to one installation: its folder, its secrets, its matches, its house rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path

from . import transfer
from .house_rules.shelf import HouseRules
from .keys import Secrets
from .storage import VARIABLE, FolderStorage, Storage, database_storage
from .store import Documents, Store, backup


class Installation:
    """The folder ``instance/``, or the database at an address, made with its secrets at the first start.

    Raises BrokenStore.
    """

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.storage: Storage = database_storage(database) if database else FolderStorage(folder)

    @property
    def database(self) -> Path:
        """The SQLite file, where the installation is kept in its folder."""
        return self.folder / backup.DATABASE

    @property
    def house_rules(self) -> HouseRules:
        """The rule sets of the table as they are now."""
        return HouseRules(self._documents)

    @cached_property
    def secrets(self) -> Secrets:
        """The access key and what signs the cookies."""
        return Secrets(self.storage.files())

    @property
    def secret(self) -> str:
        """Signs the cookies. Raises BadSecret."""
        return self.secrets.secret

    @cached_property
    def id(self) -> str:
        """Under this name browsers keep what is this installation's: several may share a computer, even an
        address, and so the cookies and the storage of a phone. Raises BadSecret."""
        return self.secrets.id

    @property
    def key(self) -> str:
        """The access key as players read and type it. Raises BadSecret."""
        return self.secrets.key.written

    def release(self) -> None:
        """Allow restores again: the installation is no longer in use."""
        self.storage.release()

    def open_store(self) -> Store:
        """The matches and documents. Raises BrokenStore, StoreError while a backup is being restored."""
        return self.storage.open_store()

    @contextmanager
    def _documents(self) -> Iterator[Documents]:
        with closing(self.open_store()) as store:
            yield store.documents

    def back_up(self, target: Path) -> None:
        """Write the whole installation to one file, even while the app runs.

        Raises StoreError when the target is a file of the installation, BrokenStore, OSError.
        """
        transfer.back_up(self.storage, target)


def chosen(folder: Path) -> Installation:
    """The installation of a folder, or of the database that SCOREKEEPER_DATABASE names.

    Raises BrokenStore.
    """
    return Installation(folder, _database())


def is_begun(folder: Path) -> bool:
    """Whether there is anything to open: the matches of a folder, or a database that is named."""
    return bool(_database()) or (folder / backup.DATABASE).exists()


def location(folder: Path) -> str:
    """Where that installation is, for its host; the address of a database may have a password."""
    return f"the database of {VARIABLE}" if _database() else str(folder.resolve())


def _database() -> str:
    return os.environ.get(VARIABLE, "").strip()
