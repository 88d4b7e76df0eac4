"""The key of the table: every page asks for it; it is typed or scanned once and stays in no address."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.keys import BadSecret
from scorekeeper.limits import BODY_FOLLOWS
from scorekeeper.web import create_app
from scorekeeper.web.access.permissions import NEEDED, Right
from scorekeeper.web.security import FILES

from .fixtures import Table
from .player import Player

ASKS = "The key"
FORM = "application/x-www-form-urlencoded"
OPEN = (*FILES, "offline.unopened", "access.key", "access.enter")
PROGRAMS = tuple(endpoint for endpoint, right in NEEDED.items() if right is Right.PROGRAM)


@pytest.fixture
def stranger(app: Flask) -> Player:
    return Player(app.test_client())


def addresses(app: Flask, method: str) -> list[str]:
    """An address for every route but the static files and the key itself."""
    addresses = []
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and rule.endpoint not in (*OPEN, *PROGRAMS):
            addresses.append(re.sub(r"<[^>]+>", "1", rule.rule))
    return addresses


def test_one_view_answers_an_address(app: Flask) -> None:
    answers = Counter(
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )
    assert answers["/matches/<match_id>/rounds", "GET"] == 1
    assert [address for address, views in answers.items() if views > 1] == []


def test_a_browser_finds_the_icon_of_what_names_none(stranger: Player) -> None:
    icon = stranger.client.get("/favicon.ico", follow_redirects=True)
    assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")


def test_every_page_asks_for_the_key(
    app: Flask, stranger: Player, installation: Installation, table: Table
) -> None:
    table.begin()
    asked = addresses(app, "GET")
    assert len(asked) > 15
    for address in (*asked, "/nope"):
        if (
            address == "/settings"
        ):  # a visitor without the key may choose a language, and sees nothing of the table
            continue
        page = stranger.open(address)
        assert page.status == 403, address
        assert ASKS in page.text, address
        assert installation.key not in page.html
        assert "Anna" not in page.html


class Unread(io.BytesIO):
    """A body of many bytes, none of which may be read."""

    def __init__(self, size: int) -> None:
        super().__init__(b"a=&" * (size // 3) + b"x" * (size % 3))

    def read(self, *_: object) -> bytes:
        raise AssertionError("the body was read")

    readinto = readline = read  # type: ignore[assignment]


def test_nothing_can_be_sent_without_the_key_and_no_body_is_read(app: Flask, stranger: Player) -> None:
    for address in addresses(app, "POST"):
        if address not in ("/key", "/join", "/language"):  # the key page, too, speaks the reader's language
            answer = stranger.client.post(address, input_stream=Unread(4_900_000), content_type=FORM)
            assert answer.status_code == 403, address
            assert ASKS in answer.text


@pytest.mark.parametrize("address", ["/key", "/language"])
def test_a_phone_that_was_not_let_in_sends_little(stranger: Player, address: str) -> None:
    post = stranger.client.post
    large = post(address, input_stream=Unread(16_001), content_type=FORM)
    assert large.status_code == 413
    assert "Without the key at most 16 kB can be sent." in large.text
    assert post(address, data=b"key=".ljust(16_000, b"x"), content_type=FORM).status_code in (303, 403)
    for kind in (FORM, "multipart/form-data"):
        fields = {f"field-{number}": "" for number in range(11)}
        assert post(address, data=fields, content_type=kind).status_code == 413
        del fields["field-0"]
        assert post(address, data=fields, content_type=kind).status_code in (303, 403)


def test_a_server_that_asks_before_it_reads_a_body_is_told_how_long_it_may_be(
    stranger: Player, player: Player
) -> None:
    for phone, address, most in ((stranger, "/key", 16_000), (player, "/matches", 5_000_000)):
        for size, status in ((most, 100), (most + 1, 413)):
            body, asked = Unread(size), {BODY_FOLLOWS: True}
            answer = phone.client.post(address, input_stream=body, content_type=FORM, environ_overrides=asked)
            assert answer.status_code == status, (address, size)


def test_files_and_phones_that_do_not_know_the_key_are_given_no_cookie(
    stranger: Player, player: Player
) -> None:
    for address in ("/key", "/", "/key/aaaa-bbbb-cccc", "/nope"):
        assert "Set-Cookie" not in stranger.client.get(address).headers, address
    for address in re.findall(r'(?:src|href)="(/assets/[^"#]+)', player.open("/").html):
        answer = player.client.get(address)
        assert "Set-Cookie" not in answer.headers  # a shared cache would send it to others
        answer.close()


def test_the_language_chosen_before_the_key_is_kept(stranger: Player, installation: Installation) -> None:
    form = stranger.open("/settings").form("/language").force("language", "nl")
    form.force("back", "/key")
    assert "De sleutel" in stranger.send(form).text
    typed = stranger.open("/key").form("/key")
    typed["key"] = installation.key
    assert 'lang="nl"' in stranger.send(typed).html


def test_the_typed_key_lets_in(stranger: Player, installation: Installation) -> None:
    form = stranger.open("/key").form("/key")
    form["key"] = f" {installation.key.upper().replace('-', ' ')} "
    for _ in range(2):  # the second time by a page that was opened before
        home = stranger.send(form)
        assert (home.status, home.path) == (200, "/")
    assert stranger.open("/key").path == "/"


@pytest.mark.parametrize("typed", ["", "nope", "ключ", "0" * 10_000, "' OR 1=1 --"])
def test_a_wrong_key_does_not(stranger: Player, typed: str) -> None:
    form = stranger.open("/key").form("/key")
    page = stranger.send(form.force("key", typed))
    assert page.status == 403
    assert "Wrong key." in page.beside("key")
    assert stranger.open("/").status == 403


def test_the_scanned_key_becomes_a_cookie_and_leaves_the_address(
    stranger: Player, installation: Installation
) -> None:
    answer = stranger.client.get(f"/key/{installation.key}")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert installation.key not in cookie
    assert stranger.open("/").status == 200


def test_an_old_code_is_refused(stranger: Player) -> None:
    page = stranger.open("/key/aaaa-bbbb-cccc")
    assert page.status == 403
    assert "This code is no longer valid." in page.text


def test_the_key_is_in_no_address_of_any_page(
    player: Player, table: Table, installation: Installation
) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    bare = installation.key.replace("-", "")
    for address in ("/", "/phones", "/matches/new", "/hand", notepad.path, f"{notepad.path}/sheet", "/key"):
        page = player.open(address)
        written = [link for link, _ in page.links] + [form.action for form in page.forms] + [page.url]
        assert not any(installation.key in text or bare in text for text in written)


def test_a_new_key_shuts_out_those_with_the_old_one_at_once(
    player: Player, phone: Callable[[], Player], installation: Installation
) -> None:
    (installation.folder / "key").write_text("new2-new2-new2\n")
    assert player.open("/").status == 403
    assert phone().open("/").status == 200


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"abc"])
def test_a_key_that_becomes_invalid_while_the_app_runs_lets_nobody_in(
    player: Player, stranger: Player, installation: Installation, content: bytes
) -> None:
    key = (installation.folder / "key").read_bytes()
    (installation.folder / "key").write_bytes(content)
    for visitor in (player, stranger):
        for address in ("/", "/key", "/key/-", "/key/abc", "/nope"):
            page = visitor.open(address)
            assert page.status == 503, address
            assert "<h1>Something went wrong</h1>" in page.html
            assert "The key cannot be read or saved." in page.text
            assert str(installation.folder) not in page.html
        assert visitor.client.post("/key", data={"key": ""}).status_code == 503
    (installation.folder / "key").write_bytes(key)
    assert player.open("/").status == 200


@pytest.mark.parametrize("name", ["key", "scorekeeper.sqlite"])
def test_an_app_that_cannot_read_its_key_or_its_matches_lives_and_is_not_ready(
    stranger: Player, installation: Installation, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    def health() -> list[tuple[int, str]]:
        answers = [stranger.client.get(f"/health/{word}") for word in ("live", "ready")]
        return [(answer.status_code, answer.text) for answer in answers]

    assert health() == [(200, "live\n"), (200, "ready\n")]
    assert caplog.messages == []
    (installation.folder / name).write_bytes(b"Dear diary" * 1000)
    assert health() == [(200, "live\n"), (503, "not ready\n")]
    (said,) = caplog.messages
    assert str(installation.folder / name) in said, "what is wrong is in the log alone"


@pytest.mark.parametrize("name", ["key", "secret"])
def test_an_app_with_a_bad_key_or_secret_does_not_start(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(BadSecret, match=f"{name} holds cannot be used: it is empty"):
        create_app(Installation(tmp_path))


def test_a_phone_in_two_apps_of_one_computer_stays_in_both(tmp_path: Path) -> None:
    """Browsers send cookies to every port of a computer, and to every path."""
    apps = [create_app(Installation(tmp_path / name)) for name in ("ours", "theirs")]
    cookies: dict[str, str] = {}

    def ask(app: Flask, address: str, **form: str) -> TestResponse:
        client = app.test_client(use_cookies=False)
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        answer = client.post(address, data=form, headers=sent) if form else client.get(address, headers=sent)
        for line in answer.headers.getlist("Set-Cookie"):
            cookies.update({name: cookie.value for name, cookie in SimpleCookie(line).items()})
        return answer

    for app in apps:
        assert ask(app, "/").status_code == 403
        assert ask(app, f"/key/{app.extensions['installation'].secrets.key.normalized}").status_code == 303
    (token,) = set(re.findall(r'name="csrf_token"\s+value="([^"]+)"', ask(apps[0], "/settings").text))
    assert ask(apps[0], "/language", csrf_token=token, language="nl").status_code == 303
    for app, language in zip(apps, ("nl", "en"), strict=True):
        answer = ask(app, "/")
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
    assert len(cookies) == 3
