"""The key and the secret of an installation: generated, checked, compared with typed ones, changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.installation import Installation
from scorekeeper.keys import BadSecret, Key, Secrets, fresh_key, normalized
from scorekeeper.store.files import Folder


@given(st.text(max_size=20))
def test_normalizing_a_key_twice_changes_nothing(typed: str) -> None:
    assert normalized(normalized(typed)) == normalized(typed)


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("k7wm-2pfx-9qte", "K7WM 2PFX 9QTE"),
        ("k7wm-2pfx-9qte", "k7wm2pfx9qte"),
        ("Sakura 2026!", "sakura2026"),
        ("sakura_1999", "Sakura 1999"),
        ("O'Neil & Sons", "o’neil & sons"),
        ("ＳＡＫＵＲＡ２０２６", "sakura2026"),
        ("Żółw gra w karty", "ŻÓŁW GRA W KARTY"),
        ("Z\u0307o\u0301łw gra w karty", "Żółw gra w karty"),
        ("Straße 1234", "STRASSE 1234"),
        ("секретный ключ", "Секретный Ключ"),
        ("花見で一杯月見で一杯", " 花見で一杯 月見で一杯"),
    ],
)
def test_a_key_matches_however_it_is_typed(written: str, typed: str) -> None:
    assert Key(written).is_typed(typed)
    assert not Key(written).is_typed(typed[:-1])
    assert not Key(written).is_typed(f"{typed}x")


def test_a_generated_key_has_three_groups_of_four_letters() -> None:
    key = fresh_key()
    assert [len(part) for part in key.split("-")] == [4, 4, 4]
    assert key != fresh_key()


@pytest.mark.parametrize("written", ["12345678", "a-b-c-d-e-f-g-h", "x" * 100])
def test_a_key_of_at_least_8_letters_is_taken(tmp_path: Path, written: str) -> None:
    (tmp_path / "key").write_text(f"{written}\n")
    assert Secrets(Folder(tmp_path)).key.is_typed(written)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"\0" * 15, "is more than one line"),
        (b"1234567\n", "has fewer than 8 letters and digits"),
        (b"a-b-c-d-e-f-g-!-!-!\n", "has fewer than 8 letters and digits"),
        (b"-- -- -- -- --\n", "has fewer than 8 letters and digits"),
        (b"x" * 101, "is longer than 100 signs"),
        ("ﷺ".encode() * 8, "is longer than 100 signs"),
        (b"first line\nsecond line\n", "is more than one line"),
        (b"sakura\x00sakura", "is more than one line"),
        (b"\x80\x81\xff" * 9, "is not UTF-8 text"),
    ],
)
def test_an_invalid_key_is_refused_with_the_reason(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(BadSecret) as refused:
        _ = Secrets(Folder(tmp_path)).key
    said = str(refused.value)
    assert str(tmp_path / "key") in said
    assert f"it {why}" in said
    assert said.endswith("Delete the file and start the app again: it then makes a new one.")
    assert (tmp_path / "key").read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 31, b"\xff" * 40, "ż".encode() * 40, b"a\nb" * 20])
def test_an_invalid_secret_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(BadSecret, match="secret holds cannot be used"):
        _ = Secrets(Folder(tmp_path)).secret
    (tmp_path / "secret").write_bytes(b"x" * 32)
    assert Secrets(Folder(tmp_path)).secret == "x" * 32


def test_a_folder_in_place_of_the_key_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    with pytest.raises(BadSecret, match="cannot be read"):
        _ = Secrets(Folder(tmp_path)).key


def test_a_key_saved_by_an_editor_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xef\xbb\xbfsakura 1999\r\n")
    assert Secrets(Folder(tmp_path)).key.written == "sakura 1999"


def test_a_change_of_the_file_is_noticed(tmp_path: Path) -> None:
    secrets = Secrets(Folder(tmp_path))
    first = secrets.key
    assert Secrets(Folder(tmp_path)).key == first
    (tmp_path / "key").write_text("another key\n")
    assert secrets.key.written == "another key"
    made = Secrets(Folder(tmp_path)).change_key()
    assert secrets.key == made
    assert not made.is_marked(first.mark)


@pytest.mark.parametrize("spoil", [lambda file: file.unlink(), lambda file: file.write_text("")])
def test_a_running_app_does_not_replace_a_key_that_somebody_is_editing(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    secrets = Secrets(Folder(tmp_path))
    before = secrets.key
    spoil(tmp_path / "key")
    with pytest.raises(BadSecret):
        _ = secrets.key
    (tmp_path / "key").write_text(f"{before.written}\n")
    assert secrets.key == before


def test_a_new_key_that_is_too_short_changes_nothing(tmp_path: Path) -> None:
    secrets = Secrets(Folder(tmp_path))
    before = secrets.key
    with pytest.raises(BadSecret, match=r"fewer than 8 letters and digits"):
        secrets.change_key("1234567")
    assert secrets.key == before


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no files")
def test_a_key_that_cannot_be_written_stays(tmp_path: Path) -> None:
    import resource

    secrets = Secrets(Folder(tmp_path))
    before = secrets.key
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))  # as on a full disk
    try:
        with pytest.raises(BadSecret, match="cannot be written"):
            secrets.change_key()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert secrets.key == before
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_an_invalid_key_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"\xff")
    assert Secrets(Folder(tmp_path)).change_key("seven herons 1986").written == "seven herons 1986"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_files_of_an_installation_are_readable_only_by_their_owner(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        installation = Installation(tmp_path / "new")
        _ = installation.key, installation.secret
        installation.open_store().close()
        installation.secrets.change_key()
        kept_open = installation.open_store()
    finally:
        os.umask(before)
    permissions = {path.name: path.stat().st_mode & 0o077 for path in installation.folder.iterdir()}
    kept_open.close()
    assert {"key", "secret", "scorekeeper.sqlite"} <= set(permissions)
    assert set(permissions.values()) == {0}
    assert installation.folder.stat().st_mode & 0o077 == 0
    assert not [name for name in permissions if name.startswith(".")]
