"""Every error is a page with a title, a sentence and a way on."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("method", "address", "status", "title", "sentence"),
    [
        ("GET", "/nope", 404, "There is nothing here", "The address is wrong, or what was here"),
        ("GET", "/matches/nope", 404, "There is nothing here", "There is no such match."),
        ("GET", "/matches", 405, "That does not work here", "Go back and use the buttons of the page."),
        ("DELETE", "/matches/x", 405, "That does not work here", "Go back and use the buttons of the page."),
        ("POST", "/matches", 400, "The app could not read that", "This page is from an earlier visit."),
    ],
)  # fmt: skip
def test_an_error_has_a_title_a_sentence_and_a_way_home(player, method, address, status, title, sentence):
    answer = player.client.open(address, method=method)
    html = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert f"<h1>{title}</h1>" in html
    assert sentence in html
    assert 'href="/">To the matches</a>' in html


def test_a_file_that_is_too_large_is_refused_before_it_is_read(player):
    form = player.open("/records/new").form("/records")
    page = player.send(form, file=(b" " * 5_100_000, "match.json"))
    assert page.status == 413
    assert "A file may have at most 5 MB." in page.text


def test_a_form_that_is_too_large_is_refused(player, table):
    form = table.fill(table.board(table.begin()), 0, "01B 03B 08B").force("reason", "x" * 5_100_000)
    assert player.send(form, "step=save").status == 413


def test_a_very_long_reason_is_cut(player, table):
    form = table.board(table.begin()).fill(result="other").force("reason", "x" * 5000)
    assert player.send(form, "other=void").status == 200


def test_a_damaged_database_is_a_page_with_advice(player, table, installation):
    notepad = table.begin()
    for file in installation.folder.glob("scorekeeper.sqlite*"):
        file.write_bytes(b"this is not a database " * 500)
    for address in ("/", notepad.path, "/matches/new"):
        page = player.open(address)
        assert page.status == 500
        assert "Something went wrong" in page.text
        assert "Traceback" not in page.html


def test_head_and_options_are_answered(player, table):
    notepad = table.begin()
    for address in ("/", notepad.path, f"{notepad.path}/sheet.csv"):
        answer = player.client.head(address)
        assert (answer.status_code, answer.data) == (200, b"")
    assert player.client.options("/").status_code == 200
