"""What the rules do, on a phone, with and without scripts: a few rounds, then more of them at a tap."""

from __future__ import annotations

import pytest
from browser.phones import Served, phone
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False])
def test_taps_add_rounds(browser: Browser, served: Served, scripts: bool) -> None:
    page = phone(browser, served, javascript=scripts)
    page.goto("/rules/difference?a=dutch&b=russian")
    page.get_by_role("link", name="How much difference").click()
    page.get_by_role("button", name="Play the rounds").click()
    played = page.locator("#played")
    expect(played).to_have_text("120 rounds")
    for rounds in ("240 rounds", "360 rounds"):
        page.get_by_role("button", name="More rounds").click()
        expect(played).to_have_text(rounds)
    assert page.locator("svg.gains").count() == 2
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.go_back()
    if scripts:  # each answer stands in place of the one before
        page.get_by_role("button", name="Play the rounds").wait_for()
    else:
        expect(played).to_have_text("240 rounds")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url("**/rules")
    page.context.close()
