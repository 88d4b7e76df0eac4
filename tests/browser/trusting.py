"""Phones that trust the certificate of a computer at home, as that has been explained to them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chromium import FLAGS, executable, missing
from patience import PATIENCE
from playwright.sync_api import Browser, BrowserContext, ViewportSize
from serving import Served

from scorekeeper.installation import Installation

PHONE: ViewportSize = {"width": 360, "height": 640}


def key_of(server: Served) -> str:
    return Installation(server.folder).secrets.key.normalized


def without_key(content: bytes) -> bytes:
    """The certificate of an authority, as it is downloaded."""
    return content[content.index(b"-----BEGIN CERTIFICATE") :]


@contextmanager
def trusting(browser: Browser, folder: Path, certificate: bytes) -> Iterator[BrowserContext]:
    """A browser of its own in which somebody has installed the downloaded certificate."""
    if not shutil.which("certutil"):
        missing("There is no certutil here to install a certificate with.")
    database = folder / ".pki" / "nssdb"
    database.mkdir(parents=True)
    (folder / "koi-koi.crt").write_bytes(certificate)
    add = ["-A", "-t", "C,,", "-n", "koi", "-i", str(folder / "koi-koi.crt")]
    for command in (["-N", "--empty-password"], add):
        subprocess.run(["certutil", "-d", f"sql:{database}", *command], check=True, capture_output=True)
    launched = browser.browser_type.launch(
        executable_path=executable(), args=FLAGS, env={**os.environ, "HOME": str(folder)}
    )
    context = launched.new_context(viewport=PHONE, locale="en")
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    launched.close()
