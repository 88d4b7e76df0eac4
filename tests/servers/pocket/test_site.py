"""The app without a server, in Chromium: from an empty browser to a match that stays, and its copy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, Page

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


def test_days_are_those_of_the_tables(site: SiteServer, browser: Browser, tmp_path: Path) -> None:
    """In the browser, too, Python knows the zones of the world, and that of the phone."""
    phone = browser.new_context(timezone_id="America/Los_Angeles")
    page = opened(phone, site.address)
    begun = json.loads(record(page, begin(page)))["events"][0]
    assert begun["zone"] == "America/Los_Angeles"
    files = tmp_path / "matches.json"
    start = {"type": "match-started", "players": ["Cleo", "Dan"], "ruleset": "dutch"}
    starts = (
        {**start, "at": "2026-02-14T15:00:00Z", "zone": "Pacific/Kiritimati"},  # 5:00 on the 15th
        {**start, "at": "2026-02-15T12:59:00Z"},  # 4:59
        {**start, "at": "2026-07-15T12:00:00Z"},  # 5:00 in summer
    )
    files.write_text(json.dumps([{"format": "koikoi-match/1", "events": [event]} for event in starts]))
    app = go(page, "records/new")
    app.locator('input[type="file"]').set_input_files(files)
    app.locator("form button.primary:visible").last.click()
    app.get_by_text("Which matches?").wait_for()
    days = [element.get_attribute("datetime") for element in app.locator("time").all()]
    assert days == ["2026-02-15", "2026-02-14", "2026-07-15"]
    phone.close()
