"""Runs of the lab: one at a time, stopped, ended with whoever began them, and their results kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from patience import PATIENCE, until

from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.lab.report import play
from scorekeeper.lab.runs import BEGUN, KEPT, Run, Runs
from scorekeeper.lab.wish import MOST, LabRules, Wish, write

LONG = Wish((LabRules("dutch", rules("dutch")),), MOST, 1)
SHORT = Wish((LabRules("dutch", rules("dutch")),), 30, 1)


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path / "lab")


def test_a_run_is_played_to_its_end_and_its_result_kept(runs: Runs) -> None:
    assert runs.result("short") is None
    assert runs.begin(SHORT, "short", "")
    until(lambda: runs.result("short"))
    assert runs.result("short") == msgspec.json.decode(msgspec.json.encode(play(SHORT, 1)))
    until(lambda: runs.going_on() is None)


def test_one_run_goes_on_at_a_time_and_stops_when_it_is_told_to(runs: Runs, tmp_path: Path) -> None:
    assert runs.begin(LONG, "long", "rules=dutch")
    run = runs.going_on()
    assert run and (run.id, run.rounds, run.query) == ("long", MOST, "rules=dutch")
    assert not runs.begin(SHORT, "short", "")
    assert runs.going_on() is not None
    runs.stop("another")
    assert not (tmp_path / "lab" / "stop").exists()
    runs.stop("long")
    until(lambda: runs.going_on() is None)
    until(lambda: {path.name for path in (tmp_path / "lab").iterdir()} == {"lock", "turn"})  # no half result
    until(lambda: runs.begin(SHORT, "short", ""))
    until(lambda: runs.result("short"))


def test_a_run_that_does_not_stop_is_not_waited_for(
    runs: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.lab.runs._PATIENCE", 0.0)
    (tmp_path / "lab").mkdir()
    with runs.turn():
        runs.tell(Run("long", 0, MOST, ""))
        stopping = Thread(target=runs.stop, args=("long",), daemon=True)
        stopping.start()
        stopping.join(PATIENCE)
        assert not stopping.is_alive()
        assert runs.is_to_stop("long")


@pytest.mark.slow
def test_of_those_who_share_a_turn_one_plays(tmp_path: Path) -> None:
    ours, theirs = (Runs(tmp_path / name / "lab", tmp_path / "shared") for name in ("ours", "theirs"))
    assert not ours.is_elsewhere()
    assert ours.begin(LONG, "long", "rules=dutch")
    assert not theirs.begin(SHORT, "short", "")
    assert theirs.going_on() is None
    assert (ours.is_elsewhere(), theirs.is_elsewhere()) == (False, True)
    ours.stop("long")
    until(lambda: theirs.begin(SHORT, "short", ""))
    until(lambda: theirs.result("short"))
    assert ours.result("short") is None


@pytest.mark.slow
def test_a_run_tells_how_far_it_is(runs: Runs) -> None:
    assert runs.begin(LONG, "long", "")

    def is_further() -> bool:
        run = runs.going_on()
        assert run
        return 0 < run.done < MOST

    until(is_further)
    runs.stop("long")
    until(lambda: runs.going_on() is None)


BEGINS = """
import sys, time
from pathlib import Path
from scorekeeper.lab.runs import Runs
from scorekeeper.lab.wish import read
assert Runs(Path(sys.argv[1])).begin(read(sys.stdin.buffer.readline()), "long", "")
print("begun", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="another system has other signals")
def test_a_run_ends_with_a_server_that_is_killed(runs: Runs, tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", BEGINS, str(tmp_path / "lab")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdin and server.stdout
    with server, server.stdin, server.stdout:
        server.stdin.write(write(LONG))
        server.stdin.flush()
        assert server.stdout.readline() == b"begun\n"
        assert runs.going_on()
        server.kill()
        server.wait()
        until(lambda: runs.going_on() is None)  # the lock ends with the process
    assert runs.result("long") is None
    if Path("/proc").is_dir():
        until(lambda: not processes_of(tmp_path))
    assert runs.begin(SHORT, "short", "")
    until(lambda: runs.result("short"))


def processes_of(folder: Path) -> list[str]:
    """The processes of a run in this folder that still live."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes()
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if os.fsencode(folder) in line and b"worker" in line and state != "Z":
            found.append(process.name)
    return found


def test_the_second_process_ends_when_nobody_asks_it_any_more() -> None:
    helper = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper.lab.report"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert helper.stdin
    helper.stdin.write(write(LONG) + b"0 20\n")
    helper.communicate(timeout=PATIENCE)
    assert helper.returncode == 0


def test_what_a_killed_run_left_is_no_run(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    runs.tell(Run("long", 5, 10, ""))
    (tmp_path / "lab" / ".result-long.json-half").write_bytes(b"{")
    assert runs.going_on() is None
    with runs.turn():
        assert runs.going_on() == Run("long", 5, 10, "")
    assert runs.begin(SHORT, "short", "")
    until(lambda: runs.result("short"))
    assert not list((tmp_path / "lab").glob(".*"))


def test_the_latest_results_are_kept_and_those_that_were_looked_at(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    for number in range(KEPT):
        runs.keep(f"{number}", {"number": number})
        os.utime(tmp_path / "lab" / f"result-{number}.json", (number, number))
    assert runs.result("0") == {"number": 0}
    runs.keep("one more", {})
    assert runs.result("0") and runs.result("one more") == {}
    assert runs.result("1") is None
    assert len(list((tmp_path / "lab").glob("result-*"))) == KEPT


def test_a_damaged_result_is_played_again(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "result-short.json").write_bytes(b'{"rou')
    assert runs.result("short") is None
    assert BEGUN.endswith(b"\n")


def test_the_id_of_a_run_is_that_of_its_numbers() -> None:
    sides = SHORT.sides
    ids = {
        Wish(sides, 30, 1).id("1"),
        Wish(sides, 31, 1).id("1"),
        Wish(sides, 30, 2).id("1"),
        Wish(sides, 30, 1, "bold").id("1"),
        Wish(sides, 30, 1).id("2"),
        Wish((*sides, *sides), 30, 1).id("1"),
        Wish((LabRules("dutch", rules("russian")),), 30, 1).id("1"),
    }
    assert len(ids) == 7
    assert Wish(sides, 30, 1).id("1") in ids
