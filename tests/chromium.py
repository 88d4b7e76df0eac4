"""A headless Chromium for the tests marked ``browser``."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def launched() -> Iterator[Browser]:
    """Chromium, from ``CHROMIUM`` or the path; without one the test is skipped, and fails in CI."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        missing("There is no Chromium here; install it or name it in the environment as CHROMIUM.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed; it is one of the development dependencies.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def on_screen(browser: Browser) -> str:
    """The address and the text of every open page, for whoever has only the log of a failure."""
    pages = [page for context in browser.contexts for page in context.pages]
    return "\n\n".join(f"{page.url}\n{page.locator('body').inner_text(timeout=1000)}" for page in pages)


def missing(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
