"""``scorekeeper serve``: the app on this network."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from threading import Thread

import click
from flask import Flask

from .. import serving
from ..addresses import invitation, invitation_behind_proxy
from ..connections import limits
from ..installation import Installation
from ..keys import BadSecret
from ..places import use_folder
from ..store import StoreError
from ..store.trouble import trouble_named
from ..web import create_app
from ..web.warming import warm
from .lines import fail
from .store import INSTANCE


@click.command()
@click.option(
    "--host",
    default="",
    show_default="0.0.0.0; 127.0.0.1 with --proxy",
    help="127.0.0.1: only this machine.",
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--proxy",
    default=0,
    envvar="SCOREKEEPER_PROXY",
    type=click.IntRange(0, 9),
    metavar="N",
    help="Web servers in front of this one, such as 1 for one that adds HTTPS; what they say is believed.",
)
@INSTANCE
def serve(host: str, port: int, threads: int, proxy: int, instance: Path) -> None:
    """Start the app, and show the address and the QR code for the phones on this network.

    \b
    scorekeeper serve --port 8080
    """
    # Whoever reaches the app past the proxy could say what the proxy says, so by default nobody else does.
    host = host or ("127.0.0.1" if proxy else "0.0.0.0")
    try:
        with trouble_named(instance):
            installation = Installation(instance)
            app = create_app(installation, proxies=proxy)
            # One connection stays open, so that SQLite keeps its write-ahead log between two requests: a
            # save then waits for the disk once instead of five times.
            kept_open = installation.open_store()
            kept_open.empty_bin()
            installation.house_rules.empty_bin()
    except (BadSecret, StoreError, OSError) as error:
        fail(error)
    with closing(kept_open):
        try:
            server = serving.server(app, host=host, port=port, threads=threads, **limits(proxy))
        except OSError as error:
            raise click.ClickException(
                f"Port {port} cannot be used: {error.strerror}. Try --port {port + 1}."
            ) from error
        invite = invitation_behind_proxy if proxy else invitation
        click.echo(invite(installation.secrets.key, host, port))
        sys.stdout.flush()
        Thread(target=_warmed, args=(app,), name="warming", daemon=True).start()
        use_folder(instance)  # where scoresheets look for fonts
        serving.run(server)


def _warmed(app: Flask) -> None:
    """Do the app's first work at once, while the players scan the code."""
    warm(app)
    serving.settle()
