"""Files that appear complete or not at all, readable only by their owner."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scorekeeper.store.files import whole_file, write_atomic, write_if_absent


def test_when_several_create_a_file_the_content_of_the_first_stays(tmp_path: Path) -> None:
    write_if_absent(tmp_path / "key", b"one")
    write_if_absent(tmp_path / "key", b"two")
    assert (tmp_path / "key").read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_file_is_replaced_by_what_is_written_later(tmp_path: Path) -> None:
    write_atomic(tmp_path / "key", b"one, and longer")
    write_atomic(tmp_path / "key", b"two")
    assert (tmp_path / "key").read_bytes() == b"two"
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root becomes somebody else")
def test_what_was_written_by_root_is_replaced_by_somebody_else() -> None:
    nobody = 65534
    with TemporaryDirectory() as folder:  # not below tmp_path, which only root may enter
        key = Path(folder, "key")
        write_atomic(key, b"one")
        Path(folder).chmod(0o777)
        os.seteuid(nobody)
        try:
            write_atomic(key, b"two")
        finally:
            os.seteuid(0)
        assert (key.read_bytes(), key.stat().st_uid) == (b"two", nobody)


def test_a_file_whose_writing_fails_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), whole_file(tmp_path / "sheet") as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())
