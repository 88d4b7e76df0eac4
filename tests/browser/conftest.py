"""A headless Chromium for the tests marked ``browser``, and a web server for the files of ``static``."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from .phones import Served

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, from ``CHROMIUM`` or the path; without one the test is skipped, and fails in CI."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        _missing("There is no Chromium here; install it or name it in the environment as CHROMIUM.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("Playwright is not installed; it is one of the development dependencies.")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app of a fresh installation for the tests of a file: its address, and the installation."""
    from .phones import running

    with running(tmp_path_factory.mktemp("instance")) as app:
        yield app


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh certificate for localhost that nobody trusts, with its private key in the same file."""
    if not shutil.which("openssl"):
        _missing("There is no openssl here to make a certificate with.")
    file = tmp_path_factory.mktemp("certificate") / "localhost.pem"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "-"]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    made = subprocess.run(["openssl", "req", "-x509", *curve, *name], check=True, capture_output=True)
    file.write_bytes(made.stdout)
    return file


@pytest.fixture(scope="session")
def static_files() -> Iterator[str]:
    """The address of a small server for ``static``, such as http://127.0.0.1:40123."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(STATIC))) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


class _Quiet(SimpleHTTPRequestHandler):
    # The content type of a module must not depend on this machine's list of types.
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}  # noqa: RUF012

    def log_message(self, *_: object) -> None:
        pass


def _missing(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
