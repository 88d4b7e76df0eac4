"""The hand to try above the buttons of the form for house rules: it follows every change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.phones import opened, running, wait_for
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_the_hand_follows_each_change_and_stays_in_view(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/new")
        points = page.locator(".tried .num")
        expect(points).to_have_text("20")
        page.click("#s-yaku > summary")
        page.fill('[name="yaku.tan.points"]', "3")
        expect(points).to_have_text("1 → 3")
        expect(points).to_be_in_viewport()
        expect(page.locator('[name="yaku.tan.points"]')).to_be_focused()
        page.fill('[name="yaku.tan.points"]', "40")
        expect(points).to_have_text("1 → 80")
        page.fill('[name="yaku.kasu.points"]', "2")  # a smaller change, but the latest
        expect(points).to_have_text("1 → 2")
        page.fill('[name="yaku.kasu.points"]', "1")
        page.fill('[name="yaku.tan.points"]', "1")
        expect(points).to_have_text("20")


def test_a_hand_is_tapped_and_calls_are_made(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/new?from=russian")
        page.click(".trial > summary")
        page.click("#s-hand > summary")
        for card in ("01B", "03B", "08B"):
            page.check(f'.trial [value="{card}"]')
        points = page.locator(".tried .num")
        expect(points).to_have_text("5")
        page.locator('.trial [data-step="1"]').first.click()
        expect(points).to_have_text("10")
        assert page.locator(".trial .verdict").count() == 1
        box = page.locator(".dock").bounding_box()
        assert box
        assert box["height"] < 0.8 * 640  # the form stays in view above it


def test_without_scripts_the_button_tries_it(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, javascript=False) as page:
        page.goto("/rules/new")
        page.click("#s-yaku > summary")
        page.fill('[name="yaku.tan.points"]', "3")
        page.click(".trial > summary")
        page.click('.trial [value="try"]')
        expect(page.locator(".tried .num")).to_have_text("1 → 3")
        assert page.locator(".trial[open]").count() == 1
        assert page.input_value('[name="yaku.tan.points"]') == "3"


@pytest.mark.slow
def test_what_was_asked_for_before_is_given_up(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/new")
        page.click("#s-yaku > summary")
        asked: list[Route] = []
        page.route("**/rules", lambda route: asked.append(route))
        page.fill('[name="yaku.tan.points"]', "3")
        wait_for(page, lambda: len(asked) == 1)
        with page.expect_event("requestfailed"):
            page.fill('[name="yaku.tan.points"]', "5")
        wait_for(page, lambda: len(asked) == 2)
        asked[1].continue_()
        expect(page.locator(".tried .num")).to_have_text("1 → 5")


@pytest.mark.slow
def test_what_is_odd_is_marked_while_it_is_and_leads_to_its_section(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/new")
        page.click("#s-calls > summary")
        page.select_option('[name="calls.limit_scope"]', "round")
        said = page.locator("#s-calls .odd")
        expect(said).to_contain_text("No effect")
        expect(page.locator(".tried .odd")).to_have_text("1 unusual rule")
        page.click("#s-calls > summary")
        page.click(".trial > summary")
        page.click(".trial [data-opens]")
        expect(said).to_be_visible()
        page.fill('[name="calls.limit"]', "1")
        expect(said).to_have_count(0)
        expect(page.locator(".tried .odd")).to_have_count(0)
