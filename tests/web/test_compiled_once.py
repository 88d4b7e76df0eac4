"""Templates: compiled by the first app of a process that needs one, for every other app too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template
from jinja2 import DictLoader, Environment

from scorekeeper.installation import Installation
from scorekeeper.web import create_app


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled while a test runs."""
    names: list[str] = []
    compile_ = Environment.compile

    def noted(environment: Environment, source: Any, name: str, *more: Any, **named: Any) -> Any:
        names.append(name)
        return compile_(environment, source, name, *more, **named)

    monkeypatch.setattr(Environment, "compile", noted)
    return names


def shown(app: Flask, template: str) -> str:
    with app.test_request_context():
        return render_template(template)


def test_a_second_app_compiles_nothing_that_the_first_compiled(tmp_path: Path, compiled: list[str]) -> None:
    one, other = (create_app(Installation(tmp_path / name)) for name in "ab")
    pages = [app.test_client().get("/key").text for app in (one, other)]
    assert all("form" in page for page in pages)
    assert len(compiled) == len(set(compiled))


def test_a_template_that_changed_is_compiled_again(tmp_path: Path, compiled: list[str]) -> None:
    app, other = (create_app(Installation(tmp_path / name)) for name in "ab")
    app.jinja_env.loader = DictLoader({"changed.html": "one"})
    other.jinja_env.loader = DictLoader({"changed.html": "two"})
    assert (shown(app, "changed.html"), shown(other, "changed.html")) == ("one", "two")
    assert compiled == ["changed.html", "changed.html"]
