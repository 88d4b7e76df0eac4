"""The page with the code for further phones; a new key; signing out a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.addresses import on_this_network
from scorekeeper.installation import Installation

from .player import Player, cookie_of


def test_the_page_for_further_phones_shows_the_key_and_a_code(
    player: Player, installation: Installation
) -> None:
    page = player.open("/phones")
    assert installation.key in page.text
    assert '<svg class="qr"' in page.html or 'class="qr"' in page.html
    assert "localhost" not in page.text


def shown_address(app: Flask, player: Player, host: str) -> str:
    """The address on the page when this phone opened it under a host."""
    cookie = f"scorekeeper={cookie_of(player)}"
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


def test_a_phone_is_forgotten_and_the_others_are_not(player: Player, phone: Callable[[], Player]) -> None:
    other = phone()
    page = player.send(player.open("/phone").form("/phone/departure"))
    assert page.path == "/key"
    assert player.client.get_cookie("scorekeeper") is None
    assert player.open("/").status == 403
    assert other.open("/").status == 200


def test_the_address_holds_only_the_letters_of_a_key_written_by_hand(
    app: Flask, player: Player, installation: Installation
) -> None:
    installation.secrets.change_key("O'Neil & Söhne / 2026?")
    stranger = Player(app.test_client())
    assert stranger.open(f"/key/{installation.secrets.key.normalized}").path == "/"
    assert installation.secrets.key.normalized == "oneilsöhne2026"
