"""What the app shows, writes and uses that an attacker could: files, headers, logs, parts of the language."""

from __future__ import annotations

import ast
import logging
import re
from pathlib import Path

import pytest
from flask import Flask
from web.fixtures import Table
from web.guests import code_of, guest
from web.player import Player, cookie_name

from scorekeeper.installation import Installation

SOURCES = Path(__file__).parents[2] / "scorekeeper"
# modules that run commands, build objects from bytes, read XML, or ask other servers
DANGEROUS = {"subprocess", "pickle", "marshal", "shelve", "xml", "lxml", "yaml", "ctypes", "urllib.request"}
# What makes the site, for whoever types that command and for no page, runs npm, pip and Node.js, and shortens
# the data of Babel, which was checked by its sum.
OF_THE_BUILDER = {
    *(f"pocket/site.py: subprocess{use}" for use in ("", ".run")),
    *(f"pocket/pack.py: pickle{use}" for use in ("", ".loads", ".dumps")),
}
BUILT_IN = {"eval", "exec", "compile", "__import__", "render_template_string"}
METHODS = {"os.system", "os.popen", "env.from_string"}


@pytest.mark.parametrize("file", [".git/config", ".env", "secret", "scorekeeper.sqlite", "pyproject.toml"])
@pytest.mark.parametrize(
    "folder", ["", "instance/", "static/", "static/../", "static/%2e%2e/", "assets/x/../"]
)
def test_no_file_of_the_installation_or_of_the_source_is_served(
    player: Player, folder: str, file: str
) -> None:
    answer = player.client.get(f"/{folder}{file}")
    assert answer.status_code == 404
    answer.close()


def test_no_answer_lets_a_page_of_others_read_it_and_every_text_says_its_letters(
    player: Player, table: Table
) -> None:
    notepad = table.begin()
    addresses = ["/", "/matches/new", "/history", "/nope", "/phones", "/rules/dutch.toml", "/history.csv"]
    addresses += [f"{notepad.path}{page}" for page in ("", "/news", "/sheet", "/sheet.csv", "/record.json")]
    for address in addresses:
        answer = player.client.get(address, headers={"Origin": "https://evil.example"})
        kind = answer.headers["Content-Type"]
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control-")], address
        assert not kind.startswith("text/") or "charset=utf-8" in kind, address
        answer.close()


def test_the_log_holds_no_key_code_or_cookie(
    app: Flask, installation: Installation, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = code_of(installation, "host")
    phone = guest(app, code)
    cookie = phone.client.get_cookie(cookie_name(phone.client))
    assert cookie is not None
    app.test_client().get(f"/key/{installation.key}")
    app.test_client().get("/key/wrong-wrong-wrong")
    phone.open("/matches/nope")
    for secret in (code, installation.key, cookie.value, "wrong-wrong-wrong", installation.secret):
        assert secret not in caplog.text


def test_no_part_of_the_app_runs_commands_or_code_or_reads_what_builds_objects() -> None:
    found = [
        f"{path.relative_to(SOURCES)}: {name}"
        for path in SOURCES.rglob("*.py")
        for name in _used(ast.parse(path.read_text("utf-8")))
        if name in DANGEROUS | BUILT_IN | METHODS or name.split(".")[0] in DANGEROUS
    ]
    assert {*found} == OF_THE_BUILDER


def _used(tree: ast.AST) -> list[str]:
    """The modules that a source imports, and what it calls, as it is written."""
    used: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            used += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            used.append(node.module or "")
        elif isinstance(node, ast.Call):
            used.append(ast.unparse(node.func))
    return used


def test_no_script_writes_markup_from_text() -> None:
    """Scripts put text into pages as text; what they put in as markup came from the app as a page."""
    scripts = (SOURCES.parent / "static" / "js").rglob("*.js")
    found = [
        path.name
        for path in scripts
        if re.search(
            r"\beval\(|new Function|document\.write|insertAdjacentHTML|srcdoc", path.read_text("utf-8")
        )
    ]
    assert found == []
