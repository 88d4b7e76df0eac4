"""The certificate of this computer: made by its own authority, and made anew whenever that is due.

Whether it is due is asked at every connection and not only at the start, so a new address, a clock that was
set meanwhile and a year without a restart need nothing else.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ..store.files import write_whole
from . import pairs
from .authority import Authority, kept_authority
from .errors import BadCertificate

_LONGEST: Final = timedelta(days=397)  # browsers accept no more
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
        write_whole(self._path, pair.pem(self.authority.certificate))
        self._names, self._issued = names, _said_by(pair.certificate)


def _read(path: Path, authority: Authority) -> _Issued:
    certificate = pairs.read(path).certificate
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


def _issue(authority: Authority, names: Iterable[str], now: datetime) -> pairs.Pair:
    """A certificate for these names and addresses, with a new private key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Koi-Koi scorekeeper")])
    since = (now - _BACK).replace(microsecond=0)
    until = since + _LONGEST - timedelta(seconds=1)
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
    return pairs.Pair(key, certificate)


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
