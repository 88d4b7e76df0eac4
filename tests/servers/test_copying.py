"""``scorekeeper copy``, and the other commands on a database."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from cli.running import START, WON, record, run
from postgres import Server

from scorekeeper.archive.archive import KIND
from scorekeeper.installation import Installation


@pytest.fixture
def place(postgres: Server) -> str:
    return postgres.new_place()


def test_an_installation_moves_to_a_database_and_the_commands_follow_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "instance"
    match_id = run("import", "--instance", home, text=record(START, WON)).stdout.strip()
    exported = run("export", match_id, "--instance", home).stdout
    key = run("key", "--instance", home, "--new", "seven herons 1986").stdout
    listed = run("export", "--instance", home).stdout
    Installation(home).house_rules.keep("house", {"extends": "dutch", "title": "House"})
    copied = run("copy", home, place)
    assert copied.exit_code == 0, copied.stderr
    assert "matches: 1, house rules: 1, and the key" in copied.stdout

    monkeypatch.setenv("SCOREKEEPER_DATABASE", place)
    other = tmp_path / "other"
    assert run("key", "--instance", other).stdout == key
    assert run("export", "--instance", other).stdout == listed
    assert "house" in run("rules", "list", "--instance", other).stdout
    imported = run("import", "--instance", other, text=record({**START, "players": ["A", "B"]}))
    assert imported.exit_code == 0, imported.stderr
    assert len(run("export", "--instance", other).stdout.splitlines()) == 2
    simulated = run("simulate", "house", "--rounds", 100, "--seed", 1, "--instance", other)
    assert simulated.exit_code == 0, simulated.stderr
    with closing(Installation(other, place).open_store()) as store:
        store.documents.put(KIND, match_id, 0, {"place": "Kraków"})
    sheet = run("sheet", "-", "--as", "text", "--instance", other, text=exported)
    assert "Kraków" in sheet.stdout
    file = tmp_path / "file.zip"
    assert run("backup", file, "--instance", other).exit_code == 0
    refused = run("restore", file, "--instance", other)
    assert refused.exit_code == 1
    assert "scorekeeper copy" in refused.stderr
    assert not other.exists()

    monkeypatch.delenv("SCOREKEEPER_DATABASE")
    assert run("restore", file, "--instance", tmp_path / "restored").exit_code == 0
    assert len(run("export", "--instance", tmp_path / "restored").stdout.splitlines()) == 2
    assert run("copy", place, tmp_path / "back").exit_code == 0
    assert len(run("export", "--instance", tmp_path / "back").stdout.splitlines()) == 2
    assert run("export", "--instance", home).stdout == listed


def test_copying_says_why_it_does_not(place: str, tmp_path: Path) -> None:
    nothing = run("copy", tmp_path / "nowhere", place)
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert f"There is no installation in {tmp_path / 'nowhere'}." in nothing.stderr
    assert not (tmp_path / "nowhere").exists()
    Installation(tmp_path / "instance").open_store().close()
    full = run("copy", tmp_path / "instance", tmp_path / "instance")
    assert full.exit_code == 1
    assert "instance is not empty. Copy to a new folder or an empty database." in full.stderr


@pytest.mark.parametrize(
    "command",
    [("key",), ("export",), ("rules", "list"), ("serve",), ("recount",), ("import",), ("copy", "instance")],
)
def test_a_database_out_of_reach_is_one_sentence_without_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    address = "postgresql://anna:s3cret@127.0.0.1:1/koikoi"
    monkeypatch.chdir(tmp_path)
    Installation(Path("instance")).open_store().close()
    if command[0] == "copy":
        result = run(*command, address)
    else:
        monkeypatch.setenv("SCOREKEEPER_DATABASE", address)
        result = run(*command, "--instance", "instance", text=record(START))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.endswith(
        "The database postgresql://127.0.0.1:1/koikoi cannot be reached. Check that it runs, "
        "and the address, user and password in SCOREKEEPER_DATABASE.\n"
    )
