"""The folds of the house-rules form: opened by a tap, drawn only then, with nothing lost that was typed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .phones import phone, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_fold_is_drawn_when_it_is_opened_and_saved_with_the_rest(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        page.goto("/rules/new?from=dutch")
        page.fill("#o-title", "House")
        page.click("#s-match > summary")
        page.fill("#o-match-rounds", "6")
        page.click("#s-yaku > summary")
        page.click("#s-terms > summary")
        page.click("#s-terms\\.hanami > summary")
        page.fill("#o-yaku-hanami-months", "3 9")
        page.click("#s-new > summary")
        assert page.input_value("#o-match-rounds") == "6"
        page.click(".dock .primary")
        page.wait_for_url("**/rules/house")
        assert not page.complaints
        page.context.close()
        tree = served[1].house_rules.find("house")
    assert tree is not None
    assert tree["match"] == {"rounds": 6}
    assert tree["yaku"] == {"hanami": {"months": [3, 9]}}


def test_a_fold_that_cannot_be_fetched_keeps_its_button(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served)
        page.goto("/rules/new")
        page.fill("#o-title", "House")
        page.context.set_offline(True)
        page.click("#s-match > summary")
        button = page.locator("#s-match button[name=open]")
        button.wait_for(state="visible")
        page.context.set_offline(False)
        button.click()
        page.wait_for_selector("#o-match-rounds")
        assert page.input_value("#o-title") == "House"
        page.context.close()


def test_without_scripts_a_fold_opens_by_its_button(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as served:
        page = phone(browser, served, javascript=False)
        page.goto("/rules/new")
        page.fill("#o-title", "House")
        page.click("#s-match > summary")
        page.click("#s-match button[name=open]")
        page.wait_for_selector("#o-match-rounds")
        assert page.input_value("#o-title") == "House"
        page.context.close()
