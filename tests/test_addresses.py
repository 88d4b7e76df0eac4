"""What the terminal says about where the app is, and the addresses that a host may say."""

from __future__ import annotations

import io

import pytest
import segno
from ifaddr import IP, Adapter

from scorekeeper import addresses
from scorekeeper.addresses import (
    NetworkAddress,
    invitation,
    invitation_behind_proxy,
    on_this_network,
    other_addresses,
    own_addresses,
    own_link,
    shown_address,
)
from scorekeeper.keys import Key

KEY = Key("sakura 1999")


HOME = NetworkAddress("192.168.1.20", "wlan0")
TUNNEL = NetworkAddress("10.8.0.2", "tun0")


def code(address: str) -> str:
    written = io.StringIO()
    segno.make(address, error="l").terminal(out=written, compact=True)
    return written.getvalue()


def test_the_code_in_the_terminal_carries_the_letters_of_the_key() -> None:
    shown = invitation(Key("O'Neil & Ö, 2026!"), "192.0.2.7", 8000)
    assert code("http://192.0.2.7:8000/key/oneil%C3%B62026") in shown
    assert "Key: O'Neil & Ö, 2026!" in shown
    assert "http://[2001:db8::1]:8000" in invitation(KEY, "2001:db8::1", 8000)


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000/key/sakura1999"),
        ("::", "http://[::1]:8000/key/sakura1999"),
        ("192.0.2.7", "http://192.0.2.7:8000/key/sakura1999"),
    ],
)
def test_a_link_opens_the_app_on_its_own_computer(host: str, link: str) -> None:
    assert own_link(KEY, host, 8000, secure=False) == link
    assert f"On this computer: {link}\n" in invitation(KEY, host, 8000)


def test_with_a_certificate_of_its_own_both_links_lead_to_how_it_is_trusted() -> None:
    shown = invitation(KEY, "192.0.2.7", 8000, fingerprint="AB:CD")
    assert "https://192.0.2.7:8000\n" in shown
    assert "On this computer: http://192.0.2.7:8000/trust#/key/sakura1999\n" in shown
    assert code("http://192.0.2.7:8000/trust#/key/sakura1999") in shown


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_where_no_phone_can_come_there_is_no_code_but_the_reason(host: str) -> None:
    shown = invitation(KEY, host, 8000)
    assert f"No QR code, because no phone can open this address: --host {host} listens to this" in shown
    assert "▄" not in shown
    told = invitation(KEY, host, 8000, shown_address("https://koi.example.org"))  # a tunnel leads there
    assert code("https://koi.example.org/key/sakura1999") in told


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("192.168.1.20", "http://192.168.1.20:8000"),
        ("192.168.1.20:80", "http://192.168.1.20:80"),
        (" Nas.local ", "http://nas.local:8000"),
        ("2001:db8::1", "http://[2001:db8::1]:8000"),
        ("[2001:db8::1]:81", "http://[2001:db8::1]:81"),
        ("http://nas", "http://nas"),
        ("https://koi.example.org/", "https://koi.example.org"),
        ("HTTPS://koi.example.org:8443", "https://koi.example.org:8443"),
    ],
)
def test_the_address_that_the_host_says_is_in_the_code(written: str, address: str) -> None:
    shown = invitation(KEY, "0.0.0.0", 8000, shown_address(written))
    assert f"\n  {address}\n" in shown
    assert code(f"{address}/key/sakura1999") in shown
    assert "On this computer: http://127.0.0.1:8000/key/sakura1999" in shown


def test_behind_a_proxy_there_is_a_code_once_its_address_is_said() -> None:
    shown = invitation_behind_proxy(KEY, "127.0.0.1", 8000, shown_address("https://koi.example.org"))
    assert code("https://koi.example.org/key/sakura1999") in shown
    assert "127.0.0.1" not in shown
    below = invitation_behind_proxy(KEY, "127.0.0.1", 8000, shown_address("https://Koi.example.org/Friday/"))
    assert "\n  https://koi.example.org/Friday\n" in below
    assert code("https://koi.example.org/Friday/key/sakura1999") in below


@pytest.mark.parametrize(
    "written",
    [
        *(
            "",
            "koi koi",
            "koi.example.org/ta ble",
            "koi.example.org/../table",
            "https://",
            "ftp://koi.example.org",
            "koi..org",
            "-koi.org",
        ),
        *(
            "192.168.1.300",
            "192.168.1",
            "koi.org:0",
            "koi.org:65536",
            "koi.org:http",
            "[koi.org]:80",
            "a:b:c",
        ),
    ],
)
def test_what_is_no_address_is_refused_with_examples(written: str) -> None:
    with pytest.raises(ValueError, match=r"is not an address\. Write it like 192\.168\.1\.20"):
        shown_address(written)


@pytest.mark.parametrize(
    "written", ["localhost", "127.0.0.1:8000", "http://[::1]", "0.0.0.0", "::", "koi.localhost"]
)
def test_an_address_that_no_phone_can_open_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="Phones cannot open"):
        shown_address(written)


def adapter(name: str, *ips: IP) -> Adapter:
    return Adapter(name, name, list(ips), index=0)


def test_addresses_of_this_computer_are_those_that_others_may_open() -> None:
    adapters = [
        adapter("lo", IP("127.0.0.1", 8, "lo"), IP(("::1", 0, 0), 128, "lo")),
        adapter("wlan0", IP("192.168.1.20", 24, "wlan0"), IP(("fd00::2", 0, 0), 64, "wlan0")),
        adapter("tun0", IP("10.8.0.2", 24, "tun0"), IP("10.8.0.3", 24, "tun0")),
        adapter("eth0", IP("169.254.7.7", 16, "eth0"), IP(("fe80::1", 0, 3), 64, "eth0")),
    ]
    assert own_addresses(adapters) == [HOME, TUNNEL, NetworkAddress("10.8.0.3", "tun0")]


@pytest.mark.parametrize("fingerprint", ["", "AB:CD"])
def test_the_terminal_names_further_addresses_and_how_to_choose(fingerprint: str) -> None:
    shown = invitation(KEY, "0.0.0.0", 8000, fingerprint=fingerprint, others=[TUNNEL, HOME])
    said = " ".join(shown.split())
    assert "Other addresses of this computer: 10.8.0.2 (tun0), 192.168.1.20 (wlan0). If phones" in said
    assert "another, such as --address 10.8.0.2." in said
    alone = invitation(KEY, "0.0.0.0", 8000, fingerprint=fingerprint)
    assert "address" not in alone.replace("open this address", "")


def test_there_is_no_choice_where_the_host_has_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: [TUNNEL, HOME])
    monkeypatch.setattr(addresses, "on_this_network", lambda: TUNNEL.address)
    assert other_addresses("0.0.0.0", None) == other_addresses("::", None) == [HOME]
    assert other_addresses("0.0.0.0", shown_address("10.8.0.2")) == []
    assert other_addresses("10.8.0.2", None) == other_addresses("127.0.0.1", None) == []


def test_the_address_in_the_network_is_one_of_those_of_this_computer() -> None:
    assert on_this_network() in {"127.0.0.1", *(own.address for own in own_addresses())}
