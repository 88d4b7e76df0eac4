"""A full or read-only disk: pages can still be read, and a save says what to do."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from patience import PATIENCE
from serving import served
from web.fixtures import Table, serve
from web.player import Player

from scorekeeper.installation import Installation

FULL = "cannot be written: the disk is full. Free some space, then save again."
READING = ("/", "/matches/new", "/rules", "/hand", "/bin")


def mount(*arguments: str) -> None:
    tool = shutil.which("mount")
    if tool is None:
        pytest.skip("this system has no mount")
    if subprocess.run([tool, *arguments], capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here; it needs root")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder))
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def installation(disk: Path) -> Iterator[Installation]:
    """On that disk, served for the first time: a connection is kept open as ``serve`` does."""
    installation = Installation(disk / "instance")
    installation.open_store().close()
    yield installation
    installation.release()


@pytest.fixture
def fill(disk: Path) -> Callable[[], None]:
    def fill_up() -> None:
        with (disk / "ballast").open("ab", buffering=0) as file:
            for size in (65_536, 4_096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError as error:
                    assert error.errno == errno.ENOSPC

    return fill_up


def test_a_full_disk_is_read_and_a_save_says_what_to_do(
    table: Table, player: Player, disk: Path, fill: Callable[[], None], installation: Installation
) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    match = notepad.path
    board = table.fill(table.board(notepad), 0, "01B 03B 08B", calls=(1,))
    fill()
    for address in (*READING, match, f"{match}/sheet", f"{match}/record.json"):
        assert player.open(address).status == 200, address
    refused = []
    for _ in range(200):  # the log may have room for a few more
        page = player.send(board, "step=save")
        if page.status != 200:
            refused.append(page)
            break
        board = table.fill(table.board(page), "nobody")
    assert refused, "the disk was never full"
    assert refused[0].status == 500
    assert f"scorekeeper.sqlite {FULL}" in refused[0].text
    assert str(disk) not in refused[0].html
    assert player.open(match).status == 200
    before = saved(installation, match)
    (disk / "ballast").unlink()
    assert player.send(board, "step=save").status == 200
    assert saved(installation, match) > before


def saved(installation: Installation, match: str) -> int:
    with closing(installation.open_store()) as store:
        return len(store.events(match.rpartition("/")[2]))


def test_house_rules_on_a_full_disk_leave_nothing_behind(
    player: Player, fill: Callable[[], None], installation: Installation
) -> None:
    form = player.open("/rules/new").form("/rules")
    form["title"] = "Full"
    fill()
    page = player.send(form)
    assert (page.status, FULL in page.text, str(disk) in page.html) == (500, True, False)
    assert installation.house_rules.all() == {}
    assert player.open("/rules").status == 200


def test_an_app_that_starts_on_a_full_disk_is_read_and_a_save_says_what_to_do(
    app: Flask,
    table: Table,
    player: Player,
    disk: Path,
    fill: Callable[[], None],
    installation: Installation,
) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    board = table.fill(table.board(notepad), "nobody")
    installation.release()  # nobody keeps the log open any more
    fill()
    started = Installation(disk / "instance")
    serve(app, started)
    for address in (*READING, notepad.path, f"{notepad.path}/sheet", "/phones", "/health/ready"):
        assert player.open(address).status == 200, address
    page = player.send(board, "step=save")
    assert (page.status, FULL in page.text) == (500, True)
    (disk / "ballast").unlink()
    assert player.send(board, "step=save").status == 200
    assert len(list(disk.glob("instance/scorekeeper.sqlite-shm"))) == 1  # the log is kept open again
    started.release()


@pytest.mark.slow
def test_what_a_killed_server_had_saved_is_there_on_a_full_disk(disk: Path, fill: Callable[[], None]) -> None:
    with served(disk / "instance") as server:
        phone = server.phone().let_in()
        names = {"name-0": "Anna", "name-1": "Ben", "dealer": "0", "ruleset": "dutch"}
        assert phone.post("/matches", id="match-0001", **names).status == 303
        server.process.kill()
        server.process.wait()
    (disk / "instance" / "scorekeeper.sqlite-shm").unlink()  # as after a power cut
    fill()
    with served(disk / "instance") as server:
        phone.served = server
        assert "Anna" in phone.get("/matches/match-0001").text


def back_up(folder: Path, target: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = ["backup", str(target), "--instance", str(folder), *options]
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *command], capture_output=True, text=True, timeout=PATIENCE
    )


def test_a_backup_without_room_is_one_sentence_and_leaves_the_older_one(
    disk: Path, fill: Callable[[], None], tmp_path: Path
) -> None:
    folder, target = tmp_path / "elsewhere", disk / "koi.zip"
    installation = Installation(folder)
    installation.open_store().close()
    installation.release()
    assert back_up(folder, target).returncode == 0
    older = target.read_bytes()
    fill()
    ran = back_up(folder, target, "--replace")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"scorekeeper: There is no room left on the disk for “{target}”. Free some space, or choose a place "
        "on another disk. Nothing was written.\n"
    )
    assert target.read_bytes() == older
    assert sorted(path.name for path in disk.iterdir()) == ["ballast", "koi.zip"]


def test_an_installation_on_a_full_disk_is_backed_up_to_another_one(
    disk: Path, fill: Callable[[], None], tmp_path: Path
) -> None:
    installation = Installation(disk / "instance")
    installation.open_store().close()
    installation.release()
    fill()
    target = tmp_path / "koi.zip"
    ran = back_up(disk / "instance", target)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert Installation(tmp_path / "restored").storage.restore(target) is None


def start(folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["serve", "--host", "127.0.0.1", "--port", "1", "--instance", str(folder)]
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *command], capture_output=True, text=True, timeout=PATIENCE
    )


def test_a_full_disk_at_the_first_start_is_one_sentence(disk: Path, fill: Callable[[], None]) -> None:
    fill()
    ran = start(disk / "instance")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "the disk is full" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("begun", [True, False])
def test_a_folder_that_may_only_be_read_is_one_sentence_at_the_start(disk: Path, begun: bool) -> None:
    folder = disk / "instance"
    folder.mkdir()
    if begun:
        installation = Installation(folder)
        installation.open_store().close()
        installation.release()
        del installation
    mount("-o", "remount,ro", str(disk))
    ran = start(folder)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "is read-only" in ran.stderr or "is writable" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
