"""The rule sets of this table: TOML files in the installation's folder, found like the named ones."""

from __future__ import annotations

import re
import secrets
import unicodedata
from pathlib import Path

from ..koikoi.errors import BadRuleset
from ..koikoi.ruleset import Tree, named, names, read_toml, write_toml
from ..koikoi.sentences import say

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


class HouseRules:
    """The written rule sets in a folder, by id (the file's name without ``.toml``)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """The ids of the table's own rule sets."""
        if not self.folder.is_dir():
            return ()
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml") if _ID.fullmatch(path.stem)))

    def find(self, name: str) -> Tree | None:
        """The written rule set with this id, the table's own or one that comes with the game."""
        if (found := named(name)) is not None:
            return found
        if not _ID.fullmatch(name):
            return None
        try:
            return read_toml((self.folder / f"{name}.toml").read_text("utf-8"))
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise BadRuleset(
                say("The file of the rule set “%(name)s” is not UTF-8 text.", name=name)
            ) from error

    def keep(self, name: str, tree: Tree) -> None:
        """Write a rule set, whole or not at all."""
        assert _ID.fullmatch(name), name
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self.folder / f".{name}-{secrets.token_hex(4)}"
        draft.write_text(write_toml(tree), "utf-8")
        draft.replace(self.folder / f"{name}.toml")

    def discard(self, name: str) -> None:
        """Delete one of the table's own rule sets; matches keep the rules they began with."""
        if name in self.names():
            (self.folder / f"{name}.toml").unlink()

    def free_name(self, title: str) -> str:
        """An id for a title that no rule set has yet."""
        plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "house"
        taken = {*names(), *self.names()}
        return next(
            name for n in range(1, 10_000) if (name := stem if n == 1 else f"{stem}-{n}") not in taken
        )
