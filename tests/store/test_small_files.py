"""The small files of an installation, in a folder and in a database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import POSTGRES

from scorekeeper.keys import BadSecret, Secrets
from scorekeeper.store.files import Folder, SmallFiles
from scorekeeper.store.postgres.database import PostgresDatabase
from scorekeeper.store.postgres.files import PostgresFiles

from .stores import Clock


@pytest.fixture(params=["folder", POSTGRES])
def files(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> SmallFiles:
    if request.param == "folder":
        for folder in ("rules/bin", "rulesets"):
            (tmp_path / folder).mkdir(parents=True)
        return Folder(tmp_path)
    database: PostgresDatabase = request.getfixturevalue("database")
    return PostgresFiles(database, now=clock)


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
    assert files.called("key").startswith(("/", "key in postgresql://"))


def test_of_those_who_write_a_file_first_the_first_one_does(files: SmallFiles) -> None:
    files.write_if_absent("key", b"one")
    files.write_if_absent("key", b"two")
    assert files.read("key") == b"one"


def test_a_folder_has_the_paths_of_its_files_and_gets_another_name(files: SmallFiles) -> None:
    assert files.paths("rules") == []
    for path in ("rules/a.toml", "rules/bin/Żółć.toml", "rules.toml", "rulesets/b.toml", "key"):
        files.write_if_absent(path, path.encode())
    assert files.paths("rules") == ["a.toml", "bin/Żółć.toml"]
    files.rename("rules", "old-rules")
    assert (files.paths("rules"), files.paths("old-rules")) == ([], ["a.toml", "bin/Żółć.toml"])
    assert files.read("old-rules/bin/Żółć.toml").decode() == "rules/bin/Żółć.toml"
    assert files.read("rulesets/b.toml") == b"rulesets/b.toml"


def test_a_folder_that_goes_while_it_is_listed_has_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = Folder(tmp_path)
    (tmp_path / "rules").mkdir()
    files.write("rules/a.toml", b"")

    def renamed_meanwhile(folder: Path, _every: str) -> Iterator[Path]:
        files.rename("rules", "old-rules")
        yield from folder.iterdir()

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rglob", renamed_meanwhile)
        assert files.paths("rules") == []
    assert files.paths("old-rules") == ["a.toml"]


def test_all_processes_have_the_same_key_and_notice_another(files: SmallFiles) -> None:
    one, other = Secrets(files), Secrets(files)
    assert (one.key, one.secret) == (other.key, other.secret)
    before = one.key
    made = other.change_key("seven herons 1986")
    assert one.key == made != before
    files.write("key", b"short")
    with pytest.raises(BadSecret, match=r"key.* fewer than 8 letters"):
        _ = one.key
