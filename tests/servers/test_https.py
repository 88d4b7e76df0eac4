"""The real command behind a server that adds HTTPS, used by a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
import segno
import serving
from browser.phones import Phone, Served
from browser.playing import begin_by_form, coins, save, stopped
from browser.tls import encrypted
from patience import PATIENCE
from playwright.sync_api import Browser

from scorekeeper.installation import Installation

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, unknown_certificate: Path) -> Iterator[Served]:
    """The address over HTTPS of ``scorekeeper serve --proxy 1 --hsts``, and its installation."""
    folder = tmp_path_factory.mktemp("https")
    with (
        serving.served(folder, "--proxy", "1", "--hsts") as server,
        encrypted(server.port, unknown_certificate) as port,
    ):
        yield f"https://localhost:{port}", Installation(folder)


@pytest.mark.slow
def test_a_match_is_played_over_https(browser: Browser, served: Served) -> None:
    address, installation = served
    context = browser.new_context(base_url=address, ignore_https_errors=True, locale="en")
    context.set_default_timeout(PATIENCE * 1000)
    page = cast(Phone, context.new_page())
    page.scripted = True
    page.goto("/")
    page.get_by_label("Key").fill(installation.key.upper())
    page.get_by_role("button", name="Open").click()
    page.get_by_role("link", name="New match").wait_for()

    begin_by_form(page)
    stopped(page, 0)
    save(page)
    assert coins(page) == [105, 95]

    page.goto("/settings")
    page.get_by_role("button", name="Nederlands").click()
    page.locator('html[lang="nl"]').wait_for()

    cookies = {cookie["name"]: cookie for cookie in context.cookies()}
    assert set(cookies) == {f"__Host-scorekeeper-{installation.id}", f"language-{installation.id}"}
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
    picture = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    assert re.findall(r' d="([^"]+)"', picture) == [page.locator("svg.qr path").last.get_attribute("d")]
