"""The real server killed again and again while three phones save, and backups put back in between."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from extent import EVERY_LOOK
from patience import PATIENCE
from serving import Phone, Served, served

from scorekeeper.cli import main

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("KILLS", 200 if EVERY_LOOK else 5))
BACKUP_EVERY = 10 if EVERY_LOOK else 2
PHONES = 3
SEED = 2026
_AFTER = re.compile(r'name="after" value="(\d+)"')


class Saving(threading.Thread):
    """A phone that saves void deals in its own match and in a shared one, each until it is acknowledged."""

    def __init__(self, number: int) -> None:
        super().__init__(daemon=True)
        self.number = number
        self.server: Served | None = None
        self.phone: Phone | None = None
        self.up, self.over = threading.Event(), threading.Event()
        self.acknowledged: list[tuple[str, str]] = []  # match and entry
        self.saved = 0
        self.problem: AssertionError | None = None
        self._busy = threading.Lock()  # held while a save is under way

    def settle(self) -> None:
        """Wait until no save is under way any more: its acknowledgement may just be coming in."""
        with self._busy:
            pass

    def run(self) -> None:
        try:
            self._save_on()
        except AssertionError as problem:
            self.problem = problem

    def _save_on(self) -> None:
        count = 0
        while not self.over.is_set():
            match = ("common00", f"phone-00{self.number}")[count % 2]
            entry = f"phone{self.number}-{count:06}"
            while not self.over.is_set():
                with self._busy:
                    if self._saved(match, entry):
                        break
                time.sleep(0.01)
            count += 1

    def _saved(self, match: str, entry: str) -> bool:
        phone = self.phone
        if not self.up.is_set() or phone is None:
            return False
        try:
            page = phone.get(f"/matches/{match}/rounds/new")
            after = _AFTER.search(page.text)
            assert after, page
            fields = {"result": "other", "other": "void", "step": "save"}
            answer = phone.post(f"/matches/{match}/rounds", id=entry, after=after[1], **fields)
        except (OSError, HTTPException):
            return False  # killed: sent again, with the same id
        assert answer.status == 303, answer
        is_saved = "?saved=" in answer.headers["Location"]  # else back to the board, too late
        if is_saved:
            self.acknowledged.append((match, entry))
            self.saved += 1
        return is_saved


def stored(folder: Path) -> Counter[tuple[str, str]]:
    """How often each entry is stored, by match; the database is sound and every log without a gap."""
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        for count, last in db.execute("SELECT count(*), max(seq) FROM events GROUP BY match_id"):
            assert count == last
        rows = db.execute("SELECT match_id, event_id FROM events WHERE seq > 1").fetchall()
    return Counter((match, event.rpartition(".")[0]) for match, event in rows)


def test_every_acknowledged_save_is_stored_exactly_once_after_every_kill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, backup = tmp_path / "instance", tmp_path / "koi.zip"
    phones = [Saving(number) for number in range(PHONES)]
    random = Random(SEED)
    kept: list[list[tuple[str, str]]] = []  # what was acknowledged when the backup began
    doubled, lost, restored, restored_now = 0, 0, 0, False
    for kill in range(1, KILLS + 1):
        with served(folder) as server:
            if kill == 1:
                begin(server, phones)
            for saving in phones:
                assert saving.phone is not None
                saving.phone.served = server
                if restored_now:
                    saving.phone.let_in()  # a backup brings back no phone
                saving.up.set()
            restored_now = False
            wait_for_saves(phones, random.randint(1, 8))
            if kill % BACKUP_EVERY == BACKUP_EVERY // 2:
                kept = [list(saving.acknowledged) for saving in phones]
                assert command("backup", backup, "--replace", "--instance", folder) == 0
            time.sleep(random.uniform(0, 0.05))  # somewhere within the next saves
            server.process.kill()
            server.process.wait()
            for saving in phones:
                saving.up.clear()
        for saving in phones:
            saving.settle()
        if kill % BACKUP_EVERY == 0:
            assert command("restore", backup, "--instance", folder) == 0
            restored, restored_now = restored + 1, True
            for saving, acknowledged in zip(phones, kept, strict=True):
                saving.acknowledged = acknowledged
        events = stored(folder)
        lost += sum(events[entry] == 0 for saving in phones for entry in saving.acknowledged)
        doubled += sum(number > 1 for number in events.values())
    for saving in phones:
        saving.over.set()
        saving.join(PATIENCE)
    saves = sum(saving.saved for saving in phones)
    with capsys.disabled():
        print(f"\n{KILLS} kills, {restored} backups put back, {saves} saves acknowledged")
        print(f"{lost} lost, {doubled} double")
    assert saves > KILLS
    assert (lost, doubled) == (0, 0)


def wait_for_saves(phones: list[Saving], number: int) -> None:
    """Wait for so many further saves."""
    wanted = sum(saving.saved for saving in phones) + number
    deadline = time.monotonic() + PATIENCE
    while sum(saving.saved for saving in phones) < wanted:
        assert time.monotonic() < deadline, "no phone saves any more"
        assert not [saving.problem for saving in phones if saving.problem]
        time.sleep(0.005)


def begin(server: Served, phones: list[Saving]) -> None:
    """Let every phone in and begin the matches."""
    for saving in phones:
        saving.phone = server.phone().let_in()
    names = {"name-0": "Anna", "name-1": "Ben", "dealer": "0", "ruleset": "dutch"}
    for match in ("common00", *(f"phone-00{saving.number}" for saving in phones)):
        assert phones[0].phone is not None
        answer = phones[0].phone.post("/matches", id=match, **names)
        assert answer.status == 303, answer
    for saving in phones:
        saving.start()


def command(*arguments: object) -> int:
    return CliRunner().invoke(main, [str(argument) for argument in arguments]).exit_code
