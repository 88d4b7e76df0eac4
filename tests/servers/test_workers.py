"""The app under gunicorn, several workers on one installation: saves, kills, stops."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from serving import Phone, Served, begin, stopped, void_deals

from scorekeeper.installation import Installation
from scorekeeper.web import create_app


class Workers(Served):
    """gunicorn with two workers, as docs/hosting.md starts it."""

    def command(self, options: Sequence[str]) -> list[str]:
        place = ["--workers", "2", "--bind", f"127.0.0.1:{self.port}"]
        kept = ["--threads", "4", "--keep-alive", "20", "--worker-connections", "4000"]
        return ["-m", "gunicorn", *place, *kept, *options, "scorekeeper.wsgi:app()"]

    def environment(self) -> dict[str, str]:
        return {"SCOREKEEPER_INSTANCE": str(self.folder)}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Workers]:
    server = Workers(tmp_path / "instance")
    with stopped(server):
        assert ask(server, "/health/ready") == (200, "ready\n")  # the first worker has begun
        yield server


def ask(server: Served, address: str) -> tuple[int, str]:
    with closing(server.connect()) as connection:
        connection.request("GET", address)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def workers(server: Workers) -> list[int]:
    """The processes that answer."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(child) for child in children.read_text().split()]


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


def test_a_database_that_is_gone_is_not_ready_and_still_live(server: Workers) -> None:
    (server.folder / "scorekeeper.sqlite").unlink()
    answers = [ask(server, "/health/ready") for _ in range(8)]
    assert (503, "not ready\n") in answers
    assert ask(server, "/health/live") == (200, "live\n")


def test_an_environment_that_cannot_be_read_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXY", "-1")
    with pytest.raises(ValueError, match=r"SCOREKEEPER_PROXY is '-1'; allowed: .*such as 1"):
        create_app(Installation(tmp_path))
