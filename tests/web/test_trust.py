"""Trusting the certificate of this computer: the page, the certificate, and where plain HTTP leads."""

from __future__ import annotations

import hashlib

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.certificates.home import HomeCertificate
from scorekeeper.installation import Installation
from scorekeeper.languages import LANGUAGES
from scorekeeper.web import create_app
from scorekeeper.web.access.trust import SYSTEMS, system_of

from .fixtures import serve
from .player import Page

PLAIN, SECURE = "http://192.168.1.20:8000", "https://192.168.1.20:8000"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> HomeCertificate:
    return HomeCertificate(tmp_path_factory.mktemp("https"), ["koi", "192.168.1.20"])


@pytest.fixture(scope="module")
def secure_app(tmp_path_factory: pytest.TempPathFactory, certificate: HomeCertificate) -> Flask:
    """The app as ``serve --https`` has it."""
    return create_app(Installation(tmp_path_factory.mktemp("secure")), authority=certificate.authority)


@pytest.fixture
def secure(secure_app: Flask, installation: Installation) -> Flask:
    serve(secure_app, installation)
    return secure_app


@pytest.fixture
def client(secure: Flask) -> FlaskClient:
    return secure.test_client()


def let_in(client: FlaskClient, installation: Installation, base: str) -> FlaskClient:
    assert client.get(f"/key/{installation.secrets.key.normalized}", base_url=base).status_code == 303
    return client


@pytest.mark.parametrize("base", [PLAIN, SECURE])
def test_the_certificate_is_there_without_the_key(
    client: FlaskClient, certificate: HomeCertificate, base: str
) -> None:
    answer = client.get("/trust/koi-koi.crt", base_url=base)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert "Content-Disposition" not in answer.headers  # an iPhone would put it among its files
    assert answer.data == certificate.authority.file
    assert b"PRIVATE" not in answer.data
    page = client.get("/trust", base_url=base).text
    assert "never for a bank or a shop" in page
    shown = page.partition('class="fingerprint">')[2].partition("</p>")[0]
    assert shown.replace("<br>", "").replace(" ", "") == hashlib.sha256(answer.data).hexdigest().upper()


@pytest.mark.parametrize("address", ["/", "/matches/nope?x=1", "/key", "/rules/russian", "/nope", "/phones"])
def test_every_page_over_plain_http_leads_to_itself_over_https(client: FlaskClient, address: str) -> None:
    answer = client.get(address, base_url=PLAIN)
    assert answer.status_code == 200
    assert f'href="{SECURE}{address}" data-onward' in answer.text
    assert 'js/trust.js"' in answer.text
    assert "Set-Cookie" not in answer.headers


WHY = (
    "Why trust it? Your browser no longer warns. The screen stays on while you enter a round. The app can be "
    "installed and has an icon on the home screen. Scoresheets can be shared straight to a chat. The app "
    "opens and keeps the score without a connection, and sends it later. Nobody else in the network can read "
    "or change what you enter. 1. Download the certificate Download the certificate It is called "
)
INSTALLED = "2. Have your phone trust it Android Open the settings of the phone and search"
OPEN = "3. Open the app Close the browser, open it again, and go to this address: "


@pytest.mark.parametrize(
    ("base", "begins", "ways"),
    [
        (
            PLAIN,
            "The app is at a secure address Your browser warns of it until it trusts this computer. Either "
            "trust it once, as described below, or go on now: on the warning, choose “Advanced” or “Show "
            "details”, then continue. Go on to the secure address ",
            [(f"{SECURE}/", "Go on to the secure address")],
        ),
        (SECURE, "", [("/phones", "‹")]),
    ],
)
def test_the_page_says_why_and_how_to_trust_this_computer(
    client: FlaskClient, certificate: HomeCertificate, base: str, begins: str, ways: list[tuple[str, str]]
) -> None:
    page = Page(client.get("/trust", base_url=base), "/trust")
    assert page.main.startswith(f"{begins}{WHY}“{certificate.authority.name}”. The terminal in which ")
    assert f"It can vouch only for computers in a home network, never for a bank or a shop. {INSTALLED}" in (
        page.main
    )
    assert page.main.count("To remove it again: ") == len(SYSTEMS)
    systems = page.html.split('<details class="panel"')[1:]
    steps = [system.partition("</ol>")[0].count("<li>") for system in systems]
    assert steps == [3, 3, 3, 2, 2], "of Android, iPhone, Windows, Mac and Linux"
    assert page.main.endswith(f"{OPEN}{SECURE}")
    assert page.ways == [
        *ways,
        ("/trust/koi-koi.crt", "Download the certificate"),
        (f"{SECURE}/", SECURE),
    ]
    assert ("js/trust.js" in page.html) is (base == PLAIN)


