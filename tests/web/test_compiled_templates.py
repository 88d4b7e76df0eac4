"""Templates that are kept compiled, for other apps and processes: a page is the same, whatever was kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from calls import counted
from flask import Flask, render_template
from jinja2 import DictLoader, Environment

from scorekeeper.installation import Installation
from scorekeeper.web import create_app, templates
from scorekeeper.web.templates import CompiledTemplates


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which what apps compile is kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    new_process(monkeypatch, tmp_path / "kept")
    return tmp_path / "kept"


def new_process(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
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


def test_a_template_that_changed_is_compiled_again(tmp_path: Path, kept: Path) -> None:
    app, other = (create_app(Installation(tmp_path / name)) for name in "ab")
    app.jinja_env.loader = DictLoader({"changed.html": "one"})
    other.jinja_env.loader = DictLoader({"changed.html": "two"})
    assert (shown(app, "changed.html"), shown(other, "changed.html")) == ("one", "two")


def test_a_template_is_compiled_once_for_all_apps_of_a_process_and_for_the_next_process(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(Environment.compile) as compiled:
        key_page(tmp_path / "a")
        (first,) = compiled
        assert first == len(list(kept.iterdir())) > 0
        new_process(monkeypatch, kept)
        key_page(tmp_path / "b")
        assert compiled == [first]
        for file in kept.iterdir():
            file.unlink()
        key_page(tmp_path / "c")
        assert compiled == [first]


@pytest.mark.parametrize("left", [0, 4, 30, 100])
def test_a_file_that_a_power_cut_damaged_is_written_anew(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    page = key_page(tmp_path / "a")
    files = {path: path.read_bytes() for path in kept.iterdir()}
    assert files
    for path, content in files.items():
        path.write_bytes(content[:left])
    new_process(monkeypatch, kept)
    assert len(key_page(tmp_path / "b")) == len(page)
    assert {path: path.read_bytes() for path in kept.iterdir()} == files


@pytest.mark.parametrize("why", ["no folder", "not asked for"])
def test_where_nothing_can_be_written_pages_are_shown_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    folder = tmp_path / "a file" / "kept" if why == "no folder" else tmp_path / "kept"
    (tmp_path / "a file").touch()
    monkeypatch.setattr(sys, "dont_write_bytecode", why == "not asked for")
    new_process(monkeypatch, folder)
    assert "form" in key_page(tmp_path / "a")
    assert not folder.exists()
