"""A web server that adds HTTPS to the app: it decrypts requests and passes them on with Caddy's headers."""

from __future__ import annotations

import http.client
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_OF_A_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length", "server", "date"}


@contextmanager
def encrypted(port: int, certificate: Path) -> Iterator[int]:
    """Serve what listens on ``port`` over HTTPS; returns the port of that."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    class Proxy(_Proxy):
        app = port

    with _Server(("127.0.0.1", 0), Proxy) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server.server_port
        server.shutdown()
        serving.join()


class _Server(ThreadingHTTPServer):
    block_on_close = False  # a browser leaves connections open

    def handle_error(self, *_: object) -> None:
        """A browser that does not trust the certificate breaks off and comes again."""


class _Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    app: int

    def do_GET(self) -> None:
        app = http.client.HTTPConnection("127.0.0.1", self.app)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        app.request(self.command, self.path, body or None, self._headers())
        answer = app.getresponse()
        content = answer.read()
        app.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in _OF_A_CONNECTION:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET  # noqa: N815, the name that http.server looks for

    def _headers(self) -> dict[str, str]:
        """The headers of the browser without those that name its own address."""
        claimed = {"X-Forwarded-For": self.client_address[0], "X-Forwarded-Proto": "https"}
        claimed["X-Forwarded-Host"] = self.headers["Host"]
        sent = {name: value for name, value in self.headers.items() if name.title() not in (*claimed, "Host")}
        return {**sent, **claimed}

    def log_message(self, *_: object) -> None:
        pass
