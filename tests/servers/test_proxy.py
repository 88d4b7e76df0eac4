"""Web servers in front of the app: only the headers of trusted ones are used."""

from __future__ import annotations

import re
from datetime import date

import pytest
import segno
from flask import Flask
from web.player import Player

from scorekeeper.installation import Installation
from scorekeeper.web import create_app, sessions

SAYS = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "koi.example",
}


def drawn(address: str) -> str:
    """The lines of the QR code that leads to an address."""
    picture = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    (lines,) = re.findall(r' d="([^"]+)"', picture)
    return str(lines)


@pytest.fixture
def behind(installation: Installation) -> Flask:
    """The app as it is served behind one proxy."""
    return create_app(installation, proxies=1)


def test_over_http_the_cookie_is_not_marked_secure(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "utc_today", lambda: date(2100, 1, 1))  # when a phone gets its cookie again
    assert "Secure" not in player.client.get("/hand").headers["Set-Cookie"]


def test_a_trusted_proxy_names_scheme_host_and_client(behind: Flask, installation: Installation) -> None:
    client = behind.test_client()
    answer = client.post("/key", data={"key": installation.key}, headers=SAYS)
    assert "Strict-Transport-Security" not in answer.headers
    assert "Secure" in answer.headers["Set-Cookie"]
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    page = client.get("/phones", headers={**SAYS, "Cookie": cookie})
    assert "<b>https://koi.example</b>" in page.text
    assert drawn(f"https://koi.example/key/{installation.secrets.key.normalized}") in page.text
    assert drawn(f"http://koi.example/key/{installation.secrets.key.normalized}") not in page.text


def test_a_trusted_proxy_names_the_path_under_which_it_serves_the_app(
    behind: Flask, installation: Installation
) -> None:
    client, says = behind.test_client(use_cookies=False), {**SAYS, "X-Forwarded-Prefix": "/koi"}
    key = installation.secrets.key.normalized
    answer = client.get(f"/key/{key}", headers=says)
    assert answer.headers["Location"] == "/koi/"
    page = client.get("/phones", headers={**says, "Cookie": answer.headers["Set-Cookie"].partition(";")[0]})
    assert "<b>https://koi.example/koi</b>" in page.text
    assert drawn(f"https://koi.example/koi/key/{key}") in page.text
    linked = re.findall(r'(?:href|src|action)="(/[^"]*)"', page.text)
    assert linked
    assert [address for address in linked if not address.startswith("/koi/")] == []


@pytest.mark.parametrize(
    "prefix", ["koi", "//evil.example", "/koi/..", "/koi//x", "/ko i", "/ko<i", "/koi?x"]
)
def test_a_path_that_no_page_could_link_to_is_refused(behind: Flask, prefix: str) -> None:
    answer = behind.test_client().get("/key", headers={**SAYS, "X-Forwarded-Prefix": prefix})
    assert answer.status_code == 400
    assert "allowed: a path, such as /koi." in answer.text


@pytest.mark.parametrize("prefix", ["/koi/", "/~anna/koi-koi_2.0", "/a/b", "/", ""])
def test_a_path_may_end_with_a_slash(behind: Flask, prefix: str) -> None:
    page = behind.test_client().get("/key", headers={**SAYS, "X-Forwarded-Prefix": prefix})
    assert page.status_code == 200
    assert f'data-root="{prefix.rstrip("/")}/"' in page.text


def test_wrong_keys_are_counted_by_the_client_that_the_proxy_names(behind: Flask) -> None:
    client = behind.test_client()
    for _ in range(6):
        last = client.post("/key", data={"key": "wrong"}, headers=SAYS)
    assert last.status_code == 429
    other = client.post("/key", data={"key": "wrong"}, headers={**SAYS, "X-Forwarded-For": "198.51.100.8"})
    assert other.status_code == 403
    # What a client claims by itself comes before what the proxy adds.
    forged = {**SAYS, "X-Forwarded-For": "203.0.113.9, 198.51.100.7"}
    assert client.post("/key", data={"key": "wrong"}, headers=forged).status_code == 429


def test_without_a_proxy_forwarded_headers_are_ignored(app: Flask, installation: Installation) -> None:
    client = app.test_client()
    answer = client.post("/key", data={"key": installation.key}, headers=SAYS)
    assert "Secure" not in answer.headers["Set-Cookie"]
    assert 'data-root="/"' in client.get("/", headers={"X-Forwarded-Prefix": "/koi"}).text
    assert "koi.example" not in Player(client).open("/phones").text
    for number in range(6):
        forged = {"X-Forwarded-For": f"198.51.100.{number}"}
        last = app.test_client().post("/key", data={"key": "wrong"}, headers=forged)
    assert last.status_code == 429


@pytest.mark.parametrize(("written", "believed"), [("1", True), ("0", False), (None, False)])
def test_another_wsgi_server_reads_the_number_of_proxies_from_the_environment(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, written: str | None, believed: bool
) -> None:
    if written is None:
        monkeypatch.delenv("SCOREKEEPER_PROXY", raising=False)
    else:
        monkeypatch.setenv("SCOREKEEPER_PROXY", written)
    client = create_app(installation).test_client()
    answer = client.post("/key", data={"key": installation.key}, headers=SAYS)
    assert ("Secure" in answer.headers["Set-Cookie"]) is believed


@pytest.mark.parametrize("written", ["yes", "-1", "1.5", "127.0.0.1", "100", "²"])
def test_an_invalid_number_of_proxies_is_refused(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXY", written)
    with pytest.raises(ValueError, match="allowed: how many proxies to trust, such as 1"):
        create_app(installation)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://koi.example.org", "https://koi.example.org"),
        ("nas.local", "http://nas.local:8000"),
        ("nas.local:81", "http://nas.local:81"),
        ("", "http://192.0.2.7:8000"),
    ],
)
def test_another_wsgi_server_reads_the_address_for_phones_from_the_environment(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, written: str, address: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_ADDRESS", written)
    client = create_app(installation).test_client()
    here = {"base_url": "http://192.0.2.7:8000"}
    client.post("/key", data={"key": installation.key}, **here)
    assert f"<b>{address}</b>" in client.get("/phones", **here).text


def test_an_invalid_address_in_the_environment_is_refused(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_ADDRESS", "koi koi")
    with pytest.raises(ValueError, match="is not an address"):
        create_app(installation)
