"""The key of the table: asked for everywhere, typed or scanned once, and never left in an address."""

from __future__ import annotations

import re

import pytest
from forms import Player

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

ASKS = "The key of this table"
OPEN = ("static", "assets.file", "access.key", "access.enter")


@pytest.fixture
def stranger(app) -> Player:
    return Player(app.test_client())


def addresses(app, method: str) -> list[str]:
    """An address for every route but the static files and the key itself."""
    found = []
    for rule in app.url_map.iter_rules():
        if method in rule.methods and rule.endpoint not in OPEN:
            found.append(re.sub(r"<[^>]+>", "1", rule.rule))
    return found


def test_every_page_asks_for_the_key(app, stranger, installation, table):
    table.begin()
    asked = addresses(app, "GET")
    assert len(asked) > 15
    for address in (*asked, "/nope"):
        if (
            address == "/settings"
        ):  # nothing of the table: whoever stands before the key may choose a language
            continue
        page = stranger.open(address)
        assert page.status == 403, address
        assert ASKS in page.text, address
        assert installation.key not in page.html
        assert "Anna" not in page.html


def test_nothing_can_be_sent_without_the_key(app, stranger):
    token = stranger.open("/key").form("/key")["csrf_token"]
    for address in addresses(app, "POST"):
        if address not in ("/key", "/language"):  # the key page, too, speaks the reader's language
            answer = stranger.client.post(address, data={"csrf_token": token})
            assert answer.status_code == 403, address


def test_the_typed_key_lets_in(stranger, installation):
    form = stranger.open("/key").form("/key")
    form["key"] = f" {installation.key.upper().replace('-', ' ')} "
    home = stranger.send(form)
    assert (home.status, home.path) == (200, "/")
    assert stranger.open("/key").path == "/"


@pytest.mark.parametrize("typed", ["", "nope", "ключ", "0" * 10_000, "' OR 1=1 --"])
def test_a_wrong_key_does_not(stranger, typed):
    form = stranger.open("/key").form("/key")
    page = stranger.send(form.force("key", typed))
    assert page.status == 403
    assert "That is not the key of this table." in page.beside("key")
    assert stranger.open("/").status == 403


def test_the_scanned_key_becomes_a_cookie_and_leaves_the_address(stranger, installation):
    answer = stranger.client.get(f"/key/{installation.key}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert installation.key not in cookie
    assert stranger.open("/").status == 200


def test_an_old_code_is_refused(stranger):
    page = stranger.open("/key/aaaa-bbbb-cccc")
    assert page.status == 403
    assert "This code is no longer valid." in page.text


def test_the_key_stands_in_no_address_of_any_page(player, table, installation):
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    plain = installation.key.replace("-", "")
    for address in ("/", "/phones", "/matches/new", "/hand", notepad.path, f"{notepad.path}/sheet", "/key"):
        page = player.open(address)
        written = [link for link, _ in page.links] + [form.action for form in page.forms] + [page.url]
        assert not any(installation.key in one or plain in one for one in written)


def test_the_page_for_further_phones_shows_the_key_and_a_code(player, installation):
    page = player.open("/phones")
    assert installation.key in page.text
    assert '<svg class="qr"' in page.html or 'class="qr"' in page.html
    assert "localhost" not in page.text


def test_a_new_key_shuts_out_those_with_the_old_one(player, installation):
    (installation.folder / "key").write_text("new2-new2-new2\n")
    again = create_app(Installation(installation.folder)).test_client()
    again.set_cookie("scorekeeper", player.client.get_cookie("scorekeeper").value)
    assert again.get("/").status_code == 403


def test_the_secrets_are_readable_by_their_owner_alone(installation):
    _ = installation.key, installation.secret
    for name in ("key", "secret"):
        assert (installation.folder / name).stat().st_mode & 0o077 == 0
