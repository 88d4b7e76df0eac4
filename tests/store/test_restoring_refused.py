"""When restoring a backup is refused: while the app runs, and for a file that cannot be used."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.installation import Installation
from scorekeeper.store import StoreError, backup
from scorekeeper.store.backup import restore
from scorekeeper.store.files import FileLock

from . import store_workers
from .installations import archive, back_up, contents
from .store_workers import SPAWN


def test_a_backup_is_not_restored_while_the_app_runs(home: Path, tmp_path: Path) -> None:
    target, before = back_up(home, tmp_path / "koi.zip"), contents(home)
    app = Installation(home)
    app.storage.hold()
    with pytest.raises(StoreError, match="The app is running on this folder"):
        restore(home, target)
    app.release()
    assert contents(home) == before
    restore(home, target)


def test_a_lock_ends_with_the_process_that_holds_it(home: Path, tmp_path: Path) -> None:
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


def test_the_app_does_not_start_while_a_backup_is_restored(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.backup._PATIENCE", 0.05)
    with FileLock(home / "lock", exclusive=True), pytest.raises(StoreError, match="being restored"):
        Installation(home).storage.hold()


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
        case "database alone":
            target.write_bytes(database)
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
        ("database alone", "not a backup made by this app"),
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


@pytest.mark.parametrize("version", ["2", "17", "9999"])
def test_a_backup_of_a_later_format_is_said_to_be_newer(tmp_path: Path, version: str) -> None:
    with pytest.raises(StoreError, match=r"^This backup was written by a newer version of this app\."):
        restore(tmp_path / "home", of_format(tmp_path / "koi.zip", f"koikoi-backup/{version}"))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        *((f"koikoi-backup/{version}",) * 2 for version in ("0", "-1", "abc", "01", "1.5", "")),
        ("koikoi-backup/\u202e2\n", "koikoi-backup/2"),
        ("koikoi-backup/" + "9" * 200, "koikoi-backup/" + "9" * 26),
        ("koikoi-match/1", "koikoi-match/1"),
        (7, "7"),
        (None, "None"),
        ([], "[]"),
    ],
)
def test_a_backup_of_a_format_that_never_was_is_not_said_to_be_newer(
    tmp_path: Path, made: object, said: str
) -> None:
    with pytest.raises(StoreError) as refusal:
        restore(tmp_path / "home", of_format(tmp_path / "koi.zip", made))
    assert str(refusal.value) == (
        f"This backup says that its format is “{said}”, which this app has never written; it reads "
        "“koikoi-backup/1”."
    )


def test_a_backup_that_does_not_say_its_format_is_none_of_this_app(tmp_path: Path) -> None:
    for manifest in ("{}", "[]", '"koikoi-backup/1"', "1", ""):
        archive(target := tmp_path / "koi.zip", {"manifest.json": manifest, "scorekeeper.sqlite": b"x"})
        with pytest.raises(StoreError, match=r"^This archive is not a backup made by this app\.$"):
            restore(tmp_path / "home", target)


def of_format(target: Path, made: object) -> Path:
    archive(target, {"manifest.json": json.dumps({"format": made}), "scorekeeper.sqlite": b"x"})
    return target
