"""The certificate of this computer, made by a certificate authority of its own, which its phones trust.

Whether a new one is due is asked at every connection and not only at the start, so a new address, a clock
that was set meanwhile and a year without a restart need nothing else. The authority can vouch only for
names and addresses of home networks (name constraints, RFC 5280 section 4.2.1.10) and for no further
authority (path length 0): a phone that trusts it is not deceived about a bank, even if somebody steals the
private key.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ..store.files import write_atomic, write_if_absent
from . import BadCertificate

_LONGEST_VALIDITY: Final = timedelta(days=397)  # browsers accept no more
_BACK: Final = timedelta(days=2)  # begins so long ago, for phones whose clock is slow
_LEAST: Final = timedelta(days=30)  # left; with less it is made anew


class _Issued(NamedTuple):
    """What a certificate says: for which names and addresses it is, and when it is valid."""

    names: frozenset[str]
    since: datetime
    until: datetime

    def is_good(self, names: Iterable[str], now: datetime) -> bool:
        return self.names.issuperset(names) and self.since <= now <= self.until - _LEAST


class HomeCertificate:
    """The certificate and its authority in a folder. Raises BadCertificate, OSError when it is made.

    ``names``: what this computer is called and its addresses; ``clock`` returns the time in UTC.
    """

    def __init__(
        self, folder: Path, names: Iterable[str], clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        wanted = tuple(names)
        self.authority = kept_authority(folder / "authority.pem", wanted)
        self._path = folder / "certificate.pem"
        self._names = frozenset(filter(self.authority.permits, wanted))
        self._clock = clock
        self._issued = _read(self._path, self.authority) if self._path.exists() else None
        if not self._issued or not self._issued.is_good(self._names, clock()):
            self._renew(self._names)
        self._context = _context(self._path)

    def covers(self, name: str) -> bool:
        """Whether the certificate is for a name or address."""
        return self._issued is not None and name in self._issued.names

    def context(self, address: str) -> ssl.SSLContext:
        """What encrypts a connection to an address of this computer, with a certificate that is valid now.

        If it cannot be written, the one before stays in use.
        """
        names = self._names | {address} if self.authority.permits(address) else self._names
        if self._issued and not self._issued.is_good(names, self._clock()):
            with suppress(OSError):
                self._renew(names)
                self._context = _context(self._path)
        return self._context

    def _renew(self, names: frozenset[str]) -> None:
        pair = _issue(self.authority, sorted(names), self._clock())
        write_atomic(self._path, pair.pem(self.authority.certificate))
        self._names, self._issued = names, _said_by(pair.certificate)


def _read(path: Path, authority: Authority) -> _Issued:
    certificate = read(path).certificate
    try:
        certificate.verify_directly_issued_by(authority.certificate)
        return _said_by(certificate)
    except (InvalidSignature, ValueError, TypeError, x509.ExtensionNotFound) as error:
        raise BadCertificate(path, f"is not of {authority.path}") from error


def _said_by(certificate: x509.Certificate) -> _Issued:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = (str(address) for address in names.get_values_for_type(x509.IPAddress))
    return _Issued(
        frozenset((*names.get_values_for_type(x509.DNSName), *addresses)),
        certificate.not_valid_before_utc,
        certificate.not_valid_after_utc,
    )


def _issue(authority: Authority, names: Iterable[str], now: datetime) -> KeyPair:
    """A certificate for these names and addresses, with a new private key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Koi-Koi scorekeeper")])
    since = (now - _BACK).replace(microsecond=0)
    until = since + _LONGEST_VALIDITY - timedelta(seconds=1)
    issuer = authority.key.public_key()
    serial = x509.random_serial_number()
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
    builder = x509.CertificateBuilder(
        authority.certificate.subject, name, key.public_key(), serial, since, until
    )
    certificate = (
        builder.add_extension(x509.SubjectAlternativeName(map(_general, names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)  # signs what is said when a connection begins
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return KeyPair(key, certificate)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _context(path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION  # a client could make a connection read in order to write
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(path)
    return context


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

    def __init__(self, pair: KeyPair, path: Path) -> None:
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
        write_if_absent(path, _made(tuple(names)).pem())
    pair = read(path)
    if not _is_authority(pair.certificate):
        raise BadCertificate(path, "has a certificate that may not vouch for others")
    return Authority(pair, path)


def _made(names: tuple[str, ...]) -> KeyPair:
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
    return KeyPair(key, certificate)


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


PrivateKey = EllipticCurvePrivateKey | RSAPrivateKey  # the kinds that every browser knows
_KEY_MARK: Final = b"PRIVATE KEY-----"


class KeyPair(NamedTuple):
    """A private key and the certificate of its public key."""

    key: PrivateKey
    certificate: x509.Certificate

    def pem(self, *further: x509.Certificate) -> bytes:
        """Both as text, with the certificates that lead to one that browsers trust."""
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        chain = (self.certificate, *further)
        return key + b"".join(certificate.public_bytes(Encoding.PEM) for certificate in chain)


def read(path: Path) -> KeyPair:
    """The pair in a file. Raises BadCertificate."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadCertificate(path, f"cannot be read ({error.strerror})") from error
    if _KEY_MARK not in content:
        raise BadCertificate(path, "has no private key")
    try:
        key = load_pem_private_key(content, None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadCertificate(path, "has a private key that is damaged or locked by a password") from error
    try:
        certificate = x509.load_pem_x509_certificate(content)
    except ValueError as error:
        raise BadCertificate(path, "has no certificate beside its private key") from error
    if not isinstance(key, PrivateKey):
        raise BadCertificate(path, "has a private key of a kind that browsers do not know")
    if key.public_key() != certificate.public_key():
        raise BadCertificate(path, "has a certificate of another private key")
    return KeyPair(key, certificate)
