"""A headless Chromium as a phone, in front of the app behind its real web server; what a thumb does on it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .rows import Missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

SCREEN: ViewportSize = {"width": 360, "height": 640}
_SCRIPT = Path(__file__).with_name("phone.js").read_text("utf-8")


class Phones:
    """Phones that have the key of one server."""

    def __init__(self, browser: Browser, address: str, key: str) -> None:
        self._browser, self.address, self.key = browser, address, key

    @contextmanager
    def page(self, slowed: int = 1) -> Iterator[tuple[Page, CDPSession]]:
        """A page of a phone that has loaded nothing yet; its processor is ``slowed`` so many times."""
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
def chromium() -> Iterator[Browser]:
    """Chromium from ``CHROMIUM`` or the path. Raises Missing where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise Missing("Playwright is not installed") from error
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        raise Missing("no browser; install Chromium or name it in CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


def troubles() -> tuple[type[Exception], ...]:
    """The errors that are raised if a page is not as the bench expects."""
    try:
        from playwright.sync_api import Error
    except ImportError:
        return (RuntimeError,)
    return (RuntimeError, Error)


def call(page: Page, name: str, *values: Any) -> Any:
    """What a function of ``phone.js`` returns."""
    return page.evaluate("([name, values]) => phone[name](...values)", [name, list(values)])


Tap: TypeAlias = Callable[[Any, Sequence[str]], int]  # on a page or a frame; the number of taps


def press(page: Page, selectors: Sequence[str]) -> int:
    """Clicks sent inside the page, after a check that a thumb could do the same there and then."""
    call(page, "press", selectors)
    return len(selectors)


def touch(page: Page, selectors: Sequence[str]) -> int:
    """The same as ``press``, by touching the screen."""
    for selector in selectors:
        page.touchscreen.tap(*call(page, "place", selector))
    return len(selectors)


def follow(page: Page, selector: str, tap: Tap = touch) -> int:
    """A tap that leads to another page, which is waited for."""
    with page.expect_event("load"):
        return tap(page, [selector])
