"""``scorekeeper backup``, ``restore``, ``key`` and ``serve``."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from cli.running import START, WON, record, run
from patience import PATIENCE

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

APPENDS = """
import sys
from pathlib import Path
from scorekeeper.installation import Installation
store = Installation(Path(sys.argv[1])).open_store()
for number in range(1, 100000):
    store.append("m", number, [{"type": "deal-voided", "id": f"e{number}"}])
    if number == 1:
        print("begun", flush=True)
"""


def test_a_backup_is_complete_while_another_process_writes(tmp_path: Path) -> None:
    store = Installation(tmp_path).open_store()
    store.create("m", [{**START, "id": "start"}])
    store.close()
    writer = subprocess.Popen([sys.executable, "-c", APPENDS, tmp_path], stdout=subprocess.PIPE)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"begun\n"
        for number in range(3):
            target, copy = tmp_path / f"copy-{number}.zip", tmp_path / f"copy-{number}"
            assert run("backup", target, "--instance", tmp_path).exit_code == 0
            with zipfile.ZipFile(target) as archive:
                archive.extract("scorekeeper.sqlite", copy)
            with closing(sqlite3.connect(copy / "scorekeeper.sqlite")) as db:
                assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                count, last = db.execute("SELECT count(*), max(seq) FROM events").fetchone()
                assert count == last >= 2
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.communicate()


def test_a_backup_that_cannot_be_written_is_refused_with_a_sentence(tmp_path: Path) -> None:
    result = run("backup", tmp_path / "nowhere" / "copy.zip", "--instance", tmp_path / "instance")
    assert result.exit_code == 1
    assert result.stderr.startswith("scorekeeper: ")


def test_a_backup_replaces_a_file_only_when_it_is_told_to(tmp_path: Path) -> None:
    file = tmp_path / "koi.zip"
    file.write_text("something else")
    refused = run("backup", file, "--instance", tmp_path / "instance")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"scorekeeper: “{file}” exists already. Choose another name, or replace it with --replace.\n"
    )
    assert file.read_text() == "something else"
    assert run("backup", file, "--replace", "--instance", tmp_path / "instance").exit_code == 0
    assert zipfile.is_zipfile(file)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root writes for somebody else")
def test_what_root_writes_belongs_to_whoever_runs_the_app(tmp_path: Path) -> None:
    home, nobody = tmp_path / "instance", 65534
    home.mkdir()
    os.chown(home, nobody, nobody)
    run("import", "--instance", home, text=record(START, WON))
    run("key", "--new", "--instance", home)
    (home / "key").chmod(0o600)
    os.chown(home / "key", nobody, 12345)
    run("key", "--new", "--instance", home)
    assert {(path.name, path.stat().st_uid) for path in home.iterdir()} == {
        (name, nobody) for name in ("begun", "key", "lock", "scorekeeper.sqlite")
    }
    assert (home / "key").stat().st_gid == 12345
    assert run("backup", tmp_path / "koi.zip", "--instance", home).exit_code == 0
    assert run("restore", tmp_path / "koi.zip", "--instance", home).exit_code == 0
    aside = next(home.glob("before-restore-*"))
    assert {path.stat().st_uid for path in (aside, *home.rglob("*"))} == {nobody}


def test_restore_replaces_the_files_and_says_where_the_old_ones_are(tmp_path: Path) -> None:
    match = run("import", "--instance", tmp_path / "one", text=record(START, WON)).stdout.strip()
    said = run("backup", tmp_path / "koi.zip", "--instance", tmp_path / "one").stdout
    assert "contains your key" in said
    fresh = run("restore", tmp_path / "koi.zip", "--instance", tmp_path / "two")
    assert (fresh.exit_code, fresh.stdout) == (
        0,
        "Backup restored: 1 match. Start the app again.\n"
        "Every phone must type or scan the key again, and links must be made again.\n",
    )
    assert run("export", "--instance", tmp_path / "two").stdout.startswith(match)
    again = run("restore", tmp_path / "koi.zip", "--instance", tmp_path / "two")
    aside = next((tmp_path / "two").glob("before-restore-*"))
    assert again.stdout.endswith(f"The old files are in {aside}.\n")


def test_whoever_has_groups_of_an_older_version_is_told_where_they_are(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home, file = tmp_path / "instance", tmp_path / "koi.zip"
    Installation(home / "groups" / "abcdefghij").open_store().close()
    left = f"There are groups in {home}, which this version does not open: start the version before, save"
    assert left in run("backup", file, "--instance", home).stderr
    assert left in run("copy", home, tmp_path / "copy").stderr
    create_app(Installation(home))
    assert left in caplog.text
    assert run("restore", file, "--instance", tmp_path / "other").stderr == ""
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("groups/abcdefghij/key", "club")
    restored = run("restore", file, "--instance", tmp_path / "other")
    assert restored.exit_code == 0
    assert f"There are groups in {file}, which this version does not open: restore it with" in restored.stderr


def test_a_file_that_is_no_backup_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "koi.zip").write_text("Dear diary")
    result = run("restore", tmp_path / "koi.zip", "--instance", tmp_path / "instance")
    assert (result.exit_code, result.stdout) == (1, "")
    assert (
        result.stderr
        == "scorekeeper: This is not a backup made by this app, or it is damaged. Choose another one.\n"
    )


def test_the_key_is_shown_and_changed(tmp_path: Path) -> None:
    first = run("key", "--instance", tmp_path).stdout.strip()
    assert first == (tmp_path / "key").read_text().strip()
    assert run("key", "--instance", tmp_path).stdout.strip() == first
    made = run("key", "--new", "--instance", tmp_path).stdout.strip()
    assert made != first
    assert run("key", "--instance", tmp_path).stdout.strip() == made
    assert run("key", "--new", " seven herons 1986 ", "--instance", tmp_path).stdout == "seven herons 1986\n"
    assert (tmp_path / "key").read_text() == "seven herons 1986\n"


def test_a_key_that_is_easy_to_guess_is_refused(tmp_path: Path) -> None:
    before = run("key", "--instance", tmp_path).stdout
    refused = run("key", "--new", "a-b-c 1 2 3 !", "--instance", tmp_path)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "fewer than 8 letters and digits" in refused.stderr
    assert run("key", "--instance", tmp_path).stdout == before


@pytest.mark.parametrize("name", ["key", "secret"])
@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"abc"])
def test_the_app_does_not_start_with_a_bad_key_or_secret(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    refused = run("serve", "--instance", tmp_path)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"scorekeeper: What {tmp_path / name} holds cannot be used: it ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "host"),
    [
        (["--proxy", "1"], "127.0.0.1"),
        (["--proxy", "2", "--host", "0.0.0.0"], "0.0.0.0"),
    ],
)
def test_behind_a_proxy_the_app_listens_on_localhost_unless_told_otherwise(
    tmp_path: Path, options: list[str], host: str
) -> None:
    command = [sys.executable, "-m", "scorekeeper", "serve", *options, "--port", "0"]
    server = subprocess.Popen([*command, "--instance", tmp_path], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    said = [server.stdout.readline() for _ in range(4)]
    server.terminate()
    server.communicate(timeout=PATIENCE)
    assert re.search(rf" on {re.escape(host)}:[1-9]\d+\. ", said[1])
    assert (tmp_path / "key").read_text().strip() in said[3]
    assert "http://" not in "".join(said)


def test_an_invalid_number_of_proxies_is_wrong_usage(tmp_path: Path) -> None:
    for number in ("-1", "x", "10"):
        assert run("serve", "--proxy", number, "--instance", tmp_path).exit_code == 2
