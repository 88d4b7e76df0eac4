"""Where phones on this network find the app, and what the terminal says about it."""

from __future__ import annotations

import io
import ipaddress
import re
import socket
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote, urlsplit

import segno

from .keys import Key

if TYPE_CHECKING:
    from ifaddr import Adapter

_NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")
_SHOWN: Final = re.compile(
    r"(?:(https?)://)?(\[[0-9a-f:.]+\]|[^:/\[\]]+)(?::(\d{1,5}))?((?:/[\w~-][\w.~-]*)*)/?",
    re.ASCII | re.IGNORECASE,
)

EVERYWHERE = ("0.0.0.0", "::")  # hosts to listen on that mean every network of this machine


class ShownAddress(NamedTuple):
    """Where phones open the app, as its host says: in a container or behind a proxy it cannot know."""

    scheme: str  # "http", "https", or empty where it is not said
    host: str  # IPv6 in brackets
    port: str  # ":8000", or empty
    path: str = ""  # "/koi", where a web server in front serves the app under it

    def at(self, scheme: str, port: str) -> str:
        """The address, with this scheme and port where none is said."""
        if self.scheme:
            return f"{self.scheme}://{self.host}{self.port}"
        return f"{scheme}://{self.host}{self.port or port}"


class NetworkAddress(NamedTuple):
    """An address of this computer, such as 192.168.1.20, and the system's name of the adapter that has it."""

    address: str
    adapter: str

    def __str__(self) -> str:
        return f"{self.address} ({self.adapter})"


def shown_address(written: str) -> ShownAddress:
    """The address that a host wrote: a name or an IP address, with or without scheme, port and path.

    Raises ValueError.
    """
    text = written.strip()
    if ":" in text and _is_address(text):  # IPv6
        text = f"[{text}]"
    parts = _SHOWN.fullmatch(text)
    host = parts[2].lower().strip("[]") if parts else ""
    is_name = _NAME.fullmatch(host) and not host.rpartition(".")[2].isdigit()  # 192.168.1.300 is none
    if not parts or not (_is_address(host) or is_name) or not 0 < int(parts[3] or 80) < 65536:
        raise ValueError(
            f"“{written}” is not an address. Write it like 192.168.1.20, koi.example.org:8443 or "
            "https://koi.example.org/koi."
        )
    if _is_local(host) or host in EVERYWHERE:
        raise ValueError(
            f"Phones cannot open “{written}”. Write the address of this computer in its network."
        )
    port = f":{int(parts[3])}" if parts[3] else ""
    return ShownAddress((parts[1] or "").lower(), parts[2].lower(), port, parts[4])


def invitation(
    key: Key,
    host: str,
    port: int,
    shown: ShownAddress | None = None,
    fingerprint: str = "",
    others: Sequence[NetworkAddress] = (),
) -> str:
    """The address for phones, the key, the link for this computer, and the QR code for phones.

    ``others``: where phones may find this computer besides.
    ``fingerprint``: of the certificate, where it is one of this computer's own. Link and code then lead to
    the page over plain HTTP that says how to trust it, and carry the key behind “#”, which browsers keep to
    themselves.
    """
    address = _outside(host, port, shown, "https" if fingerprint else "http")
    lines = ["", f"  {address}", "", f"  Key: {key.written}"]
    lines.append(f"  On this computer: {own_link(key, host, port, bool(fingerprint))}")
    if fingerprint:
        lines.append("  Certificate fingerprint (SHA-256), to compare on the phone:")
        lines += [f"  {line}" for line in fingerprint_lines(fingerprint)]
    if not shown and _is_local(shown_host(host)):
        why = (
            f"--host {host} listens to this computer only"
            if _is_local(host)
            else "this computer is in no network"
        )
        return "\n".join((*lines, "", f"  No QR code, because no phone can open this address: {why}.", ""))
    further = " It first shows how to trust this computer." if fingerprint else ""
    if others:
        lines += _choice(others)
    lines += [f"  Scan with a phone to open the app.{further}", ""]
    return "\n".join((*lines, _code(_link(key, address, bool(fingerprint)))))


