"""The board in a browser with an empty cache: few requests, few bytes; and the joined script works."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.web.bundles import script

from .phones import Served, asked_for, fetched, opened, until
from .playing import open_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

FILES = {"app.css", "app.js", "browser_check.js", "cards.svg", "icon.svg", "alegreya-latin.woff2"}
MOST_BYTES = 300_000  # of the board and its files, before they are packed
MODULES = {
    "entry.js": 'import "./first.js";\nimport { log, twice, Counter } from "./shared.js";\n'
    "const name = 'entry';\nlog(name, twice(4), later(), new Counter().count, typeof this);\n"
    "function later() { return name.length; }\n",
    "first.js": 'import { log } from "./shared.js";\nconst name = "first";\nlog(name, typeof helper);\n',
    "shared.js": "const name = 'shared';\nglobalThis.said = [name];\n"
    "export function log(...words) { said.push(words.join(' ')); }\n"
    "export const twice = (number) => helper(number) + number;\n"
    "export class Counter { count = name.length; }\nconst helper = (number) => number;\n",
}


def test_the_board_takes_few_files_and_few_bytes(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        open_board(page)
        files = fetched(page)
        board = page.evaluate("performance.getEntriesByType('navigation')[0].decodedBodySize")
        page.goto(page.url)
        again = fetched(page)
    assert {file.rpartition("/")[2] for file in files} == FILES
    assert sum(files.values(), start=board) <= MOST_BYTES, files
    assert again == {}


def test_what_names_no_icon_is_opened_without_a_complaint(browser: Browser, served: Served) -> None:
    with opened(browser, served) as page:
        page.goto("/health/live")
        until(page, asked_for("favicon.ico"))
        assert page.evaluate("performance.getEntriesByType('resource')[0].responseStatus") == 200


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
