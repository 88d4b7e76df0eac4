"""The rule editor in a browser: all of it is there, and what follows a change is drawn anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.phones import opened, running, until
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_what_is_entered_in_folds_is_saved_with_the_rest(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/new?from=dutch")
        page.fill("#o-title", "House")
        page.click("#s-deal > summary")
        page.fill('[name="deal.hand"]', "7")
        page.click("#s-yaku > summary")
        page.click("#s-terms > summary")
        page.click("#s-terms\\.hanami > summary")
        months = page.locator('[name="yaku.hanami.months"]')
        months.nth(0).fill("3")
        months.nth(1).fill("9")
        expect(page.locator("#now-list li")).to_have_count(2)
        expect(page.locator("#now-deal")).to_have_text("1 change")
        assert page.locator("#s-terms\\.hanami[open]").count() == 1
        expect(months.nth(1)).to_be_focused()
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        tree = served[1].house_rules.find("house")
    assert tree is not None
    assert tree["deal"] == {"hand": 7}
    assert tree["yaku"] == {"hanami": {"months": [3, 9]}}


def test_the_search_of_the_browser_finds_what_is_folded(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, javascript=False) as page:
        page.goto("/rules/new?from=dutch#:~:text=Cards%20in%20hand")
        until(page, "document.querySelector('#s-deal').open")


def test_a_search_lists_while_one_types_and_opens_its_place(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served) as page:
        page.goto("/rules/new?from=dutch")
        page.fill("#o-title", "House")
        page.fill("#find", "cards in hand")
        page.click(".hits button >> nth=0")
        field = page.locator('[name="deal.hand"]')
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport()
        assert page.input_value("#o-title") == "House"
        page.fill("#find", "")
        expect(page.locator(".hits")).to_have_count(0)


def test_without_a_connection_all_stays_as_it_is(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served, opened(browser, served, expected=["Failed to load"]) as page:
        page.goto("/rules/new?from=dutch")
        page.context.set_offline(True)
        page.click("#s-deal > summary")
        with page.expect_event("requestfailed"):
            page.fill('[name="deal.hand"]', "7")
        expect(page.locator("#now-list li")).to_have_count(0)
        page.context.set_offline(False)
        page.fill('[name="deal.field"]', "6")
        expect(page.locator("#now-list li")).to_have_count(2)
