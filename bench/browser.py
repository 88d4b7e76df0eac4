"""A headless Chromium as a phone, in front of the app behind its real web server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask

from .table import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

try:
    import playwright.sync_api as sync_api
except ImportError:
    sync_api = None  # type: ignore[assignment]

SCREEN: ViewportSize = {"width": 360, "height": 640}
_SCRIPT = Path(__file__).with_name("phone.js").read_text("utf-8")


class Phones:
    """Phones at a table. ``missing`` says why there are none; it is empty if there are."""

    def __init__(self, browser: Browser | None, address: str, key: str, missing: str = "") -> None:
        self._browser = browser
        self.address = address
        self.key = key
        self.missing = missing

    @contextmanager
    def page(self, slowed: int = 1) -> Iterator[tuple[Page, CDPSession]]:
        """A page of a phone that has the key and has loaded nothing yet; its processor ``slowed`` times."""
        assert self._browser is not None, self.missing
        context = self._browser.new_context(viewport=SCREEN, is_mobile=True, has_touch=True, locale="en")
        context.request.get(f"{self.address}/key/{self.key}", max_redirects=0)  # sets its cookie
        context.add_init_script(_SCRIPT)
        page = context.new_page()
        console = context.new_cdp_session(page)
        if slowed > 1:
            console.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        try:
            yield page, console
        finally:
            context.close()


@contextmanager
def phones(app: Flask, key: str) -> Iterator[Phones]:
    """Chromium from ``CHROMIUM`` or the path, where there is one."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        yield Phones(None, "", "", "no browser; install Chromium or name it in CHROMIUM")
        return
    if sync_api is None:
        yield Phones(None, "", "", "no browser; Playwright is not installed")
        return
    with served(app) as address, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield Phones(browser, address, key)
        finally:
            browser.close()


def troubles() -> tuple[type[Exception], ...]:
    """The errors that are raised if a page is not as the benchmark expects."""
    return (RuntimeError,) if sync_api is None else (RuntimeError, sync_api.Error)


def call(page: Page, name: str, *values: Any) -> Any:
    """What a function of ``phone.js`` returns."""
    return page.evaluate("([name, values]) => phone[name](...values)", [name, list(values)])
