"""What belongs to one installation: its folder, its secrets, its database, its house rules."""

from __future__ import annotations

import os
import secrets
from functools import cached_property
from pathlib import Path

from .store.house_rules import HouseRules
from .store.sqlite import SqliteStore

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no signs that look alike
_KEY_LENGTH = 12  # 31 signs to the power of 12: about 59 bits


class Installation:
    """The folder ``instance/``. It is made, with its secrets, at the first start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def database(self) -> Path:
        return self.folder / "scorekeeper.sqlite"

    @cached_property
    def house_rules(self) -> HouseRules:
        return HouseRules(self.folder / "rules")

    @cached_property
    def secret(self) -> str:
        """Signs the cookies."""
        return self._kept("secret", secrets.token_hex(32))

    @cached_property
    def key(self) -> str:
        """The access key that players type or scan."""
        letters = "".join(secrets.choice(_ALPHABET) for _ in range(_KEY_LENGTH))
        return self._kept("key", "-".join(letters[at : at + 4] for at in range(0, _KEY_LENGTH, 4)))

    def open_store(self) -> SqliteStore:
        """A connection to the matches. Raises BrokenStore."""
        return SqliteStore(self.database)

    def _kept(self, name: str, fresh: str) -> str:
        """The secret in the file ``name``, readable by its owner alone; whoever starts first writes it."""
        path = self.folder / name
        draft = self.folder / f".{name}-{secrets.token_hex(8)}"
        if not path.exists():
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(fresh + "\n")
            try:
                os.link(draft, path)
            except FileExistsError:
                pass  # another process was first; its secret holds
            finally:
                draft.unlink()
        return path.read_text().strip()


def default_folder() -> Path:
    """``instance/`` of a checkout; for an installed package a folder of the user's own."""
    if chosen := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(chosen)
    checkout = Path(__file__).parent.parent
    if (checkout / "pyproject.toml").exists():
        return checkout / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorekeeper"
