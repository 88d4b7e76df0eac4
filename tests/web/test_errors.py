"""Every error is a page with a title, a sentence and a link to go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

from .fixtures import Table
from .player import Player, read_in


@pytest.mark.parametrize(
    ("method", "address", "status", "title", "sentence"),
    [
        ("GET", "/nope", 404, "There is nothing here", "The address is wrong, or what was here"),
        ("GET", "/matches/nope", 404, "There is nothing here", "There is no such match."),
        ("GET", "/matches", 405, "That does not work here", "Go back and use the buttons of the page."),
        ("DELETE", "/matches/x", 405, "That does not work here", "Go back and use the buttons of the page."),
        ("POST", "/matches", 400, "The app could not read that", "This page is out of date."),
    ],
)  # fmt: skip
def test_an_error_has_a_title_a_sentence_and_a_way_home(
    player: Player, method: str, address: str, status: int, title: str, sentence: str
) -> None:
    answer = player.client.open(address, method=method)
    html = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert f"<h1>{title}</h1>" in html
    assert sentence in html
    assert 'href="/">Go to the matches</a>' in html


def test_a_file_that_is_too_large_is_refused_before_it_is_read(player: Player) -> None:
    form = player.open("/records/new").form("/records/preview")
    page = player.send(form, file=(b" " * 5_100_000, "match.json"))
    assert page.status == 413
    assert "A file may have at most 5 MB." in page.text


def test_a_form_that_is_too_large_is_refused(player: Player, table: Table) -> None:
    form = table.fill(table.board(table.begin()), 0, "01B 03B 08B").force("reason", "x" * 5_100_000)
    assert player.send(form, "step=save").status == 413


def test_a_very_long_reason_is_cut(player: Player, table: Table) -> None:
    form = table.board(table.begin()).fill(result="other").force("reason", "x" * 5000)
    assert player.send(form, "other=void").status == 200


def test_a_damaged_database_is_a_page_with_advice(
    player: Player, table: Table, installation: Installation
) -> None:
    notepad = table.begin()
    for file in installation.folder.glob("scorekeeper.sqlite*"):
        file.write_bytes(b"this is not a database " * 500)
    for address in ("/", notepad.path, "/matches/new"):
        page = player.open(address)
        assert page.status == 500
        assert "Something went wrong" in page.text
        assert "Traceback" not in page.html


def test_head_and_options_are_answered(player: Player, table: Table) -> None:
    notepad = table.begin()
    for address in ("/", notepad.path, f"{notepad.path}/sheet.csv"):
        answer = player.client.head(address)
        assert (answer.status_code, answer.data) == (200, b"")
    assert player.client.options("/").status_code == 200


@pytest.mark.parametrize(
    "name", ["nope", "x" * 200, "x" * 201, "x" * 300, "x" * 5000, "%00", "js", "..%2fREADME.md"]
)
@pytest.mark.parametrize("folder", ["/static", "/assets/1"])
def test_a_file_that_is_not_there_is_a_page_whatever_its_name(app: Flask, folder: Path, name: str) -> None:
    answer = app.test_client().get(f"{folder}/{name}")
    assert answer.status_code == 404
    assert "<h1>There is nothing here</h1>" in answer.text


def test_an_unforeseen_error_is_a_page_that_says_nothing_is_lost(installation: Installation) -> None:
    app = create_app(installation)

    @app.get("/slip")
    def slip() -> str:
        raise ZeroDivisionError("not for the reader")

    client = app.test_client()
    client.get(f"/key/{installation.key}")
    for language in ("en", "pl", "ru", "nl", "ja"):
        read_in(client, language)
        answer = client.get("/slip")
        assert answer.status_code == 500
        assert f'<html lang="{language}" ' in answer.text
        assert 'href="/">' in answer.text
        assert ("Nothing that was saved is lost." in answer.text) is (language == "en")
        assert "not for the reader" not in answer.text
        assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("host", ["..", "x" * 300, ".".join("x" * 64 for _ in range(2)), "a..b:80"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_invalid_host_is_refused_in_plain_text(app: Flask, host: str, method: str) -> None:
    environ = EnvironBuilder("/nope", method=method).get_environ()
    environ["HTTP_HOST"] = host
    iterable, status, headers = run_wsgi_app(app.wsgi_app, environ)
    body = b"".join(iterable)
    assert status == "400 BAD REQUEST"
    assert body == b"The address of this request names no usable host.\n"
    assert "Content-Security-Policy" in dict(headers)


@pytest.mark.parametrize(
    "host", ["koi", "koi.example:8000", "[::1]:8000", "192.0.2.7", "x" * 63, "koi.example.", "my_pc"]
)
def test_a_valid_host_is_accepted(app: Flask, host: str) -> None:
    assert app.test_client().get("/key", headers={"Host": host}).status_code == 200


def test_a_part_of_a_form_without_a_name_is_refused(player: Player) -> None:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
    for address in ("/rules", "/matches", "/language"):
        answer = player.client.post(address, data=body, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 400
