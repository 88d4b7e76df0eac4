"""The headers of every answer, and what happens to forged or hostile requests."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask, Response
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.security import FILES

from .fixtures import Table
from .player import Player

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Koi-Koi": "1",  # the mark by which scripts know the app's own answers
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "screen-wake-lock=(self), camera=(), microphone=(), geolocation=()",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
}


def is_secured(answer: TestResponse) -> bool:
    return all(answer.headers.getlist(name) == [value] for name, value in HEADERS.items())


def test_a_download_is_not_kept_by_the_browser_and_a_page_is_asked_for_again(
    player: Player, table: Table
) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    for address in ("/sheet.csv", "/record.json"):
        assert player.client.get(notepad.path + address).headers["Cache-Control"] == "no-store"
    page = player.client.get(notepad.path).headers
    assert (page["Cache-Control"], page["Vary"]) == ("no-cache, private", "Accept-Encoding, Cookie")


def test_every_page_is_secured(app: Flask, player: Player, table: Table) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    match_id = notepad.path.rpartition("/")[2]
    league = player.send(player.open("/leagues/new").form("/leagues").fill(name="Spring league"))
    league_id = league.path.rpartition("/")[2]
    values = {
        "<match_id>": match_id,
        "<int:number>": "1",
        "<name>": "dutch",
        "<typed>": "x",
        "<code>": "x",
        "<link_id>": "x",
        "<card_id>": "11B",
        "<key>": "match.rounds",
        "<ending>": "csv",
        "<league_id>": league_id,
        "<version>": "1",
        "<day>": "2026-02-14",
        "<int:seat>": "0",
        "<player_id>": "0123456789ab",
        "<kind>": "leagues",
        "<binned>": "x",
    }
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in FILES:
            address = re.sub(r"<[^>]+>", lambda match: values[match[0]], rule.rule)
            answer = player.client.get(address)
            assert answer.status_code < 500, address
            assert is_secured(answer), address
            assert answer.headers["Cache-Control"] in ("no-cache, private", "no-store"), address


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nope", 404),
        ("GET", "/static/nope.js", 404),
        ("GET", "/static/../pyproject.toml", 404),
        ("GET", "/matches", 405),
        ("POST", "/", 405),
        ("PUT", "/matches/new", 405),
        ("POST", "/matches", 400),
        ("GET", "/matches/nope", 404),
        ("GET", "/key/nope", 403),
    ],
)
def test_errors_are_secured(player: Player, method: str, address: str, status: int) -> None:
    answer = player.client.open(address, method=method)
    assert answer.status_code == status
    assert is_secured(answer)
    answer.close()


def test_every_file_that_a_page_names_is_there_secured_and_may_be_kept(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    board = player.open(notepad.link("Score round")).html
    for page in (board, notepad.html, player.open(f"{notepad.path}/sheet").html, player.open("/hand").html):
        named = set(re.findall(r'(?:src|href)="(/assets/[^"#]+)', page))
        assert named
        for address in named:
            answer = player.client.get(address)
            assert answer.status_code == 200, address
            assert is_secured(answer)
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            answer.close()
            (old,) = re.findall(r"/assets/(\w+)/", address)
            assert player.client.get(address.replace(old, "0")).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "accepted", "packed"),
    [
        ("app.css", "gzip", True),
        ("cards.svg", "gzip", True),
        ("app.css", "br, gzip;q=0", False),
        ("app.css", "", False),
        ("icon.svg", "gzip", False),  # so small that nothing is saved
        ("icon-192.png", "gzip", False),
    ],
)
def test_a_text_that_is_not_short_is_sent_compressed_to_who_accepts_that(
    player: Player, name: str, accepted: str, packed: bool
) -> None:
    answer = player.client.get(f"/assets/0/{name}", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    plain = player.client.get(f"/assets/0/{name}", headers={"Accept-Encoding": ""})
    assert (gzip.decompress(answer.data) if packed else answer.data) == plain.data
    assert answer.headers["Vary"] == "Accept-Encoding"
    answer.close()


@pytest.mark.parametrize(
    ("kind", "length", "packed"),
    [
        *(("text/html", 600, False), ("text/html", 601, True), ("application/json", 601, True)),
        *(("application/manifest+json", 601, True), ("image/svg+xml", 601, True), ("image/png", 601, False)),
    ],
)
def test_an_answer_is_sent_compressed_where_that_saves_something(
    installation: Installation, kind: str, length: int, packed: bool
) -> None:
    app = create_app(installation)
    app.add_url_rule("/long", view_func=lambda: Response("x" * length, content_type=kind))
    client = app.test_client()
    client.get(f"/key/{installation.key}")
    answer = client.get("/long", headers={"Accept-Encoding": "br, gzip"})
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert (gzip.decompress(answer.data) if packed else answer.data) == b"x" * length
    assert client.get("/long", headers={"Accept-Encoding": "br"}).data == b"x" * length


def test_no_page_carries_anything_inline(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(rules="russian_all"), 0, "01B 03B 08B")
    addresses = ["/", "/matches/new", "/hand", "/phones", "/records/new", notepad.path]
    addresses += [f"{notepad.path}/{page}" for page in ("rounds/new", "rounds/1", "sheet", "ending", "rules")]
    for address in addresses:
        html = player.open(address).html
        assert not re.search(r"<[^>]+\son[a-z]+=", html), address
        assert not re.search(r"<[^>]+\sstyle=", html), address
        assert "<style" not in html
        assert not re.search(r"<script(?![^>]*(src=|application/json))", html), address
        assert not re.search(r'(src|href|action)="(https?:)?//', html), address


@pytest.mark.parametrize(("told", "stays"), [(True, True), (False, False), (None, False)])
def test_only_if_told_the_browser_opens_the_address_only_over_https(
    installation: Installation, told: bool | None, stays: bool
) -> None:
    client = create_app(installation, hsts=told).test_client()
    answer = client.get("/key", base_url="https://koi.example")
    assert ("Strict-Transport-Security" in answer.headers) is stays
    assert "Strict-Transport-Security" not in client.get("/key").headers


@pytest.mark.parametrize(("written", "stays"), [("1", True), ("0", False), ("", False)])
def test_another_wsgi_server_is_told_by_the_environment(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, written: str, stays: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HSTS", written)
    answer = create_app(installation).test_client().get("/key", base_url="https://koi.example")
    assert ("Strict-Transport-Security" in answer.headers) is stays


def test_every_form_that_changes_something_carries_the_token(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    addresses = ["/", "/matches/new", "/records/new", "/key", notepad.path, f"{notepad.path}/rounds/new"]
    addresses += [f"{notepad.path}/{page}" for page in ("rounds/1/correction", "ending", "adjustments/new")]
    for address in addresses:
        for form in player.open(address).forms:
            assert form.method == "get" or form["csrf_token"], address


@pytest.mark.parametrize("token", [None, "", "forged"])
def test_a_forged_request_changes_nothing(player: Player, table: Table, token: str | None) -> None:
    notepad = table.begin()
    form = table.fill(table.board(notepad), 0, "01B 03B 08B")
    page = player.send(form.force("csrf_token", *([] if token is None else [token])), "step=save")
    assert page.status == 400
    assert "This page is out of date." in page.text
    assert "Score round 1" in player.open(notepad.path).text


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "\t//evil"]
)
def test_the_choice_of_a_language_redirects_to_no_other_site(player: Player, back: str) -> None:
    form = player.open("/settings").form("/language").force("back", back).force("language", "en")
    answer = player.client.post("/language", data=form.values())
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("chosen", ["", "xx", "EN"])
def test_a_language_that_is_not_offered_changes_nothing(player: Player, chosen: str) -> None:
    form = player.open("/settings").form("/language").force("language", chosen)
    answer = player.client.post("/language", data=form.values())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings?back=/")
    assert not [cookie for cookie in answer.headers.getlist("Set-Cookie") if "language" in cookie]


def test_the_choice_of_a_language_redirects_back(player: Player, table: Table) -> None:
    notepad = table.begin()
    settings = player.open(player.open(f"{notepad.path}/about").link("Settings"))
    settings = player.send(settings.form("/language"), "language=pl")
    assert settings.path == "/settings"
    assert player.open(settings.link("‹")).path == f"{notepad.path}/about"


def test_from_the_answer_to_a_form_the_settings_lead_back_to_the_matches(
    player: Player, table: Table
) -> None:
    """Its address alone does not show that page again."""
    form = player.open(f"{table.begin().path}/correct-or-end").form("/names")
    refused = player.send(form.fill(name_1=""))
    assert (refused.status, refused.link("Settings")) == (422, "/settings")
    assert player.open(refused.link("Settings")).link("‹") == "/"