def test_what_is_sent_over_plain_http_is_not_taken(client: FlaskClient, installation: Installation) -> None:
    answer = client.post("/key", data={"key": installation.key}, base_url=PLAIN)
    assert answer.status_code == 421
    assert "Set-Cookie" not in answer.headers
    assert f'href="{SECURE}/" data-onward' in answer.text


def test_language_and_files_are_there_over_plain_http(client: FlaskClient) -> None:
    assert "Nederlands" in client.get("/settings", base_url=PLAIN).text
    page = client.get("/trust", base_url=PLAIN).text
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert client.get(style, base_url=PLAIN).headers["Content-Type"].startswith("text/css")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(client: FlaskClient, language: str) -> None:
    page = client.get("/trust", base_url=PLAIN, headers={"Accept-Language": language}).text
    assert f'<html lang="{language}" ' in page
    assert page.count("<details") == len(SYSTEMS) + 1  # and the menu
    if language != "en":
        for system in SYSTEMS:
            for text in (*system.steps, system.removal):
                assert text not in page


@pytest.mark.parametrize(
    ("browser", "title"),
    [
        ("Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/142 Mobile Safari/537.36", "Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26 Safari/604.1", "iPhone and iPad"),
        ("Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26", "iPhone and iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26 Safari/605.1.15", "Mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142 Safari/537.36", "Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0", "Linux, and Firefox on a computer"),
        ("Mozilla/5.0 (X11; FreeBSD amd64; rv:145.0) Firefox/145.0", "Linux, and Firefox on a computer"),
        ("Mozilla/5.0 (Wayland; FreeBSD amd64; rv:145.0)", "Linux, and Firefox on a computer"),
        ("Mozilla/5.0 (Linux x86_64; rv:145.0) Gecko/20100101", "Linux, and Firefox on a computer"),
        ("curl/8", None),
    ],
)
def test_the_steps_of_the_own_system_are_open(client: FlaskClient, browser: str, title: str | None) -> None:
    own = system_of(browser)
    assert (own.title if own else None) == title
    page = client.get("/trust", base_url=PLAIN, headers={"User-Agent": browser}).text
    opened = [
        part.partition("<summary>")[2].partition("<")[0] for part in page.split('class="panel" open>')[1:]
    ]
    assert opened == ([title] if title else [])


def test_a_browser_that_trusts_is_told_so_only_for_this_address(client: FlaskClient) -> None:
    answer = client.get("/trust/probe", base_url=SECURE)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == PLAIN
    assert client.get("/trust/probe", base_url=PLAIN).status_code == 200  # leads on, and proves nothing
    assert "Access-Control-Allow-Origin" not in client.get("/trust/probe", base_url=PLAIN).headers


def test_a_browser_is_never_bound_to_https_by_a_home_certificate(client: FlaskClient) -> None:
    assert "Strict-Transport-Security" not in client.get("/trust", base_url=SECURE).headers


def test_the_code_for_phones_begins_where_trusting_is_explained(
    client: FlaskClient, installation: Installation
) -> None:
    page = let_in(client, installation, SECURE).get("/phones", base_url=SECURE).text
    assert f"<b>{SECURE}</b>" in page
    assert 'href="/trust"' in page
    scanned = f"{PLAIN}/trust#/key/{installation.secrets.key.normalized}"
    picture = segno.make(scanned, error="m").svg_inline(border=2, omitsize=True)
    assert picture.partition(' d="')[2].partition('"')[0] in page


def test_without_a_certificate_of_its_own_there_is_nothing_to_trust(
    app: Flask, installation: Installation
) -> None:
    client = let_in(app.test_client(), installation, PLAIN)
    for address in ("/trust", "/trust/koi-koi.crt", "/trust/probe"):
        assert client.get(address, base_url=PLAIN).status_code == 404
    page = client.get("/phones", base_url=PLAIN).text
    assert 'href="/trust"' not in page
    assert "scorekeeper serve --https" in page


def test_behind_a_server_that_adds_https_nothing_is_said_of_it(
    app: Flask, installation: Installation
) -> None:
    page = let_in(app.test_client(), installation, SECURE).get("/phones", base_url=SECURE).text
    assert 'href="/trust"' not in page
    assert "scorekeeper serve --https" not in page
