"""Where an installation is, unless a command or the environment says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper import folders, installation
from scorekeeper.store import backup


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package without a checkout around it; its user's home."""
    monkeypatch.setattr(folders, "_PACKAGE", tmp_path / "site-packages" / "scorekeeper")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for variable in ("SCOREKEEPER_INSTANCE", "SCOREKEEPER_DATABASE", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, "")  # so that it is put back, whatever a test makes of it
        monkeypatch.delenv(variable)
    return tmp_path


def test_an_installed_package_keeps_it_with_the_data_of_the_user(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folders.default_folder() == installed / "home/.local/share/scorekeeper"
    monkeypatch.setenv("XDG_DATA_HOME", str(installed / "data"))
    assert folders.default_folder() == installed / "data/scorekeeper"
    folders.use_folder(installed / "chosen")
    assert folders.default_folder() == installed / "chosen"


def test_a_checkout_keeps_it_in_itself(installed: Path) -> None:
    (installed / "site-packages/scorekeeper").mkdir(parents=True)
    (installed / "site-packages/pyproject.toml").touch()
    assert folders.default_folder() == installed / "site-packages/instance"


@pytest.mark.parametrize(
    ("database", "file", "begun"),
    [("", False, False), ("", True, True), ("postgresql://host/x", False, True)],
)
def test_an_installation_is_begun_by_a_file_or_a_database_that_is_named(
    installed: Path, monkeypatch: pytest.MonkeyPatch, database: str, file: bool, begun: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE", database)
    folder = installed / "instance"
    folder.mkdir()
    if file:
        (folder / backup.DATABASE).touch()
    assert installation.is_begun(folder) is begun
