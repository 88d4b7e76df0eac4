"""The app without a server is killed while it saves: its tab, its renderer, the whole browser."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chromium import FLAGS, executable
from click.testing import CliRunner
from extent import EVERY_LOOK
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, Page

from scorekeeper.cli import main

from .shown import SAVING, begin, frame, opened, record
from .site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KILLS = int(os.environ.get("KILLS", 200 if EVERY_LOOK else 6))
SEED = 2026


class Killed:
    """A browser with a profile of its own, killed and started again."""

    def __init__(self, kind: BrowserType, folder: Path, address: str) -> None:
        self._kind = kind
        self._folder = folder
        self._address = address
        self._context: BrowserContext | None = None
        self.answered: list[str] = []

    def open(self) -> Page:
        """The app in a new tab, of the browser that runs or of a new one."""
        if self._context is None:
            self._context = self._kind.launch_persistent_context(
                self._folder, executable_path=executable(), args=FLAGS
            )
            self._context.expose_binding("tell", lambda _source, id_: self.answered.append(id_))
        return opened(self._context, self._address)

    def kill(self, page: Page, how: str) -> None:
        if how == "tab":
            page.close()
        elif how == "renderer":
            with suppress(Error):
                page.goto("chrome://kill")
            page.close()
        else:
            subprocess.run(["pkill", "-KILL", "-f", f"user-data-dir={self._folder}"], check=True)
            self.end()

    def end(self) -> None:
        with suppress(Error):
            if self._context:
                self._context.close()
        self._context = None


def test_what_was_answered_is_there_after_every_kill(
    browser: Browser, site: SiteServer, tmp_path: Path
) -> None:
    random, kept, killed = Random(SEED), 0, dict.fromkeys(("tab", "renderer", "browser"), 0)
    phone = Killed(browser.browser_type, tmp_path / "profile", site.address)
    page = phone.open()
    match = begin(page)
    for number in range(KILLS):
        before = len(phone.answered)
        frame(page).evaluate(f"(match) => {{ ({SAVING})(match); }}", match)
        while len(phone.answered) == before:
            page.wait_for_timeout(5)
        page.wait_for_timeout(random.uniform(0, 120))
        how = random.choice([*killed])
        phone.kill(page, how)
        killed[how] += 1
        page = phone.open()
        ids = {event["id"].partition(".")[0] for event in events(page, match)}
        assert ids >= set(phone.answered), f"kill {number}, of the {how}"
        assert len(ids) >= kept
        kept = len(ids)
    phone.end()
    print(f"{KILLS} kills ({killed}), {len(phone.answered)} saves answered, {kept} kept, none lost")


def events(page: Page, match: str) -> list[dict[str, Any]]:
    """The events of the match, whose record must be whole."""
    written = record(page, match)
    assert CliRunner().invoke(main, ["tally", "-"], input=written).exit_code == 0
    found: list[dict[str, Any]] = json.loads(written)["events"]
    return found
