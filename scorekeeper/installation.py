"""What belongs to one installation: its folder, its secrets, its database, its house rules."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from .keys import Secrets
from .store.house_rules import HouseRules
from .store.sqlite import SqliteStore


class Installation:
    """The folder ``instance/``. It is made, with its secrets, at the first start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def database(self) -> Path:
        return self.folder / "scorekeeper.sqlite"

    @cached_property
    def house_rules(self) -> HouseRules:
        return HouseRules(self.folder / "rules")

    @cached_property
    def secrets(self) -> Secrets:
        """The access key and what signs the cookies."""
        return Secrets(self.folder)

    @property
    def secret(self) -> str:
        """Signs the cookies. Raises BadSecret."""
        return self.secrets.secret

    @property
    def key(self) -> str:
        """The access key as players read and type it. Raises BadSecret."""
        return self.secrets.key.written

    def open_store(self) -> SqliteStore:
        """A connection to the matches. Raises BrokenStore."""
        if not self.database.exists():
            # SQLite makes its log readable to those who may read the database: names and results are private.
            with suppress(OSError):  # where no file can be made, the store says why
                self.database.touch(mode=0o600)
        return SqliteStore(self.database)


def default_folder() -> Path:
    """``instance/`` of a checkout; for an installed package a folder of the user's own."""
    if chosen := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(chosen)
    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").exists():
        return checkout / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorekeeper"
