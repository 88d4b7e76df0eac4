"""HTTPS at home: a certificate authority of one's own, and the certificate of this computer made by it.

Needs the package cryptography, which is an extra; only ``home`` and what it imports load it.
"""

from __future__ import annotations

from pathlib import Path


class BadCertificate(Exception):
    """A file with a key and its certificate that cannot be used; the sentence says why and what to do."""

    def __init__(self, path: Path, fault: str) -> None:
        advice = "Delete the file and start the app again: it then makes a new one"
        super().__init__(f"What {path} holds cannot be used: it {fault}. {advice}.")
