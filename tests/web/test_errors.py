"""Every error is a page with a title, a sentence and a link to go on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.installation import Installation
from scorekeeper.limits import FIELDS_OF_A_PHONE
from scorekeeper.web import create_app

from .fixtures import Table
from .player import Page, Player, cookie_name, cookie_of, read_in


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
    assert "Go to the bin" not in html


def test_a_page_that_a_game_lacks_says_so(player: Player, table: Table) -> None:
    page = player.open(f"{table.begin(rules='hana_awase').path}/turns")
    assert page.status == 422
    assert "<h1>That is not possible</h1>" in page.html
    assert "In this game no turns are recorded: a round is entered when it is over." in page.text


def test_a_file_that_is_too_large_is_refused_before_it_is_read(player: Player) -> None:
    form = player.open("/records/new").form("/records/preview")
    page = player.send(form, file=(b" " * 5_100_000, "match.json"))
    assert page.status == 413
    assert "Too large What you sent is too large. A file may have at most 5 MB." in page.text


def test_a_form_that_is_too_large_is_refused(player: Player, table: Table) -> None:
    form = table.fill(table.board(table.begin()), 0, "01B 03B 08B").force("reason", "x" * 5_100_000)
    assert player.send(form, "step=save").status == 413


@pytest.mark.parametrize(("number", "status"), [(FIELDS_OF_A_PHONE, 303), (FIELDS_OF_A_PHONE + 1, 413)])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_too_many_fields_is_refused(player: Player, kind: str, number: int, status: int) -> None:
    fields = player.open("/settings").form("/language").values() | {"language": "nl"}
    more = {f"more-{at}": "x" for at in range(number - len(fields))}
    answer = player.client.post("/language", data={**fields, **more}, content_type=kind)
    assert answer.status_code == status


def test_what_a_file_says_is_not_counted_as_fields(player: Player) -> None:
    fields = player.open("/settings").form("/language").values() | {"language": "nl"}
    told = {**fields, "back": "/", "more": "&" * FIELDS_OF_A_PHONE}
    assert player.client.post("/language", data=told, content_type="multipart/form-data").status_code == 303


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


def test_an_address_with_a_slash_twice_leads_to_the_one_without(player: Player) -> None:
    answer = player.client.get("/matches//new?ruleset=dutch")
    assert (answer.status_code, answer.headers["Location"]) == (
        308,
        "http://localhost/matches/new?ruleset=dutch",
    )


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


LONGEST_HOST = ".".join([*("x" * 63 for _ in range(3)), "x" * 61])  # 253 letters
NO_HOSTS = (
    *(
        "",
        " ",
        "..",
        ".a",
        "a..b:80",
        "x" * 64,
        ".".join("x" * 63 for _ in range(4)),
        LONGEST_HOST + "x",
        "caf\xe9",
        "a b",
        "a,b",
    ),
    *("[", "]", "[]", "[::1", "::1", "::1]", "[::1]]", "a[", "a]", "a[b]", "[::g]", "[1.2.3.4]", "[v1.a]"),
    *("[fe80::1%25eth0]", "a@b", "a/b", "a?b", "a#b", "a\\b", "%00", "<b>", '"', "a:b", "a:-1", "a:+1"),
    *("a:65536", "a:123456", "a:80:80", "[::1]:x", "a:\xb2", "koi\n"),
)


def refused(app: Flask, player: Player, host: str, *addresses: str) -> None:
    for method in ("GET", "POST"):
        for address in addresses:
            environ = EnvironBuilder(address, method=method).get_environ()
            environ |= {"HTTP_HOST": host, "HTTP_COOKIE": f"{cookie_name(player.client)}={cookie_of(player)}"}
            iterable, status, headers = run_wsgi_app(app.wsgi_app, environ)
            assert (status, b"".join(iterable)) == (
                *("400 BAD REQUEST", b"The address of this request names no usable host.\n"),
            )
            assert "Content-Security-Policy" in dict(headers)


@pytest.mark.parametrize("host", NO_HOSTS)
def test_an_invalid_host_is_refused_in_plain_text(app: Flask, player: Player, host: str) -> None:
    refused(app, player, host, "/", "/matches", "/key", "/nope")


def test_so_it_is_on_every_page(app: Flask, player: Player) -> None:
    refused(app, player, "a b", *(re.sub(r"<[^>]+>", "1", rule.rule) for rule in app.url_map.iter_rules()))


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app behind a web server that says to whom a request was addressed."""
    return create_app(Installation(tmp_path_factory.mktemp("behind")), proxies=1)


@pytest.mark.parametrize(
    "host",
    [
        *("koi", "koi.example:8000", "[::1]:8000", "[2001:DB8::1]", "192.0.2.7", "x" * 63, "koi.example."),
        *("my_pc", "My-PC.local:65535", "xn--caf-dma.example", "koi:", LONGEST_HOST),
    ],
)
def test_a_valid_host_is_accepted(app: Flask, behind: Flask, host: str) -> None:
    for served, header in ((app, "HTTP_HOST"), (behind, "HTTP_X_FORWARDED_HOST")):
        environ = {**EnvironBuilder("/key").get_environ(), header: host}
        assert run_wsgi_app(served.wsgi_app, environ)[1] == "200 OK"


@pytest.mark.parametrize("header", ["X-Forwarded-Host", "X-Forwarded-Proto"])
@pytest.mark.parametrize("said", ["[::1", "a b", "a:b", "<b>"])
def test_what_a_web_server_in_front_says_is_checked_as_well(behind: Flask, header: str, said: str) -> None:
    answer = behind.test_client().get("/key", headers={header: said})
    assert answer.status_code == 400
    assert said not in answer.text


def test_a_part_of_a_form_without_a_name_is_refused(player: Player) -> None:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
    for address in ("/rules", "/matches", "/language"):
        answer = player.client.post(address, data=body, content_type="multipart/form-data; boundary=x")
        page = Page(answer, address)
        assert (page.status, page.heading) == (400, "The app could not read that")
        assert "Go back and send it again. What you typed is still in the form." in page.main