def _choice(others: Sequence[NetworkAddress]) -> list[str]:
    words = (
        f"Other addresses of this computer: {', '.join(map(str, others))}. If phones cannot open the one "
        f"above, start the app with another, such as --address {others[0].address}."
    )
    return textwrap.wrap(
        words, 78, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def own_link(key: Key, host: str, port: int, secure: bool) -> str:
    """The link that opens the app on the computer that it runs on."""
    own = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return _link(key, f"{'https' if secure else 'http'}://{bracketed(own)}:{port}", secure)


def _link(key: Key, address: str, secure: bool) -> str:
    path = f"/key/{quote(key.normalized)}"
    return first_address(address, path) if secure else address + path


def fingerprint_lines(fingerprint: str) -> list[str]:
    """A fingerprint as people compare it, eight pairs of digits a line."""
    pairs = fingerprint.split(":")
    return [" ".join(pairs[at : at + 8]) for at in range(0, len(pairs), 8)]


def first_address(address: str, path: str) -> str:
    """Where a phone begins that may not trust the certificate yet, on its way to an HTTPS address."""
    return f"http{address.removeprefix('https')}/trust#{path}"


def invitation_behind_proxy(key: Key, host: str, port: int, shown: ShownAddress | None = None) -> str:
    """The invitation when phones come through another web server, whose address only the host knows."""
    if shown:
        address = shown.at("https", "") + shown.path
        lines = ("", f"  {address}", "", f"  Key: {key.written}", "  Scan with a phone to open the app.", "")
        return "\n".join((*lines, _code(_link(key, address, secure=False))))
    waiting = f"  Waiting for your web server on {host}:{port}. Open its address and type the key."
    further = "  More phones: see “Phones and links”."
    return "\n".join(("", waiting, "", f"  Key: {key.written}", further, ""))


def shown_host(host: str) -> str:
    """The host that phones open when the app listens on ``host``."""
    return on_this_network() if host in EVERYWHERE else host


def _outside(host: str, port: int, shown: ShownAddress | None, scheme: str) -> str:
    said = shown or ShownAddress("", bracketed(shown_host(host)), "")
    return said.at(scheme, f":{port}")


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _code(address: str) -> str:
    """The QR code of an address, in characters of a terminal."""
    code = io.StringIO()
    segno.make(address, error="l").terminal(out=code, compact=True)
    return code.getvalue()


def on_this_network() -> str:
    """This machine's address in its network; 127.0.0.1 if it has none.

    Nothing is sent: a datagram socket only looks up which of its addresses a packet would leave from. A
    computer that is itself the access point of the phones has an address, but no way out.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return next((own.address for own in own_addresses()), "127.0.0.1")
        return str(probe.getsockname()[0])


def own_addresses(adapters: Iterable[Adapter] | None = None) -> list[NetworkAddress]:
    """The IPv4 addresses of network adapters that others may open; by default of all of this computer."""
    from ifaddr import get_adapters

    return [
        NetworkAddress(own.ip, adapter.nice_name)
        for adapter in (get_adapters() if adapters is None else adapters)
        for own in adapter.ips
        if isinstance(own.ip, str) and _leads_here(own.ip)
    ]


def _leads_here(address: str) -> bool:
    """False for what means a computer to itself, and for what it has for want of a network."""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local)


def other_addresses(host: str, shown: ShownAddress | None) -> list[NetworkAddress]:
    """Where phones may find this computer besides the address that the app chose; none if a host did."""
    if shown or host not in EVERYWHERE:
        return []
    chosen = on_this_network()
    return [own for own in own_addresses() if own.address != chosen]


_HOST: Final = re.compile(r"([a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*)\.?|\[([0-9a-f:.]+)\]", re.I | re.A)
_PORT: Final = re.compile(r"(?::[0-9]{0,5})?")
_LONGEST_HOST: Final = 253  # letters, RFC 1035 section 2.3.4


def is_host(written: str) -> bool:
    """Whether a header says a name or an address, IPv6 in brackets, with a port or without one."""
    host = _HOST.match(written)
    if host is None or len(host[0]) > _LONGEST_HOST or not _PORT.fullmatch(written, host.end()):
        return False
    if host[2] and not (_is_address(host[2]) and ":" in host[2]):
        return False
    return int(written[host.end() + 1 :] or 80) < 65536


def network_of(address: str) -> str:
    """A visitor's address as it counts: of IPv6 its network, because a phone may use any address in it."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:50]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed.packed, 64), strict=False))
    return str(parsed)


def names_of_this_computer(host: str, shown: ShownAddress | None = None) -> tuple[str, ...]:
    """The names of this computer, its host name first, and its addresses when it listens on ``host``."""
    own = socket.gethostname().lower().rstrip(".")
    short = own.partition(".")[0]
    local = ("localhost", "127.0.0.1", "::1", on_this_network())
    heard = () if host in EVERYWHERE else (host.lower(),)
    said = (shown.host.strip("[]"),) if shown else ()
    names = (own, short, f"{short}.local", *local, *heard, *said)
    return tuple(name for name in dict.fromkeys(names) if _is_address(name) or _NAME.fullmatch(name))


def for_other_phones(scheme: str, host: str, shown: ShownAddress | None, listens_on: str) -> str:
    """The address for other phones when this one opened the app as ``host``, such as localhost:8000."""
    # the name or address, the latter maybe in brackets, and the port with its colon
    parts = re.fullmatch(r"(?:\[(.*)\]|([^:]*))(:\d+)?", host)
    name, port = (parts[1] or parts[2] or "", parts[3] or "") if parts else (host, "")
    if shown:
        return shown.at(scheme, port)
    return (
        f"{scheme}://{bracketed(shown_host(listens_on))}{port}" if _is_local(name) else f"{scheme}://{host}"
    )


def is_only_here(address: str) -> bool:
    """Whether no phone can open an address, because it means this computer alone."""
    return _is_local(urlsplit(address).hostname or "")


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
