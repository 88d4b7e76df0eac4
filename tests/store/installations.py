"""Installations with a match, a key and a house rule, for the tests of backup and restore."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from scorekeeper.installation import Installation
from scorekeeper.store.sqlite import SqliteStore

FIRST = {"type": "match-started", "id": "first"}


def fill(folder: Path, word: str, events: int) -> None:
    installation = Installation(folder)
    with closing(installation.open_store()) as store:
        store.create("m", [FIRST, *({"type": "x", "id": f"{word}{number}"} for number in range(events))])
    (folder / "key").write_text(word)
    installation.house_rules.keep(word, {"title": word})
    installation.release()


def back_up(folder: Path, target: Path) -> Path:
    installation = Installation(folder)
    installation.back_up(target)
    installation.release()
    return target


def contents(folder: Path) -> tuple[str, list[str], list[str]]:
    """The key, the house rules and the ids of the events of m; the database is sound."""
    installation = Installation(folder)
    with closing(installation.open_store()) as store:
        ids = [event["id"] for event in store.events("m")]
        assert isinstance(store, SqliteStore)
        assert store._db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    rules = [*installation.house_rules.names()]
    installation.release()
    return (folder / "key").read_text(), rules, ids


def archive(path: Path, members: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        for name, content in members.items():
            made.writestr(name, content)
    return path
