"""Every command that a document shows is run here.

Where it needs root, a network or a container, it is compared with what it is about: names of packages,
extras, files, variables and services.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import click
import pytest
from cli.running import run
from extent import daily
from patience import PATIENCE

from scorekeeper.cli import main

CHECKOUT: Final = Path(__file__).parents[2]
DOCUMENTS: Final = [
    *("README.md", "instance/README.md", "tests/README.md"),
    *(f"docs/{name}.md" for name in ("command", "hosting", "many-tables", "rule-sets")),
]
PROJECT: Final = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
APP: Final = "(?:koikoi-)?scorekeeper"
# How the command is called, without its arguments.
CALLS: Final = re.compile(
    rf'(?:uvx (?:--from "(?P<wanted>[^"]+)" )?koikoi-scorekeeper|pipx run koikoi-scorekeeper'
    rf"|docker compose exec koikoi {APP}|[\w./-]*/bin/{APP})(?: |$)"
)
# What is only read: it would install something, or needs root or a container.
READ: Final = re.compile(
    r"(?:python3 -m venv|py -m venv|\S+/pip install|docker compose|cp|systemctl|journalctl|apt-get install"
    r"|export) "
)


class Shown(NamedTuple):
    """A command of a document: what is run, and what it prints where that is shown."""

    document: str
    command: str
    output: str

    @property
    def bare(self) -> str:
        """Without sudo, settings before it, and a remark behind it; as Linux writes it."""
        called = self.command.partition("   # ")[0].replace("\\Scripts\\", "/bin/")
        return re.sub(r"^(?:sudo )?(?:[A-Z_]+=\S+ )*", "", called)

    @property
    def settings(self) -> dict[str, str]:
        return dict(re.findall(r"(?:^|(?<= ))([A-Z_]{4,})=(\S+)", self.command))


def shown(document: str) -> list[Shown]:
    text = (CHECKOUT / document).read_text("utf-8")
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^[$>] ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Shown(document, re.sub(r"  +(?!#)", " ", command), output))
    return found


ALL: Final = [one for document in DOCUMENTS for one in shown(document)]
OWN: Final = [one for one in ALL if CALLS.match(one.bare)]
STARTS: Final = sorted(
    {arguments for one in OWN if (arguments := CALLS.sub("", one.bare))[:5] in ("serve", "")}
)


def test_every_command_is_run_or_compared() -> None:
    rest = [one for one in ALL if one not in OWN and not READ.match(one.bare)]
    left = [one for one in rest if not re.match(r"echo |make |\.venv/bin/(?:pytest|gunicorn) ", one.bare)]
    assert len(ALL) > 45
    assert left == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_commands_of_a_document_run_one_after_another(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("own-", "own-root", "own-tmp"):  # in place of ~, /root and /tmp
        (tmp_path / folder).mkdir()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", "instance")
    for name in ("DATABASE", "ADDRESS", "PROXY", "HTTPS", "HSTS"):
        monkeypatch.delenv(f"SCOREKEEPER_{name}", raising=False)
    for one in (one for one in OWN if one.document == document):
        arguments = shlex.split(
            re.sub(r"(?<= )[~/](root|tmp|)/", r"own-\1/", CALLS.sub("", one.bare, count=1))
        )
        if arguments[:1] in (["serve"], []):
            continue
        if "postgresql://" in one.bare:
            context = main.make_context("scorekeeper", arguments)
            command = main.get_command(context, arguments[0])
            assert command
            command.make_context(arguments[0], arguments[1:], context)
            continue
        result = run(*arguments)
        assert result.exit_code == 0, (one, result.stderr)
        if one.output:
            assert result.stdout == one.output


@pytest.mark.parametrize("arguments", daily(STARTS, 3))
def test_a_start_of_the_app_that_is_shown_starts_it(arguments: str, tmp_path: Path) -> None:
    """At a port that is free, with an installation and a browser of the test."""
    asked = re.sub(r" --port \d+", "", arguments).split() or ["serve"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    server = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *asked, "--port", "0", "--instance", tmp_path],
        env={**kept, "BROWSER": "true"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    try:
        said = ""
        while line := server.stdout.readline():
            said += line
            if f"are in {tmp_path}." in line:
                break
        assert "Key: " in said
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("one", [one for one in ALL if one.command.startswith("echo '")])
def test_a_score_that_is_shown_is_right(one: Shown) -> None:
    question, _, called = one.command.rpartition(" | ")
    assert called == ".venv/bin/scorekeeper score"
    assert run("score", text=shlex.split(question)[1]).stdout == one.output


@pytest.mark.parametrize("one", [one for one in ALL if one.bare.startswith("make ")])
def test_a_target_of_make_is_there(one: Shown) -> None:
    (targets,) = re.findall(r"^\.PHONY: (.*)", (CHECKOUT / "Makefile").read_text("utf-8"), re.MULTILINE)
    command = ["make", "--dry-run", *shlex.split(one.bare)[1:]]
    assert {word for word in command[2:] if "=" not in word} <= set(targets.split())  # no folder of that name
    assert subprocess.run(command, cwd=CHECKOUT, capture_output=True).returncode == 0


@pytest.mark.parametrize("one", [one for one in ALL if one.bare.startswith(".venv/bin/pytest ")])
def test_the_tests_that_are_named_are_there(one: Shown) -> None:
    assert all((CHECKOUT / place).exists() for place in re.findall(r"\btests/\S+", one.bare))


def test_gunicorn_starts_with_what_is_shown(tmp_path: Path) -> None:
    (one,) = (one for one in ALL if "bin/gunicorn" in one.bare)
    command = [sys.executable, "-m", "gunicorn", "--check-config", *shlex.split(one.bare)[1:]]
    environment = {**os.environ, **one.settings, "SCOREKEEPER_INSTANCE": str(tmp_path / "instance")}
    assert subprocess.run(command, env=environment, timeout=PATIENCE).returncode == 0
    assert (tmp_path / "instance/key").exists()


def required(written: str) -> None:
    """Check a requirement on this project: its name, or a dot for the checkout, and its extras."""
    name, _, extras = written.rstrip("]").partition("[")
    assert name in (".", PROJECT["name"]), written
    assert set(filter(None, extras.split(","))) <= set(PROJECT["optional-dependencies"]), written


def test_packages_files_and_services_are_called_as_they_are() -> None:
    for_tests = False
    ci = (CHECKOUT / ".ci/run").read_text("utf-8") if (CHECKOUT / ".ci/run").exists() else ""
    service = (CHECKOUT / "docs/scorekeeper.service").read_text("utf-8")
    for one in ALL:
        words = shlex.split(one.bare)
        if called := CALLS.match(one.bare):
            required(called["wanted"] or PROJECT["name"])
            assert {"koikoi-scorekeeper", "scorekeeper"} == set(PROJECT["scripts"])
        if words[0].endswith("/pip"):
            for requirement in words[2:]:
                if requirement not in ("-e", "gunicorn"):
                    required(requirement)
        if words[0] == "cp":
            assert (CHECKOUT / words[1]).exists()
        if words[0] == "docker" and words[2] in ("exec", "cp"):
            assert re.match(r"koikoi(?::|$)", words[3])
        if words[0] == "apt-get":
            for_tests = True
            assert not ci or set(words[2:]) <= set(re.findall(r"[\w-]+", ci))
            assert {"make", "python3-venv", "chromium"} <= set(words)
        if one.bare.startswith("/opt/"):
            assert "ExecStart=/opt/scorekeeper/bin/scorekeeper serve" in service
            assert one.settings.get("SCOREKEEPER_INSTANCE", "/var/lib/scorekeeper") in service
    assert for_tests


def words_of(source: str) -> str:
    return "".join(path.read_text("utf-8") for path in (CHECKOUT / source).rglob("*.py"))


def test_every_variable_is_read_somewhere() -> None:
    read = words_of("scorekeeper") + words_of("tests")
    for document in DOCUMENTS:
        text = (CHECKOUT / document).read_text("utf-8")
        for name in {*re.findall(r"\bSCOREKEEPER_[A-Z_]+\b", text), *settings_of(document)}:
            assert f'"{name}"' in read, (document, name)


def settings_of(document: str) -> Mapping[str, str]:
    return {name: value for one in shown(document) for name, value in one.settings.items()}


@pytest.mark.parametrize("document", [document for document in DOCUMENTS if "many" not in document])
def test_commands_and_options_between_words_exist(document: str) -> None:
    text = (CHECKOUT / document).read_text("utf-8")
    options = {option for command in commands(main) for param in command.params for option in param.opts}
    known = options | {"--help", "--from", "--last-failed"}
    for written in re.findall(r"`([^`\n]+)`", text):
        if called := re.match(rf"{APP} ([a-z]+)", written):
            assert called[1] in main.list_commands(click.Context(main)), written
        if not re.match(r"--backlog|/|python", written) and "pytest" not in written:
            assert set(re.findall(r"(?<!\S)--[a-z-]+", written)) <= known, written


def commands(group: click.Group) -> list[click.Command]:
    found: list[click.Command] = []
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command
        found += [command, *(commands(command) if isinstance(command, click.Group) else ())]
    return found


def test_the_document_of_the_commands_has_all_of_them() -> None:
    text = (CHECKOUT / "docs/command.md").read_text("utf-8")
    table = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    named = {*re.findall(r"`(?:scorekeeper )?([a-z]+)`", table)}
    assert named == set(main.list_commands(click.Context(main)))


def test_the_readme_stays_short() -> None:
    assert len((CHECKOUT / "README.md").read_text("utf-8").split()) <= 1200
