"""A headless Chromium for the tests marked ``browser``.

The one without windows is taken where it is installed: it draws the same with two thirds of the work.
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


_WHOLE: Final = ("chromium", "chromium-browser")
_LEAN: Final = "chromium-headless-shell"
FLAGS: Final = ("--no-sandbox", "--disable-gpu")


def executable(*, whole: bool = False) -> str:
    """Chromium, from ``CHROMIUM`` or the path; without one the test is skipped, and fails in CI.

    Only the ``whole`` one grants what a person is asked for, such as to keep the screen on.
    """
    names = (os.environ.get("CHROMIUM", ""), "" if whole else _LEAN, *_WHOLE)
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
    """The address and the text of every open page, for whoever has only the log of a failure."""
    pages = [page for context in browser.contexts for page in context.pages]
    return "\n\n".join(f"{page.url}\n{page.locator('body').inner_text(timeout=1000)}" for page in pages)


def missing(why: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
