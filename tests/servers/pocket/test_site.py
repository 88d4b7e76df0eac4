"""The app without a server, in Chromium: from an empty browser to a match that stays, and its copy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import BrowserContext, Page

from scorekeeper.cli import main

from .shown import begin, frame, go, opened, record, save_round
from .site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]  # making the site takes a minute


def complaints(page: Page) -> list[str]:
    """What the console says from now on, such as about the content security policy."""
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    return said


def tally(written: str) -> dict[str, object]:
    tallied = CliRunner().invoke(main, ["tally", "-"], input=written)
    assert tallied.exit_code == 0, tallied.output
    found: dict[str, object] = json.loads(tallied.stdout)
    return found


def test_a_match_without_a_server(site: SiteServer, profile: BrowserContext, tmp_path: Path) -> None:
    page = opened(profile, site.address)
    said = complaints(page)
    match = begin(page)
    app = save_round(page, match)
    coins = app.locator(".seats .coins").all_inner_texts()
    assert page.url.endswith(f"#{match}?saved=1") and "Anna – Ben" in page.title()
    site.stop()
    page.reload()
    page.frame_locator("iframe").locator(".seats").wait_for()
    assert frame(page).locator(".seats .coins").all_inner_texts() == coins
    save_round(page, match, 1)
    page.close()
    again = opened(profile, f"{site.address}#{match}")
    assert frame(again).locator(".rounds, table").first.is_visible()
    written = record(again, match)
    assert [event["type"] for event in json.loads(written)["events"]].count("round-won") == 2
    go(again, "settings")
    with again.expect_download() as saved:
        frame(again).get_by_role("link", name="Save a copy").click()
    copy = tmp_path / saved.value.suggested_filename
    saved.value.save_as(copy)
    here = ["--instance", str(tmp_path / "server")]
    imported = CliRunner().invoke(main, ["import", str(copy), *here])
    assert imported.stdout.split() == [match.removeprefix("matches/")]
    exported = CliRunner().invoke(main, ["export", match.removeprefix("matches/"), *here]).stdout
    assert tally(exported) == tally(written)
    assert said == []
