"""A private key and its certificate in one file, so that one is never found without the other."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from .errors import BadCertificate

PrivateKey = EllipticCurvePrivateKey | RSAPrivateKey  # the kinds that every browser knows
_KEY_MARK: Final = b"PRIVATE KEY-----"


class Pair(NamedTuple):
    """A private key and the certificate of its public key."""

    key: PrivateKey
    certificate: x509.Certificate

    def pem(self, *further: x509.Certificate) -> bytes:
        """Both as text, with the certificates that lead to one that browsers trust."""
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        chain = (self.certificate, *further)
        return key + b"".join(certificate.public_bytes(Encoding.PEM) for certificate in chain)


def read(path: Path) -> Pair:
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
    return Pair(key, certificate)
