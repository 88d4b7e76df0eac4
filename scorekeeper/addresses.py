"""Where phones on this network find the app, and what the terminal says about it."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
from urllib.parse import quote

import segno

from .keys import Key

EVERYWHERE = ("0.0.0.0", "::")  # hosts to listen on that mean every network of this machine


def invitation(key: Key, host: str, port: int) -> str:
    """The address for the phones on this network, the key, and the QR code that carries both."""
    shown = on_this_network() if host in EVERYWHERE else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    code = io.StringIO()
    segno.make(f"{address}/key/{quote(key.normalized)}", error="l").terminal(out=code, compact=True)
    lines = ("", f"  {address}", "", f"  Key: {key.written}", "  A phone that scans this code is let in:", "")
    return "\n".join((*lines, code.getvalue()))


def invitation_behind_proxy(key: Key, host: str, port: int) -> str:
    """The invitation when phones come through another web server, whose address only the host knows."""
    waiting = f"  Waiting for your web server on {host}:{port}. Open its address and type the key."
    further = "  The code for further phones is on the page “Phones at this table”."
    return "\n".join(("", waiting, "", f"  Key: {key.written}", further, ""))


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


def _parts(host: str) -> tuple[str, str]:
    """Name or address without brackets, and the port with its colon or an empty text."""
    parts = re.fullmatch(r"(?:\[(.*)\]|([^:]*))(:\d+)?", host)
    return (parts[1] or parts[2] or "", parts[3] or "") if parts else (host, "")
