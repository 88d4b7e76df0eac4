"""Every command that a document shows is run here, but those that fetch or start the app.

Those are run as they are written in ``servers/test_first_commands.py``. What needs root or a container is
compared with what it is about: names of packages, extras, files, variables and services.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click
import pytest
from cli.running import run
from documents import CHECKOUT, DOCUMENTS, PROJECT, Shown, shown, text_of
from patience import PATIENCE

from scorekeeper.cli import main

APP: Final = "(?:koikoi-)?scorekeeper"
# How the command is called, without its arguments.
CALLS: Final = re.compile(
    r'(?:uvx (?:--from "?(?P<wanted>[^" ]+)"? )?koikoi-scorekeeper'
    r"|pipx run (?:--spec [.] )?koikoi-scorekeeper"
    rf"|docker compose exec koikoi {APP}|[\w./-]*/bin/{APP})(?: |$)"
)
# What is only read: it would install something, or needs root or a container.
READ: Final = re.compile(
    r"(?:python3 -m venv|py -m venv|\S+/pip install|docker compose|cp|systemctl|journalctl|apt-get install"
    r"|export) "
)


ALL: Final = [one for document in DOCUMENTS for one in shown(document)]
OWN: Final = [one for one in ALL if CALLS.match(one.bare)]


def test_every_command_is_run_or_compared() -> None:
    rest = [one for one in ALL if one not in OWN and not READ.match(one.bare)]
    left = [one for one in rest if not re.match(r"echo |make |\.venv/bin/(?:pytest|gunicorn) ", one.bare)]
    assert len(ALL) > 45
    assert left == []


@pytest.mark.parametrize("document", [document for document in DOCUMENTS if document != "README.md"])
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
        file = Path(arguments.pop()) if ">" in arguments else None
        result = run(*[word for word in arguments if word != ">"])
        assert result.exit_code == 0, (one, result.stderr)
        if file:
            file.write_text(result.stdout, "utf-8")
        if one.output:
            assert result.stdout == one.output


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
    assert name in (".", PROJECT["project"]["name"]), written
    assert set(filter(None, extras.split(","))) <= set(PROJECT["project"]["optional-dependencies"]), written


def test_packages_files_and_services_are_called_as_they_are() -> None:
    service = (CHECKOUT / "docs/scorekeeper.service").read_text("utf-8")
    for one in ALL:
        words = shlex.split(one.bare)
        if called := CALLS.match(one.bare):
            required(called["wanted"] or PROJECT["project"]["name"])
            assert {"koikoi-scorekeeper", "scorekeeper"} == set(PROJECT["project"]["scripts"])
        if words[0].endswith("/pip"):
            for requirement in words[2:]:
                if requirement not in ("-e", "gunicorn"):
                    required(requirement)
        if words[0] == "cp":
            assert (CHECKOUT / words[1]).exists()
        if words[0] == "docker" and words[2] in ("exec", "cp"):
            assert re.match(r"koikoi(?::|$)", words[3])
        if one.bare.startswith("/opt/"):
            assert "ExecStart=/opt/scorekeeper/bin/scorekeeper serve" in service
            assert one.settings.get("SCOREKEEPER_INSTANCE", "/var/lib/scorekeeper") in service


def test_what_is_installed_before_the_tests_starts_the_app_too() -> None:
    to_start, to_test = (one.bare.split()[2:] for one in ALL if one.bare.startswith("apt-get "))
    assert to_start == ["make", "python3-venv"]
    assert to_test[:2] == to_start


@pytest.mark.skipif(not (CHECKOUT / ".ci/run").exists(), reason="the sources of a release are without CI")
def test_ci_runs_the_first_tests_with_what_the_readme_names_and_no_more(tmp_path: Path) -> None:
    """Its commands in its order, with programs in their place that note what they are called with."""
    noted = tmp_path / "noted"
    for program in ("apt-get", "make"):
        (tmp_path / program).write_text(f'#!/bin/sh\necho "{program} $*" >> {noted}\n')
        (tmp_path / program).chmod(0o755)
    (tmp_path / "dpkg-query").write_text("#!/bin/sh\nexit 1\n")  # nothing is installed yet
    (tmp_path / "dpkg-query").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    subprocess.run([CHECKOUT / ".ci/run"], env={**os.environ, "PATH": path}, check=True)
    installing, first, *rest = (
        line for line in noted.read_text().splitlines() if not line.startswith("apt-get update")
    )
    (named,) = (one.bare.split()[2:] for one in ALL if "apt-get" in one.bare and "chromium" in one.bare)
    assert installing.split()[1:] == ["install", "-y", "-qq", *named]
    assert first == "make test"
    assert rest[-1] == "make test-second"


def words_of(source: str) -> str:
    return "".join(path.read_text("utf-8") for path in (CHECKOUT / source).rglob("*.py"))


def test_every_variable_is_read_somewhere() -> None:
    read = words_of("scorekeeper") + words_of("tests")
    for document in DOCUMENTS:
        text = text_of(document)
        for name in {*re.findall(r"\bSCOREKEEPER_[A-Z_]+\b", text), *settings_of(document)}:
            assert f'"{name}"' in read, (document, name)


def settings_of(document: str) -> Mapping[str, str]:
    return {name: value for one in shown(document) for name, value in one.settings.items()}


@pytest.mark.parametrize("document", [document for document in DOCUMENTS if "many" not in document])
def test_commands_and_options_between_words_exist(document: str) -> None:
    text = text_of(document)
    options = {option for command in commands(main) for param in command.params for option in param.opts}
    known = options | {"--help", "--from", "--spec", "--last-failed"}
    for written in re.findall(r"`([^`\n]+)`", text):
        if called := re.match(rf"{APP} ([a-z]+)", written):
            assert called[1] in main.list_commands(click.Context(main)), written
        if not re.match(r"--backlog|--limit-request-|/|python", written) and "pytest" not in written:
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
    assert len(text_of("README.md").split()) <= 1200
