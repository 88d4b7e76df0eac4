"""The board in a browser with an empty cache: few requests, few bytes; and the joined script works."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.web.joining import script

from .phones import open_board, phone, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

MOST_REQUESTS, MOST_BYTES = 8, 80 * 1024
MODULES = {
    "entry.js": 'import "./first.js";\nimport { log, twice as double, Counter } from "./shared.js";\n'
    "const name = 'entry';\nlog(name, double(4), later(), new Counter().count, typeof this);\n"
    "function later() { return name.length; }\n",
    "first.js": 'import { log } from "./shared.js";\nconst name = "first";\nlog(name, typeof twice);\n',
    "shared.js": "const name = 'shared';\nglobalThis.said = [name];\n"
    "export function log(...words) { said.push(words.join(' ')); }\n"
    "export const twice = (number) => helper(number) + number;\n"
    "export class Counter { count = name.length; }\nconst helper = (number) => number;\n",
}


def test_the_board_takes_few_requests_and_few_bytes(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        open_board(page)
        address = page.url
        loaded, again = (loads(page, address, empty) for empty in (True, False))
        page.context.close()
    assert len(loaded) <= MOST_REQUESTS, loaded
    assert sum(loaded.values()) <= MOST_BYTES, loaded
    assert list(again) == [address]


def loads(page: Page, address: str, empty: bool) -> dict[str, float]:
    """What comes over the wire for a page, in bytes with its heads; ``empty``: nothing was kept.

    The first question for news, which may come before the page is at rest, is no part of the page.
    """
    console = page.context.new_cdp_session(page)
    console.send("Network.enable")
    if empty:
        console.send("Network.clearBrowserCache")
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    console.on(
        "Network.responseReceived",
        lambda event: (
            names.update({event["requestId"]: event["response"]["url"]})
            if not event["response"].get("fromDiskCache")
            else None
        ),
    )
    console.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.goto(address, wait_until="networkidle")
    console.detach()
    sent = {names[request]: size for request, size in sizes.items() if request in names and size}
    return {address: size for address, size in sent.items() if "/news?" not in address}


def test_joined_modules_behave_like_separate_ones(
    browser: Browser, static_files: str, tmp_path: Path
) -> None:
    for name, text in MODULES.items():
        (tmp_path / name).write_text(text)
    page = browser.new_page()
    page.route("**/apart/*", lambda route: answer(route, MODULES[route.request.url.rpartition("/")[2]]))
    page.route("**/joined.js", lambda route: answer(route, script(tmp_path / "entry.js")))
    page.goto(f"{static_files}/js/app.js")
    apart, joined = (
        page.evaluate("async (address) => { await import(address); return said; }", address)
        for address in (f"{static_files}/apart/entry.js", f"{static_files}/joined.js")
    )
    page.close()
    assert joined == apart == ["shared", "first undefined", "entry 8 5 6 undefined"]


def answer(route: Route, text: str) -> None:
    route.fulfill(content_type="text/javascript", body=text)
