"""Restoring a backup: nothing is lost or mixed, whatever is left of the old files and whenever the power
fails."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from extent import daily

from scorekeeper.installation import Installation
from scorekeeper.store import StoreError
from scorekeeper.store.backup import restore
from scorekeeper.store.sqlite import SqliteStore

from . import store_workers
from .installations import back_up, contents, fill
from .store_workers import SPAWN


def test_restoring_a_backup_restores_everything_and_keeps_the_old_files(home: Path, tmp_path: Path) -> None:
    saved = contents(home)
    target = back_up(home, tmp_path / "koi.zip")
    shutil.rmtree(home)
    fill(home, "new", 5)
    lost = contents(home)
    aside = restore(home, target)
    assert contents(home) == saved != lost
    assert aside is not None
    assert (aside / "key").read_text() == "new"
    assert (home / "key").stat().st_mode & 0o777 == 0o600
    assert contents(aside) == lost  # an installation of its own


def test_files_newer_than_the_backup_are_moved_aside_too(home: Path, tmp_path: Path) -> None:
    target = back_up(home, tmp_path / "koi.zip")
    (home / "notes").mkdir()
    (home / "notes" / "table.txt").write_text("later")
    aside = restore(home, target)
    assert aside is not None
    assert (aside / "notes" / "table.txt").read_text() == "later"
    assert not (home / "notes").exists()


def test_the_database_in_a_backup_needs_no_file_beside_it(home: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(back_up(home, tmp_path / "koi.zip")) as archive:
        archive.extract("scorekeeper.sqlite", tmp_path)
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_backup_that_would_fill_the_disk_is_refused(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = back_up(home, tmp_path / "koi.zip")
    monkeypatch.setattr("scorekeeper.store.backup._LARGEST", 10_000)
    before = contents(home)
    with pytest.raises(StoreError, match="not a backup made by this app"):
        restore(home, target)
    assert contents(home) == before


def test_several_servers_share_a_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.store.backup._PATIENCE", 0.05)
    first, second = Installation(home), Installation(home)
    first.storage.hold()
    second.storage.hold()
    first.release()
    with pytest.raises(StoreError, match="running"):
        restore(home, home / "none.zip")
    second.release()


def test_a_backup_can_be_restored_into_an_empty_folder(home: Path, tmp_path: Path) -> None:
    saved = contents(home)
    target = back_up(home, tmp_path / "koi.zip")
    assert restore(tmp_path / "elsewhere", target) is None
    assert contents(tmp_path / "elsewhere") == saved


TRIALS = [(5, 40), (5, 90), (200, 20), (200, 300), (50, 1200)]


@pytest.mark.parametrize(("before", "after"), daily(TRIALS, 3))
def test_a_log_left_by_a_killed_server_neither_damages_nor_overrides_the_backup(
    home: Path, tmp_path: Path, before: int, after: int
) -> None:
    path, target = home / "scorekeeper.sqlite", tmp_path / "koi.zip"
    go, theirs = SPAWN.Pipe()
    writer = SPAWN.Process(target=store_workers.append_as_told, args=(path, theirs))
    writer.start()
    go.send(before)
    assert go.recv() == before
    back_up(home, target)
    go.send(after)
    assert go.recv() == after
    writer.kill()
    writer.join()
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    aside = restore(home, target)
    _, _, ids = contents(home)
    assert len(ids) == 2 + before
    assert aside is not None
    with closing(SqliteStore(aside / "scorekeeper.sqlite")) as old:
        assert len(old.events("m")) == 2 + before + after  # and what is newer is not lost either


def cut_short(folder: Path, target: Path, at: int) -> bool:
    """Restore in a process that dies when it touches a file for the ``at``-th time; whether it died."""
    child = os.fork()
    if not child:
        touched = 0

        def die(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal touched
            if event in ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree"):
                touched += str(folder) in str(arguments[0])
                if touched == at:
                    os._exit(9)

        sys.addaudithook(die)
        restore(folder, target)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 9)
    return os.waitstatus_to_exitcode(status) == 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_restore_cut_short_leaves_the_old_or_the_new_and_the_next_one_finishes(
    home: Path, tmp_path: Path
) -> None:
    target = back_up(home, tmp_path / "koi.zip")
    new = contents(home)
    with closing(SqliteStore(home / "scorekeeper.sqlite")) as store:
        store.append("m", 2, [{"type": "x", "id": "later"}])
    (home / "key").write_text("later")
    (home / "notes.txt").write_text("later")
    old = contents(home)
    shutil.copytree(home, tmp_path / "before")
    states = []
    for at in range(1, 1000):
        shutil.rmtree(home)
        shutil.copytree(tmp_path / "before", home)
        if not cut_short(home, target, at):
            break
        states.append(contents(home))
        assert states[-1] in (old, new)
        restore(home, target)
        assert contents(home) == new
        assert not list(home.glob(".restoring-*"))
        assert not (home / "restore.json").exists()
    assert len(states) > 20
    assert states == sorted(states, key=[old, new].index)  # first always the old, then always the new
