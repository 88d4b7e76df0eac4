"""The real app on a free port, and phones that open it in Chromium."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Literal, cast

from flask import Flask
from patience import PATIENCE
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, ViewportSize, expect
from werkzeug.serving import WSGIRequestHandler, make_server

from scorekeeper import access
from scorekeeper.installation import Installation
from scorekeeper.times import utc_now
from scorekeeper.web import create_app
from scorekeeper.web.sessions import Sessions

expect.set_options(timeout=PATIENCE * 1000)

SMALL: Final[ViewportSize] = {"width": 360, "height": 640}
Served = tuple[str, Installation]  # its address, such as http://127.0.0.1:40123, and what it serves


class Phone(Page):
    """A page on a phone: the errors in its console, whether its scripts run, and the app that it opens."""

    complaints: list[str]
    scripted: bool
    served: Served


class Quiet(WSGIRequestHandler):
    def log_request(self, *_: object) -> None:
        pass


@contextmanager
def running(folder: Path) -> Iterator[Served]:
    """The app of a fresh installation, such as http://127.0.0.1:40123."""
    installation = Installation(folder)
    server = make_server("127.0.0.1", 0, create_app(installation), threaded=True, request_handler=Quiet)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", installation
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def phone(
    browser: Browser,
    served: Served,
    *,
    javascript: bool = True,
    width: int = 360,
    height: int = 640,
    locale: str = "en",
    service_workers: Literal["allow", "block"] = "block",
    **more: Any,
) -> Phone:
    """A phone that was let in and has opened nothing yet. Errors in its console are in ``page.complaints``.

    Without service workers, as at most tables: browsers have none where the app is served over plain HTTP.
    """
    address, installation = served
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        java_script_enabled=javascript,
        locale=locale,
        service_workers=service_workers,
        **more,
    )
    context.set_default_timeout(PATIENCE * 1000)
    name = f"scorekeeper-{installation.id}"
    context.add_cookies([{"name": name, "value": cookie(installation), "url": address}])
    page = cast(Phone, context.new_page())
    page.complaints, page.scripted, page.served = [], javascript, served

    def note(said: ConsoleMessage) -> None:
        if said.type == "error":
            page.complaints.append(f"{said.text} {said.location['url']}")

    page.on("console", note)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    return page


def cookie(installation: Installation) -> str:
    """The signed cookie of one more phone that was let in by the key."""
    now = utc_now()
    phone = access.Phone(name="Phone", since=now, seen=now, key=installation.secrets.key.mark)
    with closing(installation.open_store()) as store:
        secret = access.Phones(store.live).let_in(phone)
    signing = Flask("scorekeeper")
    signing.secret_key = installation.secret
    serializer = Sessions().get_signing_serializer(signing)
    assert serializer
    return str(serializer.dumps({"phone": secret}))


@contextmanager
def opened(browser: Browser, served: Served, expected: Sequence[str] = (), **options: Any) -> Iterator[Phone]:
    """A phone for a test; at the end its console may have only errors with some of the ``expected`` words."""
    page = phone(browser, served, **options)
    yield page
    page.context.close()
    assert [said for said in page.complaints if not any(words in said for words in expected)] == []


def forget(page: Phone, expected: Sequence[str] = ()) -> None:
    """What a test left on a phone that the tests of a file share; its console as in ``opened``."""
    complaints = [*page.complaints]
    page.unroute_all()
    page.context.set_offline(False)
    page.goto("/health/live")  # where no script notes anything
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.set_viewport_size(SMALL)
    page.complaints.clear()
    assert [said for said in complaints if not any(words in said for words in expected)] == []


def unfold(page: Page) -> None:
    """Open the fold of the form for a new match: the length, the coins, a third player."""
    page.locator("[data-new-match] > details:not([open], .other-games) > summary").click()


def fetched(page: Page) -> dict[str, int]:
    """The files of the page on the screen that came over the network, with their bytes before packing.

    The icon is the last that the browser asks for. What scripts ask for by themselves, such as news, is no
    part of the page.
    """
    until(page, asked_for("icon.svg"))
    files = page.evaluate(
        """document.fonts.ready.then(() => performance.getEntriesByType("resource")
          .filter(({ initiatorType, transferSize }) => initiatorType !== "fetch" && transferSize > 0)
          .map(({ name, decodedBodySize }) => [name, decodedBodySize]))"""
    )
    return {name.partition("#")[0]: size for name, size in files}


def asked_for(file: str) -> str:
    """A JavaScript expression: has the page on the screen asked for a file of this name?"""
    return f"performance.getEntriesByType('resource').some(({{ name }}) => name.endsWith('/{file}'))"


def wait_for(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds, while the page goes on."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"nothing has come in {PATIENCE} seconds"
        page.wait_for_timeout(50)


def asks(page: Page, times: int) -> None:
    """Wait until a page has been answered so many times whether there is news."""
    for _ in range(times):
        with page.expect_response("**/news?*"):
            pass


@contextmanager
def page_held(page: Page) -> Iterator[list[Route]]:
    """The pages that a phone opens meanwhile; they come at the end, and the one before is there as long."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.is_navigation_request():
            held.append(route)
        else:
            route.fallback()

    page.route("**/*", hold)
    yield held
    for route in held:
        route.continue_()
    page.unroute("**/*", hold)


def until(page: Page, expression: str, seconds: float = PATIENCE) -> None:
    """Wait until a JavaScript expression is true on the page.

    Playwright's own wait evaluates a string inside the page from its second look on, and the app's
    Content-Security-Policy forbids that.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"not true after {seconds:g} seconds: {expression}"
        page.wait_for_timeout(50)
