"""The certificate authority of an installation: made once, and trusted by the phones of its table.

It can vouch only for names and addresses of home networks (name constraints, RFC 5280 section 4.2.1.10) and
for no further authority (path length 0). A phone that trusts it is not deceived about a bank, even if
somebody steals the private key.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cached_property
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ..store.files import write_first
from . import pairs
from .errors import BadCertificate

_OUR_NAME: Final = "Koi-Koi scorekeeper"
_LONGEST_NAME: Final = 64  # characters of a common name, RFC 5280

# Fixed, so that a clock that was wrong at the first start does not spoil the authority for ever.
_SINCE: Final = datetime(2020, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(2049, 12, 31, tzinfo=UTC)

_HOME_NAMES: Final = ("localhost", "local", "home.arpa", "internal", "lan")  # and every name below them
_HOME_NETWORKS: Final = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    "100.64.0.0/10",  # providers and private networks over the internet
    *("::1/128", "fc00::/7", "fe80::/10"),
)


class Authority:
    """A certificate authority with its private key."""

    def __init__(self, pair: pairs.Pair, path: Path) -> None:
        self.path = path
        self.key, self.certificate = pair

    @property
    def name(self) -> str:
        """The name under which phones list it."""
        names = self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(names[0].value) if names else self.certificate.subject.rfc4514_string()

    @cached_property
    def file(self) -> bytes:
        """The certificate as phones install it (DER); the private key is not in it."""
        return self.certificate.public_bytes(Encoding.DER)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as pairs of digits: 5A:0F:…"""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def is_limited(self) -> bool:
        """Whether it cannot vouch for the internet; one that somebody else made may be able to."""
        return not self.permits("www.example.com")

    def permits(self, name: str) -> bool:
        """Whether it may vouch for a name or address, by its own name constraints."""
        try:
            constraints = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        except x509.ExtensionNotFound:
            return True
        return any(_lies_in(name, subtree.value) for subtree in constraints.permitted_subtrees or ())


def kept_authority(path: Path, names: Iterable[str]) -> Authority:
    """The authority in a file, made at the first call. Raises BadCertificate, OSError.

    ``names``: what this computer is called and its addresses, the first one its host name. The authority
    may vouch for these addresses too, even if they are not of a home network; never for further names, for a
    computer may be called ``dev`` or ``app``.
    """
    if not path.exists():
        write_first(path, _made(tuple(names)).pem())
    pair = pairs.read(path)
    if not _is_authority(pair.certificate):
        raise BadCertificate(path, "has a certificate that may not vouch for others")
    return Authority(pair, path)


def _made(names: tuple[str, ...]) -> pairs.Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    # iPhones do not list an authority without a common name among those that may be trusted.
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{_OUR_NAME} of {names[0]}"[:_LONGEST_NAME])])
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    home = [_subtree(part) for part in (*_HOME_NAMES, *_HOME_NETWORKS)]
    own = [_subtree(name) for name in names if _is_address(name)]  # a name would allow every name below it
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), _SINCE, _UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)  # signs certificates and lists of revoked ones
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.NameConstraints([*home, *own], None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return pairs.Pair(key, certificate)


def _is_authority(certificate: x509.Certificate) -> bool:
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except (x509.ExtensionNotFound, ValueError):
        return False


def _subtree(part: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_network(part))
    except ValueError:
        return x509.DNSName(part)


def _is_address(name: str) -> bool:
    return isinstance(_subtree(name), x509.IPAddress)


def _lies_in(name: str, subtree: object) -> bool:
    try:
        address = ip_address(name)
    except ValueError:
        return isinstance(subtree, str) and f".{name}".endswith(f".{subtree.removeprefix('.')}")
    return not isinstance(subtree, str) and address in subtree  # type: ignore[operator]
