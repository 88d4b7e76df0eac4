"""Where phones on this network find the app."""

from __future__ import annotations

import ipaddress
import socket


def on_this_network() -> str:
    """This machine's address in its network; 127.0.0.1 where it has none.

    Nothing is sent: a datagram socket only looks up which of its addresses a packet would leave from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def is_local(host: str) -> bool:
    """Whether a host name or address means only the machine it is used on."""
    name = host.rsplit(":", 1)[0].strip("[]")
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
