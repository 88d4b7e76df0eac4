"""The page with the code for further phones; a new key; signing out a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from calls import counted
from flask import Flask

from scorekeeper import addresses
from scorekeeper.access import Link, Phone, Role
from scorekeeper.addresses import on_this_network
from scorekeeper.installation import Installation
from scorekeeper.store.sqlite import SqliteDocuments, SqliteStore
from scorekeeper.web import create_app
from scorekeeper.web.pagination import MOST_LISTED

from .fixtures import Table, let_in
from .guests import code_of, guest, kept_links, kept_phones
from .player import Player, cookie_name, cookie_of


def test_the_page_for_further_phones_shows_the_key_and_a_code(
    player: Player, installation: Installation
) -> None:
    page = player.open("/phones")
    assert installation.key in page.text
    assert '<svg class="qr"' in page.html or 'class="qr"' in page.html
    assert "localhost" not in page.text
    assert page.html.index('class="qr') < page.html.index('id="links"')


def shown_address(app: Flask, player: Player, host: str) -> str:
    """The address on the page when this phone opened it under a host."""
    cookie = f"{cookie_name(player.client)}={cookie_of(player)}"
    phone = app.test_client(use_cookies=False)
    html = phone.get("/phones", headers={"Host": host, "Cookie": cookie}).text
    (address,) = re.findall(r"<b>(http.*?)</b>", html)
    return str(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "koi.localhost"])
@pytest.mark.parametrize("port", ["", ":8000"])
def test_other_phones_are_not_sent_to_their_own_localhost(
    app: Flask, player: Player, host: str, port: str
) -> None:
    assert shown_address(app, player, host + port) == f"http://{on_this_network()}{port}"


@pytest.mark.parametrize(
    "host", ["koi", "koi.example:8000", "192.0.2.7:8000", "[2001:db8::1]:8000", "my_pc:8000"]
)
def test_an_address_that_other_phones_can_use_stays(app: Flask, player: Player, host: str) -> None:
    assert shown_address(app, player, host) == f"http://{host}"


@pytest.mark.parametrize(
    ("listens_on", "why"),
    [("127.0.0.1", "started with “--host 127.0.0.1”, for this"), ("0.0.0.0", "is in no network")],
)
def test_where_no_phone_can_come_there_is_no_code_but_the_reason(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, listens_on: str, why: str
) -> None:
    own = "127.0.0.1" if "network" in why else "192.0.2.7"
    monkeypatch.setattr(addresses, "on_this_network", lambda: own)
    player = let_in(Player(create_app(installation, listens_on=listens_on).test_client()), installation)
    form = player.open("/phones/links/new").form("/phones/links")
    link = player.send(form.fill(role="viewer", opens="all"))
    for page in (player.open("/phones"), link):
        assert why in page.text
        assert "Scan this" not in page.text
        assert 'class="qr' not in page.html
        assert "http://127.0.0.1" in page.html
        assert "192.0.2.7" not in page.html


@pytest.mark.parametrize(("host", "named"), [("localhost:8000", True), ("192.0.2.7:8000", False)])
def test_further_addresses_are_named_where_the_app_chose_the_one_that_is_shown(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch, host: str, named: bool
) -> None:
    own = [addresses.NetworkAddress("192.0.2.7", "wlan0"), addresses.NetworkAddress("10.8.0.2", "tun0")]
    monkeypatch.setattr(addresses, "own_addresses", lambda: own)
    monkeypatch.setattr(addresses, "on_this_network", lambda: "192.0.2.7")
    cookie = f"{cookie_name(player.client)}={cookie_of(player)}"
    page = app.test_client(use_cookies=False).get("/phones", headers={"Host": host, "Cookie": cookie}).text
    assert "<b>http://192.0.2.7:8000</b>" in page
    assert ("Other addresses of this computer: 10.8.0.2 (tun0). If phones" in page) is named
    assert ("such as “--address 10.8.0.2”" in page) is named


@pytest.mark.parametrize("host", ["koi.example", "192.0.2.9"])
def test_a_phone_that_came_another_way_shows_others_the_way(installation: Installation, host: str) -> None:
    app = create_app(installation, listens_on="127.0.0.1")
    player = let_in(Player(app.test_client()), installation)
    cookie = f"{cookie_name(player.client)}={cookie_of(player)}"
    page = app.test_client(use_cookies=False).get("/phones", headers={"Host": host, "Cookie": cookie}).text
    assert f"<b>http://{host}</b>" in page
    assert 'class="qr' in page


def test_a_key_is_changed_only_after_asking(player: Player, installation: Installation) -> None:
    before = installation.key
    asked = player.open(player.open("/phones").link("Make a new key"))
    assert "Every phone except this one must scan the new code" in asked.text
    assert installation.key == before
    assert player.open(asked.link("Keep the old key")).path == "/phones"


def test_a_new_key_signs_out_all_phones_but_this_one(
    player: Player, phone: Callable[[], Player], installation: Installation
) -> None:
    other, before = phone(), installation.key
    page = player.send(player.open("/phones/key").form("/phones/key"))
    assert page.path == "/phones"
    assert "This is the new key." in page.text
    assert installation.key != before
    assert installation.key in page.text
    assert player.open("/").status == 200
    assert other.open("/").status == 403
    assert other.open(f"/key/{before}").status == 403
    assert phone().open("/").status == 200  # with the new key


def test_the_phone_that_makes_a_new_key_keeps_its_name(player: Player) -> None:
    player.send(player.open("/phone").form("/phone").fill(name="Tablet"))
    player.send(player.open("/phones/key").form("/phones/key"))
    assert player.open("/phone").form("/phone")["name"] == "Tablet"


def test_who_came_by_a_link_and_makes_a_new_key_is_still_there_by_that_link(
    app: Flask, player: Player, installation: Installation
) -> None:
    host = guest(app, code_of(installation, "host"), "Host")
    page = host.send(host.open("/phones/key").form("/phones/key"))
    assert installation.key in page.text
    host.send(host.open(page.link("Everything")).form("/revocation"))
    assert host.open("/").status == 403
    assert player.open("/").status == 403


@pytest.mark.parametrize("browser", ["Linux; Android 14", "Windows NT 10.0", "iPhone", "curl"])
def test_no_field_is_filled_with_what_a_phone_without_a_name_is_called(
    app: Flask, installation: Installation, browser: str
) -> None:
    """Such as "Computer" on a Japanese page; the name that somebody gave it is there."""
    phone = Player(app.test_client())
    phone.client.environ_base["HTTP_USER_AGENT"] = browser
    phone.open(f"/key/{installation.key}")
    link = f"/join/{code_of(installation, 'scorer')}"
    assert (phone.open("/phone").form("/phone")["name"], phone.open(link).form("/join")["name"]) == ("", "")
    phone.send(phone.open("/phone").form("/phone").fill(name="Tablet"))
    assert (phone.open("/phone").form("/phone")["name"], phone.open(link).form("/join")["name"]) == (
        "Tablet",
        "Tablet",
    )


def test_a_phone_is_forgotten_and_the_others_are_not(player: Player, phone: Callable[[], Player]) -> None:
    other = phone()
    page = player.send(player.open("/phone").form("/phone/departure"))
    assert page.path == "/key"
    assert player.client.get_cookie(cookie_name(player.client)) is None
    assert player.open("/").status == 403
    assert other.open("/").status == 200


def test_the_address_holds_only_the_letters_of_a_key_written_by_hand(
    app: Flask, player: Player, installation: Installation
) -> None:
    installation.secrets.change_key("O'Neil & Söhne / 2026?")
    stranger = Player(app.test_client())
    assert stranger.open(f"/key/{installation.secrets.key.normalized}").path == "/"
    assert installation.secrets.key.normalized == "oneilsöhne2026"


@pytest.mark.slow
def test_hundreds_of_links_and_phones_cost_the_page_no_more_than_two_pages_of_them(
    player: Player, table: Table, installation: Installation
) -> None:
    matches = tuple(table.begin(name, "Ben").path.rpartition("/")[2] for name in ("Ada", "Bea", "Cleo"))
    pages, works = [], []
    for more in (40, 560):
        with kept_links(installation) as links, kept_phones(installation) as phones:
            for number in range(more):
                at = f"2026-02-{number // 24 + 1:02}T{number % 24:02}:00:00.000Z"
                link = links.make(Link(Role.VIEWER, at, matches))
                phones.let_in(Phone(f"Guest {number}", at, at, link))
        player.open("/phones")
        with counted(SqliteDocuments.all, SqliteDocuments.get, SqliteStore.events) as work:
            pages.append(player.open("/phones"))
        works.append(work)
    assert works[0] == works[1]
    assert works[1][0] == 2  # the links, the phones
    few, many = (len(page.html) for page in pages)
    assert abs(many - few) < 100
    assert many < 50_000


def test_older_links_and_phones_are_on_further_pages_each_once(
    player: Player, installation: Installation
) -> None:
    with kept_links(installation) as links, kept_phones(installation) as phones:
        for number in range(MOST_LISTED + 1):
            link = links.make(Link(Role.VIEWER, "2026-02-14T19:00:00.000Z"))
            phones.let_in(Phone(f"Guest {number}", "2026", "2026-02-14T19:00:00.000Z", link))
    first = player.open("/phones")
    older, earlier = player.open(first.link("Older links")), player.open(first.link("Phones seen earlier"))
    assert [page.html.count("/phones/links/") for page in (first, older)] == [MOST_LISTED + 1, 2]  # and "new"
    forgotten = [re.findall(r"/phones/(\w+)/departure", page.html) for page in (first, earlier)]
    assert [len(ids) for ids in forgotten] == [MOST_LISTED - 1, 2]  # this phone is on the first page
    assert len({*forgotten[0], *forgotten[1]}) == MOST_LISTED + 1
    for page in (older, earlier):
        assert installation.key in page.text
    assert player.open(older.link("Latest links")).html.count("/phones/links/") == MOST_LISTED + 1


def test_a_link_of_many_matches_says_how_many(
    player: Player, table: Table, installation: Installation
) -> None:
    ids = [table.begin(name, "Ben").path.rpartition("/")[2] for name in ("Ada", "Bea", "Cleo", "Dora")]
    code_of(installation, "viewer", *ids[:3])
    assert "Cleo – Ben, Bea – Ben, Ada – Ben" in player.open("/phones").text
    code_of(installation, "viewer", *ids)
    assert "4 matches" in player.open("/phones").text
