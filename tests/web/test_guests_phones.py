"""A guest's phone: its cookie, its name, what ends it, and what a guest is told of others."""

from __future__ import annotations

from contextlib import closing

import pytest
from extent import daily
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.access import LONGEST_NAME, MOST_PHONES, Link, Phone, Role, phone_id
from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.times import utc_now

from .fixtures import THREE, Table, let_in
from .guests import code_of, guest, id_of, kept_links, kept_phones, tonight
from .player import Player, cookie_name, cookie_of, read_in
from .stored_matches import events_of


def with_cookie(app: Flask, value: str) -> FlaskClient:
    """A stranger who has copied a cookie."""
    client = app.test_client()
    client.set_cookie(cookie_name(client), value)
    return client


def test_a_copied_cookie_ends_with_the_phone(app: Flask, installation: Installation) -> None:
    phone = guest(app, code_of(installation, "viewer"))
    copied = with_cookie(app, cookie_of(phone))
    assert copied.get("/").status_code == 200
    left = phone.client.post("/phone/departure", data=phone.open("/phone").form("/phone/departure").values())
    assert (left.status_code, left.headers["Location"]) == (303, "/key")
    assert left.headers["Clear-Site-Data"] == '"cache"'
    assert phone.client.get_cookie(cookie_name(phone.client)) is None
    assert copied.get("/").status_code == 403
    assert (
        with_cookie(app, cookie_of(guest(app, code_of(installation, "viewer")))).get("/").status_code == 200
    )


@pytest.mark.parametrize("again", ["viewer", "key"])
def test_whoever_comes_in_again_has_one_cookie_that_counts(
    app: Flask, installation: Installation, again: str
) -> None:
    """Also where the cookie was planted: that of the attacker is not the one that is let in."""
    phone = guest(app, code_of(installation, "scorer"), "Twice")
    before = cookie_of(phone)
    if again == "key":
        phone.client.get(f"/key/{installation.key}")
    else:
        phone.client.post("/join", data={"code": code_of(installation, again), "name": "Twice"})
    assert cookie_of(phone) != before
    assert phone.open("/").status == 200
    assert with_cookie(app, before).get("/").status_code == 403
    with kept_phones(installation) as phones:
        assert len(phones.all()) == 1


@pytest.mark.parametrize("signed", [False, True])
def test_a_cookie_that_was_made_up_lets_nobody_in(app: Flask, signed: bool) -> None:
    """Signed with another secret, or not at all."""
    cookie = '{"phone": "x"}'
    if signed:
        serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        other = type(serializer)("0" * 64, salt=serializer.salt, serializer=serializer.serializer)
        cookie = other.dumps({"phone": "x"})
    assert with_cookie(app, cookie).get("/").status_code == 403


def test_the_digest_of_a_phone_is_no_cookie(app: Flask, installation: Installation, player: Player) -> None:
    """What a host sees in an address of the page of the phones, and what a copy of the database holds."""
    guest(app, code_of(installation, "viewer"))
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    with kept_phones(installation) as phones:
        for id_ in phones.all():
            assert with_cookie(app, serializer.dumps({"phone": id_})).get("/").status_code == 403


@pytest.mark.slow
def test_a_thousand_phones_of_a_guest_push_out_no_phone_of_others(
    app: Flask, installation: Installation, player: Player
) -> None:
    code, other = code_of(installation, "viewer"), guest(app, code_of(installation, "scorer"))
    first = guest(app, code)
    with kept_links(installation) as links, kept_phones(installation) as phones:
        link = links.opened(code)
        for number in range(1, MOST_PHONES):
            phones.let_in(Phone(f"{number}", utc_now(), "9999-01-01T00:00:00.000Z", link))
        for _ in range(100):
            with pytest.raises(NotAllowed, match=r"^200 phones have joined by this link, as many as may\."):
                phones.let_in(Phone("one more", utc_now(), "9999-01-01T00:00:00.000Z", link))
        assert len(phones.all()) == MOST_PHONES + 2
    assert first.open("/").status == 200
    assert other.open("/").status == 200
    late = Player(app.test_client())
    refused = late.client.post("/join", data={"code": code, "name": "Zoë"})
    assert (refused.status_code, "Ask for a new link." in refused.text) == (422, True)
    assert 'value="Zoë"' in refused.text
    assert (
        first.client.post("/join", data={"code": code, "name": "Anna"}).status_code == 303
    )  # in its own place
    assert first.open("/").status == 200
    assert other.client.post("/join", data={"code": code, "name": "Ben"}).status_code == 422
    assert other.open("/").status == 200, "a phone that could not join stays in as it was"
    assert player.open("/phones").status == 200


