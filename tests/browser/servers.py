"""A server of the app that goes away and comes back at the same address, as one at home does."""

from __future__ import annotations

import threading
from pathlib import Path

from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server

from scorekeeper.installation import Installation
from scorekeeper.web import create_app

from .phones import Phone, Quiet, Served


class Server:
    """One installation; ``start`` serves it, or another app in its place."""

    def __init__(self, folder: Path) -> None:
        self.installation = Installation(folder)
        self.app = create_app(self.installation)
        self.port = 0
        self._running: tuple[BaseWSGIServer, threading.Thread] | None = None

    def start(self, app: Flask | None = None) -> None:
        self.app = app or self.app
        server = make_server("127.0.0.1", self.port, self.app, threaded=True, request_handler=Quiet)
        self.port = server.server_port
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        serving.start()
        self._running = server, serving

    def stop(self) -> None:
        if self._running:
            server, serving = self._running
            server.shutdown()
            serving.join()
            server.server_close()
            self._running = None

    @property
    def served(self) -> Served:
        return f"http://127.0.0.1:{self.port}", self.installation


def away(server: Server, *phones: Phone) -> None:
    """The server cannot be reached, and these phones have no connection."""
    server.stop()
    for page in phones:
        page.context.set_offline(True)


def back(server: Server, *phones: Phone) -> None:
    """The phones have a connection first: a browser under test gives it to its pages before their worker."""
    for page in phones:
        page.context.set_offline(False)
    server.start()
