"""The real command behind a server that adds HTTPS, used by a real browser."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
import segno
from playwright.sync_api import Browser

from scorekeeper.installation import Installation

from .phones import Phone, Served
from .playing import begin, coins, save, stopped
from .tls import encrypted

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, certificate: Path) -> Iterator[Served]:
    """The address over HTTPS of ``scorekeeper serve --proxy 1 --hsts``, and its installation."""
    folder = tmp_path_factory.mktemp("https")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "scorekeeper", "serve", "--proxy", "1", "--hsts", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--instance", str(folder / "instance")],
        stdout=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")},
    )
    try:
        listening(port)
        with encrypted(port, certificate) as https:
            yield f"https://localhost:{https}", Installation(folder / "instance")
    finally:
        server.terminate()
        server.wait(15)


def listening(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the app does not start")


def test_a_match_is_played_over_https(browser: Browser, served: Served) -> None:
    address, installation = served
    context = browser.new_context(base_url=address, ignore_https_errors=True, locale="en")
    page = cast(Phone, context.new_page())
    page.scripted = True
    page.goto("/")
    page.get_by_label("Key").fill(installation.key.upper())
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(f"{address}/")

    begin(page)
    stopped(page, 0)
    save(page)
    assert coins(page) == [105, 95]

    page.goto("/settings")
    page.get_by_role("button", name="Nederlands").click()
    page.locator('html[lang="nl"]').wait_for()

    cookies = {cookie["name"]: cookie for cookie in context.cookies()}
    assert set(cookies) == {"__Host-scorekeeper", "language"}
    for cookie in cookies.values():
        assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Lax")
    answer = page.goto("/phones")
    assert answer is not None
    assert "max-age=" in answer.headers["strict-transport-security"]  # as told
    shown = page.locator("b").first.inner_text()
    assert shown.startswith("https://")
    leads_to(page, f"{shown}/key/{installation.secrets.key.normalized}")
    context.close()


def leads_to(page: Phone, address: str) -> None:
    """The QR code on the page is the one of this address."""
    picture = segno.make(address, error="m").svg_inline(scale=6, border=2, omitsize=True)
    assert re.findall(r' d="([^"]+)"', picture) == [page.locator("svg.qr path").last.get_attribute("d")]