def test_where_a_link_is_full_a_phone_of_it_comes_again_in_its_own_place(installation: Installation) -> None:
    with kept_links(installation) as links, kept_phones(installation) as phones:
        link = links.make(Link(role=Role.VIEWER, made_at=utc_now()))
        secrets = [phones.let_in(Phone("x", utc_now(), utc_now(), link)) for _ in range(MOST_PHONES)]
        again = phones.let_in(Phone("again", utc_now(), utc_now(), link), phone_id(secrets[0]))
        assert len(phones.all()) == MOST_PHONES
        assert phones.find(phone_id(again))
        with pytest.raises(NotAllowed):
            phones.let_in(Phone("one more", utc_now(), utc_now(), link))


def test_of_the_phones_of_the_key_one_too_many_pushes_out_the_one_seen_first(
    installation: Installation,
) -> None:
    with kept_phones(installation) as phones:
        secrets = [
            phones.let_in(Phone("x", utc_now(), f"20{10 + number % 7}-01-01T00:00:00.000Z", key="key"))
            for number in range(MOST_PHONES)
        ]
        assert len(phones.all()) == MOST_PHONES
        phones.forget(phone_id(secrets[9]))  # its place is free again
        phones.let_in(Phone("x", utc_now(), "2005-01-01T00:00:00.000Z", key="key"))
        assert phones.find(phone_id(secrets[0]))
        latest = phones.let_in(Phone("x", utc_now(), "2005-01-01T00:00:00.000Z", key="key"))
        assert len(phones.all()) == MOST_PHONES
        assert phones.find(phone_id(latest))
        phones.forget_those_of("")
        assert phones.all() == {}


def test_letting_a_phone_in_does_not_look_through_all_others(installation: Installation) -> None:
    with kept_phones(installation) as phones:
        for number in range(30):
            phones.let_in(Phone("x", utc_now(), utc_now(), f"link {number}"))
        phones.all = None  # type: ignore[method-assign, assignment]
        phones.let_in(Phone("x", utc_now(), utc_now(), "link 1"))


HOSTILE = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"><img src=x>': '"><img src=x>',
    "{{ 7777*7 }}": "{{ 7777*7 }}",
    "\u202eanna\u202c": "anna",
    "髙🎴": "髙🎴",
    "a\0b\x1b[31m": "ab[31m",
    "  Cleo \t\n": "Cleo",
    "x" * LONGEST_NAME: "x" * LONGEST_NAME,
    "髙" * LONGEST_NAME: "髙" * LONGEST_NAME,
}


@pytest.mark.parametrize(
    "name", daily(HOSTILE, 2), ids=lambda name: name.encode("unicode_escape").decode()[:20]
)
def test_a_hostile_name_of_a_phone_is_only_a_text(
    app: Flask, installation: Installation, player: Player, table: Table, name: str
) -> None:
    notepad = table.begin()
    phone = guest(app, code_of(installation, "scorer", id_of(notepad)), name)
    Table(phone).enter(phone.open(notepad.path), 0, THREE)
    pages = [player.open("/phones"), phone.open("/phone"), player.open(f"{notepad.path}/rounds/1")]
    for page in pages:
        assert "<script>alert" not in page.html
        assert "<img src=x>" not in page.html
        assert "54439" not in page.text  # too long to stand in a key by chance
    for page in (pages[0], pages[2]):
        assert HOSTILE[name] in page.text
    record = phone.client.get(f"{notepad.path}/record.json").get_json()
    assert [event.get("by") for event in record["events"]] == [None, HOSTILE[name]]


