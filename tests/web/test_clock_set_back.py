"""The computer's clock goes back, as it does without a battery or network, or on: no phone is logged out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.web import sessions

from .player import Player, cookie_of


@pytest.mark.parametrize("seconds", [1, 60, 3600, 50 * 365 * 86400])
def test_a_phone_stays_let_in_when_the_clock_goes_back(
    app: Flask, installation: Installation, seconds: int
) -> None:
    phone, seen = app.test_client(), []
    phone.get(f"/key/{installation.key}")
    for shift in (0, -seconds, 0):
        with clock_shifted(shift):
            page = phone.get("/hand")
            token = page.text.partition('name="csrf-token" content="')[2].partition('"')[0]
            sent = phone.post("/language", data={"csrf_token": token, "language": "nl"})
        seen.append([page.status_code, sent.status_code])
    assert seen == [[200, 303]] * 3


@contextmanager
def clock_shifted(seconds: int) -> Iterator[None]:
    real = time.time
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + seconds)
        yield


def test_how_long_the_cookie_is_kept_is_counted_by_the_phone(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "utc_today", lambda: date(2100, 1, 1))  # when a phone gets its cookie again
    assert player.client.get("/hand").headers["Set-Cookie"].count("Max-Age=34560000") == 1


def test_a_form_that_was_open_for_days_is_taken(app: Flask, installation: Installation) -> None:
    phone = app.test_client()
    phone.get(f"/key/{installation.key}")
    token = phone.get("/hand").text.partition('name="csrf-token" content="')[2].partition('"')[0]
    with clock_shifted(3 * 86400):
        assert phone.post("/language", data={"csrf_token": token, "language": "nl"}).status_code == 303


def test_a_phone_gets_its_cookie_once_a_day(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """More often, an answer that is late would bring back the one before, after the phone has joined anew."""
    for day in (date(2100, 1, 1), date(2100, 1, 2), date(1999, 12, 31)):
        monkeypatch.setattr(sessions, "utc_today", lambda day=day: day)
        assert "Set-Cookie" not in player.client.get("/sw.js").headers, "a cache may pass a file on to others"
        given = ["Set-Cookie" in player.client.get(address).headers for address in ("/", "/hand", "/")]
        assert given == [True, False, False], day


def test_a_cookie_that_cannot_be_read_is_left_as_it_is(
    app: Flask, player: Player, installation: Installation
) -> None:
    cookie = cookie_of(player)
    secret = app.config["SECRET_KEY"]
    app.config["SECRET_KEY"] = "another secret of the same computer"
    for answer in (
        player.client.get("/"),
        player.client.post("/matches", data={}),
        player.client.get("/key"),
        player.client.post("/key", data={"key": "wrong"}),
        player.client.post("/language", data={"language": "en"}),
    ):
        new = answer.headers.getlist("Set-Cookie")
        assert not any(header.startswith("scorekeeper") for header in new)
    assert cookie_of(player) == cookie
    app.config["SECRET_KEY"] = secret
    assert player.open("/").status == 200
