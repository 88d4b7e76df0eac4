"""What the server gives a service worker: its script with the files of this version, and a page to keep."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from .fixtures import Table
from .player import Player


def shell(player: Player) -> dict[str, object]:
    """The line that the server writes before the script."""
    line = player.client.get("/sw.js").text.partition("\n")[0]
    found = re.fullmatch(r"const SHELL = (\{.*\});", line)
    assert found
    told: dict[str, object] = json.loads(found[1])
    return told


def test_the_worker_is_the_same_for_everybody_and_looked_for_every_time(app: Flask, player: Player) -> None:
    known, stranger = player.client.get("/sw.js"), app.test_client().get("/sw.js")
    for answer in (known, stranger):
        assert answer.status_code == 200
        assert answer.content_type == "text/javascript; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert known.data == stranger.data


def test_the_worker_names_files_that_are_there_and_may_be_kept(
    app: Flask, player: Player, table: Table
) -> None:
    told = shell(player)
    files = told["files"]
    assert isinstance(files, list)
    assert told["script"] in files
    for address in files:
        assert address.startswith(f"/assets/{told['version']}/")
        answer = player.client.get(address)
        assert answer.status_code == 200, address
        assert answer.cache_control.immutable
        answer.close()
    board = table.begin().link("Score round")
    for page in ("/", "/matches/new", board):
        html = player.open(page).html
        named = {
            *re.findall(r'<link rel="[a-z-]+"\s+href="([^"#]+)', html),
            *re.findall(r'<script[^>]* src="([^"]+)', html),
        }
        assert {told["script"], *named} <= {*files}, page
        assert len(named) >= 7, page
    fonts = {path.name for path in Path(app.static_folder or "", "fonts").glob("*.woff2")}
    assert fonts <= {address.rpartition("/")[2] for address in files}


def test_a_file_of_another_version_is_sent_but_not_kept(player: Player) -> None:
    version = shell(player)["version"]
    kept, other = (player.client.get(f"/assets/{name}/app.css") for name in (version, "another"))
    assert kept.data == other.data
    assert kept.cache_control.immutable
    assert other.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(("language", "title"), [("en", "No connection"), ("ja", "接続がありません")])
def test_the_page_for_what_was_not_opened_speaks_the_language_and_shows_nothing_of_the_table(
    app: Flask, table: Table, language: str, title: str
) -> None:
    table.begin()
    answer = app.test_client().get("/offline", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == language
    assert f"<h1>{title}</h1>" in answer.text
    assert answer.text.count("<template data-note=") == 1
    assert "{when}" in answer.text
    assert "Anna" not in answer.text


def test_a_page_says_in_what_language_it_is_and_a_file_does_not(player: Player) -> None:
    assert player.client.get("/", headers={"Accept-Language": "ru"}).headers["Content-Language"] == "ru"
    assert "Content-Language" not in player.client.get("/sw.js").headers


# What may ask without ``askApp``: that itself; the worker, with the same check; what asks another origin,
# reads a style sheet again that the browser has applied, or asks for what only the worker answers.
ASK_THEMSELVES = {"addresses.js", "sw.js", "trust.js", "has_selector.js"}


def test_scripts_take_answers_only_from_the_app(app: Flask) -> None:
    scripts = [*Path(app.static_folder or "").rglob("*.js")]
    asking = {path.name for path in scripts if re.search(r"(?<![\w.])fetch\(", path.read_text("utf-8"))}
    assert asking == ASK_THEMSELVES
