"""``scorekeeper serve``: the app on this network."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click
from flask import Flask

from .. import server as web_server
from ..addresses import (
    invitation,
    invitation_behind_proxy,
    names_of_this_computer,
    secure_invitation,
    shown_host,
)
from ..certificates.errors import BadCertificate
from ..folders import use_folder
from ..installation import chosen
from ..keys import BadSecret
from ..server import encrypt, limits
from ..store import StoreError
from ..store.errors import trouble_named
from ..web import create_app
from ..web.warmup import warm
from .lines import fail
from .store import INSTANCE

if TYPE_CHECKING:
    from ..certificates.home import HomeCertificate
    from ..keys import Key


@click.command()
@click.option(
    "--host",
    default="",
    show_default="0.0.0.0; 127.0.0.1 with --proxy",
    help="Address to listen on; 127.0.0.1 for this computer only.",
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 for any free one.",
)
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--proxy",
    default=0,
    envvar="SCOREKEEPER_PROXY",
    type=click.IntRange(0, 9),
    metavar="N",
    help="Number of reverse proxies in front (usually 1). Their headers are trusted.",
)
@click.option(
    "--https",
    "secure",
    is_flag=True,
    envvar="SCOREKEEPER_HTTPS",
    help="Use HTTPS with a certificate made here. Each phone must be told once to trust it.",
)
@click.option(
    "--hsts",
    is_flag=True,
    envvar="SCOREKEEPER_HSTS",
    help="With --proxy: tell browsers to use HTTPS only, for two years.",
)
@INSTANCE
def serve(host: str, port: int, threads: int, proxy: int, secure: bool, hsts: bool, instance: Path) -> None:
    """Start the app, and show the address and QR code for phones.

    \b
    scorekeeper serve --port 8080
    scorekeeper serve --https
    """
    _refuse_together(proxy, secure, hsts)
    # Whoever reaches the app past the proxy could say what the proxy says, so by default nobody else does.
    host = host or ("127.0.0.1" if proxy else "0.0.0.0")
    try:
        with trouble_named(instance):
            installation = chosen(instance)
            certificate = _certificate(instance, host) if secure else None
            authority = certificate.authority if certificate else None
            app = create_app(installation, proxies=proxy, hsts=hsts, authority=authority)
            installation.open_store().close()
    except (BadCertificate, BadSecret, StoreError, OSError, ValueError) as error:
        fail(error)
    try:
        server = web_server.server(app, host=host, port=port, threads=threads, **limits(proxy))
    except OSError as error:
        raise click.ClickException(
            f"Port {port} cannot be used: {error.strerror}. Try --port {port + 1}."
        ) from error
    port = web_server.port_of(server)
    key = installation.secrets.key
    if certificate:
        encrypt(server, certificate.context)
        click.echo(_secure_invitation(certificate, key, host, port))
    else:
        invite = invitation_behind_proxy if proxy else invitation
        click.echo(invite(key, host, port))
    sys.stdout.flush()
    Thread(target=_warmed, args=(app,), name="warming", daemon=True).start()
    use_folder(instance)  # where scoresheets look for fonts
    web_server.run(server)


def _refuse_together(proxy: int, secure: bool, hsts: bool) -> None:
    if proxy and secure:
        raise click.UsageError("Use --proxy or --https, not both.")
    if hsts and not proxy:
        raise click.UsageError(
            "--hsts is for a web server in front whose certificate every browser trusts: use it with --proxy."
        )


def _certificate(instance: Path, host: str) -> HomeCertificate:
    """The certificate of this computer. Raises BadCertificate, OSError."""
    try:
        from ..certificates.home import HomeCertificate
    except ImportError:
        fail(f"--https needs one more package. Install it: {sys.executable} -m pip install cryptography")
    return HomeCertificate(instance / "https", names_of_this_computer(host))


def _secure_invitation(certificate: HomeCertificate, key: Key, host: str, port: int) -> str:
    said = secure_invitation(key, host, port, certificate.authority.fingerprint)
    shown = shown_host(host)
    if certificate.covers(shown):
        return said
    return f"""{said}
  The certificate authority in {certificate.authority.path} was made for other
  addresses than {shown}: phones will warn of it. Delete the folder around it and start again; every phone
  then has to trust the new one.
"""


def _warmed(app: Flask) -> None:
    """Do the app's first work at once, while the players scan the code."""
    warm(app)
    web_server.settle()
