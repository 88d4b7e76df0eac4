"""``scorekeeper serve`` as a process: how it starts, saves and ends."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from extent import daily
from patience import PATIENCE, until
from serving import Served, begin, served, void_deals

from scorekeeper.cli import main
from scorekeeper.installation import Installation


def refused(folder: Path, *options: str) -> str:
    """What a server says that is expected not to start."""
    command = ["serve", "--host", "127.0.0.1", "--port", "1", "--instance", str(folder), *options]
    ended = CliRunner().invoke(main, command)
    assert (ended.exit_code, ended.stdout) == (1, "")  # no key, no code
    assert isinstance(ended.exception, SystemExit)
    return ended.stderr


@pytest.mark.parametrize("ending", daily([signal.SIGTERM, signal.SIGINT], 2))
@pytest.mark.parametrize("options", [(), ("--https",)], ids=["http", "https"])
def test_a_stopped_server_answers_pending_requests_and_leaves_no_log(
    tmp_path: Path, options: tuple[str, ...], ending: signal.Signals
) -> None:
    with served(tmp_path, "--threads", "1", *options) as server:
        phone = server.phone().let_in()
        match = begin(phone)
        waiting = [server.connect() for _ in range(4)]
        for connection in waiting:
            connection.request("GET", "/rules", headers={"Cookie": phone.cookie})
        saving = server.connect()
        fields = {"csrf_token": phone.token, "id": "entry-last", "after": "1", "result": "other"}
        body = urlencode({**fields, "other": "void", "step": "save"})
        headers = {"Cookie": phone.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        saving.request("POST", f"{match}/rounds", body, headers)
        wait_until_read(server)
        server.process.send_signal(ending)
        for connection in waiting:
            with closing(connection):
                answer = connection.getresponse()
                assert answer.status == 200
                assert b"</html>" in answer.read()
        with closing(saving):
            assert saving.getresponse().status == 303
        said = server.end()
        assert server.process.returncode == 0
        assert "Traceback" not in said
    assert sorted(path.name for path in tmp_path.glob("scorekeeper.sqlite*")) == ["scorekeeper.sqlite"]
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite")) as db:
        assert db.execute("SELECT count(*) FROM events").fetchone() == (2,)


def wait_until_read(server: Served) -> None:
    """Until the server has read what was sent to it, answered or not.

    Whether it wants a body its loop says itself, in the round after the one that reads what came before.
    """
    for _ in range(2):
        with closing(server.connect()) as connection:
            connection.putrequest("POST", "/key")
            connection.putheader("Content-Length", "1")
            connection.putheader("Expect", "100-continue")
            connection.endheaders()
            assert connection.sock.recv(100).startswith(b"HTTP/1.1 100")


@pytest.mark.slow
def test_the_log_stays_open_between_two_saves_of_the_first_run(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        phone = server.phone().let_in()
        match = begin(phone)
        log = tmp_path / "scorekeeper.sqlite-wal"
        before = log.stat()
        void_deals(phone, match, 3)
        after = log.stat()
        assert after.st_ino == before.st_ino  # not created again for every save
        assert after.st_size > before.st_size > 0


@pytest.mark.slow
def test_a_database_removed_while_the_app_runs_is_reported(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        phone = server.phone().let_in()
        match = begin(phone)
        (tmp_path / "scorekeeper.sqlite").rename(tmp_path / "moved")
        for address in ("/", match, "/rules/russian"):
            answer = phone.get(address)
            assert answer.status == 500
            assert "is missing or was replaced by another file" in answer.text
        assert not (tmp_path / "scorekeeper.sqlite").exists()
        shutil.copy(tmp_path / "moved", tmp_path / "scorekeeper.sqlite")
        assert "was replaced by another file" in phone.get("/").text
        (tmp_path / "moved").replace(tmp_path / "scorekeeper.sqlite")
        assert "Anna" in phone.get("/").text


@pytest.mark.parametrize("left", daily(["log", "nothing"], 2))
def test_a_database_that_is_missing_at_the_start_is_reported(tmp_path: Path, left: str) -> None:
    with served(tmp_path) as server:
        begin(server.phone().let_in())
    (tmp_path / "scorekeeper.sqlite").unlink()
    if left == "log":
        (tmp_path / "begun").unlink()  # so that only the log says that there were matches
    else:
        (tmp_path / "scorekeeper.sqlite-wal").unlink()
    assert "is missing" in refused(tmp_path)
    assert not (tmp_path / "scorekeeper.sqlite").exists()


def broken(folder: Path, what: str) -> None:
    database = folder / "scorekeeper.sqlite"
    match what:
        case "damaged":
            database.write_bytes(b"this is no database " * 500)
        case "a folder":
            database.mkdir()
        case "of another program" | "newer":
            if what == "newer":
                installation = Installation(folder)
                installation.open_store().close()
            with closing(sqlite3.connect(database)) as db:
                db.execute("PRAGMA user_version = 99" if what == "newer" else "CREATE TABLE recipes (name)")


@pytest.mark.parametrize(
    ("what", "sentence"),
    daily(
        [
            ("damaged", "is damaged or is not a database"),
            ("a folder", "cannot be opened"),
            ("newer", "was written by a newer version"),
            ("of another program", "belongs to another program"),
        ],
        2,
    ),
)
def test_a_database_that_cannot_be_used_is_one_sentence_at_the_start(
    tmp_path: Path, what: str, sentence: str
) -> None:
    broken(tmp_path, what)
    said = refused(tmp_path)
    assert sentence in said
    assert len(said.splitlines()) == 1


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "instance"):
        ended = CliRunner().invoke(main, ["export", "--instance", str(folder)])
        assert ended.exit_code in (1, 2)
        assert isinstance(ended.exception, SystemExit)


def test_the_address_of_the_host_is_in_the_terminal_and_in_the_links_for_other_phones(tmp_path: Path) -> None:
    with served(tmp_path, "--https", "--address", "nas.local") as server:
        assert f"<b>https://nas.local:{server.port}</b>" in server.phone().let_in().get("/phones").text
        server.process.terminate()
        said = server.end()
    assert f"Your matches, rules and key are in {tmp_path}." in said
    assert "phones will warn" not in said  # the certificate is for that name, too


def test_an_app_for_this_computer_only_shows_phones_no_code(tmp_path: Path) -> None:
    with served(tmp_path) as server:  # on 127.0.0.1
        page = server.phone().let_in().get("/phones").text
    assert "started with “--host 127.0.0.1”" in page
    assert f"<b>http://127.0.0.1:{server.port}</b>" in page


@pytest.mark.skipif(os.name == "nt", reason="the browser of the test is a script of a shell")
def test_it_opens_in_the_browser_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(browser))
    with served(tmp_path / "instance", "--open") as server:
        until(opened.exists)
        key = Installation(tmp_path / "instance").secrets.key.normalized
        assert opened.read_text() == f"http://127.0.0.1:{server.port}/key/{key}\n"
    monkeypatch.setenv("BROWSER", "/nowhere/browser")
    monkeypatch.setenv("PATH", str(tmp_path))
    with served(tmp_path / "instance", "--open") as server:
        out = server.process.stdout
        assert out
        until(lambda: b"No browser was found" in out.readline())


def test_without_a_command_the_app_starts_and_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken, suppress(OSError):  # whoever has the port, the app does not get it
        taken.bind(("0.0.0.0", 8000))
        taken.listen()
        ended = subprocess.run(
            [sys.executable, "-m", "scorekeeper"],
            env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert (ended.returncode, ended.stdout) == (1, "")  # no key, no code
    assert "Port 8000 cannot be used" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_https_is_told_with_what_a_phone_compares_and_plain_http_leads_to_it(tmp_path: Path) -> None:
    with served(tmp_path, "--https") as server:
        assert server.phone().let_in().get("/").status == 200
        with closing(server.plainly()) as plain:
            plain.request("GET", "/trust/koi-koi.crt")
            answer = plain.getresponse()
            digits = hashlib.sha256(answer.read()).hexdigest().upper()
            plain.request("GET", "/matches/nope")
            assert (
                f'href="https://127.0.0.1:{server.port}/matches/nope"' in plain.getresponse().read().decode()
            )
        server.process.terminate()
        said = server.end()
    assert digits in said.replace(" ", "").replace("\n", "")
    assert "phones will warn" not in said


@pytest.mark.slow
def test_https_is_the_same_after_a_new_start(tmp_path: Path) -> None:
    files = tmp_path / "https"
    kept = []
    for _ in range(2):
        with served(tmp_path, "--https"):
            kept.append([(files / name).read_bytes() for name in ("authority.pem", "certificate.pem")])
    assert kept[0] == kept[1]


@pytest.mark.parametrize(
    ("name", "fault"), [("authority.pem", "has no private key"), ("certificate.pem", "has no private key")]
)
def test_a_damaged_certificate_is_one_sentence_at_the_start(tmp_path: Path, name: str, fault: str) -> None:
    (tmp_path / "https").mkdir()
    (tmp_path / "https" / name).write_text("damaged")
    said = refused(tmp_path, "--https")
    assert f"{name} holds cannot be used: it {fault}." in said
    assert len(said.splitlines()) == 1


def test_https_without_its_package_says_what_to_install(tmp_path: Path) -> None:
    command = ["serve", "--https", "--instance", str(tmp_path)]
    program = f"""
