"""Writing a backup: complete, readable only by its owner, never over a file of the installation."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from scorekeeper.store import BrokenStore, StoreError
from scorekeeper.store.backup import groups_of_before, restore, unpack_database
from scorekeeper.store.sqlite import SqliteStore

from .installations import back_up, contents, fill


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
            "notes/table.txt",
        }


def test_a_backup_in_the_folder_itself_is_not_in_the_next_one(home: Path) -> None:
    back_up(home, home / "one.zip")
    with zipfile.ZipFile(back_up(home, home / "two.zip")) as archive:
        assert "one.zip" not in archive.namelist()


def test_groups_of_an_older_version_are_in_no_backup_and_stay(home: Path, tmp_path: Path) -> None:
    group = home / "groups" / "abcdefghij"
    fill(group, "club", 2)
    (home / "groups-removed").mkdir()
    (home / "groups-removed" / "gone.zip").write_bytes(b"what a group has left behind")
    target = back_up(home, tmp_path / "koi.zip")
    with zipfile.ZipFile(target) as archive:
        assert not [name for name in archive.namelist() if "group" in name]
    restore(home, target)
    assert contents(group) == ("club", ["club"], ["first", "club0", "club1"])
    assert (home / "groups-removed" / "gone.zip").exists()


def test_of_a_backup_with_groups_all_but_these_is_restored(home: Path, tmp_path: Path) -> None:
    """A group in it has links and phones, which no restore may bring back."""
    saved = contents(home)
    target = back_up(home, tmp_path / "koi.zip")
    assert groups_of_before(target) == groups_of_before(home) == ""
    with zipfile.ZipFile(target, "a") as archive:
        archive.write(home / "scorekeeper.sqlite", "groups/abcdefghij/scorekeeper.sqlite")
        archive.writestr("groups/abcdefghij/key", "club")
    restore(home, target)
    assert contents(home) == saved
    assert not (home / "groups").exists()
    assert f"in {target}, which this version does not open: restore it with" in groups_of_before(target)


@pytest.mark.parametrize("name", ["scorekeeper.sqlite", "scorekeeper.sqlite-wal", "key", "linked", "hard"])
def test_a_backup_never_replaces_a_file_of_the_installation(home: Path, name: str) -> None:
    before = contents(home)
    (home.parent / "linked").symlink_to(home / "scorekeeper.sqlite")
    (home.parent / "hard").hardlink_to(home / "scorekeeper.sqlite")
    target = home.parent / name if name in ("linked", "hard") else home / name
    with pytest.raises(StoreError, match="cannot overwrite a file of the installation"):
        back_up(home, target)
    assert contents(home) == before


def test_a_failed_backup_keeps_the_older_one_and_leaves_no_other_files(home: Path, tmp_path: Path) -> None:
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


def test_only_the_database_of_a_backup_can_be_unpacked(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "aside"
    folder.mkdir()
    database = unpack_database(back_up(home, tmp_path / "koi.zip"), folder, 10_000_000)
    assert [path.name for path in folder.iterdir()] == [database.name]
    store = SqliteStore(database, make=False)
    assert store.matches()
    store.close()


@pytest.mark.parametrize("room", [0, -1])
def test_a_database_unpacks_to_no_more_than_is_allowed(home: Path, tmp_path: Path, room: int) -> None:
    backup = back_up(home, tmp_path / "koi.zip")
    with zipfile.ZipFile(backup) as archive:
        size = archive.getinfo("scorekeeper.sqlite").file_size
    if room == 0:
        assert unpack_database(backup, tmp_path, size).exists()
    else:
        with pytest.raises(StoreError, match="too large"):
            unpack_database(backup, tmp_path, size + room)