@pytest.mark.parametrize(
    ("language", "browser", "name"),
    [
        (
            "en",
            "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/142 Mobile Safari/537.36",
            "Phone",
        ),
        ("ja", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0", "パソコン"),
        ("ja", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15", "iPhone"),
    ],
)
def test_a_phone_is_called_what_it_is_in_its_language(
    app: Flask, installation: Installation, language: str, browser: str, name: str
) -> None:
    headers = {"User-Agent": browser, "Accept-Language": language}
    code = code_of(installation, "viewer")
    assert app.test_client().post("/join", data={"code": code}, headers=headers).status_code == 303
    with kept_phones(installation) as phones:
        (phone,) = phones.all().values()
        assert phone.name == ("iPhone" if name == "iPhone" else "Phone" if name == "Phone" else "Computer")
    host = let_in(Player(app.test_client()), installation)
    read_in(host.client, language)
    assert name in host.open("/phones").text, "in the language of whoever reads it"


@pytest.mark.parametrize("name", ["", " ", "\u202e", "\0", "\u3164"])
def test_a_phone_without_a_visible_name_has_one_all_the_same(
    app: Flask, installation: Installation, player: Player, name: str
) -> None:
    phone = guest(app, code_of(installation, "viewer"), name)
    with kept_phones(installation) as phones:
        assert {phone.name for phone in phones.all().values()} == {"?"}
    assert phone.send(phone.open("/phone").form("/phone").force("name", name)).status == 422


@pytest.mark.parametrize("who", ["key", "host link"])
def test_a_phone_locks_out_no_phone_without_the_right(
    app: Flask, installation: Installation, player: Player, who: str
) -> None:
    with kept_phones(installation) as phones:
        (host,) = phones.all()
    for role in ("viewer", "scorer"):
        phone = guest(app, code_of(installation, role))
        token = phone.open("/phone").form("/phone")["csrf_token"] or ""
        answer = phone.client.post(f"/phones/{host}/departure", data={"csrf_token": token})
        assert answer.status_code == 403
    assert player.open("/").status == 200


def test_a_new_key_clears_away_the_phones_of_the_old_one(
    app: Flask, installation: Installation, player: Player
) -> None:
    for _ in range(3):
        let_in(Player(app.test_client()), installation)
    player.send(player.open("/phones/key").form("/phones/key"))
    with kept_phones(installation) as phones:
        assert len(phones.all()) == 1


def test_of_a_damaged_match_a_guest_of_the_evening_is_told_nothing_and_the_log_why(
    app: Flask, installation: Installation, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    notepad = table.begin("Zoltan", "Yvonne")
    phone = guest(app, code_of(installation, "viewer", evening=tonight()))
    assert phone.open(notepad.path).status == 200
    events = [{**event, "dealer": 9} for event in events_of(installation, notepad)]
    with closing(installation.open_store()) as store:
        store.create("0" * 32, events)
    page = phone.open(f"/matches/{'0' * 32}")
    assert page.status == 403
    assert "dealer" not in page.text
    assert f"The match {'0' * 32} cannot be read: " in caplog.text
    of_both = guest(app, code_of(installation, "viewer", id_of(notepad), "0" * 32, "deleted"))
    for home in (of_both.open("/"), phone.open("/")):
        assert [address for address, _ in home.links if address.startswith("/matches/")] == [notepad.path]


@pytest.mark.parametrize("role", ["viewer", "scorer"])
def test_a_page_that_is_refused_reveals_neither_key_nor_code_nor_other_phones(
    app: Flask, installation: Installation, player: Player, table: Table, role: str
) -> None:
    table.begin("Zoltan", "Yvonne")
    other = code_of(installation, "host")
    guest(app, other, "Secret phone")
    phone = guest(app, code_of(installation, role, id_of(table.begin())))
    for address in ("/phones", "/phones/links/new", "/history", "/bin", "/nope", "/matches/nope"):
        page = phone.open(address)
        assert page.status in (403, 404), address
        for secret in (
            installation.key,
            other,
            "Zoltan",
            "Secret phone",
            installation.secrets.key.normalized,
        ):
            assert secret not in page.html, address
        assert "frame-ancestors 'none'" in page.response.headers["Content-Security-Policy"]
