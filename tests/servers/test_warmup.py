"""What is done before the first page is opened, so that no page waits for it."""

from __future__ import annotations

from contextlib import closing

import pytest
from flask import Flask
from web.player import Player
from web.stored_matches import Shelf

from bench.counting import counted
from scorekeeper.archive.digests import decoded, digest_of
from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.warmup import warm


def compiled(app: Flask) -> set[str]:
    """The names of the templates that are ready."""
    assert app.jinja_env.cache is not None
    return {name for _, name in app.jinja_env.cache}


def test_every_template_is_compiled_and_kept(installation: Installation) -> None:
    app = create_app(installation)
    assert compiled(app) == set()
    warm(app)
    assert compiled(app) == set(app.jinja_env.list_templates(extensions=["html"]))


def test_matches_without_digests_are_read_before_anybody_looks(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.archive.archive._PATIENCE", 0.0)  # one a time
    with closing(installation.open_store()) as store:
        for name in ("first", "second", "third"):
            start = {"type": "match-started", "id": name, "players": ["Ann", "Dan"], "ruleset": "dutch"}
            store.create(name, [start])
        warm(create_app(installation))
        assert sorted(store.digests()) == ["first", "second", "third"]


def test_the_matches_are_in_memory_before_anybody_looks(
    installation: Installation, app: Flask, player: Player
) -> None:
    Shelf(installation).match("first", "Ann", "Dan")
    warm(app)
    with counted(decoded, digest_of) as done:
        assert "Ann" in player.open("/players").text
    assert done == [0, 0]
