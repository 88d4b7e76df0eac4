"""A new version of the app reaches phones that keep pages of the one before, and loses nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.phones import Phone, until
from browser.playing import QUEUE, THREE, begin, board, choose, enter, go_on, players, saved, tap
from browser.servers import Server, away, back
from browser.service_worker import begins_with, controlled, kept, new_tab
from playwright.sync_api import Browser

from scorekeeper.web import create_app

pytestmark = pytest.mark.browser

FILES = """async () => (await caches.keys()).filter((name) => name.startsWith("files "))"""
DRAFTS = "Object.keys(localStorage).filter((name) => name.startsWith('draft'))"
UPDATED = "navigator.serviceWorker.ready.then((registration) => registration.update())"
TABS = 50  # one that is opened at once may still be a page of the old version, which then stays
WAITING = "navigator.serviceWorker.ready.then(({ waiting }) => Boolean(waiting))"


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Phone]:
    page = controlled(browser, server.served)
    yield page
    page.context.close()


def newer(server: Server, static: Path) -> None:
    """Serve another version of the app, in which a script has changed."""
    shutil.copytree(server.app.static_folder or "", static)
    with (static / "js" / "app.js").open("a") as script:
        script.write(f'document.documentElement.dataset.version = "{static.name}";\n')
    app = create_app(server.installation)
    app.static_folder = str(static)
    server.start(app)


@pytest.mark.slow
def test_a_new_version_arrives_and_loses_nothing(page: Phone, server: Server, tmp_path: Path) -> None:
    match = begin(page)
    kept(page, f"{match}/rounds/new")
    (old,) = page.evaluate(FILES)
    away(server, page)
    page.goto(f"{match}/rounds/new")
    enter(page, 1)
    go_on(page, 2)
    choose(page, "0")
    tap(page, 0, ("01B",))
    page = new_tab(page)
    newer(server, tmp_path / "static")
    page.context.set_offline(False)
    page.get_by_text("Sent and saved: round 1.").wait_for()
    begins_with(page, f"{match}/rounds/new", 2)
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    until(page, f"({FILES})().then((versions) => versions.length === 2)")
    until(page, "navigator.serviceWorker.ready.then(({ waiting }) => Boolean(waiting))")
    assert page.evaluate(f"({FILES})()")[0] == old
    server.stop()
    page.context.set_offline(True)
    page = new_tab(page)
    page.goto(f"{match}/rounds/new")
    page.get_by_role("heading", name="Round 2: who stopped?").wait_for()
    assert page.locator('[name="cards-0"]:checked').count() == 1
    tap(page, 0, THREE[1:])
    page.locator("[data-save]").click()
    page.get_by_role("button", name="Go on with round 3").wait_for()
    back(server, page)
    saved(page, 2)
    assert players(page, match) == [(1, 0, 1), (2, 1, 0)]


def take_over(page: Phone) -> Phone:
    """Fetch the new version, which takes over when no page of the old one is open."""
    page.evaluate(UPDATED)
    until(page, WAITING)
    for _ in range(TABS):
        page = new_tab(page)
        if not page.evaluate(WAITING):
            return page
    raise AssertionError(f"the new version still waits after {TABS} tabs")


@pytest.mark.slow
def test_files_go_two_versions_later_and_what_was_entered_stays(
    page: Phone, server: Server, tmp_path: Path
) -> None:
    match = begin(page)
    board(page)
    choose(page, "0")
    tap(page, 0, THREE[:2])
    until(page, f"{DRAFTS}.length === 1")
    drafts = page.evaluate(DRAFTS)
    (first,) = page.evaluate(f"({FILES})()")
    versions = [first]
    for name in ("second", "third"):
        server.stop()
        newer(server, tmp_path / name)
        page = take_over(page)
        page.goto(match)
        kept(page, match, f"{match}/rounds/new")
        found = page.evaluate(f"({FILES})()")
        assert found[-1] not in versions
        assert found == [versions[-1], found[-1]]  # the version before stays for pages that were kept then
        versions.append(found[-1])
    assert page.evaluate(DRAFTS) == drafts
    away(server, page)
    page.goto(f"{match}/rounds/new")
    assert page.locator('[name="cards-0"]:checked').count() == 2
    tap(page, 0, THREE[2:])
    page.locator("[data-save]").click()
    go_on(page, 2)
    assert page.evaluate(QUEUE) == [1]
    back(server, page)
    page.get_by_text("Sent and saved: round 1.").wait_for()
    assert players(page, match) == [(1, 0, 0)]
