"""The container: what Dockerfile, .dockerignore and compose.yaml say, and the same steps in a folder.

Where docker or podman can build, they do.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from patience import PATIENCE, until

CHECKOUT: Final = Path(__file__).parents[2]
COMPOSE: Final = (CHECKOUT / "compose.yaml").read_text("utf-8")


class Step(NamedTuple):
    """A line of the Dockerfile, such as ``RUN`` and a command."""

    word: str
    rest: str

    @property
    def arguments(self) -> list[str]:
        """What is called, of a line that has it as a list."""
        listed = json.loads(self.rest.removeprefix("CMD "))
        assert all(isinstance(word, str) for word in listed)
        return list(listed)


def steps() -> Iterator[list[Step]]:
    """The stages."""
    stage: list[Step] = []
    for line in (CHECKOUT / "Dockerfile").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            if word == "FROM" and stage:
                yield stage
                stage = []
            stage.append(Step(word, rest))
    yield stage


BUILD, FINAL = steps()


def only(word: str) -> Step:
    (step,) = (step for step in FINAL if step.word == word)
    return step


def test_the_image_is_built_in_two_stages_of_which_the_second_has_no_tools() -> None:
    assert [step.word for step in BUILD] == ["FROM", "COPY", "RUN", "RUN"]
    assert BUILD[0].rest == f"{FINAL[0].rest} AS build" == "python:3.13-slim AS build"
    assert FINAL[1] == Step("COPY", "--from=build /app /app")
    assert [step.rest.split()[0] for step in FINAL if step.word == "RUN"] == ["install"]


def test_it_runs_as_somebody_who_may_write_the_volume_and_nothing_else() -> None:
    (made,) = (step.rest for step in FINAL if step.word == "RUN")
    user, group = only("USER").rest.split(":")
    assert int(user) > 0
    assert made == f"install -d -o {user} -g {group} -m 700 {only('VOLUME').rest}"
    assert f"SCOREKEEPER_INSTANCE={only('VOLUME').rest}" in only("ENV").rest.split()
    words = [step.word for step in FINAL]
    assert words.index("USER") < words.index("CMD")


def test_its_health_is_asked_at_the_port_that_is_published() -> None:
    port = only("EXPOSE").rest
    assert only("HEALTHCHECK").arguments[0] == "python"  # a slim image has no curl
    assert f"'127.0.0.1', {port}" in only("HEALTHCHECK").rest
    assert f'ports: ["{port}:{port}"]' in COMPOSE
    assert f"installation:{only('VOLUME').rest}" in COMPOSE
    assert "SCOREKEEPER_ADDRESS: ${SCOREKEEPER_ADDRESS:?" in COMPOSE
    assert len(COMPOSE.splitlines()) <= 10


def context(target: Path) -> None:
    """Copy what .dockerignore lets through: the last pattern that fits a path decides."""
    patterns = [
        line
        for line in (CHECKOUT / ".dockerignore").read_text("utf-8").split("\n")
        if line[:1] not in ("#", "")
    ]
    for path in CHECKOUT.rglob("*"):
        name = path.relative_to(CHECKOUT).as_posix()
        if name.startswith((".venv/", ".git/")) or not path.is_file():
            continue
        fitting = [pattern for pattern in patterns if fits(name, pattern.removeprefix("!"))]
        if fitting[-1].startswith("!"):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target / name)


def fits(name: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return any(fnmatch(part, pattern[3:]) for part in name.split("/"))
    return name == pattern or name.startswith(f"{pattern}/") or pattern == "*"


def test_the_build_is_sent_no_installation(tmp_path: Path) -> None:
    (CHECKOUT / "scorekeeper/__pycache__").mkdir(exist_ok=True)
    context(tmp_path)
    sent = {path.name for path in tmp_path.iterdir()}
    assert sent == {
        *("scorekeeper", "templates", "static", "docs"),
        *("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"),
    }
    assert [*tmp_path.rglob("docs/*")] == [tmp_path / "docs/rule-sets.md"]
    assert not [*tmp_path.rglob("__pycache__"), *tmp_path.rglob("*.mo")]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the image is a Linux")
def test_its_steps_build_and_serve_the_app(tmp_path: Path) -> None:
    """In a folder, with the libraries of the tests: their own would be fetched again."""
    places = {place: str(tmp_path / place[1:]) for place in ("/src", "/app", "/data")}

    def moved(text: str) -> str:
        return re.sub(r"(?<![\w.:])(/src|/app|/data)\b", lambda found: places[found[1]], text)

    context(tmp_path / "src")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")},
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # which means that there is none
        "PIP_QUIET": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
    }
    tools = {"python": sys.executable, "pip": f"{sys.executable} -m pip"}
    for step in (*BUILD, *FINAL):
        if step.word == "RUN":
            tool, _, rest = moved(step.rest).partition(" ")
            command = f"{tools.get(tool, tool)} {rest}"
            if os.geteuid():
                command = re.sub(r"-[og] \d+ ", "", command)
            subprocess.run(["sh", "-c", command], env=environment, check=True)
    for setting in only("ENV").rest.split():
        name, _, value = moved(setting).partition("=")
        environment[name] = value.replace("$PATH", os.environ["PATH"])
    program, *arguments = only("CMD").arguments
    server = subprocess.Popen(
        [tmp_path / "app/bin" / program, *arguments, "--port", "0"],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout
        server.stdout.readline()
        port = server.stdout.readline().strip().rpartition(":")[2]
        asked = [word.replace("8000", port) for word in only("HEALTHCHECK").arguments]
        asked[0] = sys.executable
        assert subprocess.run(asked, env=environment, timeout=PATIENCE).returncode == 0
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    owner = (tmp_path / "data").stat().st_uid
    kept = {path.name: path.stat().st_uid for path in (tmp_path / "data").iterdir()}
    assert {"key", "scorekeeper.sqlite"} <= set(kept)
    assert set(kept.values()) == {owner}
    assert subprocess.run(asked, env=environment, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode


@pytest.mark.slow
def test_a_container_builds_and_is_healthy() -> None:
    found = [tool for tool in ("docker", "podman") if shutil.which(tool)]
    tool = next((tool for tool in found if not run(tool, "info").returncode), "")
    if not tool:
        pytest.skip("neither docker nor podman can build here")
    assert run(tool, "build", "--tag", "koikoi-scorekeeper-test", str(CHECKOUT)).returncode == 0
    started = run(tool, "run", "--detach", "--rm", "koikoi-scorekeeper-test")
    try:
        asked = only("HEALTHCHECK").arguments
        until(lambda: not run(tool, "exec", started.stdout.strip(), *asked).returncode, pause=1)
        shown = run(tool, "exec", started.stdout.strip(), "koikoi-scorekeeper", "key")
        assert re.fullmatch(r"\w{4}-\w{4}-\w{4}\n", shown.stdout)
    finally:
        run(tool, "stop", started.stdout.strip())


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True)
