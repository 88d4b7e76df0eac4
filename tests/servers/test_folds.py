"""The folds of the house-rules form: fetched when a tap opens them, and nothing typed is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser.phones import phone, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_fold_is_drawn_when_it_is_opened_and_saved_with_the_rest(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        page.goto("/rules/new?from=dutch")
        page.fill("#o-title", "House")
        page.click("#s-deal > summary")
        page.fill("#o-deal-hand", "7")
        page.click("#s-yaku > summary")
        page.click("#s-terms > summary")
        page.click("#s-terms\\.hanami > summary")
        months = page.locator('[name="yaku.hanami.months"]')
        months.nth(0).fill("3")
        months.nth(1).fill("9")
        page.click("#s-mine > summary")
        assert page.input_value("#o-deal-hand") == "7"
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        assert not page.complaints
        page.context.close()
        tree = served[1].house_rules.find("house")
    assert tree is not None
    assert tree["deal"] == {"hand": 7}
    assert tree["yaku"] == {"hanami": {"months": [3, 9]}}


@pytest.mark.slow
def test_a_fold_that_cannot_be_fetched_keeps_its_button(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        page.goto("/rules/new")
        page.fill("#o-title", "House")
        page.context.set_offline(True)
        with page.expect_event("requestfailed"):
            page.click("#s-deal > summary")
        button = page.locator("#s-deal button[name=open]")
        button.wait_for(state="visible")
        page.context.set_offline(False)
        button.click()
        page.wait_for_selector("#o-deal-hand")
        assert page.input_value("#o-title") == "House"
        page.context.close()


def test_without_scripts_a_fold_opens_by_its_button(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served, javascript=False)
        page.goto("/rules/new")
        page.fill("#o-title", "House")
        page.click("#s-deal > summary")
        page.click("#s-deal button[name=open]")
        page.wait_for_selector("#o-deal-hand")
        assert page.input_value("#o-title") == "House"
        page.context.close()
