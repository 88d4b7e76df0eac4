"""The app, a certificate, and a web server for the files of ``static``, for the tests marked ``browser``."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import missing

from scorekeeper.addresses import on_this_network

from .fits import IN_BROWSER, LONG_WORDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from .phones import Phone, Served

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app of a fresh installation for the tests of a file: its address, and the installation."""
    from .phones import running

    with running(tmp_path_factory.mktemp("instance")) as app:
        yield app


@pytest.fixture(scope="module")
def shared(browser: Browser, served: Served) -> Iterator[Phone]:
    """A phone for the tests of a file; each leaves it as it was (``forget``)."""
    from .phones import opened

    with opened(browser, served) as page:
        yield page


@pytest.fixture
def scripted(shared: Phone) -> Iterator[Phone]:
    """The shared phone; at the end its console holds no error."""
    from .phones import forget

    yield shared
    forget(shared)


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Phone]:
    """A phone for the tests of a file that see with ``look`` what fits on it."""
    yield from _looking(browser, served, "en")


@pytest.fixture(scope="module", params=LONG_WORDS)
def foreign(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Phone]:
    """The same in a language with long words."""
    yield from _looking(browser, served, request.param)


def _looking(browser: Browser, served: Served, language: str) -> Iterator[Phone]:
    from .phones import opened

    with opened(browser, served, locale=language) as page:
        page.context.add_init_script(IN_BROWSER)
        yield page


@pytest.fixture(scope="session")
def here() -> str:
    """This machine's address in its network: browsers treat localhost as secure."""
    address = on_this_network()
    if address.startswith("127."):
        missing("This machine is in no network.")
    return address


@pytest.fixture(scope="session")
def unknown_certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh certificate for localhost that nobody trusts, with its private key in the same file."""
    if not shutil.which("openssl"):
        missing("There is no openssl here to make a certificate with.")
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
