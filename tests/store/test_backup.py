"""A backup and its way back: nothing lost, nothing mixed, whatever is left of the old files and whenever
the power goes."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.installation import Installation
from scorekeeper.store import BrokenStore, StoreError, backup
from scorekeeper.store.locks import FileLock
from scorekeeper.store.restoring import restore
from scorekeeper.store.sqlite import SqliteStore

from . import store_workers
from .test_sqlite_processes import SPAWN

FIRST = {"type": "match-started", "id": "first"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of an installation with a match of two events, a key and a house rule."""
    folder = tmp_path / "instance"
    fill(folder, "old", 1)
    return folder


def fill(folder: Path, word: str, events: int) -> None:
    installation = Installation(folder)
    with closing(installation.open_store()) as store:
        store.create("m", [FIRST, *({"type": "x", "id": f"{word}{number}"} for number in range(events))])
    (folder / "key").write_text(word)
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "rules" / f"{word}.toml").write_text(f'title = "{word}"')
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
        assert store._db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    installation.release()
    return (folder / "key").read_text(), sorted(path.name for path in folder.glob("rules/*")), ids


def test_a_backup_is_one_file_for_its_owner_with_everything_in_it(home: Path, tmp_path: Path) -> None:
    (home / "notes").mkdir()
    (home / "notes" / "table.txt").write_text("花札")
    target = tmp_path / "backups" / "koi.zip"
    target.parent.mkdir()
    back_up(home, target)
    assert [path.name for path in target.parent.iterdir()] == ["koi.zip"]
    assert target.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist()[0] == "manifest.json"
        assert json.loads(archive.read("manifest.json")) == {"format": "koikoi-backup/1"}
        assert set(archive.namelist()[1:]) == {
            "scorekeeper.sqlite",
            "key",
            "rules/old.toml",
            "notes/table.txt",
        }


def test_a_backup_in_the_folder_itself_is_not_in_the_next_one(home: Path) -> None:
    back_up(home, home / "one.zip")
    with zipfile.ZipFile(back_up(home, home / "two.zip")) as archive:
        assert "one.zip" not in archive.namelist()


@pytest.mark.parametrize("name", ["scorekeeper.sqlite", "scorekeeper.sqlite-wal", "key", "linked", "hard"])
def test_a_backup_never_replaces_a_file_of_the_installation(home: Path, name: str) -> None:
    before = contents(home)
    (home.parent / "linked").symlink_to(home / "scorekeeper.sqlite")
    (home.parent / "hard").hardlink_to(home / "scorekeeper.sqlite")
    target = home.parent / name if name in ("linked", "hard") else home / name
    with pytest.raises(StoreError, match="cannot overwrite a file of the installation"):
        back_up(home, target)
    assert contents(home) == before


