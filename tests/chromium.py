"""A headless Chromium for the tests marked ``browser``.

It is the whole browser, as people have it. The shell without windows that some systems also have asks for no
icon, and grants nothing that a person is asked for, such as to keep the screen on.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


FLAGS: Final = ("--no-sandbox", "--disable-gpu")


def executable() -> str:
    """Chromium, from ``CHROMIUM`` or the path; without one the test is skipped, and fails in CI."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser")
    found = next(filter(None, map(shutil.which, names)), None)
    return found or missing("There is no Chromium here; install it or name it as CHROMIUM.")


@contextmanager
def launched() -> Iterator[Browser]:
    chromium = executable()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed; it is one of the development dependencies.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


def on_screen(browser: Browser) -> str:
    """Address, complaints and text of every open page, for whoever has only the log of a failure."""
    pages = [page for context in browser.contexts for page in context.pages]
    return "\n\n".join(
        "\n".join((page.url, *getattr(page, "complaints", ()), page.locator("body").inner_text(timeout=1000)))
        for page in pages
    )


def missing(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
