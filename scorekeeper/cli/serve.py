"""``scorekeeper serve``: the app on this network."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click
from flask import Flask

from .. import server as web_server
from ..addresses import (
    EVERYWHERE,
    ShownAddress,
    bracketed,
    invitation,
    invitation_behind_proxy,
    names_of_this_computer,
    other_addresses,
    own_link,
    shown_address,
    shown_host,
)
from ..certificates import BadCertificate
from ..folders import use_folder
from ..installation import chosen, location
from ..keys import BadSecret
from ..store import StoreError
from ..store.errors import trouble_named
from ..web import create_app
from ..web.warmup import warm
from .lines import fail
from .store import INSTANCE

if TYPE_CHECKING:
    from ..certificates.home import HomeCertificate
    from ..keys import Key


def _address(_: click.Context, __: click.Parameter, written: str | None) -> ShownAddress | None:
    try:
        return None if written is None else shown_address(written)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


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
@click.option(
    "--address",
    callback=_address,
    envvar="SCOREKEEPER_ADDRESS",
    metavar="ADDRESS",
    help="Address for phones in the QR code and in links, such as 192.168.1.20 or https://koi.example.org, "
    "where it is not the one that this computer shows.",
)
@click.option("--open", "opens", is_flag=True, help="Open the app in the browser of this computer.")
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
def serve(
    host: str,
    port: int,
    address: ShownAddress | None,
    opens: bool,
    threads: int,
    proxy: int,
    secure: bool,
    hsts: bool,
    instance: Path,
) -> None:
    """Start the app, and show the address and QR code for phones.

    \b
    scorekeeper serve --open
    scorekeeper serve --port 8080
    scorekeeper serve --https
    """
    _refuse_together(proxy, secure, hsts)
    if address:
        _refuse_address(address, proxy, secure)
    # Whoever reaches the app past the proxy could say what the proxy says, so by default nobody else does.
    host = host or ("127.0.0.1" if proxy else "0.0.0.0")
    try:
        with trouble_named(instance):
            installation = chosen(instance)
            certificate = _certificate(instance, host, address) if secure else None
            authority = certificate.authority if certificate else None
            app = create_app(
                installation,
                proxies=proxy,
                hsts=hsts,
                authority=authority,
                address=address,
                listens_on=EVERYWHERE[0] if proxy else host,  # a proxy is told where phones find it
            )
            installation.open_store().close()
    except (BadCertificate, BadSecret, StoreError, OSError, ValueError) as error:
        fail(error)
    try:
        server = web_server.server(
            app,
            threads=threads,
            listen=f"{bracketed(host)}:{port}",
            proxies=proxy,
            contexts=certificate.context if certificate else None,
        )
    except OSError as error:
        raise click.ClickException(
            f"Port {port} cannot be used: {error.strerror}. Try --port {port + 1}."
        ) from error
    port = web_server.port_of(server)
    key = installation.secrets.key
    if certificate:
        click.echo(_secure_invitation(certificate, key, host, port, address))
    elif proxy:
        click.echo(invitation_behind_proxy(key, host, port, address))
    else:
        click.echo(invitation(key, host, port, address, others=other_addresses(host, address)))
    click.echo(f"  Your matches, rules and key are in {location(instance)}.")
    sys.stdout.flush()
    if opens:
        link = own_link(key, host, port, secure)
        Thread(target=_open, args=(link,), name="browser", daemon=True).start()
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


def _refuse_address(address: ShownAddress, proxy: int, secure: bool) -> None:
    if proxy and not address.scheme:
        raise click.UsageError(
            "With --proxy write the whole --address of your web server, such as https://koi.example.org."
        )
    if address.path and not proxy:
        raise click.UsageError(
            "An --address with a path needs --proxy, with a web server in front of the app."
        )
    if address.scheme == "http" and secure:
        raise click.UsageError("With --https an --address cannot begin with http://.")
    if address.scheme == "https" and not secure and not proxy:
        raise click.UsageError(
            "An --address with https:// needs --https, or --proxy with a web server in front of the app."
        )


def _certificate(instance: Path, host: str, address: ShownAddress | None) -> HomeCertificate:
    """The certificate of this computer. Raises BadCertificate, OSError."""
    try:
        from ..certificates.home import HomeCertificate
    except ImportError:
        fail(f"--https needs one more package. Install it: {sys.executable} -m pip install cryptography")
    return HomeCertificate(instance / "https", names_of_this_computer(host, address))


def _secure_invitation(
    certificate: HomeCertificate, key: Key, host: str, port: int, address: ShownAddress | None
) -> str:
    others = other_addresses(host, address)
    said = invitation(key, host, port, address, certificate.authority.fingerprint, others)
    shown = address.host.strip("[]") if address else shown_host(host)
    if certificate.covers(shown):
        return said
    return f"""{said}
  The certificate authority in {certificate.authority.path} was made for other
  addresses than {shown}: phones will warn of it. Delete the folder around it and start again; every phone
  then has to trust the new one.
"""


def _open(link: str) -> None:
    if not webbrowser.open(link):
        click.echo("No browser was found on this computer. Open the link above yourself.", err=True)


def _warmed(app: Flask) -> None:
    """Do the app's first work at once, while the players scan the code."""
    warm(app)
    web_server.settle()
