"""The app over HTTPS: forms work, and cookies are sent over HTTPS only."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.web import create_app, sessions

from .fixtures import Table
from .player import Player, cookie_name


@pytest.fixture
def app(installation: Installation) -> Flask:
    app = create_app(installation)
    app.config["PREFERRED_URL_SCHEME"] = "https"  # how a test client asks
    return app


def test_a_match_is_played(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B")
    assert notepad.status == 200
    assert table.undo(notepad).status == 200


def test_a_forged_form_is_still_refused(player: Player, table: Table) -> None:
    form = table.board(table.begin()).force("csrf_token", "forged")
    page = player.send(form, "step=save")
    assert page.status == 400
    assert "This page is out of date." in page.text


def test_cookies_stay_with_https(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "utc_today", lambda: date(2100, 1, 1))  # when a phone gets its cookie again
    cookie = player.client.get("/hand").headers["Set-Cookie"]
    assert cookie.startswith(f"__Host-{cookie_name(player.client)}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax", "Max-Age=34560000"} <= set(cookie.split("; "))
    assert "Set-Cookie" not in player.client.get("/hand").headers  # once a day
    form = player.open("/settings").form("/language").force("language", "nl")
    language = player.client.post("/language", data=form.values()).headers.getlist("Set-Cookie")
    assert all("Secure" in header.split("; ") for header in language)
    assert any(header.startswith(f"{cookie_name(player.client, 'language')}=nl;") for header in language)
