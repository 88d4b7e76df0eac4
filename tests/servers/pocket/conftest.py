"""The site, made once for all tests, and served by a small web server that knows nothing of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import missing
from patience import PATIENCE

from scorekeeper.pocket.site import CannotMake, gathered, write_parts
from scorekeeper.store.files import FileLock

from .site_server import SiteServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="session")
def gathered_files(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """All files of the site before they are named after their content; made by one process for all."""
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "gathered"
    shared.mkdir(exist_ok=True)
    lock = FileLock(shared / "lock", exclusive=True, wait=600)
    try:
        if not (shared / "done").exists():
            work = shared / "work"
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir()
            try:
                gathered(work)
            except CannotMake as error:
                missing(str(error))
            (shared / "done").touch()
    finally:
        lock.release()
    return shared / "work" / "out"


@pytest.fixture(scope="session")
def made(gathered_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as a web server gets it."""
    folder = tmp_path_factory.mktemp("made") / "site"
    write_parts(gathered_files, folder)
    return folder


@pytest.fixture
def site(made: Path) -> Iterator[SiteServer]:
    server = SiteServer(made)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """An empty browser, as on a phone."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, accept_downloads=True)
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()
