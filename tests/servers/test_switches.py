"""The options of a rule set on a phone: agreed on before a match in a few taps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.phones import Phone, opened, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

AGREED = "Russian booklet · Doublings: all · No sake yaku with the rain man: yes, whoever captures him"
BEGUN = re.compile(r"/matches/(?!new)")
TAPS = 4  # open the options, all doublings, rain ruins the viewings, start


def tap(page: Phone, *targets: str) -> int:
    """Tap what a finger can reach; returns the number of taps."""
    for target in targets:
        page.tap(target)
    return len(targets)


def answer(choice: str, word: str) -> str:
    return f'label:has([name="answer.{choice}"][value="{word}"])'


def names(page: Phone) -> None:
    page.fill("#name-0", "Anna")
    page.fill("#name-1", "Ben")
    page.check('[name="dealer"][value="0"]', force=True)


def test_a_family_agrees_on_the_options_of_its_booklet(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/matches/new?ruleset=russian")
        names(page)
        taps = tap(
            page,
            "#all-options > summary",
            answer("doublings", "all"),
            answer("rain", "yes"),
            ".dock .primary",
        )
        page.wait_for_url(BEGUN)
        assert AGREED in (page.text_content("header") or "")
        assert taps == TAPS


def test_an_answer_raises_others_and_keeps_the_focus(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/russian")
        tap(page, "#open-choices > summary")
        assert page.locator("details.off").count() == 1
        tap(page, answer("doublings", "all"))
        page.wait_for_selector("details.off", state="detached")
        assert page.evaluate("document.activeElement.name") == "answer.doublings"
        assert page.locator("#open-choices[open]").count() == 1
        tap(page, answer("doublings", "none"))
        page.wait_for_selector("details.off")
        assert page.locator("details.off").count() == 3


@pytest.mark.slow
def test_other_rules_bring_their_own_options(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/matches/new?ruleset=russian")
        names(page)
        tap(page, '[value="choose"]', 'a[href$="ruleset=polish_booklet"]')
        page.wait_for_selector('[data-answers="polish_booklet"]')
        tap(page, "#all-options > summary", answer("account", "yes"))
        page.wait_for_selector('[name="given.account"]', state="attached")
        assert page.inner_text("[data-hint=purse]") == "Coins at the start: 30"
        tap(page, ".dock .primary")
        page.wait_for_url(BEGUN)
        assert "Polish booklet · The loser pays: yes" in (page.text_content("header") or "")


@pytest.mark.slow
def test_without_scripts_the_options_are_asked_for_by_a_button(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, javascript=False) as page:
        page.goto("/matches/new?ruleset=russian")
        page.fill("#name-0", "Anna")
        page.fill("#name-1", "Ben")
        page.check('[name="dealer"][value="0"]', force=True)
        tap(page, '[value="choose"]', 'a[href$="ruleset=dutch"]')
        page.wait_for_selector('[data-answers="dutch"]')
        assert page.input_value("#name-0") == "Anna"
        tap(page, "#all-options > summary", answer("viewings", "no"), ".dock .primary")
        page.wait_for_url(BEGUN)
        assert "Dutch Wikipedia · Sake yaku: no" in (page.text_content("header") or "")


@pytest.mark.slow
def test_without_a_connection_the_answers_stay(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, expected=["Failed to load"]) as page:
        page.goto("/matches/new?ruleset=russian")
        tap(page, "#all-options > summary")
        page.context.set_offline(True)
        tap(page, answer("rain", "yes"))
        page.context.set_offline(False)
        names(page)
        tap(page, ".dock .primary")
        page.wait_for_url(BEGUN)
        assert "No sake yaku with the rain man: yes" in (page.text_content("header") or "")