def test_a_backup_that_fails_leaves_the_older_one_and_no_other_files(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    before = back_up(home, folder / "koi.zip").read_bytes()
    content = bytearray((home / "scorekeeper.sqlite").read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    (home / "scorekeeper.sqlite").write_bytes(content)
    with pytest.raises(BrokenStore, match="damaged"):
        back_up(home, folder / "koi.zip")
    assert [path.name for path in folder.iterdir()] == ["koi.zip"]
    assert (folder / "koi.zip").read_bytes() == before


def test_a_backup_put_back_brings_everything_and_keeps_what_was_there(home: Path, tmp_path: Path) -> None:
    saved = contents(home)
    target = back_up(home, tmp_path / "koi.zip")
    shutil.rmtree(home)
    fill(home, "new", 5)
    lost = contents(home)
    aside = restore(home, target)
    assert contents(home) == saved != lost
    assert aside is not None
    assert (aside / "key").read_text() == "new"
    assert [path.name for path in (aside / "rules").iterdir()] == ["new.toml"]
    assert (home / "key").stat().st_mode & 0o777 == 0o600
    restore(home, aside / "scorekeeper.sqlite")  # and it can be taken back
    assert contents(home)[2] == lost[2]


def test_what_came_after_the_backup_is_moved_aside_too(home: Path, tmp_path: Path) -> None:
    target = back_up(home, tmp_path / "koi.zip")
    (home / "notes").mkdir()
    (home / "notes" / "table.txt").write_text("later")
    aside = restore(home, target)
    assert aside is not None
    assert (aside / "notes" / "table.txt").read_text() == "later"
    assert not (home / "notes").exists()


def test_the_database_alone_leaves_the_other_files_in_place(home: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(back_up(home, tmp_path / "koi.zip")) as archive:
        archive.extract("scorekeeper.sqlite", tmp_path)
    (home / "rules" / "later.toml").write_text('title = "Later"')
    restore(home, tmp_path / "scorekeeper.sqlite")
    assert contents(home)[1] == ["later.toml", "old.toml"]


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
    monkeypatch.setattr("scorekeeper.store.restoring._PATIENCE", 0.05)
    first, second = Installation(home), Installation(home)
    first.hold()
    second.hold()
    first.release()
    with pytest.raises(StoreError, match="running"):
        restore(home, home / "none.zip")
    second.release()


def test_a_backup_goes_into_a_folder_that_has_nothing_yet(home: Path, tmp_path: Path) -> None:
    saved = contents(home)
    target = back_up(home, tmp_path / "koi.zip")
    assert restore(tmp_path / "elsewhere", target) is None
    assert contents(tmp_path / "elsewhere") == saved


def test_a_backup_of_an_earlier_version_is_the_database_alone(home: Path, tmp_path: Path) -> None:
    before = contents(home)
    earlier = tmp_path / "koi.sqlite"
    with (
        closing(sqlite3.connect(home / "scorekeeper.sqlite")) as db,
        closing(sqlite3.connect(earlier)) as copy,
    ):
        db.backup(copy)
    with closing(SqliteStore(home / "scorekeeper.sqlite")) as store:
        store.append("m", 2, [{"type": "x", "id": "later"}])
    aside = restore(home, earlier)
    assert contents(home) == before
    assert aside is not None
    assert [path.name for path in aside.iterdir()] == ["scorekeeper.sqlite"]


# --- the old database was killed, and its log still lies there

TRIALS = [(5, 40), (5, 90), (200, 20), (200, 300), (50, 1200)]


@pytest.mark.parametrize(("before", "after"), TRIALS)
def test_a_log_left_by_a_killed_server_neither_spoils_nor_overrules_the_backup(
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


# --- the power goes at any moment


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
    (home / "rules" / "later.toml").write_text("")
    old = contents(home)
    shutil.copytree(home, tmp_path / "before")
    found = []
    for at in range(1, 1000):
        shutil.rmtree(home)
        shutil.copytree(tmp_path / "before", home)
        if not cut_short(home, target, at):
            break
        found.append(contents(home))
        assert found[-1] in (old, new)
        restore(home, target)
        assert contents(home) == new
        assert not list(home.glob(".restoring-*"))
        assert not (home / "restore.json").exists()
    assert len(found) > 20
    assert found == sorted(found, key=[old, new].index)  # at one moment it is decided


# --- what is refused


def test_a_backup_is_not_put_back_while_the_app_runs(home: Path, tmp_path: Path) -> None:
    target, before = back_up(home, tmp_path / "koi.zip"), contents(home)
    app = Installation(home)
    app.hold()
    with pytest.raises(StoreError, match="The app is running on this folder"):
        restore(home, target)
    app.release()
    assert contents(home) == before
    restore(home, target)


def test_a_lock_goes_with_the_process_that_holds_it(home: Path, tmp_path: Path) -> None:
    target = back_up(home, tmp_path / "koi.zip")
    said, theirs = SPAWN.Pipe()
    server = SPAWN.Process(target=store_workers.hold, args=(home, theirs))
    server.start()
    assert said.recv() == "held"
    with pytest.raises(StoreError, match="running"):
        restore(home, target)
    server.kill()
    server.join()
    restore(home, target)


def test_the_app_does_not_start_while_a_backup_is_put_back(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.restoring._PATIENCE", 0.05)
    with FileLock(home / "lock", exclusive=True), pytest.raises(StoreError, match="being restored"):
        Installation(home).hold()


def archive(path: Path, members: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        for name, content in members.items():
            made.writestr(name, content)
    return path


def spoiled(target: Path, what: str) -> None:
    """Make a backup unusable in one of many ways."""
    content = target.read_bytes()
    with zipfile.ZipFile(target) as good:
        database = good.read("scorekeeper.sqlite")
    manifest = json.dumps({"format": backup.FORMAT})
    other = target.with_name("other.sqlite")
    match what:
        case "text":
            target.write_text("Dear diary")
        case "cut":
            target.write_bytes(content[: len(content) // 2])
        case "bits":
            middle = len(content) // 2
            target.write_bytes(content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :])
        case "other archive":
            archive(target, {"photo.jpg": b"x"})
        case "newer":
            archive(
                target, {"manifest.json": '{"format": "koikoi-backup/2"}', "scorekeeper.sqlite": database}
            )
        case "no database":
            archive(target, {"manifest.json": manifest})
        case "outside":
            archive(target, {"manifest.json": manifest, "scorekeeper.sqlite": database, "../../evil": b"x"})
        case "outside on Windows":
            archive(
                target,
                {"manifest.json": manifest, "scorekeeper.sqlite": database, "a\\..\\evil": b"x"},
            )
        case "damaged database":
            damaged = database[:5000] + b"\xa5" * (len(database) - 5000)
            archive(target, {"manifest.json": manifest, "scorekeeper.sqlite": damaged})
        case "newer database" | "orphans" | "of another program":
            other.write_bytes(database)
            with closing(sqlite3.connect(other)) as db, db:
                db.execute(
                    {
                        "newer database": "PRAGMA user_version = 99",
                        "orphans": "DELETE FROM matches",
                        "of another program": "PRAGMA application_id = 7",
                    }[what]
                )
            archive(target, {"manifest.json": manifest, "scorekeeper.sqlite": other.read_bytes()})


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("text", "not a backup made by this app"),
        ("cut", "not a backup made by this app"),
        ("bits", "not a backup made by this app, or it is damaged"),
        ("other archive", "not a backup made by this app"),
        ("newer", "newer version"),
        ("no database", "This backup has no database"),
        ("outside", "not a backup made by this app"),
        ("outside on Windows", "not a backup made by this app"),
        ("damaged database", "damaged"),
        ("newer database", "newer version"),
        ("orphans", "damaged"),
        ("of another program", "another program"),
    ],
)
def test_a_backup_that_cannot_be_used_is_refused_and_nothing_changes(
    home: Path, tmp_path: Path, what: str, sentence: str
) -> None:
    target = back_up(home, tmp_path / "koi.zip")
    spoiled(target, what)
    before = sorted(path.name for path in home.iterdir()), contents(home)
    with pytest.raises(StoreError, match=sentence):
        restore(home, target)
    assert (sorted(path.name for path in home.iterdir()), contents(home)) == before
    assert not (tmp_path / "evil").exists()
