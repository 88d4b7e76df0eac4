"""Templates: compiled by the first app of a process that needs one, for every other app and process too."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template
from jinja2 import DictLoader, Environment

from scorekeeper.installation import Installation
from scorekeeper.web import create_app, templates
from scorekeeper.web.templates import CompiledTemplates


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled while a test runs."""
    names: list[str] = []
    compile_ = Environment.compile

    def noted(environment: Environment, source: Any, name: str, *more: Any, **named: Any) -> Any:
        names.append(name)
        return compile_(environment, source, name, *more, **named)

    monkeypatch.setattr(Environment, "compile", noted)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return names


def process(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """What apps compile from now on is as in a new process, and kept in a folder."""
    cache = CompiledTemplates()
    cache.directory = str(folder)
    monkeypatch.setitem(templates.OPTIONS, "bytecode_cache", cache)


def key_page(folder: Path) -> str:
    """A page of an app of its own."""
    answer = create_app(Installation(folder)).test_client().get("/key")
    assert answer.status_code == 200
    return answer.text


def shown(app: Flask, template: str) -> str:
    with app.test_request_context():
        return render_template(template)


def test_a_template_is_compiled_once_for_all_apps_and_processes(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    process(monkeypatch, tmp_path / "kept")
    assert "form" in key_page(tmp_path / "a")
    assert len(compiled) == len(set(compiled)) > 1
    first, compiled[:] = [*compiled], []
    key_page(tmp_path / "b")
    process(monkeypatch, tmp_path / "kept")
    assert "form" in key_page(tmp_path / "c")
    assert compiled == []
    process(monkeypatch, tmp_path / "elsewhere")
    key_page(tmp_path / "d")
    assert sorted(compiled) == sorted(first)


def test_a_template_that_changed_is_compiled_again(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    process(monkeypatch, tmp_path / "kept")
    app, other = (create_app(Installation(tmp_path / name)) for name in "ab")
    app.jinja_env.loader = DictLoader({"changed.html": "one"})
    other.jinja_env.loader = DictLoader({"changed.html": "two"})
    assert (shown(app, "changed.html"), shown(other, "changed.html")) == ("one", "two")
    assert compiled == ["changed.html", "changed.html"]


@pytest.mark.parametrize("left", [0, 4, 30, 100])
def test_a_file_that_a_power_cut_damaged_is_written_anew(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    process(monkeypatch, tmp_path / "kept")
    page = key_page(tmp_path / "a")
    files = {path: path.read_bytes() for path in (tmp_path / "kept").iterdir()}
    for path, content in files.items():
        path.write_bytes(content[:left])
    process(monkeypatch, tmp_path / "kept")
    compiled.clear()
    assert len(key_page(tmp_path / "b")) == len(page)
    assert len(compiled) == len(files)
    assert {path: path.read_bytes() for path in (tmp_path / "kept").iterdir()} == files


@pytest.mark.parametrize("why", ["no folder", "not asked for"])
def test_where_nothing_can_be_written_pages_are_compiled_each_time(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    folder = tmp_path / "a file" / "kept" if why == "no folder" else tmp_path / "kept"
    (tmp_path / "a file").touch()
    monkeypatch.setattr(sys, "dont_write_bytecode", why == "not asked for")
    process(monkeypatch, folder)
    assert "form" in key_page(tmp_path / "a")
    assert not folder.exists()