import sys
sys.modules["cryptography"] = None  # as if it were not installed
from scorekeeper.cli import main
main({command!r})
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"Install it: {sys.executable} -m pip install cryptography" in ended.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--https", "--proxy", "1"), "Use --proxy or --https, not both."),
        (("--proxy", "1", "--address", "koi.example.org"), "such as https://koi.example.org"),
        (("--https", "--address", "http://koi.example.org"), "cannot begin with http://"),
        (("--address", "https://koi.example.org"), "needs --https, or --proxy"),
        (("--address", "koi.example.org/ta ble"), "is not an address"),
        (("--address", "koi.example.org/table"), "with a path needs --proxy"),
        (("--hsts",), "use it with --proxy"),
        (("--hsts", "--https"), "use it with --proxy"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    ended = CliRunner().invoke(main, ["serve", "--instance", str(tmp_path), *options])
    assert ended.exit_code == 2
    assert says in " ".join(ended.output.split())
    assert not (tmp_path / "key").exists()


def test_types_are_prepared_before_threads_need_them() -> None:
    """msgspec is not safe for threads that prepare one type at the same moment: the server then crashes."""
    program = """
import sys
from msgspec import _utils
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.match.events import event

prepared = []

def look(frame, what, _):
    if what == "call" and frame.f_code is _utils.get_class_annotations.__code__:
        if frame.f_back.f_code.co_name != "_get_class_annotations":  # that one only reads
            prepared.append(frame.f_locals["obj"])

start = {"type": "match-started", "players": ["A", "B"], "ruleset": "dutch"}
sys.setprofile(look)
replay([event(start), event({"type": "deal-voided"})])
sys.setprofile(None)
print(prepared)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout == "[]\n", ran.stdout + ran.stderr
