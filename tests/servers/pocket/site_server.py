"""A web server of files and nothing else, which can be away and can serve another version."""

from __future__ import annotations

import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from patience import PATIENCE

PATH: Final = "/games/koi-koi/"
WITHIN: Final = f"{PATH}second/"  # another site, with the same files


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that was killed reads no further."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class SiteServer:
    """Serves ``folder`` under ``address``; what it is asked for is in ``asked``.

    The file whose name is in ``broken`` has no answer but a connection that ends, once that is set.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.broken: dict[str, threading.Event] = {}
        self._port = 0
        self._server: _Server | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}{PATH}"

    def start(self) -> None:
        site = self

        class Handler(SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                site.asked.append(path)
                root = next((root for root in (WITHIN, PATH) if path.startswith(root)), None)
                inside = path.split("?")[0].removeprefix(root) if root else "outside"
                return str(site.folder / (inside or "index.html"))

            def send_head(self) -> BytesIO | BinaryIO | None:
                if broken := site.broken.get(self.path.rpartition("/")[2]):
                    broken.wait(PATIENCE)
                    raise ConnectionAbortedError
                del self.headers["If-Modified-Since"]  # versions of the tests are made within a second
                return super().send_head()

            def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
                body = (site.folder / "404.html").read_bytes()  # as hosts of such folders do by themselves
                self.send_response(code)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = _Server(("127.0.0.1", self._port), Handler)
        self._port = self._server.server_port
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
