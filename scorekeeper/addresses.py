"""Where phones on this network find the app, and what the terminal says about it."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
from urllib.parse import quote

import segno

from .keys import Key

_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")

EVERYWHERE = ("0.0.0.0", "::")  # hosts to listen on that mean every network of this machine


def invitation(key: Key, host: str, port: int) -> str:
    """The address for the phones on this network, the key, and the QR code that carries both."""
    address = _address("http", host, port)
    lines = ("", f"  {address}", "", f"  Key: {key.written}", "  Scan with a phone to open the app:", "")
    return "\n".join((*lines, _code(f"{address}/key/{quote(key.normalized)}")))


def secure_invitation(key: Key, host: str, port: int, fingerprint: str) -> str:
    """The invitation to the app over HTTPS with a certificate of this computer's own.

    The code leads to the page over plain HTTP that says how to trust it, and carries the key behind “#”,
    which browsers keep to themselves.
    """
    address = _address("https", host, port)
    scanned = first_address(address, f"/key/{quote(key.normalized)}")
    further = (
        "  Scan with a phone to open the app. It first shows how to trust this computer.",
        "  Certificate fingerprint (SHA-256), to compare on the phone:",
        *(f"  {line}" for line in fingerprint_lines(fingerprint)),
        "",
    )
    return "\n".join(("", f"  {address}", "", f"  Key: {key.written}", *further, _code(scanned)))


def fingerprint_lines(fingerprint: str) -> list[str]:
    """A fingerprint as people compare it, eight pairs of digits a line."""
    pairs = fingerprint.split(":")
    return [" ".join(pairs[at : at + 8]) for at in range(0, len(pairs), 8)]


def first_address(address: str, path: str) -> str:
    """Where a phone begins that may not trust the certificate yet, on its way to an HTTPS address."""
    return f"http{address.removeprefix('https')}/trust#{path}"


def invitation_behind_proxy(key: Key, host: str, port: int) -> str:
    """The invitation when phones come through another web server, whose address only the host knows."""
    waiting = f"  Waiting for your web server on {host}:{port}. Open its address and type the key."
    further = "  More phones: see “Phones and links”."
    return "\n".join(("", waiting, "", f"  Key: {key.written}", further, ""))


def shown_host(host: str) -> str:
    """The host that phones open when the app listens on ``host``."""
    return on_this_network() if host in EVERYWHERE else host


def _address(scheme: str, host: str, port: int) -> str:
    shown = shown_host(host)
    return f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{port}"


def _code(address: str) -> str:
    """The QR code of an address, in characters of a terminal."""
    code = io.StringIO()
    segno.make(address, error="l").terminal(out=code, compact=True)
    return code.getvalue()


def on_this_network() -> str:
    """This machine's address in its network; 127.0.0.1 if it has none.

    Nothing is sent: a datagram socket only looks up which of its addresses a packet would leave from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def names_of_this_computer(host: str) -> tuple[str, ...]:
    """The names of this computer, its host name first, and its addresses when it listens on ``host``."""
    own = socket.gethostname().lower().rstrip(".")
    short = own.partition(".")[0]
    local = ("localhost", "127.0.0.1", "::1", on_this_network())
    heard = () if host in EVERYWHERE else (host.lower(),)
    names = (own, short, f"{short}.local", *local, *heard)
    return tuple(name for name in dict.fromkeys(names) if _is_address(name) or _NAME.fullmatch(name))


def for_other_phones(host: str) -> str:
    """Host and port for other phones when this one opened the app as ``host``, such as localhost:8000."""
    name, port = _parts(host)
    return f"{on_this_network()}{port}" if _is_local(name) else host


def _is_local(name: str) -> bool:
    """True if the host name means this machine only."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _parts(host: str) -> tuple[str, str]:
    """Name or address without brackets, and the port with its colon or an empty text."""
    parts = re.fullmatch(r"(?:\[(.*)\]|([^:]*))(:\d+)?", host)
    return (parts[1] or parts[2] or "", parts[3] or "") if parts else (host, "")
