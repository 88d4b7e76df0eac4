"""The app under gunicorn, several workers on one installation: saves, kills, stops, what is watched."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from patience import until
from serving import Phone, Served, begin, stopped, void_deals

from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.observability import JsonLines

TOKEN = "a token of the test"


class Workers(Served):
    """gunicorn with two workers, as the README starts it, writing its log as JSON and counting."""

    def command(self, options: Sequence[str]) -> list[str]:
        place = ["--workers", "2", "--bind", f"127.0.0.1:{self.port}"]
        kept = ["--threads", "4", "--keep-alive", "20", "--worker-connections", "4000"]
        return ["-m", "gunicorn", *place, *kept, *options, "scorekeeper.wsgi:app()"]

    def environment(self) -> dict[str, str]:
        counts = self.folder.with_name("counts")
        counts.mkdir()
        return {
            "SCOREKEEPER_INSTANCE": str(self.folder),
            "SCOREKEEPER_LOG": "json",
            "SCOREKEEPER_METRICS_TOKEN": TOKEN,
            "PROMETHEUS_MULTIPROC_DIR": str(counts),
        }


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Workers]:
    server = Workers(tmp_path / "instance")
    with stopped(server):
        assert ask(server, "/health/ready") == (200, "ready\n")  # the first worker has begun
        yield server


def ask(server: Served, address: str, token: str = "") -> tuple[int, str]:
    with closing(server.connect()) as connection:
        connection.request("GET", address, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def workers(server: Workers) -> list[int]:
    """The processes that answer."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(child) for child in children.read_text().split()]


def requests(said: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return [line for line in lines if line["logger"] == "scorekeeper.requests"]


def rounds(page: str) -> int:
    """The number of the next round on a notepad."""
    found = re.search(r'data-begun="[^".]+\.(\d+)"', page)
    assert found, page
    return int(found[1])


def events(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite")) as db:
        return [seq for (seq,) in db.execute("SELECT seq FROM events ORDER BY seq")]


def save_nobody(phone: Phone, match: str, number: int) -> None:
    """Save round ``number``, which nobody won."""
    answer = phone.post(
        f"{match}/rounds", id=f"entry-{number:06}", after=str(number), result="nobody", step="save"
    )
    assert answer.status == 303


@pytest.mark.slow
def test_every_worker_shows_what_another_one_has_saved(server: Workers) -> None:
    phone = server.phone().let_in()
    match = begin(phone)
    for number in range(1, 9):
        save_nobody(phone, match, number)
        assert [rounds(phone.get(match).text) for _ in range(6)] == [number + 1] * 6
    server.process.send_signal(signal.SIGTERM)
    server.end()
    assert server.process.returncode == 0
    assert events(server.folder) == [*range(1, 10)]


def test_a_killed_worker_takes_nothing_with_it(server: Workers) -> None:
    phone = server.phone().let_in()
    match = begin(phone)
    for number in range(2):
        void_deals(phone, match, 2, after=1 + 2 * number)
        before = workers(server)
        os.kill(before[0], signal.SIGKILL)
        while before[0] in workers(server):  # another one takes its place
            assert ask(server, "/health/live") == (200, "live\n")
    assert events(server.folder) == [*range(1, 6)]


@pytest.mark.slow
def test_every_worker_serves_the_groups_that_there_are(server: Workers) -> None:
    host = server.phone().let_in()
    group = host.post("/groups", name="Friday").headers["Location"].rsplit("/", 1)[1]
    (join,) = set(re.findall(rf"/g/{group}/join/\w+", host.get(f"/groups/{group}").text))
    phone = server.phone()
    phone.get(join)
    phone.post(join.rsplit("/", 1)[0], code=join.rsplit("/", 1)[1], name="Anna")
    phone.get(f"/g/{group}/")
    match = begin(phone, root=f"/g/{group}")
    for number in range(1, 9):
        save_nobody(phone, match, number)
        assert [rounds(phone.get(match).text) for _ in range(6)] == [number + 1] * 6
    _, counted = ask(server, "/metrics", TOKEN)
    saved = 'scorekeeper_request_seconds_count{endpoint="rounds.create",method="POST",status="303"} 8.0'
    assert saved in counted.splitlines()  # of the group, by the app around it
    assert ask(server, f"/g/{group}/metrics", TOKEN)[0] == 404
    assert host.post(f"/groups/{group}/removal").status == 303
    # Nobody reads the log meanwhile, and hundreds of its lines would fill the pipe.
    until(lambda: [host.get(f"/g/{group}/").status for _ in range(6)] == [404] * 6, pause=0.5)
    assert (server.folder / "groups-removed" / f"{group}.zip").exists()


@pytest.mark.slow
def test_what_is_watched_names_nobody(server: Workers) -> None:
    assert ask(server, "/health/live") == (200, "live\n")
    assert ask(server, "/health/ready") == (200, "ready\n")
    assert ask(server, "/metrics")[0] == 404
    assert ask(server, "/metrics", "another token")[0] == 404
    phone = server.phone().let_in()
    match = begin(phone)
    void_deals(phone, match, 3)
    assert phone.get(f"{match}?words=Anna").status == 200
    status, counted = ask(server, "/metrics", TOKEN)
    assert status == 200
    saved = 'scorekeeper_request_seconds_count{endpoint="rounds.create",method="POST",status="303"} 3.0'
    assert saved in counted.splitlines()  # together, whichever worker saved
    server.process.send_signal(signal.SIGTERM)
    said = server.end()
    answered = Counter((line["endpoint"], line["status"]) for line in requests(said))
    assert answered["rounds.create", 303] == 3
    assert answered["observability.metrics", 404] == 2
    for text in (said, counted):
        assert not re.search(r"Anna|Ben|match-0|entry-0", text)
    assert phone.cookie not in said


def test_a_database_that_is_gone_is_not_ready_and_still_live(server: Workers) -> None:
    (server.folder / "scorekeeper.sqlite").unlink()
    answers = [ask(server, "/health/ready") for _ in range(8)]
    assert (503, "not ready\n") in answers
    assert ask(server, "/health/live") == (200, "live\n")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [("SCOREKEEPER_LOG", "xml", "json"), ("SCOREKEEPER_PROXY", "-1", "such as 1")],
)
def test_an_environment_that_cannot_be_read_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, allowed: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=f"{name} is '{value}'; allowed: .*{allowed}"):
        create_app(Installation(tmp_path))


def test_an_error_in_the_log_says_where_and_not_about_whom() -> None:
    try:
        raise KeyError("Anna")
    except KeyError:
        record = logging.LogRecord("app", logging.ERROR, "", 0, "Exception on /x", (), sys.exc_info())
    said = json.loads(JsonLines().format(record))
    assert (said["level"], said["error"]) == ("error", "KeyError")
    assert said["at"][0].endswith("test_an_error_in_the_log_says_where_and_not_about_whom")
    assert "Anna" not in json.dumps(said)
