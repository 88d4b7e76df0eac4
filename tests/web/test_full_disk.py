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
from patience import PATIENCE

from scorekeeper.installation import Installation
from scorekeeper.store import BrokenStore

from .conftest import Table
from .player import Player

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
    with closing(installation.open_store()):
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
    with installation.house_rules.writing():
        pass  # the folder is there
    fill()
    page = player.send(form)
    assert (page.status, FULL in page.text, str(disk) in page.html) == (500, True, False)
    assert [path.name for path in (installation.folder / "rules").iterdir()] == [".lock"]
    assert player.open("/rules").status == 200


def test_a_disk_without_room_for_the_index_of_the_log_is_full_and_not_failing(
    disk: Path, fill: Callable[[], None]
) -> None:
    installation = Installation(disk / "instance")
    installation.open_store().close()
    installation.release()  # nobody keeps the log open any more
    fill()
    with pytest.raises(BrokenStore, match="the disk is full"):
        installation.open_store().matches()
    installation.release()


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
