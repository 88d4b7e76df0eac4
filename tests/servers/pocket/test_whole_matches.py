"""Whole matches in the app without a server: what it counts is what the command counts of the same record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browser.captured import enter, results
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, Page

from scorekeeper.cli import main
from scorekeeper.languages import LANGUAGES

from .shown import THREE, begin, frame, go, opened, record, save_round, speak
from .site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUNDS = 12
PILES = (THREE, ("02R", "03R", "01R"), ("07A", "06A", "10A"), ("06R", "09R", "10R"))
CORRECTED = 2


def play(page: Page, rules: str) -> str:
    """Twelve rounds; one is corrected, the last is undone and entered again. Returns the match."""
    match = begin(page, "Żaneta", "Łukasz", rules)
    for number in range(ROUNDS):
        save_round(page, match, number % 2, PILES[number % len(PILES)])
        if number == ROUNDS // 2:
            correct(page, match)
    app = frame(page)
    app.locator(".undo button").click()
    app.locator(".flash button").wait_for()  # to restore what was undone
    save_round(page, match, 0, PILES[0])
    return match


def correct(page: Page, match: str) -> None:
    """Let the other player have stopped a round that was saved."""
    app = go(page, f"{match}/rounds/{CORRECTED}/correction")
    seat = 0
    app.locator(f'label:has([name="result"][value="{seat}"])').click()
    for card in THREE:
        app.locator(f'.pile[data-seat="{seat}"] label:has([name="cards-{seat}"][value="{card}"])').click()
    app.locator('.dock button[value="verdict"]:visible').click()
    app.locator('.dock button[value="save"]:visible').click()
    app.wait_for_url(re.compile(rf"{match}(/rounds/{CORRECTED})?(\?|$)"))


def run(*words: str, text: str | None = None) -> str:
    done = CliRunner().invoke(main, list(words), input=text)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_round_of_captured_cards(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    match = begin(page, rules="mushi")
    app = go(page, f"{match}/rounds/new")
    enter(app, ("01B 03B 02A 05A 08A 01R 02R 03R 10C", "04A 04R 04C1 04C2"), rest=True)
    made = results(app)
    app.locator("[data-save]").click()
    app.wait_for_url(re.compile(r"[?&]saved=1"))
    tallied = json.loads(run("tally", "-", text=record(page, match)))
    assert tallied["balance"] == made == [-5, 5]


@pytest.mark.parametrize(("rules", "language"), [("", "en"), ("russian", "pl"), ("dutch", "pl")])
def test_a_match_of_twelve_rounds_and_its_way_to_a_server_and_back(
    site: SiteServer, profile: BrowserContext, browser: Browser, tmp_path: Path, rules: str, language: str
) -> None:
    assert language in LANGUAGES
    page = opened(profile, site.address)
    speak(page, language)
    match = play(page, rules)
    written = record(page, match)
    tallied = run("tally", "-", text=written)
    counted = [str(coins) for coins in json.loads(tallied)["balance"]]
    sheet = go(page, f"{match}/sheet").locator(".standing .coins").all_inner_texts()
    assert [text.replace("−", "-") for text in sheet] == counted
    assert frame(page).evaluate("document.documentElement.lang") == language
    go(page, "settings")
    with page.expect_download() as saved:
        frame(page).locator('a[href$="/copy"]').click()
    copy = tmp_path / "copy.zip"
    saved.value.save_as(copy)
    here = ("--instance", str(tmp_path / "server"))
    assert run("import", str(copy), *here).split() == [match.removeprefix("matches/")]
    assert run("tally", "-", text=run("export", match.removeprefix("matches/"), *here)) == tallied
    run("backup", str(tmp_path / "back.zip"), *here)
    fresh = browser.new_context()
    again = opened(fresh, site.address)
    app = go(again, "records/new")
    app.locator('input[type="file"]').set_input_files(tmp_path / "back.zip")
    app.locator("form button.primary:visible").last.click()
    app.locator('form[action$="/records"]').wait_for()  # the preview, in place of this page
    app.locator("form button.primary:visible").last.click()
    app.wait_for_url(f"**/app/{match}")
    assert run("tally", "-", text=record(again, match)) == tallied
    fresh.close()
