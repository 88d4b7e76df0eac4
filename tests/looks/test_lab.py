"""A run is followed on a phone until its result is there, and stopped by a tap."""

from __future__ import annotations

import pytest
from browser.phones import Served, phone, until
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_run_is_followed_by_itself_to_its_result(browser: Browser, served: Served) -> None:
    page = phone(browser, served)
    page.goto("/lab?start=1&rules=dutch&against=russian")
    page.locator("#rounds").fill("1000")
    page.locator(".dock button.primary").click()
    page.locator("#who").wait_for()
    assert page.locator("svg.gains").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


@pytest.mark.slow
def test_how_far_a_run_is_moves_on_and_a_tap_stops_it(browser: Browser, served: Served) -> None:
    page = phone(browser, served)
    page.goto("/lab?start=1&rules=dutch&rounds=100000")
    page.locator(".dock button.primary").click()
    page.locator("progress").wait_for()
    until(page, "document.querySelector('progress').value > 0")
    until(page, "document.querySelector('[data-done]').textContent.includes(',')")
    page.get_by_role("button", name="Stop").click()
    page.locator(".flash").wait_for()
    page.context.close()
