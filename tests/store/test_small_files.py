"""The small files of an installation, in a folder and in a database."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from postgres import POSTGRES

from scorekeeper.house_rules.shelf import HouseRules
from scorekeeper.keys import BadSecret, Secrets
from scorekeeper.store import StoreError
from scorekeeper.store import files as small_files
from scorekeeper.store.files import Folder, SmallFiles
from scorekeeper.store.postgres.database import PostgresDatabase
from scorekeeper.store.postgres.files import PostgresFiles

from .stores import Clock

HOUSE = {"extends": "dutch", "title": "House"}


@pytest.fixture(params=["folder", POSTGRES])
def files(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> SmallFiles:
    if request.param == "folder":
        return Folder(tmp_path / "rules")
    database: PostgresDatabase = request.getfixturevalue("database")
    return PostgresFiles(database, "rules", now=clock)


def test_a_file_is_there_as_it_was_written_last(files: SmallFiles) -> None:
    for read in (files.read, files.stamp):
        with pytest.raises(FileNotFoundError):
            read("key")
    files.write("key", b"one")
    stamp = files.stamp("key")
    assert (files.read("key"), files.stamp("key")) == (b"one", stamp)
    files.write("key", b"\x00two")
    assert files.read("key") == b"\x00two"
    assert files.stamp("key") != stamp
    assert files.called("key").startswith(("/", "rules/key in postgresql://"))


def test_of_those_who_write_a_file_first_the_first_one_does(files: SmallFiles) -> None:
    files.write_if_absent("key", b"one")
    files.write_if_absent("key", b"two")
    assert files.read("key") == b"one"


def test_the_names_of_a_folder_are_those_of_its_own_files(files: SmallFiles) -> None:
    assert files.stamps() == files.stamps("bin") == {}
    for path in ("a.toml", "bin/a.toml", "bin/b.toml", "binary"):
        files.write(path, b"")
    assert {"a.toml", "binary"} <= set(files.stamps()) <= {"a.toml", "binary", "bin"}
    assert sorted(files.stamps("bin")) == ["a.toml", "b.toml"]
    assert files.stamps("bi") == {}


def test_the_stamps_of_a_folder_are_those_of_its_files(files: SmallFiles) -> None:
    for path in ("a.toml", "bin/a.toml"):
        files.write(path, b"")
    for folder, path in (("", "a.toml"), ("bin", "bin/a.toml")):
        assert files.stamps(folder)["a.toml"] == files.stamp(path)
    before = files.stamps()["a.toml"]
    files.write("a.toml", b"other")
    assert files.stamps()["a.toml"] == files.stamp("a.toml") != before


def test_what_others_wrote_is_seen_by_the_next_request_and_by_who_writes(tmp_path: Path) -> None:
    house = HouseRules(Folder(tmp_path))
    request = house.at_once()
    assert request.names() == ()
    house.keep("house", HOUSE)
    assert (request.names(), request.find("house")) == ((), None)
    with request.writing():
        assert (request.names(), request.find("house")) == (("house",), HOUSE)
    assert house.at_once().names() == ("house",)


def test_a_file_is_moved_and_removed(files: SmallFiles) -> None:
    files.write("a.toml", b"a")
    files.write("b.toml", b"b")
    files.move("a.toml", "bin/a.toml")
    assert files.read("bin/a.toml") == b"a"
    with pytest.raises(FileNotFoundError):
        files.move("a.toml", "c.toml")
    files.move("bin/a.toml", "b.toml")
    assert files.read("b.toml") == b"a"
    for _ in range(2):
        files.remove("b.toml")
    assert files.stamps("bin") == {}
    with pytest.raises(FileNotFoundError):
        files.read("b.toml")


def test_only_one_at_a_time_is_in_a_block_that_writes(files: SmallFiles) -> None:
    files.write("number", b"0")

    def count() -> None:
        for _ in range(5):
            with files.writing():
                files.write("number", str(int(files.read("number")) + 1).encode())

    counting = [threading.Thread(target=count) for _ in range(4)]
    for thread in counting:
        thread.start()
    for thread in counting:
        thread.join()
    assert files.read("number") == b"20"


def test_whoever_waits_too_long_is_told(files: SmallFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_files, "PATIENCE", 0.05)
    refused: list[str] = []

    def wait() -> None:
        try:
            with files.writing():
                pass
        except StoreError as error:
            refused.append(str(error))

    with files.writing():
        waiting = threading.Thread(target=wait)
        waiting.start()
        waiting.join()
    assert refused == ["The house rules are being changed. Try again in a moment."]
    wait()
    assert len(refused) == 1


@pytest.mark.parametrize("at_once", [False, True])
def test_house_rules_are_kept_changed_binned_and_put_back(
    files: SmallFiles, clock: Clock, at_once: bool
) -> None:
    house, other = HouseRules(files, now=clock), HouseRules(files, now=clock)
    house = house.at_once() if at_once else house
    house.keep("house", HOUSE)
    assert other.find("house") == HOUSE
    house.keep("house", {**HOUSE, "title": "Other"})
    assert (other.find("house") or {})["title"] == "Other"
    house.keep("new-house", HOUSE)
    assert other.names() == ("house", "new-house")
    binned = other.discard("house")
    assert binned is not None
    assert house.names() == ("new-house",)
    assert [(row.id, row.title) for row in house.bin()] == [(binned, "Other")]
    assert house.put_back(binned) == "house"
    assert other.put_back(binned) is None
    assert (other.names(), other.bin()) == (("house", "new-house"), [])
    house.delete(other.discard("house") or "")
    assert (other.names(), other.bin()) == (("new-house",), [])


def test_all_processes_have_the_same_key_and_notice_another(files: SmallFiles) -> None:
    one, other = Secrets(files), Secrets(files)
    assert (one.key, one.secret) == (other.key, other.secret)
    before = one.key
    made = other.change_key("seven herons 1986")
    assert one.key == made != before
    files.write("key", b"short")
    with pytest.raises(BadSecret, match=r"rules/key.* fewer than 8 letters"):
        _ = one.key
